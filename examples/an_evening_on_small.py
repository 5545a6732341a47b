"""What does Small cost me in an evening?"""

from sicbo import Rulebook, dollars, money

ROUNDS = 200
BANK = dollars(1_000)

evening = Rulebook.load("crown-sydney").distribution({"small": dollars(25)}, ROUNDS)

print(f"{ROUNDS} rounds of 25.00 on Small at Crown Sydney")
print(f"on average       {money(round(evening.mean))}")
print(f"ahead            {float(evening.ahead):.1%} of evenings")
print(f"1,000.00 lost    {float(evening.cdf(-BANK)):.1%} of evenings, or more")
for share in (0.05, 0.5, 0.95):
    print(f"{share:.0%} of evenings end at {money(evening.quantile(share))} or below")
