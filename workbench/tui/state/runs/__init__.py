"""Agent runs as rows, and the input of the dialog that starts one."""
