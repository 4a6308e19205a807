"""Tests of the language models over HTTP."""
