"""Every refusal of a player or a dealer has four languages. The sentences are read from the code."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from sicbo.game.policies import Step
from sicbo.game.ranks import Act
from sicbo.game.vocabulary import Ground
from sicbo.table.equipment.faults import KINDS, PEOPLE
from sicbo.words import refusals, staff
from sicbo.words.refusals import OTHERS, SENTENCES, translated
from sicbo.words.terms import TERMS
from tests.test_words import fields

ROOT = Path(__file__).parent.parent / "sicbo"
SAID = {
    "table/round/slips.py": ("_why_not_now", "_not_next", "_not_so", "_not_held"),
    "table/people/conduct.py": ("excluded",),
    "table/equipment/faults.py": ("cut_off",),
    "table/money/colour_chips.py": ("not_staked", "not_in_pieces"),
    "table/people/tournament_use.py": ("closed_to",),
    "table/round/super_streak.py": ("place", "_not_now", "_offered", "_none_here"),
    "table/people/seats.py": ("take", "leave"),
    "game/limits.py": ("not_taken", "_too_little", "_too_much"),
    "game/super_streak.py": ("place",),
    "house/floor.py": ("NOT_REGISTERED", "UNREADABLE", "OTHER_CONTENT"),
    "house/writer.py": ("BUSY", "STOPPED"),
    "house/responsible_gambling.py": ("_may_not_play", "_pausing", "_may_not_bring"),
    "server/requests.py": ("who", "terminal_at", "player_at"),
    "server/routes/play/tables.py": ("sit", "_seated", "more_chips"),
    "server/access/authentication.py": ("new_player",),
    "server/access/devices.py": ("TOO_MANY_CODES",),
    "server/problems.py": ("UNREADABLE",),
    "server/access/session_store.py": ("LOCKED",),
    "server/dealing/terminal_limits.py": ("over_maximum",),
}
"""Functions and constants that refuse a player's slip, Super Streak, seat or chips."""
DEALING = {
    "table/round/steps.py": ("perform", "_spin"),
    "table/round/opening.py": ("not_on_duty",),
    "table/authority.py": ("may_not", "not_of_rank"),
    "table/round/voids.py": (
        "declare",
        "_meant",
        "_not_by",
        "_not_so",
        "_not_spun",
        "_enough",
        "_pressed",
        "_wagers_only",
    ),
    "table/round/corrections.py": ("correct", "_meant"),
    "table/equipment/faults.py": ("report", "notify", "rectify", "stopped", "_no_such"),
    "house/electronic_rolls.py": ("refuse_other_dice",),
    "house/identity/keys.py": ("check_signatures",),
    "server/requests.py": ("staff_at",),
    "server/access/approvals.py": ("GONE", "seconded", "withdraw", "wait"),
    "server/command_fields.py": ("UNKNOWN", "form", "text", "_check"),
    "server/access/devices.py": ("begin",),
    "server/access/staff_names.py": ("staff_name",),
    "server/access/hashing_lanes.py": ("FULL",),
    "server/access/authentication.py": ("proved", "TOO_MANY_PINS", "WRONG_PIN", "SIGNED_OUT"),
    "server/routes/staff/accounts.py": ("CHANGED",),
    "server/write_budget.py": ("refuse_if_spent",),
    "server/live/licence.py": ("enter", "check"),
    "server/live/stalled_journal.py": ("SAYS", "LATER"),
    "server/routes/staff/approvals.py": ("decide_approval",),
    "server/routes/staff/console.py": ("_holder", "confirm_result"),
}
"""Those that refuse staff in dealing: steps, voids, corrections, faults, signatures, the PIN."""


def sentences(path: str, wanted: tuple[str, ...]) -> Iterator[str]:
    """Yield every sentence of these functions and constants, with numbers in place of values."""
    found = set()
    for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name in wanted:
            found.add(node.name)
            yield from _strings(node.body[1:] if ast.get_docstring(node) else node.body)
        elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in wanted:
            found.add(getattr(node.targets[0], "id", ""))
            yield from _strings([node.value])
    assert found == {*wanted}, f"{path} has changed: name what says no there now"


def _strings(nodes: list[ast.stmt] | list[ast.expr]) -> Iterator[str]:
    for node in nodes:
        inner = {id(part) for one in ast.walk(node) if isinstance(one, ast.JoinedStr) for part in one.values}
        for one in ast.walk(node):
            if isinstance(one, ast.JoinedStr):
                parts = enumerate(one.values, 1)
                text = "".join(
                    str(part.value) if isinstance(part, ast.Constant) else f"{at}0" for at, part in parts
                )
            elif isinstance(one, ast.Constant) and isinstance(one.value, str) and id(one) not in inner:
                text = one.value
            else:
                continue
            if text.endswith("."):
                yield text


EVERY = sorted({text for path, wanted in SAID.items() for text in sentences(path, wanted)})
DEALT = sorted({text for path, wanted in DEALING.items() for text in sentences(path, wanted)})


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("sentence", [*EVERY, *DEALT])
def test_a_player_or_a_dealer_is_refused_in_their_own_language(sentence: str, language: str) -> None:
    """The sentence has a translation, without any English words but names."""
    said = translated(sentence, language)
    assert said != sentence
    assert not {"the", "wait", "stake", "choose"} & {*said.split()}


def test_every_text_is_for_a_sentence_that_is_still_said() -> None:
    """A reworded sentence leaves no translation behind."""
    for templates, texts in ((SENTENCES, EVERY), (staff.SENTENCES, DEALT)):
        said = {
            template
            for template in templates
            for text in texts
            if refusals._pattern(template).fullmatch(text)
        }
        assert said == {*templates}


@pytest.mark.parametrize("template", refusals.EVERY)
def test_every_text_has_the_values_of_its_sentence(template: str) -> None:
    """Only the player's own name may be left out, because the sentence addresses the player."""
    for text in refusals.EVERY[template]:
        assert fields(template) - {"player"} <= fields(text) <= fields(template)


def test_bets_and_chips_are_named_in_the_language_too() -> None:
    """Bets and chips in a sentence are named as on the cloth."""
    said = "Stakes here are 5.00 and steps of 1.00 above it: change the one on domino-14."
    assert translated(said, "vi").endswith(": hãy đổi mức cược ở cửa Kết hợp hai viên 1-4.")
    assert "現金籌碼" in translated(
        "This slip needs 5.00 more in value chips: buy in or reduce it.", "zh-Hant"
    )
    assert "chip màu (red)" in translated(
        "This slip needs 5.00 more in red colour chips: buy in or reduce it.", "vi"
    )
    assert translated(said, "en") == said
    assert translated("Nobody says this.", "vi") == "Nobody says this."


def test_words_of_the_rules_are_said_in_the_language_too() -> None:
    """Every step, ground, power and kind of fault has a translation, even if it contains a colon."""
    rules = {one.value for kind in (Step, Ground, Act) for one in kind}
    assert {*KINDS, *PEOPLE} | rules <= {*TERMS}
    assert translated("Next: spin the tumbler.", "zh-Hant") == "下一步：搖骰。"
    said = "Call this rank or above to deal the round: call, spin, enter results, settle: Games Supervisor."
    assert translated(said, "vi").endswith("để điều khiển ván: Games Supervisor.")
    waits = (
        "Play waits for a fault (power): tell the manager, "
        "then let this rank or above record it mended: Boss."
    )
    assert translated(waits, "zh-Hans") == "因故障暂停（电源）：请告知经理，再由此职级或以上记录修复：Boss。"
