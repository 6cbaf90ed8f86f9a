"""openevals' evaluators of code, in E2B's sandboxes; all handed on."""
