"""Screens: they call services in worker threads, pass values to widgets, and navigate between each other."""
