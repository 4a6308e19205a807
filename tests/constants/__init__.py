"""Every constant of the gates and of the facts, held by a case just above it and one just below.

A pair is a function with its own numbers, decorated with `holds`. `test_pairs` runs it as it is, and with
the constant moved by one step either way: it must pass, and then fail. `listing` finds the constants.
"""
