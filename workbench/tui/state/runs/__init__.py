"""Agent runs as rows, and what starts one."""
