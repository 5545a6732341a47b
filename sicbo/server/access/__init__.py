"""Access: accounts, sessions, PINs, devices, and who may do what."""
