"""Reads tool actions: changed and moved files, commands that ran or failed, and task lists in order."""
