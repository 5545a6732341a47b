"""Which staking system makes a bank last? None beats the house edge, but they fail differently."""

from sicbo import Rulebook, bankroll

BOOK = Rulebook.load("crown-sydney")
BANK, GOAL, ROUNDS = 100, 150, 200
WAYS = {
    "flat": bankroll.flat("small"),
    "martingale": bankroll.martingale("small", cap=16),
    "d'Alembert": bankroll.dalembert("small", cap=10),
    "Paroli": bankroll.paroli("small"),
}

print(f"{BANK} units on Small, until {GOAL}, ruin, or {ROUNDS} rounds.")
found = bankroll.compare(BOOK, WAYS, BANK, ROUNDS, trials=2_000, seed=7, target=GOAL)
for name in WAYS:
    reached, low, high = found[name].chance(found[name].reached)
    lost = found[name].row()["lost of staked"]
    print(f"{name:<11} reaches it {reached:.3f} ({low:.3f} to {high:.3f}), loses {lost:.2%} of its stakes")
print(f"flat stakes, exactly, with no end of rounds: {float(bankroll.reach(BOOK, 'small', BANK, GOAL)):.6f}")
