"""Keys, bindings and typing: the key map that footer, help, palette and documentation are generated from."""
