"""The house: tables and other logs over one journal, people's keys and pseudonyms, and the one writer."""
