"""`draft`, `repair`, `edit`: a range chosen, drafted, judged, mended by a person."""
