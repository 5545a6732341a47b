"""Routes: the HTTP interface, one folder for each kind of caller."""
