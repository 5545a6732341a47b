"""Does this engine follow the rules? Test another engine against the vectors of a layout."""

from collections import Counter
from collections.abc import Sequence

from sicbo.environments.vectors import vectors


def my_settle(bet: str, stake: int, dice: Sequence[int]) -> int:
    """An engine under test. It knows three kinds of bet, and wrongly lets Small win on triples."""
    total = sum(dice)
    kind, _, number = bet.rpartition("-")
    if bet == "small":
        return stake if 4 <= total <= 10 else -stake
    if kind == "triple":
        return 180 * stake if list(dice).count(int(number)) == 3 else -stake
    if kind == "double":
        return 11 * stake if list(dice).count(int(number)) >= 2 else -stake
    raise NotImplementedError(bet)


wrong: Counter[str] = Counter()
tested = 0
for vector in vectors("crown-sydney"):
    if vector.bet == "small" or vector.bet.startswith(("triple-", "double-")):
        tested += 1
        if my_settle(vector.bet, vector.stake, vector.dice) != vector.net:
            wrong[f"{vector.bet} on {'-'.join(map(str, vector.dice))} ({vector.clause})"] += 1

print(f"{tested} vectors, {len(wrong)} wrong")
for case in wrong:
    print(f"  {case}")
