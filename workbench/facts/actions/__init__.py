"""What tools did: files changed and moved, commands that ran or failed, tasks folded in order."""
