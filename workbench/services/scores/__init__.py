"""`score`, `calibrate`, and `report` of results: judged in this process, in a pool, or on a cluster."""
