"""What all logs of a house share: messages, accounts, the ledger, and one row for each message."""
