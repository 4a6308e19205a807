"""`sessions`, `show`, `search`, `timeline`, `diff`, `triggers`: what there is, read and compared."""
