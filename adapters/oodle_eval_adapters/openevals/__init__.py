"""openevals: checks in its form, its own evaluators as drop-ins, its evaluators as checks."""
