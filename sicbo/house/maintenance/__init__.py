"""Maintenance: backups, migration, self-check and a sample day."""
