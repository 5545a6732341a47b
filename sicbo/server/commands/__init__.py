"""Bodies of requests that give a command: their types, which decoding checks, and the command in them."""
