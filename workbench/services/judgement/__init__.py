"""Captures and gate reports of a session, made on first use and stored."""
