"""What a storm checks after every record and at its end."""
