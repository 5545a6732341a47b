"""The journal: append-only numbered records in a hash chain. It stores text that it does not understand."""
