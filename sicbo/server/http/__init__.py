"""HTTP: limits, headers and bodies of every request, before any route sees it."""
