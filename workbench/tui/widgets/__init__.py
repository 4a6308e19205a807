"""Widgets: they draw the values they are given and post messages; they know neither screens nor services."""
