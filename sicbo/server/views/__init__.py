"""Views: what each kind of reader sees, as types and as functions that fill them."""
