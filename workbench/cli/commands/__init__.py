"""One module per command group: its arguments, and what each command calls and returns."""
