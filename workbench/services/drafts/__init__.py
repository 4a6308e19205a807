"""`draft`, `repair`, `edit`: choose a range, draft and score it, and repair the draft by rule or by hand."""
