"""Commands about what a slip comes to."""
