"""What every format makes of its records: events with their ordinals, texts, tools, titles and tokens."""
