"""Every refusal of a player or a dealer has four languages. The sentences are read from the code."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from sicbo.game.policies import Step
from sicbo.game.ranks import Act
from sicbo.game.vocabulary import Ground
from sicbo.table.equipment.faults import FAULT_KINDS, NOTIFIABLE_PEOPLE
from sicbo.words import refusals, staff
from sicbo.words.refusals import OTHER_LANGUAGES, SENTENCES, translate
from sicbo.words.terms import TERMS
from tests.test_words import fields

ROOT = Path(__file__).parent.parent / "sicbo"
PLAYER_REFUSALS = {
    "table/round/slips.py": (
        "_betting_closed_refusal",
        "_refuse_if_version_wrong",
        "_refuse_if_stakes_invalid",
        "_refuse_if_unaffordable",
    ),
    "table/people/conduct.py": ("refuse_if_excluded",),
    "table/equipment/faults.py": ("refuse_if_cut_off",),
    "table/money/colour_chips.py": ("refuse_if_not_stakable", "refuse_if_not_whole_pieces"),
    "table/people/tournament_use.py": ("refuse_if_reserved",),
    "table/round/super_streak.py": (
        "place_streak",
        "_refuse_if_streak_closed",
        "_requested_wager",
        "_no_super_streak_refusal",
    ),
    "table/people/seats.py": ("take_seat", "leave_seat"),
    "game/limits.py": ("refuse_if_outside_limits", "_refuse_if_below_minimum", "_refuse_if_above_maximum"),
    "game/super_streak.py": ("place_streak_wager",),
    "house/floor.py": ("DISK_FULL", "BAD_ID", "ID_TAKEN"),
    "house/writer.py": ("BUSY", "STOPPED"),
    "house/responsible_gambling.py": ("_refuse_play", "_refuse_during_break", "_refuse_deposit"),
    "server/requests.py": ("current_session", "player_terminal", "player_session"),
    "server/routes/play/tables.py": ("take_seat", "_take_free_seat", "give_more_chips"),
    "server/access/authentication.py": ("new_player",),
    "server/access/devices.py": ("TOO_MANY_CODES",),
    "server/http/founding_limit.py": ("SAYS_TABLES",),
    "server/problems.py": ("UNREADABLE",),
    "server/access/access_database.py": ("LOCKED",),
    "server/dealing/terminal_limits.py": ("refuse_if_over_maximum",),
}
"""Functions and constants that refuse a player's slip, Super Streak, seat or chips."""
DEALER_REFUSALS = {
    "table/round/steps.py": ("perform_step", "_spin"),
    "table/round/opening.py": ("refuse_if_not_on_duty",),
    "table/authority.py": ("refuse_if_not_permitted", "refuse_if_rank_too_low"),
    "table/round/voids.py": (
        "declare_void",
        "_round_to_void",
        "_refuse_if_declarer_unfit",
        "_refuse_if_ground_impossible",
        "_refuse_if_not_spun",
        "_refuse_if_enough_tumbles",
        "_refuse_if_button_pressed",
        "_void_wagers",
    ),
    "table/round/corrections.py": ("correct_result", "_round_to_correct"),
    "table/equipment/faults.py": (
        "report_fault",
        "notify_person",
        "rectify_fault",
        "refuse_if_play_stopped",
        "_unknown_fault",
    ),
    "house/electronic_rolls.py": ("refuse_other_dice",),
    "house/identity/keys.py": ("check_signatures",),
    "server/requests.py": ("staff_session",),
    "server/access/approvals.py": ("GONE", "with_second_person", "withdraw", "add"),
    "server/commands/field_types.py": ("UNKNOWN", "WRONG_FORM", "TOO_LONG", "TOO_MANY"),
    "server/access/devices.py": ("begin_pairing",),
    "server/access/staff_names.py": ("staff_name",),
    "server/access/sign_in/hashing_lanes.py": ("QUEUE_FULL",),
    "server/access/authentication.py": ("require_recent_pin", "TOO_MANY_PINS", "WRONG_PIN", "SIGNED_OUT"),
    "server/routes/staff/accounts.py": ("ACCOUNT_CHANGED",),
    "server/write_budget.py": ("refuse_if_spent",),
    "server/http/founding_limit.py": ("SAYS_CONTESTS",),
    "server/live/licence.py": ("enter", "refuse_if_other_minimum"),
    "server/live/stalled_journal.py": ("SAYS", "LATER"),
    "server/routes/staff/approvals.py": ("decide_approval",),
    "server/routes/staff/console.py": ("_require_console", "confirm_result"),
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


PLAYER_SENTENCES = sorted(
    {text for path, wanted in PLAYER_REFUSALS.items() for text in sentences(path, wanted)}
)
DEALER_SENTENCES = sorted(
    {text for path, wanted in DEALER_REFUSALS.items() for text in sentences(path, wanted)}
)


@pytest.mark.parametrize("language", OTHER_LANGUAGES)
@pytest.mark.parametrize("sentence", [*PLAYER_SENTENCES, *DEALER_SENTENCES])
def test_a_player_or_a_dealer_is_refused_in_their_own_language(sentence: str, language: str) -> None:
    """The sentence has a translation, without any English words but names."""
    said = translate(sentence, language)
    assert said != sentence
    assert not {"the", "wait", "stake", "choose"} & {*said.split()}


def test_every_text_is_for_a_sentence_that_is_still_said() -> None:
    """A reworded sentence leaves no translation behind."""
    for templates, texts in ((SENTENCES, PLAYER_SENTENCES), (staff.SENTENCES, DEALER_SENTENCES)):
        said = {
            template
            for template in templates
            for text in texts
            if refusals._pattern(template).fullmatch(text)
        }
        assert said == {*templates}


@pytest.mark.parametrize("template", refusals.ALL_SENTENCES)
def test_every_text_has_the_values_of_its_sentence(template: str) -> None:
    """Only the player's own name may be left out, because the sentence addresses the player."""
    for text in refusals.ALL_SENTENCES[template]:
        assert fields(template) - {"player"} <= fields(text) <= fields(template)


def test_bets_and_chips_are_named_in_the_language_too() -> None:
    """Bets and chips in a sentence are named as on the cloth."""
    said = "Stakes here are 5.00 and steps of 1.00 above it: change the one on domino-14."
    assert translate(said, "vi").endswith(": hãy đổi mức cược ở cửa Kết hợp hai viên 1-4.")
    assert "現金籌碼" in translate(
        "This slip needs 5.00 more in value chips: buy in or reduce it.", "zh-Hant"
    )
    assert "chip màu (red)" in translate(
        "This slip needs 5.00 more in red colour chips: buy in or reduce it.", "vi"
    )
    assert translate(said, "en") == said
    assert translate("No refusal says this.", "vi") == "No refusal says this."


def test_words_of_the_rules_are_said_in_the_language_too() -> None:
    """Every step, ground, power and kind of fault has a translation, even if it contains a colon."""
    rules = {one.value for kind in (Step, Ground, Act) for one in kind}
    assert {*FAULT_KINDS, *NOTIFIABLE_PEOPLE} | rules <= {*TERMS}
    assert translate("Next: spin the tumbler.", "zh-Hant") == "下一步：搖骰。"
    said = "Call this rank or above to deal the round: call, spin, enter results, settle: Games Supervisor."
    assert translate(said, "vi").endswith("để điều khiển ván: Games Supervisor.")
    waits = (
        "Play waits for a fault (power): tell the manager, "
        "then let this rank or above record it mended: Boss."
    )
    assert translate(waits, "zh-Hans") == "因故障暂停（电源）：请告知经理，再由此职级或以上记录修复：Boss。"
