"""The gates: pure functions that judge whether a compaction may replace its source. They do no I/O."""
