"""Recorded traffic with model services: exchanges, streamed answers, and their conversations."""
