"""Decides whether a later statement retracts an earlier one or gives the same thing another value."""
