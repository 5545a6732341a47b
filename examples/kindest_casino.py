"""Which casino has the lowest house edge on a bet?

Name another bet on the command line, as in `python examples/kindest_casino.py total-10`.
"""

import sys

from sicbo import compare
from sicbo.rulebooks import every_layout

bet = sys.argv[1] if len(sys.argv) > 1 else "triple-6"
layouts = every_layout()
edges = compare(layouts).loc(bet)

print(f"House edge of {bet}, lowest first")
for edge, layout in sorted(
    (edge, layout) for edge, layout in zip(edges, layouts, strict=True) if edge is not None
):
    print(f"{layout:<22} {edge!s:>8} {float(edge):>8.2%}")
for edge, layout in zip(edges, layouts, strict=True):
    if edge is None:
        print(f"{layout:<22} not offered")
