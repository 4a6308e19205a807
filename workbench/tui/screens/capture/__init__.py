"""Decisions and open work of a range, and reviews of them."""
