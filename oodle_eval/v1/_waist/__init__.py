"""The waist: what every check is, and how any framework's values reach it. `oodle_eval.v1.checks` is its face."""
