"""`drill`: exercises for dealers on calls, payouts and irregularities; each answer cites its clause."""

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from secrets import randbits
from typing import Annotated

import typer

from sicbo.cli.output import LanguageOption, ReadingOption, console, load_rulebook, print_heading
from sicbo.cli.play.play import read_line
from sicbo.errors import BadInput, NotFound
from sicbo.game.dice import EVERY_ROLL
from sicbo.game.money import dollars
from sicbo.game.ranks import Rank
from sicbo.i18n import money
from sicbo.rulebook import Rulebook

STAFF_RANKS = (Rank.DEALER, Rank.SUPERVISOR, Rank.MANAGER, Rank.SENIOR_MANAGER)
STAKE_DOLLARS = (5, 10, 15, 20, 25, 50)
MOST_QUESTIONS = 500
QUIT_WORDS = ("q", "quit", "exit")
Kind = Annotated[str, typer.Argument(metavar="KIND", help="Subject: calls, payouts or irregularities.")]
Layout = Annotated[
    str,
    typer.Argument(metavar="LAYOUT", help="Name of a layout, for example crown-sydney or crown-melbourne/b."),
]
Questions = Annotated[int, typer.Option("--questions", "-n", metavar="N", help="Number of questions.")]
Seed = Annotated[
    int | None,
    typer.Option("--seed", metavar="N", help="Random seed; the same seed asks the same questions."),
]


@dataclass(frozen=True, slots=True)
class Question:
    """A question, its correct answers, and what the rulebook says about it."""

    asks: str
    right: tuple[str, ...]
    says: str
    clause: str

    def accepts(self, answer: str) -> bool:
        """Return whether an answer is correct; punctuation, capitals and trailing zeros are ignored."""
        return _normalise_answer(answer) in map(_normalise_answer, self.right)


def _normalise_answer(text: str) -> str:
    text = re.sub(r"(?<=\d),(?=\d{3})", "", text.lower())
    text = re.sub(r"(\d)\.0+\b", r"\1", text)
    return " ".join(re.findall(r"\w+(?:\.\w+)?", text))


def calls(book: Rulebook, random: Random, language: str = "en") -> Iterator[Question]:
    """Yield rolls to be called in the way that this rulebook prescribes."""
    ruling, tell = book.rules.round.call, book.rules.round.call.choice
    total = tell.has_total
    while True:
        roll = random.choice(EVERY_ROLL)
        low = sorted(roll)
        figures = " ".join(map(str, [*low, sum(low)] if total else low))
        shown, said = " ".join(map(str, roll)), book.call(roll, language)
        asks = f"The dice lie {shown}. Call them, lowest first{', then the total' if total else ''}:"
        yield Question(asks, (figures, said), f"{said}. {ruling.says}", ruling.clause)


def payouts(book: Rulebook, random: Random, language: str = "en") -> Iterator[Question]:
    """Yield a wager and a roll, and ask for the winnings; at least two of three wagers win."""
    bets = list(book.layout.bets)
    while True:
        bet = random.choice(bets)
        winning = sorted(bet.winning_rolls)
        roll = random.choice(winning if random.randrange(3) else EVERY_ROLL)
        stake = dollars(random.choice(STAKE_DOLLARS))
        (line,) = book.settle({bet.key: stake}, roll)
        shown = " ".join(map(str, roll))
        asks = f"{money(stake)} on {bet.key}, the dice are {shown}. What does it win?"
        says = f"{money(line.winnings)}: {line.reason(language)}."
        yield Question(asks, (money(line.winnings),), says, line.clause)


def irregularities(book: Rulebook, random: Random, language: str = "en") -> Iterator[Question]:
    """Yield irregularities, and ask which rank may declare that there is no result."""
    known = list(book.rules.irregularities)
    if not known:
        raise NotFound("irregularity", book.rules.key, (), "This rulebook lists no irregularities.")
    titles = list(dict.fromkeys(map(book.rules.title, STAFF_RANKS)))
    offered = ", ".join(f"{at} {title}" for at, title in enumerate(titles, 1))
    while True:
        for one in random.sample(known, len(known)):
            title = book.rules.title(one.rank)
            asks = f"{one.ground.value.capitalize()}. Which rank, at least, declares no result? {offered}:"
            says = f"{title}, and {one.demand.value}; {one.afterwards.value}. {one.says}"
            yield Question(asks, (str(titles.index(title) + 1), title), says, one.clause)


DRILLS: dict[str, Callable[[Rulebook, Random, str], Iterator[Question]]] = {
    "calls": calls,
    "payouts": payouts,
    "irregularities": irregularities,
}


def drill(
    kind: Kind,
    layout: Layout = "crown-sydney",
    questions: Questions = 10,
    seed: Seed = None,
    reading: ReadingOption = None,
    language: LanguageOption = "en",
) -> None:
    """Train dealers on calls, payouts or irregularities; answers are scored and cite the clause."""
    if kind not in DRILLS:
        raise NotFound("drill", kind, DRILLS)
    if not 1 <= questions <= MOST_QUESTIONS:
        raise BadInput(f"--questions must be between 1 and {MOST_QUESTIONS}.")
    book, number = load_rulebook(layout, reading), randbits(32) if seed is None else seed
    print_heading(f"{book.layout.name}: {kind}, seed {number}; q quits")
    right, given, seconds = _ask_all(DRILLS[kind](book, Random(number), language), questions)
    each = f", {seconds / given:.1f} s each" if given else ""
    console().print(f"{right} of {given} correct{each}.")


def _ask_all(asks: Iterator[Question], questions: int) -> tuple[int, int, float]:
    """Ask the questions; return the numbers of correct answers and of answers, and the seconds taken."""
    right = given = 0
    began = time.monotonic()
    try:
        for at, question in zip(range(1, questions + 1), asks, strict=False):
            answer = read_line(f"{at}. {question.asks} ")
            if answer.strip().lower() in QUIT_WORDS:
                break
            given += 1
            taken = question.accepts(answer)
            right += taken
            console().print(f"   {'Correct' if taken else 'Wrong'}. {question.says} ({question.clause})")
    except (EOFError, KeyboardInterrupt):
        console().print("")
    return right, given, time.monotonic() - began
