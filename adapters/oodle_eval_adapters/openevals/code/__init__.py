"""openevals' evaluators of generated code."""
