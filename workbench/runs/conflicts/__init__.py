"""Whether two sources disagree about one thing: figures, dates, persons, denials."""
