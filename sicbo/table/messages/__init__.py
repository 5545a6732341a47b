"""Messages: every command and event of a table, and their common base."""
