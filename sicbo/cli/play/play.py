"""`play`: a game for one person in the terminal, with play chips and fresh dice."""

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from secrets import randbelow
from typing import Annotated, Any

import typer

from sicbo.cli.output import LanguageOption, ReadingOption, console, format_signed, load_rulebook, print_table
from sicbo.errors import BadInput, NotFound, Refusal, SicboError, short_repr
from sicbo.game.dice import Roll
from sicbo.game.policies import Step
from sicbo.game.ranks import Rank
from sicbo.game.rulebook.publication import enum_key
from sicbo.game.settlement import Line, Slip, settle_slip
from sicbo.i18n import money, odds_to_one
from sicbo.machine.messages import Command, Stamp
from sicbo.rulebook import Rulebook
from sicbo.table.log_kind import decide, evolve_all
from sicbo.table.messages.parts import Stake
from sicbo.table.messages.round import BuyIn, OpenTable, Perform, RegisterSlip
from sicbo.table.money.racks import payout_instrument
from sicbo.table.round.settlement import wager_of_stake
from sicbo.table.state import TableState
from sicbo.table.transcript.header import equipment_of

DiceSource = Callable[[], Roll]
PlayLayout = Annotated[
    str,
    typer.Argument(metavar="LAYOUT", help="Name of a layout, for example crown-sydney or crown-melbourne/b."),
]

BUY_IN_CENTS = 100_000
MINIMUM, MAXIMUM, CHIP = 100, 50_000, 50
PLAYER = "you"
KEYS_LINE = "[Enter] shake  small 25  total-9 5  ?  why  rebet  clear  stats  rules  q"
BET_SHORTCUTS = {"s": "small", "b": "big"}
COMMAND_SHORTCUTS = {"": "shake", "?": "help", "h": "help", "q": "quit", "exit": "quit"}
STAKE_PATTERN = re.compile(r"[0-9]{1,9}")
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


def play(
    layout: PlayLayout = "crown-sydney", reading: ReadingOption = None, language: LanguageOption = "en"
) -> None:
    """Play in this terminal with 1,000.00 in play chips and fresh dice."""
    play_rounds(load_rulebook(layout, reading), fresh_dice, language)


def play_rounds(book: Rulebook, shake: DiceSource, language: str = "en") -> None:
    """Play until the player quits or the input ends; `shake` returns the dice of each round."""
    game = TerminalGame(book, shake, language)
    _print_line(f"{book.layout.name}: play chips only; no data leaves this computer.")
    try:
        while game.is_playing:
            if game.shows_keys:
                _print_line(f"\n{KEYS_LINE}")
            game.run_line(
                read_line(f"chips {money(game.chips)}, on the layout {money(game.cents_on_layout)} > ")
            )
    except (EOFError, KeyboardInterrupt, UnicodeDecodeError):
        _print_line("")
    _print_line(game.summary())


