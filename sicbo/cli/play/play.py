"""`play`: a game for one person in the terminal, with play chips and fresh dice."""

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from secrets import randbelow
from typing import Annotated, Any

import typer

from sicbo.cli.output import Language, ReadAs, opened, people, signed, table
from sicbo.errors import BadInput, NotFound, Refusal, SicboError, shown
from sicbo.game.dice import Roll
from sicbo.game.money import money
from sicbo.game.policies import Step
from sicbo.game.ranks import Rank
from sicbo.game.rulebook.publication import key_of
from sicbo.game.settlement import Line
from sicbo.rulebook import Rulebook
from sicbo.table.decide import decide
from sicbo.table.evolve import after
from sicbo.table.messages.base import Stake, Stamp
from sicbo.table.messages.commands import AnyCommand, BuyIn, OpenTable, Perform, RegisterSlip
from sicbo.table.money.racks import money_of
from sicbo.table.round.settlement import lines_of
from sicbo.table.state import Table
from sicbo.table.transcript.header import equipment_of
from sicbo.words import say as in_words, to_one

Shake = Callable[[], Roll]
PlayLayout = Annotated[
    str,
    typer.Argument(metavar="LAYOUT", help="Name of a layout, for example crown-sydney or crown-melbourne/b."),
]

CHIPS = 100_000
MINIMUM, MAXIMUM, CHIP = 100, 50_000, 50
YOU = "you"
KEYS = "[Enter] shake  small 25  total-9 5  ?  why  rebet  clear  stats  rules  q"
BETS = {"s": "small", "b": "big"}
SHORT = {"": "shake", "?": "help", "h": "help", "q": "quit", "exit": "quit"}
STAKE = re.compile(r"[0-9]{1,9}")
HELP = """\
To bet, type the name of a bet and a stake: small 25, or small 25 total-9 5.
A new stake replaces the one before; 0 retracts it. s is small, b is big.

  Enter   close betting, shake, uncover and settle
  rebet   repeat the wagers of the last round
  double  double every wager on the layout
  clear   retract every wager
  why     show why each wager of the last round won or lost, with the clause
  rules   show the bets and what they pay
  stats   show your results so far
  buy     buy 1,000.00 more in chips
  q       quit; Ctrl-C and Ctrl-D quit too"""


def fresh_dice() -> Roll:
    """Return three unpredictable dice."""
    return randbelow(6) + 1, randbelow(6) + 1, randbelow(6) + 1


def play(layout: PlayLayout = "crown-sydney", reading: ReadAs = None, language: Language = "en") -> None:
    """Play in this terminal with 1,000.00 in play chips and fresh dice."""
    in_words("list", language)
    deal(opened(layout, reading), fresh_dice, language)


def deal(book: Rulebook, shake: Shake, language: str = "en") -> None:
    """Play until the player quits or the input ends; `shake` returns the dice of each round."""
    game = Game(book, shake, language)
    _print(f"{book.layout.name}: play chips only; no data leaves this computer.")
    try:
        while game.playing:
            if game.shows_keys:
                _print(f"\n{KEYS}")
            game.hear(asked(f"chips {money(game.chips)}, on the layout {money(game.down)} > "))
    except (EOFError, KeyboardInterrupt, UnicodeDecodeError):
        _print("")
    _print(game.summary())


