"""Whether a later statement takes back an earlier one or gives the same thing another value."""
