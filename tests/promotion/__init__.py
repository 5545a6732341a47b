"""Promotions: the state machine, its ledger, its terms and its cost."""
