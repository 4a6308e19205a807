"""From places that were named to passages: found, fetched, extracted and cut."""
