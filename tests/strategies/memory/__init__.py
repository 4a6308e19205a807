"""Tests of the summarization memory."""
