"""The records of a run: the objects of the contract, typed events, the state folded from them, the ledger."""
