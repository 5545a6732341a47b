"""Log kinds: one row for each command and each event of a kind of log, and the machine that reads the rows.

A log can be about anything that decides commands into events: a table, a tournament, a promotion. `Rule` is
the row of a command and `Effect` the row of an event. A message without a row belongs to no log.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import KW_ONLY, dataclass, field
from enum import Enum
from functools import cached_property, reduce
from operator import or_
from typing import Any, NamedTuple

from sicbo.errors import Refusal
from sicbo.game.ranks import Act
from sicbo.i18n import Message, message, places_of
from sicbo.machine.ledger import Transfer, no_transfers
from sicbo.machine.messages import Command, Event, tag_of
from sicbo.machine.structs import decoder, replace, to_builtins

Events = tuple[Any, ...]
"""The events of one command. Their types depend on the kind of log."""


class Audience(Enum):
    """Who sees an event as it happens; staff and inspectors see every event."""

    EVERYONE = "all who watch the log"
    PLAYER = "the player whom it concerns"


class Fact(NamedTuple):
    """One thing that happened, as a message, and the clause for it."""

    message: Message
    clause: str
    refused: bool = False

    @property
    def says(self) -> str:
        """The message in English."""
        return self.message.say()


def event_message(event: Any) -> Message:
    """Return the message of an event: its own text in the catalogue, with the fields that the text names."""
    key = f"event.{tag_of(type(event))}"
    return message(key, **{name: to_builtins(getattr(event, name)) for name in sorted(places_of(key))})


class FollowUp(NamedTuple):
    """A command that the house itself gives to another log, in the same commit."""

    log: str
    command: type[Command]
    fields: dict[str, Any]


def _no_claim(command: Any) -> str:
    return ""


def _no_follow_up(state: Any, command: Any) -> FollowUp | None:
    return None


@dataclass(frozen=True)
class OtherLogs:
    """What a command has to do with the other logs of its kind in the house.

    `refuse` is asked about a command that its own log accepts. It has the states of the other logs by name.
    `claim` is a key that only one log may take. `follow_up` is what another log records of it.
    """

    refuse: Callable[[Any, Mapping[str, Any], Any], Refusal | None]
    claim: Callable[[Any], str] = _no_claim
    follow_up: Callable[[Any, Any], FollowUp | None] = _no_follow_up


@dataclass(frozen=True)
class Rule:
    """The row of a command: the function that decides it, and how the house treats it.

    `act` is the act that the rulebook must let the giver's rank do; None if the deciding function asks for
    what is needed. `signed` says that a real floor demands the person's signature; a text limits that to one
    step. `staking` commands are the first that a full disk refuses, and they are signed within a second
    rather than at once. `secret` commands are written only if they succeed, because they reveal what is
    sealed. If a command with a `receipt` succeeds, its sender gets a signed proof of the record. A command
    that concerns other logs too has `others`.
    """

    command: type[Command]
    _: KW_ONLY
    decide: Callable[[Any, Any], Events | Refusal]
    act: Act | None = None
    signed: bool | str = False
    staking: bool = False
    secret: bool = False
    receipt: bool = False
    others: OtherLogs | None = None

    @property
    def signed_order(self) -> str:
        """What a signature is demanded for: the tag of the command, with the step if only one demands it."""
        tag = tag_of(self.command)
        return f"{tag}:{self.signed}" if isinstance(self.signed, str) else tag


@dataclass(frozen=True)
class Effect:
    """The row of an event: what it changes, what it moves, who sees it, and how it reads.

    `transfers` sees the state before the event, `apply` the state with the transfers in its balances.
    The event reads as the text `event.<tag>` of the catalogue with its own fields as values. If that is not
    enough, `narrate` returns another message, or several facts with a clause each.
    """

    event: type[Event]
    _: KW_ONLY
    apply: Callable[[Any, Any], Any]
    transfers: Callable[[Any, Any], Iterable[Transfer]]
    audience: Audience
    narrate: Callable[[Any], Message | str | tuple[Fact, ...]] = event_message


def apply_effect(row: Effect, state: Any, event: Any) -> Any:
    """Return the state after an event by its row. What it moves is in the balances that `apply` sees."""
    if row.transfers is not no_transfers:
        state = replace(state, balances=state.balances.after_transfers(row.transfers(event, state)))
    return row.apply(state, event)


def _no_check(state: Any, command: Any, rule: Any) -> Refusal | None:
    """Refuse nothing before the row's own function is asked."""
    return None


