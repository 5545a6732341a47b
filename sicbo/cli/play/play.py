"""`play`: the game dealt in the terminal for one person, with play chips and fresh dice."""

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
PlayLayout = Annotated[str, typer.Argument(metavar="LAYOUT", help="As in crown-sydney or crown-melbourne/b.")]

CHIPS = 100_000
MINIMUM, MAXIMUM, CHIP = 100, 50_000, 50
YOU = "you"
KEYS = "[Enter] shake  small 25  total-9 5  ?  why  rebet  clear  stats  rules  q"
BETS = {"s": "small", "b": "big"}
SHORT = {"": "shake", "?": "help", "h": "help", "q": "quit", "exit": "quit"}
STAKE = re.compile(r"[0-9]{1,9}")
HELP = """\
Bet with the name of a bet and your stake: small 25, or small 25 total-9 5.
A stake takes the place of the one before; 0 takes it back. s is small, b big.

  Enter   close the bets, shake, uncover and settle
  rebet   put down the wagers of the last round again
  double  twice what lies on the layout
  clear   take everything back
  why     why each wager of the last round won or lost, and by which clause
  rules   the bets and what they pay
  stats   your rounds so far
  buy     1,000.00 more chips
  q       leave, as Ctrl-C and Ctrl-D do"""


def fresh_dice() -> Roll:
    """Three dice that nobody can foretell."""
    return randbelow(6) + 1, randbelow(6) + 1, randbelow(6) + 1


def play(layout: PlayLayout = "crown-sydney", reading: ReadAs = None, language: Language = "en") -> None:
    """Deal the game in this terminal, with 1,000.00 play chips and fresh dice."""
    in_words("list", language)
    deal(opened(layout, reading), fresh_dice, language)


