"""Tests of the compiled contexts of steps."""
