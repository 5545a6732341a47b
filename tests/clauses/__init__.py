"""The law: tests named by the clause they prove."""
