"""The content of a prompt and of each model request, as functions of the store's content."""