@dataclass
class TerminalGame:
    """One player at one table, with the wagers on the layout and the results so far."""

    book: Rulebook
    shake: DiceSource
    language: str = "en"
    is_playing: bool = True
    shows_keys: bool = True
    commands_given: int = 0
    cents_bought: int = 0
    rounds: int = 0
    best_net: int = 0
    lines: tuple[Line, ...] = ()
    last_stakes: tuple[Stake, ...] = ()

    def __post_init__(self) -> None:
        rules = self.book.rules
        self.table = TableState("home", rules.key, self.book.layout.key, tuple(sorted(rules.chosen.items())))
        self.give_command(
            OpenTable,
            minimum=MINIMUM,
            maximum=MAXIMUM,
            unit=MINIMUM,
            chip=CHIP,
            approved_minimum=MINIMUM,
            equipment=equipment_of(rules),
        )
        self.buy_chips()
        self.deal_to_open_betting()

    def run_line(self, said: str) -> None:
        """Carry out one line of input; an error is printed as one sentence."""
        words = said.replace(",", " ").lower().split()
        self.shows_keys = False
        name = COMMAND_SHORTCUTS.get(" ".join(words), " ".join(words))
        try:
            if name in COMMANDS:
                COMMANDS[name](self)
            else:
                self.set_stakes(words)
        except SicboError as error:
            _print_line(str(error))

    @property
    def chips(self) -> int:
        """Chips in the player's rack, in cents."""
        return self.table.rack(PLAYER, payout_instrument(self.table))

    @property
    def stakes(self) -> tuple[Stake, ...]:
        """The wagers on the layout."""
        slip = self.table.round.slips.get(PLAYER) if self.table.round else None
        return slip.stakes if slip else ()

    @property
    def cents_on_layout(self) -> int:
        """The total on the layout, in cents."""
        return sum(stake.cents for stake in self.stakes)

    def give_command(self, kind: type[Command], **words: Any) -> None:
        """Give one command to the table; a refusal becomes the error that the player reads."""
        self.commands_given += 1
        rank = None if kind is RegisterSlip else Rank.SENIOR_MANAGER
        stamp = Stamp(
            PLAYER if rank is None else "dealer",
            rank,
            1_000_000 * self.commands_given,
            1_000 * self.commands_given,
        )
        answer = decide(self.table, kind(id=f"c{self.commands_given}", stamp=stamp, **words))
        if isinstance(answer, Refusal):
            raise BadInput(str(answer))
        self.table = evolve_all(self.table, answer)

    def deal_to_open_betting(self) -> None:
        """Deal until the table takes wagers; The Star spins before that."""
        while not self.table.takes_wagers:
            self.perform_due_step((1, 1, 1))

    def perform_due_step(self, roll: Roll) -> None:
        """Perform the step that is due."""
        step = self.table.due_stage.step
        known: dict[Step, dict[str, Any]] = {Step.SPIN: {"tumbles": 3}, Step.ENTER: {"dice": roll}}
        self.give_command(Perform, step=enum_key(step), **known.get(step, {}))

    def register_slip(self, stakes: tuple[Stake, ...]) -> None:
        """Register a whole slip in place of the previous one."""
        played = self.table.round
        assert played is not None
        before = played.slips.get(PLAYER)
        version = (before.version if before else 0) + 1
        self.give_command(RegisterSlip, player=PLAYER, round=played.number, version=version, stakes=stakes)
        down = ", ".join(f"{stake.bet} {money(stake.cents)}" for stake in stakes)
        _print_line(down or "There are no wagers on the layout.")

    def set_stakes(self, words: list[str]) -> None:
        """Set new stakes, as in `small 25 total-9 5`; the other bets keep theirs."""
        wanted = {stake.bet: stake.cents for stake in self.stakes}
        for name, stake in zip(words[::2], [*words[1::2], ""], strict=False):
            if STAKE_PATTERN.fullmatch(name):
                name, stake = stake, name
            bet = BET_SHORTCUTS.get(name, name)
            if not STAKE_PATTERN.fullmatch(stake):
                raise BadInput(_stake_error(self.book, bet, stake))
            wanted[self.book.layout.bet(bet).key] = int(stake) * 100
        kind = payout_instrument(self.table)
        self.register_slip(tuple(Stake(bet, cents, kind) for bet, cents in wanted.items() if cents))

    def deal_round(self) -> None:
        """Close betting, uncover, settle, and invite bets for the next round."""
        roll, stakes = self.shake(), self.stakes
        self.lines = self.settled_lines(stakes, roll)
        while self.table.round is not None:
            self.perform_due_step(roll)
        net = sum(line.net for line in self.lines)
        self.rounds += 1
        self.best_net = max(self.best_net, net)
        self.last_stakes = stakes or self.last_stakes
        self.print_round(roll, net)
        self.shows_keys = True
        self.deal_to_open_betting()

    def settled_lines(self, stakes: tuple[Stake, ...], roll: Roll) -> tuple[Line, ...]:
        """Return the stakes settled by the roll, with all that the reasons need."""
        table, slip = self.table, Slip(map(wager_of_stake, stakes))
        return settle_slip(slip, roll, table.layout, table.rules, table.limits_of(PLAYER)).lines

    def print_round(self, roll: Roll, net: int) -> None:
        """Print the dice and the outcome of each wager."""
        _print_line(f"{' '.join(map(str, roll))}: {self.book.call(roll, self.language)}.")
        for line in self.lines:
            _print_line(f"  {line.bet:<20} {line.outcome.value:<8} {format_signed(line.net):>12}")
        if self.lines:
            _print_line(f"  {'net':<29} {format_signed(net):>12}")
        if not self.chips:
            _print_line("You have no chips left. Type buy for 1,000.00 more, or q to quit.")

    def print_reasons(self) -> None:
        """Print the reason and the clause for each wager of the last round."""
        if not self.lines:
            raise BadInput("No wager has been settled yet. Bet and press Enter first.")
        body = [
            (line.bet, format_signed(line.net), line.reason(self.language), line.risk.clause or line.clause)
            for line in self.lines
        ]
        print_table(("bet", "net", "why", "clause"), body, right=("net",))

    def rebet(self) -> None:
        """Repeat the wagers of the last round that had any."""
        if not self.last_stakes:
            raise BadInput("No earlier wagers to repeat. Type a bet and a stake, for example small 25.")
        self.register_slip(self.last_stakes)

    def double(self) -> None:
        """Double every wager on the layout."""
        if not self.stakes:
            raise BadInput("There are no wagers to double. Bet first, or type rebet.")
        self.register_slip(tuple(Stake(one.bet, 2 * one.cents, one.instrument) for one in self.stakes))

    def clear(self) -> None:
        """Return every stake to the rack."""
        self.register_slip(())

    def buy_chips(self) -> None:
        """Buy more play chips."""
        self.give_command(BuyIn, player=PLAYER, cents=BUY_IN_CENTS, instrument=payout_instrument(self.table))
        self.cents_bought += BUY_IN_CENTS

    def print_summary(self) -> None:
        """Print the results so far."""
        _print_line(self.summary())

    def summary(self) -> str:
        """Return the number of rounds, the net result and the best round, on one line."""
        net = self.chips + self.cents_on_layout - self.cents_bought
        return f"Rounds {self.rounds}, net {format_signed(net)}, biggest win {money(self.best_net)}."

    def print_bets(self) -> None:
        """Print the bets of the layout and what they pay, one row per price."""
        _print_line(f"Stakes {money(MINIMUM)} to {money(MAXIMUM)} on each bet, in whole chips. Pays to 1:")
        rows: dict[str, list[str]] = {}
        for bet in self.book.layout.bets:
            odds = " / ".join(odds_to_one(price.odds) for price in self.book.layout.prices[bet.key])
            rows.setdefault(odds, []).append(bet.key)
        print_table(
            ("pays", "bets"), [(odds, _format_bets(keys)) for odds, keys in rows.items()], right=("pays",)
        )

    def print_help(self) -> None:
        """Print the commands."""
        _print_line(HELP)

    def quit(self) -> None:
        """Leave the table."""
        self.is_playing = False


