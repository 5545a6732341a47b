"""Terms and conditions as data: loaded, checked against a rulebook, rendered, or created from a template."""
