"""The soak: every long form, one after another, and what they come to against the goals."""
