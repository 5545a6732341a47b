"""The house: keys, receipts, the witness, and the floor."""
