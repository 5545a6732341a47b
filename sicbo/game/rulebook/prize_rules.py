"""What a rulebook says about prizes that are offered with gaming."""

from collections.abc import Mapping
from dataclasses import dataclass

from sicbo.game.policies import Amending, CashInstead, Doubt, Scrutineer
from sicbo.game.ranks import Rank
from sicbo.game.rulebook.ruling import Ruling


@dataclass(frozen=True, slots=True)
class Promotions:
    """Rulings on drawn prizes: who acts, what a prize may be, who oversees, who is informed and when.

    `barred` has the clause that rules out each kind of prize; `notify_by` has the clause for each way to
    inform a winner.
    """

    offered: Ruling[Rank]
    scrutineer: Ruling[Scrutineer]
    scrutineer_above: Ruling[int]
    cash_alternative: Ruling[CashInstead]
    payment_choice_above: Ruling[int | None]
    barred: Ruling[Mapping[str, str]]
    liquor: Ruling[int]
    terms: Ruling[str]
    prizes: Ruling[str]
    notify_winner_days: Ruling[int]
    notify_by: Ruling[Mapping[str, str]]
    authority_hours: Ruling[int | None]
    amending: Ruling[Amending]
    tell_refused: Ruling[str]
    keep_refusals_above: Ruling[int]
    disputes: Ruling[Rank]
    integrity: Ruling[Doubt]
