"""`score`, `calibrate`, `report` of results: judged in memory, in processes, on a cluster."""
