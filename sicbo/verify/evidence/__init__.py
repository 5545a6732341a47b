"""Evidence beside the law: what a journal proves about the chance that it was played with."""
