"""Secret wagers: a sealed slip binds an entrant at one seat and spin, and is opened before the dice are seen.

The commitment to a slip does not reveal it.
"""

import hashlib
from collections.abc import Iterable, Sequence

from sicbo.errors import Refusal
from sicbo.i18n import message
from sicbo.machine.ledger import Transfer, no_transfers
from sicbo.machine.log_kind import Audience, Effect, Events
from sicbo.machine.messages import event_from_command
from sicbo.table.log_kind import TABLE
from sicbo.table.messages.parts import Stake
from sicbo.table.messages.round import SlipRegistered
from sicbo.table.round.slips import EMPTY_SLIP
from sicbo.tournament.authority import TournamentRule, refuse_if_not_directing
from sicbo.tournament.messages import spins
from sicbo.tournament.play.heat_checks import heat_of_entrant, refuse_if_invalid_slip
from sicbo.tournament.state import CLOSED, OPEN, Heat, Tournament, with_heat

FORMAT = "sicbo-secret-1"
LEAST_SALT = 32
HASH_DIGITS = 64
HEX = frozenset("0123456789abcdef")


def slip_commitment(salt: str, table: str, seat: int, number: int, spin: int, stakes: Sequence[Stake]) -> str:
    """Hash one line with SHA-256: format, salt, table, seat, round, spin, and `bet=chips` of every stake."""
    slip = ",".join(f"{stake.bet}={stake.cents}" for stake in stakes)
    line = f"{FORMAT} {salt} {table} {seat} {number} {spin} {slip}\n"
    return hashlib.sha256(line.encode()).hexdigest()


def is_salt(salt: str) -> bool:
    """Return whether a salt is too long to search for: 32 or more hexadecimal digits."""
    return len(salt) >= LEAST_SALT and HEX.issuperset(salt)


def seal_slip(tournament: Tournament, command: spins.SealSlip) -> Events | Refusal:
    """Accept a secret wager, up to the number that the terms give in a session."""
    clause = tournament.clause("wagers.secret_offered")
    heat, wagers = heat_of_entrant(tournament, command.table, command.player, OPEN), tournament.plan.wagers
    if isinstance(heat, Refusal):
        return heat
    if not wagers.secret_offered or heat.secrets.get(command.player, 0) >= wagers.secret:
        return Refusal(clause, message("tournament-play.secrets-used", secret=wagers.secret))
    if refusal := refuse_if_decided(tournament, heat, command.player, clause):
        return refusal
    if len(command.commitment) != HASH_DIGITS or not HEX.issuperset(command.commitment):
        return Refusal(clause, message("tournament-play.commitment"))
    return (event_from_command(spins.SlipSealed, command, clause),)


def refuse_if_decided(tournament: Tournament, heat: Heat, player: str, clause: str) -> Refusal | None:
    """Refuse a seal or a pass of an entrant who has a slip, a seal or a pass on this spin."""
    if not tournament.stakes_of(heat, player) and player not in heat.passing and player not in heat.seals:
        return None
    return Refusal(clause, message("tournament-play.decided-already"))


def open_seal(tournament: Tournament, command: spins.OpenSeal) -> Events | Refusal:
    """Open a sealed slip, between the close of betting and the dice."""
    clause = tournament.clause("wagers.secret_offered")
    heat = _heat_with_seal(tournament, command)
    if isinstance(heat, Refusal):
        return heat
    seat = heat.players.index(command.player) + 1
    made = slip_commitment(command.salt, heat.table, seat, tournament.round, heat.spin + 1, command.stakes)
    if not is_salt(command.salt) or made != heat.seals[command.player]:
        return Refusal(clause, message("tournament-play.other-slip"))
    return refuse_if_invalid_slip(tournament, command.player, command.stakes) or (
        event_from_command(spins.SealOpened, command, clause),
    )


def lapse_seal(tournament: Tournament, command: spins.LapseSeal) -> Events | Refusal:
    """Count a sealed slip that cannot be opened as no wager, before the dice are seen."""
    heat = refuse_if_not_directing(tournament, command) or _heat_with_seal(tournament, command)
    if isinstance(heat, Refusal):
        return heat
    return (event_from_command(spins.SealLapsed, command, tournament.clause("wagers.secret_offered")),)


def _heat_with_seal(tournament: Tournament, command: spins.OpenSeal | spins.LapseSeal) -> Heat | Refusal:
    heat = heat_of_entrant(tournament, command.table, command.player, CLOSED)
    if isinstance(heat, Refusal) or command.player in heat.waiting_seals:
        return heat
    return Refusal(
        tournament.clause("wagers.secret_offered"),
        message("tournament-play.no-seal", player=command.player),
    )


def _apply_slip_sealed(tournament: Tournament, event: spins.SlipSealed) -> Tournament:
    """Count one secret wager as used and keep its commitment."""
    heat = _heat(tournament, event.table)
    used = heat.secrets.set(event.player, heat.secrets.get(event.player, 0) + 1)
    return with_heat(tournament, heat, secrets=used, seals=heat.seals.set(event.player, event.commitment))


def _apply_seal_opened(tournament: Tournament, event: spins.SealOpened) -> Tournament:
    heat = _heat(tournament, event.table)
    opened = with_heat(tournament, heat, opened=heat.opened | {event.player})
    slip = _opened_slip(event, tournament)
    return opened.with_table_state(
        TABLE.effect_of[SlipRegistered].apply(opened.table_state(event.table), slip)
    )


def _apply_seal_lapsed(tournament: Tournament, event: spins.SealLapsed) -> Tournament:
    heat = _heat(tournament, event.table)
    return with_heat(tournament, heat, lapsed=heat.lapsed | {event.player})


def _book_opened_seal(event: spins.SealOpened, before: Tournament) -> Iterable[Transfer]:
    return TABLE.transfers(_opened_slip(event, before), before.table_state(event.table))


def _opened_slip(event: spins.SealOpened, tournament: Tournament) -> SlipRegistered:
    """Return the registration of an opened slip at the table, where it lies like any other."""
    played = tournament.table_states[event.table].round
    assert played is not None, "A seal is opened in a spin."
    version = played.slips.get(event.player, EMPTY_SLIP).version + 1
    return SlipRegistered(
        stamp=event.stamp,
        clause=event.clause,
        command=event.command,
        player=event.player,
        round=played.number,
        version=version,
        stakes=event.stakes,
        before=(),
    )


def _heat(tournament: Tournament, table: str) -> Heat:
    heat = tournament.heat_at(table)
    assert heat is not None, "A slip is sealed in a heat."
    return heat


RULES = (
    TournamentRule(spins.SealSlip, decide=seal_slip, staking=True),
    TournamentRule(spins.OpenSeal, decide=open_seal, secret=True),
    TournamentRule(spins.LapseSeal, decide=lapse_seal),
)
EFFECTS = (
    Effect(
        spins.SlipSealed,
        apply=_apply_slip_sealed,
        transfers=no_transfers,
        audience=Audience.PLAYER,
    ),
    Effect(
        spins.SealOpened,
        apply=_apply_seal_opened,
        transfers=_book_opened_seal,
        audience=Audience.EVERYONE,
    ),
    Effect(
        spins.SealLapsed,
        apply=_apply_seal_lapsed,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
)
