"""Messages: every command and event of a tournament."""
