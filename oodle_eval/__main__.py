"""`python -m oodle_eval`: the `oodle-eval` command."""

from oodle_eval.cli import main

if __name__ == "__main__":
    main()
