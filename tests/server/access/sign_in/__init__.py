"""Sign-in of staff, tested."""
