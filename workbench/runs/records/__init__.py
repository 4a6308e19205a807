"""What a run keeps: the objects of the contract, typed events, the state folded from them, the ledger."""
