"""agentevals: its evaluators as drop-ins under its own module paths; its judges are handed on."""
