"""Terms and conditions as data: loaded, checked against a rulebook, rendered, begun from a template."""
