"""Tests of the optional checkers."""