def deal(book: Rulebook, shake: Shake, language: str = "en") -> None:
    """Play until the person leaves or the input ends; `shake` gives the dice of each round."""
    game = Game(book, shake, language)
    _print(f"{book.layout.name}: play chips only, nothing leaves this computer.")
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
    """One person at one table: what they have down, and how it went so far."""

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
        """Do what the person asks; what cannot be is answered in one sentence."""
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
        """What is in the rack."""
        return self.table.rack(YOU, money_of(self.table))

    @property
    def stakes(self) -> tuple[Stake, ...]:
        """What lies on the layout."""
        slip = self.table.round.slips.get(YOU) if self.table.round else None
        return slip.stakes if slip else ()

    @property
    def down(self) -> int:
        """What lies on the layout, in cents."""
        return sum(stake.cents for stake in self.stakes)

    def give(self, kind: type[AnyCommand], **words: Any) -> None:
        """Give one command at the table; a refusal is the sentence that the person hears."""
        self.given += 1
        rank = None if kind is RegisterSlip else Rank.SENIOR_MANAGER
        stamp = Stamp(YOU if rank is None else "dealer", rank, 1_000_000 * self.given, 1_000 * self.given)
        answer = decide(self.table, kind(id=f"c{self.given}", stamp=stamp, **words))
        if isinstance(answer, Refusal):
            raise BadInput(str(answer))
        self.table = after(self.table, answer)

    def invite(self) -> None:
        """Deal up to the invitation to bet: The Star spins first."""
        while not self.table.takes_wagers:
            self.step((1, 1, 1))

    def step(self, roll: Roll) -> None:
        """Perform the step that is due."""
        step = self.table.due.step
        known: dict[Step, dict[str, Any]] = {Step.SPIN: {"tumbles": 3}, Step.ENTER: {"dice": roll}}
        self.give(Perform, step=key_of(step), **known.get(step, {}))

    def put(self, stakes: tuple[Stake, ...]) -> None:
        """Put a whole slip down in place of the one before."""
        played = self.table.round
        assert played is not None
        before = played.slips.get(YOU)
        version = (before.version if before else 0) + 1
        self.give(RegisterSlip, player=YOU, round=played.number, version=version, stakes=stakes)
        down = ", ".join(f"{stake.bet} {money(stake.cents)}" for stake in stakes)
        _print(down or "Nothing lies on the layout.")

    def bet(self, words: list[str]) -> None:
        """`small 25 total-9 5`: the bets that are named get new stakes, the others stay."""
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
        """Close, uncover, settle, and invite bets to the next round."""
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
        """The dice, and what became of each wager."""
        _print(f"{' '.join(map(str, roll))}: {self.book.call(roll, self.language)}.")
        for line in self.lines:
            _print(f"  {line.bet:<20} {line.outcome.value:<8} {signed(line.net):>12}")
        if self.lines:
            _print(f"  {'net':<29} {signed(net):>12}")
        if not self.chips:
            _print("Your chips are gone: buy brings 1,000.00 more, q leaves.")

    def why(self) -> None:
        """The sentences and clauses of the last round."""
        if not self.lines:
            raise BadInput("No wager has been settled yet: bet, press Enter, then ask why.")
        body = [
            (line.bet, signed(line.net), line.why(self.language), line.risk.clause or line.clause)
            for line in self.lines
        ]
        table(("bet", "net", "why", "clause"), body, right=("net",))

    def rebet(self) -> None:
        """The wagers of the last round that had any."""
        if not self.last:
            raise BadInput("There is nothing to bet again: name a bet and a stake, as in small 25.")
        self.put(self.last)

    def double(self) -> None:
        """Twice what lies there."""
        if not self.stakes:
            raise BadInput("Nothing lies on the layout to be doubled: bet first, or rebet.")
        self.put(tuple(Stake(one.bet, 2 * one.cents, one.instrument) for one in self.stakes))

    def clear(self) -> None:
        """Everything back into the rack."""
        self.put(())

    def buy(self) -> None:
        """More play chips."""
        self.give(BuyIn, player=YOU, cents=CHIPS, instrument=money_of(self.table))
        self.brought += CHIPS

    def stats(self) -> None:
        """How it went so far."""
        _print(self.summary())

    def summary(self) -> str:
        """Rounds, net and the best round, on one line."""
        net = self.chips + self.down - self.brought
        return f"Rounds {self.rounds}, net {signed(net)}, biggest win {money(self.best)}."

    def rules(self) -> None:
        """The bets of the layout and what they pay, families together."""
        _print(f"Stakes {money(MINIMUM)} to {money(MAXIMUM)} on each bet, whole chips. Paid to one:")
        rows: dict[str, list[str]] = {}
        for bet in self.book.layout.bets:
            odds = " / ".join(to_one(price.odds) for price in self.book.layout.prices[bet.key])
            rows.setdefault(odds, []).append(bet.key)
        table(("pays", "bets"), [(odds, _brief(keys)) for odds, keys in rows.items()], right=("pays",))

    def help(self) -> None:
        """What can be said."""
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
    """What to say to a bet without a stake that can be read, or to a word that means nothing."""
    if bet not in book.layout:
        return str(NotFound("bet or command", bet, [*WORDS, *(known.key for known in book.layout.bets)]))
    given = f", not {shown(stake)}" if stake else ""
    return f"Say the stake on {bet} in whole chips{given}: {bet} 25 puts 25.00 there."


def _brief(keys: list[str]) -> str:
    """total-4 total-17, but double-1 ... double-6 where a family is long."""
    families: dict[str, list[str]] = {}
    for key in keys:
        families.setdefault(key.rpartition("-")[0] or key, []).append(key)
    parts = (" ".join(some) if len(some) < 4 else f"{some[0]} ... {some[-1]}" for some in families.values())
    return "  ".join(parts)


def _print(text: str) -> None:
    people().print(text)


def asked(prompt: str) -> str:
    """The next line of input; where it is piped the page shows what was said."""
    said = input(prompt)
    if not sys.stdin.isatty():
        _print(said[:36] if said.isprintable() else "...")
    return said
