"""Screens: ask services in thread workers, hand values to widgets, move between each other."""
