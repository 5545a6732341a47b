"""What each command does, in the words of its own help: `sicbo --help` shows them and loads no command."""

SUMMARIES = {
    "tour": "Pay sheet, a played round, an evening and the findings: what this product does, on one page.",
    "play": "Deal the game in this terminal, with 1,000.00 play chips and fresh dice.",
    "drill": "Train a dealer: calls, payouts or irregularities of a rulebook, answered with "
    "the clause and scored.",
    "rulebooks": "The approved rulebooks and their layouts.",
    "odds": "What every bet of a layout pays and costs, exactly.",
    "settle": "Settle a slip against a roll, each line with its clause.",
    "explain": "Settle a slip and say in a sentence why each wager won or lost.",
    "dist": "The exact distribution of a slip's net result.",
    "streak": "Super Streak as an exact chain, and dealt beside it.",
    "simulate": "Simulate a slip: mean, interval and histogram beside the exact values.",
    "bankroll": "What becomes of a bankroll: exact chances, and strategies played many times over.",
    "exposure": "The house's view of slips: hold, volatility, the worst roll, the float they need.",
    "dice-test": "Test dice: faces, rolls, totals, runs, correlation, gaps, with what so many "
    "rolls can show.",
    "round": "Play a round transcript and say what happened by which clauses; exit code 3 "
    "where it does not hold.",
    "replay": "Step through a bundle: who did what by which clause, what was refused, and how "
    "the table stood.",
    "verify": "Verify a bundle: chain, signatures, every limit, power and settlement; exit "
    "code 3 if one fails.",
    "registers": "What the texts want on record: incidents, disputes, refused claims, exclusions, "
    "limits; as CSV.",
    "rule": "A clause and those below it, in our words, with what they decide and which tests prove it.",
    "clauses": "How every clause is accounted for: counts for each rulebook, or one rulebook's list.",
    "readings": "The unclear words of a rulebook, the ways to read them, and what each way costs.",
    "lint": "What is odd about an approved text: player edges, gaps, broken references, illegible odds.",
    "diff": "Where two rulebooks differ: bets and odds, rulings, voids, powers.",
    "par": "The PAR sheet of a layout as text, CSV, JSON and HTML, the same bytes every time.",
    "vectors": "The conformance suite: one JSON line for each bet and each of the 216 rolls.",
    "publish": "The rulebook as canonical JSON on standard output; its SHA-256 on standard error.",
    "serve": "Run the house: lobby, terminals, consoles, displays.",
    "doctor": "Look a house over: what is wrong, what to do, which clause is at risk; exit "
    "code 3 if anything is.",
    "config": "The settings of the server, from SICBO_* in the environment.",
    "device": "Terminals and displays of a running house.",
    "journal": "Export, check, back up and restore what happened at the tables.",
    "keys": "The keys that a house signs with, and those it accepts.",
    "witness": "Remember, outside the house, what the house has signed.",
    "promotion": "Promotions: terms, their price, and draws that anyone can recompute.",
    "tournament": "Tournaments: terms, what they lack, how they read, and how they play.",
}
