"""`draft`, `repair`, `edit`: a range chosen, drafted, judged, repaired by a person."""
