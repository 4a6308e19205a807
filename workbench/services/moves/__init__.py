"""`accept`, `rollback`, `history`: move a session's pointer, preview a move, and show past ones."""
