"""Public routes: rules, analysis, health."""
