"""`review`: what people say about captures, matches, findings and drafts; appended, never changed."""
