"""Keys, bindings and what is typed: the key map that footer, help, palette and documentation come from."""