COMMANDS: dict[str, Callable[[TerminalGame], None]] = {
    "shake": TerminalGame.deal_round,
    "why": TerminalGame.print_reasons,
    "rebet": TerminalGame.rebet,
    "double": TerminalGame.double,
    "clear": TerminalGame.clear,
    "buy": TerminalGame.buy_chips,
    "stats": TerminalGame.print_summary,
    "rules": TerminalGame.print_bets,
    "help": TerminalGame.print_help,
    "quit": TerminalGame.quit,
}


def _stake_error(book: Rulebook, bet: str, stake: str) -> str:
    """Return the error for a bet without a readable stake, or for an unknown word."""
    if bet not in book.layout:
        return str(NotFound("bet or command", bet, [*COMMANDS, *(known.key for known in book.layout.bets)]))
    given = f", not {short_repr(stake)}" if stake else ""
    return f"Give the stake on {bet} in whole dollars{given}. For example, {bet} 25 stakes 25.00."


def _format_bets(keys: list[str]) -> str:
    """Return bets on one line: total-4 total-17, but double-1 ... double-6 for a long family."""
    families: dict[str, list[str]] = {}
    for key in keys:
        families.setdefault(key.rpartition("-")[0] or key, []).append(key)
    parts = (" ".join(some) if len(some) < 4 else f"{some[0]} ... {some[-1]}" for some in families.values())
    return "  ".join(parts)


def _print_line(text: str) -> None:
    console().print(text)


def read_line(prompt: str) -> str:
    """Return the next line of input; echo it if the input is piped, so that the output is complete."""
    said = input(prompt)
    if not sys.stdin.isatty():
        _print_line(said[:36] if said.isprintable() else "...")
    return said
