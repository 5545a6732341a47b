"""The checks of a storm after every record and at its end."""
