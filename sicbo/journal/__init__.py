"""The journal: append-only numbered records in a hash chain. It does not interpret the text it stores."""
