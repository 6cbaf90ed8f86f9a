"""The files that openevals puts into a sandbox; handed on."""
