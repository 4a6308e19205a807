"""Whether two sources say different things of the same: figures, dates, persons, denials."""
