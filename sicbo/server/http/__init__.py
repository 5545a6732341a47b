"""HTTP: limits, headers and bodies of requests, checked before any route runs."""
