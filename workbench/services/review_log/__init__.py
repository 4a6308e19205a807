"""`review`: people's reviews of captures, matches, findings and drafts; appended, never changed."""
