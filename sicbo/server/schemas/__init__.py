"""The shapes of the interface: what requests and answers hold, as the OpenAPI document shows them."""
