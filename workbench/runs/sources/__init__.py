"""From named sources to passages: find, fetch, extract and cut them."""
