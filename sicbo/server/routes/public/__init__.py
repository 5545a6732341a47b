"""Routes for everyone: rules, analysis, health."""
