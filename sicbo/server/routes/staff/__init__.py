"""Routes for staff and inspectors: console, accounts, devices, records."""