@dataclass(frozen=True)
class LogKind:
    """One kind of log: its rows, its state, and what is checked before any of its commands is decided.

    `new_state` takes the name of the log, its rulebook, its layout and its readings.
    """

    kind: str
    state: type
    new_state: Callable[[str, str, str, tuple[tuple[str, str], ...]], Any]
    rows: tuple[Rule, ...]
    effects: tuple[Effect, ...]
    check: Callable[[Any, Any, Any], Refusal | None] = _no_check
    rules: dict[type[Command], Rule] = field(init=False)
    effect_of: dict[type[Event], Effect] = field(init=False)

    def __post_init__(self) -> None:
        """Index the rows by their messages."""
        object.__setattr__(self, "rules", {row.command: row for row in self.rows})
        object.__setattr__(self, "effect_of", {row.event: row for row in self.effects})
        assert len(self.rules) == len(self.rows)
        assert len(self.effect_of) == len(self.effects)

    def decide(self, state: Any, command: Any) -> Events | Refusal:
        """Return the events that `command` leads to now, or the refusal. The state is not changed."""
        rule = self.rules[type(command)]
        return self.check(state, command, rule) or rule.decide(state, command)

    def evolve(self, state: Any, event: Any) -> Any:
        """Return the state after `event`. It never refuses, because an event has already happened."""
        return apply_effect(self.effect_of[type(event)], state, event)

    def evolve_all(self, state: Any, events: Iterable[Any]) -> Any:
        """Return the state after all `events`, in order."""
        for event in events:
            state = self.evolve(state, event)
        return state

    def transfers(self, event: Any, before: Any) -> tuple[Transfer, ...]:
        """Return what an event moved, given the state before it."""
        return tuple(self.effect_of[type(event)].transfers(event, before))

    def narrate(self, event: Any) -> tuple[Fact, ...]:
        """Return an event in words; a settlement is one fact for each wager."""
        words = self.effect_of[type(event)].narrate(event)
        words = message("text", text=words) if isinstance(words, str) else words
        return (Fact(words, event.clause),) if isinstance(words, Message) else words

    def is_public(self, event: Any) -> bool:
        """Whether everyone who watches the log sees an event. Any other concerns one person."""
        return self.effect_of[type(event)].audience is Audience.EVERYONE

    @cached_property
    def commands(self) -> Any:
        """The union of the commands, for a decoder."""
        return union_of(self.rules)

    @cached_property
    def events(self) -> Any:
        """The union of the events, for a decoder."""
        return union_of(self.effect_of)

    @cached_property
    def decode_command(self) -> Callable[[bytes], Any]:
        """Return the command in a text; an unknown, missing or mistyped field is an error."""
        return decoder(self.commands)

    @cached_property
    def decode_event(self) -> Callable[[bytes], Any]:
        """Return the event in a text."""
        return decoder(self.events)

    @cached_property
    def staking_commands(self) -> tuple[type[Command], ...]:
        """The commands that put money on a layout."""
        return tuple(row.command for row in self.rows if row.staking)

    @cached_property
    def secret_commands(self) -> tuple[type[Command], ...]:
        """The commands that reveal what is sealed."""
        return tuple(row.command for row in self.rows if row.secret)

    @cached_property
    def signed_orders(self) -> tuple[str, ...]:
        """The orders that a person signs on a real floor."""
        return tuple(sorted(row.signed_order for row in self.rows if row.signed))


def as_one_message(facts: Iterable[Fact]) -> Message:
    """Return facts as one message."""
    messages = tuple(fact.message for fact in facts)
    return messages[0] if len(messages) == 1 else message("facts", facts=messages)


def narrate_refusal(refusal: Refusal) -> Fact:
    """Return a refusal as a fact."""
    return Fact(message("event.refused", says=refusal.message), refusal.clause, refused=True)


def union_of(types: Iterable[Any]) -> Any:
    """Return the union of several types, for a decoder."""
    return reduce(or_, types)
