"""The ledger: every event of a table as balanced transfers, and the balances that result."""
