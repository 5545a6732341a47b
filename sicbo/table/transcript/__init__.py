"""Round transcripts: the language, its parser and the player that checks them."""
