"""Random input for every check: texts, values of any type, conversations, traces and settings, made from one seed."""
