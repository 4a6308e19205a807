"""`accept`, `rollback`, `history`: the pointer of a session moved, foreseen and restated."""
