"""Access: accounts, sessions, PINs and devices, and what each of them may do."""
