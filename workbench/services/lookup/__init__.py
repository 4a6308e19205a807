"""`sessions`, `show`, `search`, `timeline`, `diff`, `triggers`: read, find and compare what is stored."""
