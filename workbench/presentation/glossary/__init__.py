"""The words of the workbench in plain English, once: for `?` in the app and for the page of the docs."""
