"""The short ways of a start: what a first frame and a shell's completion show before the store is opened.

What each buys is measured in docs/decisions/start-up.md. Nothing else looks at a store past `store.engine`.
"""
