"""Plain values shared by commands and screens; `workbench.cli` and `workbench.tui` render them."""
