"""The glossary in plain English, for `?` in the app and for the documentation."""
