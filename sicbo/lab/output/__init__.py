"""Output: tables, plots and Arrow files."""
