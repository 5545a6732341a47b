"""One-line summaries of the commands, so that `sicbo --help` does not have to load them.

Each summary repeats the first line of the help text of its command.
"""

SUMMARIES = {
    "tour": "Show a pay sheet, a played round, an evening and the findings, on one page.",
    "play": "Play in this terminal with 1,000.00 in play chips and fresh dice.",
    "drill": "Train dealers on calls, payouts or irregularities; answers are scored and cite the clause.",
    "rulebooks": "List the approved rulebooks and their layouts.",
    "odds": "Show what every bet of a layout pays, and its exact house edge.",
    "settle": "Settle a slip against a roll, with the clause for each line.",
    "explain": "Settle a slip and explain in a sentence why each wager won or lost.",
    "dist": "Compute the exact distribution of a slip's net result.",
    "streak": "Compute Super Streak as an exact Markov chain, and optionally simulate it.",
    "simulate": "Simulate a slip: mean, interval and histogram next to the exact values.",
    "bankroll": "Compute the exact risk of ruin, and compare betting strategies by simulation.",
    "exposure": "Show the house's exposure: hold, volatility, worst roll and the float required.",
    "dice-test": "Test dice for fairness: faces, rolls, totals, runs, correlation and gaps.",
    "round": "Play a round transcript and show each event with its clause; exit code 3 if a check fails.",
    "rule": "Show a clause and its subclauses, paraphrased, with their rulings and tests.",
    "clauses": "Show how every clause is accounted for: counts per rulebook, or one rulebook's list.",
    "readings": "Show the ambiguous wording of a rulebook, its possible readings and what each one costs.",
    "lint": "Report problems in an approved text: player edges, gaps, broken references, illegible odds.",
    "diff": "Compare two layouts and their rulebooks: bets and odds, rulings, voids, powers.",
    "par": "Write the PAR sheet of a layout as text, CSV, JSON and HTML; the output is reproducible.",
    "vectors": "Print conformance test vectors: one JSON line for each bet and each of the 216 rolls.",
    "publish": "Print a rulebook as canonical JSON, and its SHA-256 on standard error.",
    "replay": "Show a table, tournament or promotion record by record: actions, clauses and refusals.",
    "verify": "Verify a bundle: chains, signatures, limits, powers, settlements; exit code 3 on failure.",
    "registers": "Print required registers as CSV: incidents, disputes, refused claims, exclusions, limits.",
    "serve": "Run the house server: lobby, terminals, consoles, displays.",
    "doctor": "Diagnose a house: each problem, its remedy and the clause at risk; exit code 3 on failure.",
    "config": "Check the server settings, which are SICBO_* environment variables.",
    "device": "Manage the terminals and displays of a running house.",
    "journal": "Export, check, back up and restore the journal of a house.",
    "keys": "Manage the keys that a house signs with and the keys that it accepts.",
    "witness": "Run an independent checkpoint witness.",
    "promotion": "Write, check and price the terms of promotions, and hold verifiable draws.",
    "tournament": "Write, check, simulate and run tournaments.",
}

PANELS = {
    "Start here": ("tour", "play", "drill"),
    "Odds and settlement": ("rulebooks", "odds", "settle", "explain", "dist", "streak", "round"),
    "Simulation": ("simulate", "bankroll", "exposure", "dice-test"),
    "Clauses and laboratory": ("rule", "clauses", "readings", "lint", "diff", "par", "vectors", "publish"),
    "A house and its record": (
        "replay",
        "verify",
        "registers",
        "serve",
        "doctor",
        "config",
        "device",
        "journal",
        "keys",
        "witness",
    ),
    "Tournaments and promotions": ("promotion", "tournament"),
}
"""The headings under which `sicbo --help` lists the commands."""


def panel_of(name: str) -> str:
    """Return the heading under which `sicbo --help` lists a command."""
    return next(heading for heading, names in PANELS.items() if name in names)
