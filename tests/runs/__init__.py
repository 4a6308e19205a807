"""Agent runs: sources, retrieval, the step machine and what it leaves behind."""
