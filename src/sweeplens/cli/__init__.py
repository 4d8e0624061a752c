"""The command line: one command a pane, and what surrounds them."""
