"""Word lists: data with a note of how each was made, no logic."""
