"""Draw commitments: each draw has its own seed, committed to before the first entry and revealed later.

The seed that decided who progresses says nothing about the seats to come. Those depend on another seed, which
is still secret while entrants may buy back, retire or be disqualified and so change the list.
"""

from sicbo.draws import commitment
from sicbo.errors import Refusal
from sicbo.i18n import message
from sicbo.tournament.format import Plan
from sicbo.tournament.state import Tournament

AT_THE_END = "level at the end"


def draw_labels(plan: Plan) -> tuple[str, ...]:
    """Return the names of all draws that the terms may need, in the order of their commitments."""
    names: list[str] = []
    for number in range(1, len(plan.format.rounds)):
        names += [f"seats {number}", f"level {number}"]
        if plan.format.repechage_offered:
            names += [f"repechage seats {number}", f"repechage {number}"]
    return (*names, f"seats {len(plan.format.rounds)}", AT_THE_END)


def draw_opened_by(tournament: Tournament, kind: str) -> str | None:
    """Return the name of the draw that a command of this kind opens now; most commands open none."""
    number = tournament.round
    match kind:
        case "begin-round":
            return f"seats {number + 1}"
        case "hold-repechage":
            return f"repechage seats {number}"
        case "conclude-round" if tournament.is_ending:
            return AT_THE_END
        case "conclude-round":
            return f"repechage {number}" if tournament.heats[0].repechage else f"level {number}"
    return None


def refuse_if_wrong_seed(tournament: Tournament, kind: str, seed: str) -> Refusal | None:
    """Refuse a seed whose commitment was not published for the draw."""
    draw = draw_opened_by(tournament, kind)
    published = dict(zip(draw_labels(tournament.plan), tournament.commitments, strict=True))
    try:
        if commitment(bytes.fromhex(seed)) == published.get(draw or ""):
            return None
    except ValueError:
        pass
    return Refusal(tournament.steps.held, message("tournament-draws.wrong-seed", draw=draw))
