"""Super Streak as an exact Markov chain.

The chain uses the rules themselves: `sicbo.game.super_streak` moves each state of a wager through all 216
rolls. So every reading of the rulebook changes the figures without any code here.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from sicbo.game.dice import EVERY_ROLL, OUTCOMES, TRIPLES, Roll
from sicbo.game.frozen import FrozenDict
from sicbo.game.rulebook.rules import Rules, SuperStreak
from sicbo.game.settlement import Outcome, Wager
from sicbo.game.super_streak import (
    PREFIX,
    Run,
    StreakLine,
    StreakWager,
    entry,
    follow,
    line_of,
    super_streak_of,
)
from sicbo.maths.edge import Return

Standing = tuple[str | None, int]
Moves = Counter[tuple[Standing | None, int, Fraction]]
Kinds = list[tuple[Roll, int]]
Row = tuple[Fraction, ...]
Matrix = tuple[Row, ...]


@dataclass(frozen=True)
class StreakChain:
    """The value of a Super Streak on one side, for a stake of one.

    `lengths` gives the probability of every final length, `values` the expected result of a wager at each
    length, `start` the length at which a wager begins, and `rounds` how many rounds it lasts on average.
    """

    side: str
    start: int
    lengths: Mapping[int, Fraction]
    edge: Fraction
    variance: Fraction
    rounds: Fraction
    values: Mapping[int, Fraction]


def streak_chain(rules: Rules, side: str = "small") -> StreakChain:
    """Return the chain of a wager on `side`. If the player picks the moment, it is placed at the last one."""
    streak = super_streak_of(rules)
    line = line_of(side, streak)
    last = streak.shortest.choice - 1 if streak.opens.choice.takes_over_length else 1
    start = entry(Run(line, side, last), side, streak)
    moves = _moves(rules, side, start)
    standings = list(moves)
    lengths = range(max(streak.pays.choice) + 2)
    solved = _solve(_staying(moves), tuple(_row(moves[standing], lengths) for standing in standings))
    by_standing = dict(zip(standings, solved, strict=True))
    value, rounds, *chances = by_standing[start]
    means = {standing: row[0] for standing, row in by_standing.items()}
    squares = _solve(_staying(moves), tuple((_square(moves[standing], means),) for standing in standings))
    return StreakChain(
        side=side,
        start=start[1],
        lengths=FrozenDict({n: chance for n, chance in zip(lengths, chances, strict=True) if chance}),
        edge=-value,
        variance=squares[standings.index(start)][0] - value**2,
        rounds=rounds,
        values=FrozenDict(_values(means, start, side, streak)),
    )


def streak_sides(rules: Rules) -> tuple[str, ...]:
    """Return the sides of Super Streak, or none if the rulebook does not offer it."""
    return (
        tuple(side for line in rules.super_streak.lines.choice for side in line) if rules.super_streak else ()
    )


def streak_returns(rules: Rules) -> tuple[Return, ...]:
    """Return the return of every Super Streak bet. It plays over several rounds, so `wins` is 0."""
    return tuple(_return(rules, super_streak_of(rules), side) for side in streak_sides(rules))


def _return(rules: Rules, streak: SuperStreak, side: str) -> Return:
    chain = streak_chain(rules, side)
    hits = (share for length, share in chain.lengths.items() if length in streak.pays.choice)
    return Return(
        f"{PREFIX}{side}",
        f"Super Streak {side.title()}",
        clause=f"{streak.lines.clause}, {streak.pays.clause}",
        wins=0,
        pays=dict(streak.pays.choice),
        probability=sum(hits, Fraction(0)),
        edge=chain.edge,
        variance=chain.variance,
        reading=streak.count_from.reading,
    )


def _moves(rules: Rules, side: str, start: Standing) -> dict[Standing, Moves]:
    """Return, for every state that matters, where the 216 rolls take it and what they pay."""
    moves: dict[Standing, Moves] = {}
    kinds = _kinds(super_streak_of(rules))
    waiting: list[Standing] = [(side, 0), start]
    while waiting:
        standing = waiting.pop()
        if standing not in moves:
            moves[standing] = _moves_from(rules, side, standing, kinds)
            waiting += [after for after, _, _ in moves[standing] if after]
    return moves


def _moves_from(rules: Rules, side: str, standing: Standing, kinds: Kinds) -> Moves:
    running = StreakWager(Wager(f"{PREFIX}{side}", 1), *standing)
    moves: Moves = Counter()
    for roll, count in kinds:
        followed = follow(running, roll, rules)
        after, line = followed.running, followed.line
        length = line.length if line else 0
        moves[(after.side, after.count) if after else None, length, _brings(line)] += count
    return moves


def _kinds(streak: SuperStreak) -> Kinds:
    """Return one roll of each kind, and the size of the kind. Sides and triples distinguish the kinds."""
    sets = (*streak.sides.choice.values(), TRIPLES)
    kinds: dict[tuple[bool, ...], list[Roll]] = {}
    for roll in EVERY_ROLL:
        kinds.setdefault(tuple(roll in each for each in sets), []).append(roll)
    return [(kind[0], len(kind)) for kind in kinds.values()]


def _brings(line: StreakLine | None) -> Fraction:
    if line is None or line.outcome is Outcome.RETURNED:
        return Fraction(0)
    return Fraction(-1) if line.odds is None else line.odds


def _row(moves: Moves, lengths: Sequence[int]) -> Row:
    """Return the expected gain of one round, the number 1, and the probability to end at each length."""
    brings = sum((gain * count for (_, _, gain), count in moves.items()), Fraction(0))
    ends = [
        sum(n for (after, end, _), n in moves.items() if after is None and end == length)
        for length in lengths
    ]
    return brings / OUTCOMES, Fraction(1), *(Fraction(end, OUTCOMES) for end in ends)


def _square(moves: Moves, means: Mapping[Standing, Fraction]) -> Fraction:
    """Return what one round adds to the mean of the squared result."""
    terms = (n * gain * (gain + 2 * (means[after] if after else 0)) for (after, _, gain), n in moves.items())
    return sum(terms, Fraction(0)) / OUTCOMES


def _staying(moves: Mapping[Standing, Moves]) -> Matrix:
    """Return the identity minus the matrix of probabilities to move from each state to each."""
    into = {standing: Counter(dict.fromkeys(moves, 0)) for standing in moves}
    for standing, found in moves.items():
        for (after, _, _), count in found.items():
            if after:
                into[standing][after] += count
    return tuple(tuple(Fraction(int(a == b)) - Fraction(into[a][b], OUTCOMES) for b in moves) for a in moves)


@lru_cache(maxsize=256)
def _solve(matrix: Matrix, right: Matrix) -> Matrix:
    """Solve for several right-hand sides. The matrix of a chain that ends never has a zero pivot."""
    rows = [left + known for left, known in zip(matrix, right, strict=True)]
    for place in range(len(rows)):
        pivot = tuple(cell / rows[place][place] for cell in rows[place])
        rows = [_less(row, row[place], pivot) if row[place] else row for row in rows]
        rows[place] = pivot
    return tuple(row[len(rows) :] for row in rows)


def _less(row: Row, times: Fraction, pivot: Row) -> Row:
    return tuple(cell - times * own if own else cell for cell, own in zip(row, pivot, strict=True))


def _values(
    means: Mapping[Standing, Fraction], start: Standing, side: str, streak: SuperStreak
) -> dict[int, Fraction]:
    """Return the value at each length. At the longest it is what the wager is paid."""
    longest = max(streak.pays.choice)
    values = {count: value for (of, count), value in means.items() if of == side}
    values[start[1]] = means[start]
    return dict(sorted({longest: streak.pays.choice[longest], **values}.items()))
