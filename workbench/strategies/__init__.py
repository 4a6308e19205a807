"""Ways of producing compaction candidates from source events; a candidate is untrusted until it parses."""
