"""Short evenings in which something rare is lawful: Super Streaks, idle spins, warnings, limits."""

STAR = "rulebook star-sydney-2016  limits $5 to $500, chips of $1, super streak $10, with streak screen"
LAID = STAR.replace("chips of $1, ", "") + ", readings ST-12=with-other-bets"
ROUND = "cover, spin 3, place your bets, no more bets, uncover, call, enter 1 2 4, light, collect, pay"
SYDNEY = "rulebook crown-sydney-2024  limits $5 to $500, chips of $5, approved minimum $2, with drop box"
LATE = "uncover, call, enter 1 2 4, light, collect, pay"
EVENINGS = {
    "the wagers of one are void": """
rulebook crown-sydney  limits $5 to $500, chips of $5, approved minimum $2, with drop box
ben             buys $100
dealer          place your bets
ben             $10 on big
dealer          cover, spin, no more bets
senior-manager  void fraud for ben because he moved a chip
""",
    "the final call": f"""
{STAR}
ana         buys $100
ben         buys $100
dealer      {ROUND}
ana         $10 super streak on small
supervisor  announce that super streak closes in 20 minutes
dealer      make the final call
ben         $10 super streak on small  refused 6.6 The final call for Super Streak was made. ...
""",
    "somebody is excluded": f"""
{STAR}
ana         buys $100
ben         buys $100
dealer      {ROUND}
ana         $10 super streak on small
dealer      record device by ben because a phone counted results
supervisor  exclude ben from the game because he used a phone
ben         $10 super streak on small  refused 9.3.2 ben is excluded and may not wager. ...
""",
    "a Super Streak before the spin": f"""
{STAR}
ana         buys $100
dealer      {ROUND}
dealer      cover
ana         $10 super streak on small
dealer      {ROUND.removeprefix("cover, ")}
""",
    "a Super Streak among the other bets": f"""
{LAID}
ana         buys $100
dealer      {ROUND}
dealer      cover, spin 3, place your bets
ana         $10 super streak on small
dealer      no more bets, {LATE}
""",
    "lights that fail between two rounds": f"""
{STAR}
ana         buys $100
ben         buys $100
dealer      {ROUND}
ana         $10 super streak on small
dealer      {ROUND.replace("1 2 4", "4 5 6")}
settled     ana streak-small lost $10
ben         $10 super streak on big
dealer      report lights-wrong because big stayed dark
returned    ben $10
""",
    "an offender and then a correction": f"""
{STAR}
ana         buys $100
ben         buys $100
dealer      {ROUND}
ana         $10 super streak on small
ana         $10 super streak on odd
ben         $10 super streak on small
ben         $10 super streak on odd
dealer      {ROUND}
dealer      record device by ben because a phone counted results
supervisor  void the wagers of ben because a phone
returned    ben $20
supervisor  correct to 1 1 5 seen by kim because of a misread die
running     ana streak-small 1
dealer      {ROUND.replace("1 2 4", "4 5 6")}
""",
    "a table for a tournament": f"""
{SYDNEY}
supervisor  give the table to lunar-cup
supervisor  release the table
""",
    "an empty slip in a spin without wagers": f"""
{SYDNEY}
ana         buys $100
manager     direct spins without wagers
dealer      place your bets
ana         clears
dealer      cover, spin, no more bets, uncover, call, enter 1 2 4, light
dealer      place your bets
""",
    "a warning in the round that is corrected": """
rulebook canberra-2005  limits $5 to $200, units of $5, chips of $1
ana             buys $100
dealer          place your bets
ana             $3 on small
dealer          cover, spin, no more bets, uncover, call, enter 4 5 6, collect, pay
warned          ana
senior-manager  correct to 1 2 4 seen by kim because a die was misread
settled         ana small won $3, returned $3
dealer          place your bets
ana             $3 on small
dealer          cover, spin, no more bets, uncover, call, enter 1 2 4, collect, pay
settled         ana small returned $3
""",
    "more than a player's own maximum": """
rulebook canberra-2005  limits $5 to $200, units of $5
ana             buys $1,000
senior-manager  agree up to $300 with ana, marked
dealer          place your bets
ana             $400 on small
dealer          cover, spin, no more bets, uncover, call, enter 1 2 4, collect, pay
settled         ana small won $300, returned $400
""",
    "bets that open after the spin": f"""
{STAR}
ben         buys $100
dealer      cover, spin 3, place your bets
ben         $10 on big
""",
    "the power fails": """
rulebook singapore-etg/1  limits $1 to $500, chips of $0.50
ana     buys $100 of credits
dealer  place your bets
ana     $5 on small
dealer  report power because the floor went dark
""",
    "a notice within a spin without wagers": f"""
{SYDNEY}
ana         buys $100
manager     direct spins without wagers
dealer      place your bets, cover
supervisor  announce that the table closes
dealer      spin, no more bets, uncover, call, enter 1 2 4, light
manager     stop spins without wagers
dealer      place your bets, cover, spin, no more bets, {LATE}
dealer      place your bets, cover, spin, no more bets, {LATE}
dealer      place your bets, cover, spin, no more bets, {LATE}
supervisor  close the table
""",
    "one wager is won and one goes back": f"""
rulebook crown-melbourne-6.1/a  limits $5 to $500, chips of $5
ana             buys $100
dealer          place your bets
ana             $3 on small
dealer          cover, spin, no more bets, uncover, call, enter 4 5 6, light, collect, pay
dealer          record device by ana because a watch counted results
senior-manager  withhold the winnings of ana because she used a watch
dealer          place your bets
ana             $25 on small, $3 on single-1
dealer          cover, spin, no more bets, {LATE}
settled         ana single-1 returned $3
held            ana $25
""",
}
