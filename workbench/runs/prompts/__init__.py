"""What stands in a prompt and in each request to a model, as functions of what the store keeps."""