@dataclass
class Game:
    """One player at one table, with the wagers on the layout and the results so far."""

    book: Rulebook
    shake: Shake
    language: str = "en"
    playing: bool = True
    shows_keys: bool = True
    given: int = 0
    brought: int = 0
    rounds: int = 0
    best: int = 0
    lines: list[Line] = field(default_factory=list)
    last: tuple[Stake, ...] = ()

    def __post_init__(self) -> None:
        rules = self.book.rules
        self.table = Table("home", rules.key, self.book.layout.key, tuple(sorted(rules.chosen.items())))
        self.give(
            OpenTable,
            minimum=MINIMUM,
            maximum=MAXIMUM,
            unit=MINIMUM,
            chip=CHIP,
            approved_minimum=MINIMUM,
            equipment=equipment_of(rules),
        )
        self.buy()
        self.invite()

    def hear(self, said: str) -> None:
        """Carry out one line of input; an error is printed as one sentence."""
        words = said.replace(",", " ").lower().split()
        self.shows_keys = False
        name = SHORT.get(" ".join(words), " ".join(words))
        try:
            if name in WORDS:
                WORDS[name](self)
            else:
                self.bet(words)
        except SicboError as error:
            _print(str(error))

    @property
    def chips(self) -> int:
        """Chips in the player's rack, in cents."""
        return self.table.rack(YOU, money_of(self.table))

    @property
    def stakes(self) -> tuple[Stake, ...]:
        """The wagers on the layout."""
        slip = self.table.round.slips.get(YOU) if self.table.round else None
        return slip.stakes if slip else ()

    @property
    def down(self) -> int:
        """The total on the layout, in cents."""
        return sum(stake.cents for stake in self.stakes)

    def give(self, kind: type[AnyCommand], **words: Any) -> None:
        """Give one command to the table; a refusal becomes the error that the player reads."""
        self.given += 1
        rank = None if kind is RegisterSlip else Rank.SENIOR_MANAGER
        stamp = Stamp(YOU if rank is None else "dealer", rank, 1_000_000 * self.given, 1_000 * self.given)
        answer = decide(self.table, kind(id=f"c{self.given}", stamp=stamp, **words))
        if isinstance(answer, Refusal):
            raise BadInput(str(answer))
        self.table = after(self.table, answer)

    def invite(self) -> None:
        """Deal until the table takes wagers; The Star spins before that."""
        while not self.table.takes_wagers:
            self.step((1, 1, 1))

    def step(self, roll: Roll) -> None:
        """Perform the step that is due."""
        step = self.table.due.step
        known: dict[Step, dict[str, Any]] = {Step.SPIN: {"tumbles": 3}, Step.ENTER: {"dice": roll}}
        self.give(Perform, step=key_of(step), **known.get(step, {}))

    def put(self, stakes: tuple[Stake, ...]) -> None:
        """Register a whole slip in place of the previous one."""
        played = self.table.round
        assert played is not None
        before = played.slips.get(YOU)
        version = (before.version if before else 0) + 1
        self.give(RegisterSlip, player=YOU, round=played.number, version=version, stakes=stakes)
        down = ", ".join(f"{stake.bet} {money(stake.cents)}" for stake in stakes)
        _print(down or "There are no wagers on the layout.")

    def bet(self, words: list[str]) -> None:
        """Set new stakes, as in `small 25 total-9 5`; the other bets keep theirs."""
        wanted = {stake.bet: stake.cents for stake in self.stakes}
        for name, stake in zip(words[::2], [*words[1::2], ""], strict=False):
            if STAKE.fullmatch(name):
                name, stake = stake, name
            bet = BETS.get(name, name)
            if not STAKE.fullmatch(stake):
                raise BadInput(_no_stake(self.book, bet, stake))
            wanted[self.book.layout.bet(bet).key] = int(stake) * 100
        kind = money_of(self.table)
        self.put(tuple(Stake(bet, cents, kind) for bet, cents in wanted.items() if cents))

    def deal(self) -> None:
        """Close betting, uncover, settle, and invite bets for the next round."""
        roll, stakes = self.shake(), self.stakes
        self.lines = lines_of(self.table, stakes, YOU, roll)
        while self.table.round is not None:
            self.step(roll)
        net = sum(line.net for line in self.lines)
        self.rounds += 1
        self.best = max(self.best, net)
        self.last = stakes or self.last
        self.tell(roll, net)
        self.shows_keys = True
        self.invite()

    def tell(self, roll: Roll, net: int) -> None:
        """Print the dice and the outcome of each wager."""
        _print(f"{' '.join(map(str, roll))}: {self.book.call(roll, self.language)}.")
        for line in self.lines:
            _print(f"  {line.bet:<20} {line.outcome.value:<8} {signed(line.net):>12}")
        if self.lines:
            _print(f"  {'net':<29} {signed(net):>12}")
        if not self.chips:
            _print("You have no chips left. Type buy for 1,000.00 more, or q to quit.")

    def why(self) -> None:
        """Print the reason and the clause for each wager of the last round."""
        if not self.lines:
            raise BadInput("No wager has been settled yet. Bet and press Enter first.")
        body = [
            (line.bet, signed(line.net), line.why(self.language), line.risk.clause or line.clause)
            for line in self.lines
        ]
        table(("bet", "net", "why", "clause"), body, right=("net",))

    def rebet(self) -> None:
        """Repeat the wagers of the last round that had any."""
        if not self.last:
            raise BadInput("No earlier wagers to repeat. Type a bet and a stake, for example small 25.")
        self.put(self.last)

    def double(self) -> None:
        """Double every wager on the layout."""
        if not self.stakes:
            raise BadInput("There are no wagers to double. Bet first, or type rebet.")
        self.put(tuple(Stake(one.bet, 2 * one.cents, one.instrument) for one in self.stakes))

    def clear(self) -> None:
        """Return every stake to the rack."""
        self.put(())

    def buy(self) -> None:
        """Buy more play chips."""
        self.give(BuyIn, player=YOU, cents=CHIPS, instrument=money_of(self.table))
        self.brought += CHIPS

    def stats(self) -> None:
        """Print the results so far."""
        _print(self.summary())

    def summary(self) -> str:
        """Return the number of rounds, the net result and the best round, on one line."""
        net = self.chips + self.down - self.brought
        return f"Rounds {self.rounds}, net {signed(net)}, biggest win {money(self.best)}."

    def rules(self) -> None:
        """Print the bets of the layout and what they pay, one row per price."""
        _print(f"Stakes {money(MINIMUM)} to {money(MAXIMUM)} on each bet, in whole chips. Pays to 1:")
        rows: dict[str, list[str]] = {}
        for bet in self.book.layout.bets:
            odds = " / ".join(to_one(price.odds) for price in self.book.layout.prices[bet.key])
            rows.setdefault(odds, []).append(bet.key)
        table(("pays", "bets"), [(odds, _brief(keys)) for odds, keys in rows.items()], right=("pays",))

    def help(self) -> None:
        """Print the commands."""
        _print(HELP)

    def quit(self) -> None:
        """Leave the table."""
        self.playing = False


