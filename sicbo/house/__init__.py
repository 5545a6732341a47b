"""The house: tables, people and powers over one journal, and the one loop that everything goes through."""
