"""What commands and screens both say: plain values, painted by `workbench.cli` and `workbench.tui`."""