WORDS: dict[str, Callable[[Game], None]] = {
    "shake": Game.deal,
    "why": Game.why,
    "rebet": Game.rebet,
    "double": Game.double,
    "clear": Game.clear,
    "buy": Game.buy,
    "stats": Game.stats,
    "rules": Game.rules,
    "help": Game.help,
    "quit": Game.quit,
}


def _no_stake(book: Rulebook, bet: str, stake: str) -> str:
    """Return the error for a bet without a readable stake, or for an unknown word."""
    if bet not in book.layout:
        return str(NotFound("bet or command", bet, [*WORDS, *(known.key for known in book.layout.bets)]))
    given = f", not {shown(stake)}" if stake else ""
    return f"Give the stake on {bet} in whole dollars{given}. For example, {bet} 25 stakes 25.00."


def _brief(keys: list[str]) -> str:
    """Return bets on one line: total-4 total-17, but double-1 ... double-6 for a long family."""
    families: dict[str, list[str]] = {}
    for key in keys:
        families.setdefault(key.rpartition("-")[0] or key, []).append(key)
    parts = (" ".join(some) if len(some) < 4 else f"{some[0]} ... {some[-1]}" for some in families.values())
    return "  ".join(parts)


def _print(text: str) -> None:
    people().print(text)


def asked(prompt: str) -> str:
    """Return the next line of input; echo it if the input is piped, so that the output is complete."""
    said = input(prompt)
    if not sys.stdin.isatty():
        _print(said[:36] if said.isprintable() else "...")
    return said
