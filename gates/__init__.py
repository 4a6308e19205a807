"""The gates: pure judgement of whether a compaction may replace its source. Opens nothing."""
