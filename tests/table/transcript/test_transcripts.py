"""The language of round transcripts: what can be written, what is narrated, and what is refused."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from sicbo.errors import BadInput
from sicbo.game.ranks import Rank
from sicbo.machine.log_kind import Fact
from sicbo.table.log_kind import TABLE
from sicbo.table.messages.chips import IssueColours
from sicbo.table.messages.round import CorrectResult, DeclareVoid, OpenTable
from sicbo.table.transcript import parser
from sicbo.table.transcript.expectations import LOOKS
from sicbo.table.transcript.grammar import CommandDraft, Phrase, parse_speaker
from sicbo.table.transcript.header import SIGN_TERMS
from sicbo.table.transcript.parser import parse_transcript
from sicbo.table.transcript.phrases import PLAYER_PHRASES, STAFF_PHRASES
from sicbo.table.transcript.player import TranscriptReport, play_transcript

ROUNDS = sorted((Path(__file__).parent.parent.parent / "rounds").glob("*.round"))
PAGE = (ROUNDS[0].parents[2] / "docs" / "reference" / "transcripts.md").read_text(encoding="utf-8")
CROWN = "rulebook crown-sydney limits $5 to $500, approved minimum $2, with drop box\n"
BETTING = f"{CROWN}ana buys $100\ndealer place your bets\n"
SETTLED = (
    f"{BETTING}ana $25 on small, $5 on big\n"
    "dealer cover, spin, no more bets, uncover, call, enter 1 2 4, light, collect, pay\n"
)
VOID = f"{BETTING}ana $25 on small\ndealer cover, spin\ndealer void not-flat\n"
OPENED = f"{CROWN}dealer place your bets, cover, spin, no more bets, uncover, call\n"


def transcript_report(text: str) -> TranscriptReport:
    """Return the report of a transcript's text."""
    return play_transcript(parse_transcript(text))


def test_the_transcripts_that_explain_the_language_hold() -> None:
    """These are the ones in the module docstring and on the page of the language."""
    module = (parser.__doc__ or "").partition("\n\n")[2].partition("\n\nA line says")[0]

    assert transcript_report(PAGE.partition("```text\n")[2].partition("```")[0]).differences == ()
    assert transcript_report(module).differences == ()


@pytest.mark.parametrize(
    "phrase", [*STAFF_PHRASES, *PLAYER_PHRASES], ids=lambda phrase: phrase.template.usage
)
def test_every_phrase_is_on_the_page(phrase: Phrase) -> None:
    """A reader of the page finds every phrase."""
    assert f"`{phrase.template.usage}`" in PAGE


def test_every_look_and_every_term_of_the_sign_is_on_the_page() -> None:
    """The page explains everything that the first line may contain."""
    assert [look for look in LOOKS if f"| `{look} " not in PAGE] == []
    assert [term.usage for term in SIGN_TERMS if f"`{term.usage}`" not in PAGE] == []


def test_every_command_can_be_said() -> None:
    """The opening is the sign of the first line, or a line of its own."""
    said = {phrase.kind for phrase in (*STAFF_PHRASES, *PLAYER_PHRASES)}

    assert {*TABLE.rules} - said == {OpenTable}
    assert parse_transcript("rulebook canberra\nsenior-manager open the table, limits $5 and up").lines[
        0
    ].acts == (CommandDraft(OpenTable, {"minimum": 500, "maximum": None}),)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            f"{BETTING}ana $2 on small",
            "Line 4: Expected this to be done, but it was refused by 4.2.1: The minimum",
        ),
        (f"{BETTING}ana $2 on small  registered", "Line 4: Expected this to be done, but it was refused"),
        (f"{BETTING}ana $5 on small  refused 4.2.1", "Line 4: Expected refused by 4.2.1, but nothing was"),
        (f"{BETTING}ana $2 on small  refused 4.2.4", "Line 4: Expected refused by 4.2.4, but it was refused"),
        (
            f"{BETTING}ana $2 on small  refused 4.2.1 Go away.",
            "Line 4: Expected refused by 4.2.1 with: Go away., but it was refused by 4.2.1: The minimum",
        ),
        (
            f"{BETTING}ana $2 on small  refused 4.2.1 The min",
            "Line 4: Expected refused by 4.2.1 with: The min, but it was refused",
        ),
        (
            f"{BETTING}ana $2 on small  refused 4.2.1 The max ...",
            "Line 4: Expected refused by 4.2.1 with: The max ..., but it was refused",
        ),
        (
            f"{BETTING}dealer spin, cover  refused 5.1.2",
            "Line 4: Expected the last act to be refused, but it",
        ),
        (f"{BETTING}dealer cover  by 5.1.1", "Line 4: Expected by 5.1.1, found 5.1.2."),
        (f"{BETTING}dealer cover  lit small", "Line 4: Expected lit small, but no result was entered."),
        (f"{BETTING}dealer cover  called one", "Line 4: Expected called one, but no result was entered."),
        (
            f"{OPENED}dealer enter 1 1 1  lit small",
            "Line 3: Expected lit small, found triple-1, double-1, any-triple, single-1.",
        ),
        (
            f"{OPENED}dealer enter 1 1 1  by 5.1.6; called one",
            "Line 3: Expected called one, found one, one, one, total three.",
        ),
        (f"{SETTLED}settled ana small won $20", "Line 6: ana on small: expected won $20, found $25."),
        (
            f"{SETTLED}settled ana small won $25, returned $5",
            "Line 6: ana on small: expected returned $5, found",
        ),
        (f"{SETTLED}settled ana small lost $25", "Line 6: ana's wager on small was won, not lost."),
        (
            f"{SETTLED}settled ana big lost $5 by 3.3.2(b)",
            "Line 6: ana: expected settled by 3.3.2(b), found 3.3.1(b).",
        ),
        (f"{SETTLED}settled ana odd won $5", "Line 6: No wager of ana on odd was settled in this round."),
        (f"{SETTLED}settled ana small token won $25", "Line 6: No wager of ana on small was settled"),
        (f"{SETTLED}settled ben small won $25", "Line 6: No wager of ben on small was settled"),
        (
            f"{SETTLED}dealer place your bets\nsettled ana small won $25",
            "Line 7: No wager of ana on small was settled",
        ),
        (f"{SETTLED}rack ana $100", "Line 6: ana: expected rack $100, found $120."),
        (f"{SETTLED}rack ana $5 of tokens", "Line 6: ana: expected rack $5, found $0."),
        (f"{SETTLED}owes ana $1.50", "Line 6: ana: expected owes $1.50, found $0."),
        (f"{SETTLED}warned ana", "Line 6: ana was not warned in this round."),
        (f"{SETTLED}returned ana $25", "Line 6: ana: expected returned $25, found $0."),
        (f"{SETTLED}forfeited ana $25", "Line 6: ana: expected forfeited $25, found $0."),
        (f"{SETTLED}held ana $25", "Line 6: ana: expected held $25, found $0."),
        (f"{SETTLED}rack ana $5 of red", "Line 6: ana: expected rack $5, found $0."),
        (f"{SETTLED}running ana streak-small 2", "Line 6: ana: expected running 2, found 0."),
        (f"{SETTLED}float $5", "Line 6: expected float $5, found $0."),
        (f"{SETTLED}drop $5", "Line 6: expected drop $5, found $100."),
        (
            f"{BETTING}dealer cover  says spin the tumbler",
            "Line 4: Expected says spin the tumbler, found Cover.",
        ),
        (f"{BETTING}dealer cover  says spin ...", "Line 4: Expected says spin ..., found Cover"),
        (f"{VOID}returned ana $20", "Line 7: ana: expected returned $20, found $25."),
        (f"{VOID}returned ana $25 of tokens", "Line 7: ana: expected returned $25, found $0."),
        (f"{VOID}returned ana $25 by 7.1.1", "Line 7: ana: expected returned by 7.1.1, found 10.4."),
    ],
)
def test_what_does_not_come_as_expected_is_said(text: str, sentence: str) -> None:
    """A sentence gives the line, what was expected and what was found."""
    report = transcript_report(text)

    assert not report.is_fulfilled
    assert len(report.differences) == 1
    assert report.differences[0].startswith(sentence)


def test_a_line_after_a_wrong_one_is_still_played() -> None:
    """The report goes to the end, so that one run shows every difference."""
    report = transcript_report(f"{BETTING}ana $2 on small\nana $25 on small\nrack ana $80\nrack ana $75")

    assert [sentence.split(":")[0] for sentence in report.differences] == ["Line 4", "Line 6"]
    assert len(report.played_lines) == 6


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Line 1: The transcript is empty: begin with `rulebook LAYOUT limits $5 to $500`."),
        ("# only a remark\n\n", "Line 1: The transcript is empty"),
        (
            "\ndealer place your bets",
            "Line 2: Begin with `rulebook LAYOUT limits $5 to $500`, not with 'deal",
        ),
        ("rulebook", "Line 1: Begin with"),
        ("rulebook canberra chips of $5", "Line 1: A sign begins with its limits: write `limits $5 to $500`"),
        ("rulebook crown-sidney limits $5 to $500", "Line 1: Unknown rulebook: 'crown-sidney'. Did you"),
        ("rulebook crown-melbourne limits $5 to $500", "Line 1: Unknown layout: 'crown-melbourne-6.1'"),
        ("rulebook canberra limits 5 to 500", "Line 1: 'limits 5 to 500' is not on a sign here: write"),
        ("rulebook canberra limits $5 to $500, with sails", "Line 1: 'with sails' is not on a sign here"),
        ("rulebook canberra limits $5 to $500, with touch screen", "Line 1: 'with touch screen' is not on"),
        ("rulebook canberra limits $5 to $500, readings C-01", "Line 1: A reading is given as ID=OPTION"),
        ("rulebook canberra limits $5 to $500, readings C-99=x", "Line 1: Unknown reading at canberra"),
        ("rulebook canberra limits $500 to $5", "Line 1: The minimum must be at least one cent"),
        ("rulebook crown-sydney limits $5 and up", "Line 1: Give the minimum that the regulator approved"),
        (f"{CROWN}dealer shuffles", "Line 2: Staff cannot do 'shuffles': write place your bets, cover,"),
        (f"{CROWN}dealer", "Line 2: Staff cannot do ''"),
        (f"{CROWN}dealer cover, shuffle", "Line 2: Staff cannot do 'shuffle'"),
        (f"{CROWN}dealer enter 1 2", "Line 2: Staff cannot do 'enter 1 2'"),
        (f"{CROWN}dealer enter 1 2", "Line 2: Staff cannot do 'enter 1 2': write `enter D D D`."),
        (
            f"{CROWN}dealer report",
            "Line 2: Staff cannot do 'report': write `report FAULT[ cutting off PLAYER",
        ),
        (f"{CROWN}dealer:Kim cover", "Line 2: A line begins with who speaks, as in dealer or ana, not with"),
        (f"{CROWN}dealer open the table, with sails", "Line 2: 'with sails' is not on a sign here: write"),
        (f"{CROWN}wait", "Line 2: Write `wait 20 minutes`, not ''."),
        (f"{CROWN}wait 20 days", "Line 2: Write `wait 20 minutes`, not '20 days'."),
        (f"{CROWN}running ana streak-small", "Line 2: Write `running ana streak-small 3`, not"),
        (
            f"{CROWN}croupier place your bets",
            "Line 2: croupier is read as a player, who can say `$25 on small",
        ),
        (f"{CROWN}ana small", "Line 2: ana is read as a player, who can say"),
        (f"{CROWN}ana 25 on small", "Line 2: ana is read as a player"),
        (f"{CROWN}ana $25 on small, 5 on big", "Line 2: ana is read as a player"),
        (f"{CROWN}ana cashes out $5 of tokens", "Line 2: ana is read as a player"),
        (f"{CROWN}Ana clears", "Line 2: A line begins with who speaks, as in dealer or ana, not with 'Ana'."),
        (f"{CROWN}dealer cover  3.4", "Line 2: After two spaces, write what is expected: `registered`, `by"),
        (f"{CROWN}dealer cover  refused", "Line 2: After two spaces, write what is expected"),
        (f"{CROWN}settled ana small", "Line 2: Write `settled ana small won $25 by 6.3/small`, not 'ana sm"),
        (f"{CROWN}rack ana", "Line 2: Write `rack ana $160`, not 'ana'."),
        (f"{CROWN}warned", "Line 2: Write `warned ana by 3.4`, not ''."),
    ],
)
def test_a_mistake_in_the_file_is_one_sentence_with_its_line(text: str, sentence: str) -> None:
    """It says which line is wrong, and what to write there."""
    with pytest.raises(BadInput) as caught:
        transcript_report(text)

    assert str(caught.value).startswith(sentence)
    assert "\n" not in str(caught.value)


def test_money_is_read_as_it_is_written() -> None:
    """$1,250.50 and $1250.50 are the same; spaces and tabs may align columns, and comments follow a hash."""
    report = transcript_report(
        "rulebook canberra-2005\tlimits $5 and up, units of $0.50  # the sign\n"
        "ana\tbuys $1,250.50\t\tdone # in cash\nana buys $1250.50\nrack ana $2,501\nana cashes out $1\n"
    )

    assert report.is_fulfilled
    assert report.table.rack("ana", "value-chip") == 250_000
    assert [said_in(one.facts) for one in report.played_lines] == [
        [("ana buys $1,250.50 in value chips", "4.2")],
        [("ana buys $1,250.50 in value chips", "4.2")],
        [],
        [("ana takes $1 away", "4.2")],
    ]


def said_in(facts: Iterable[Fact]) -> list[tuple[str, str]]:
    """Return facts in English, with their clauses."""
    return [(fact.says, fact.clause) for fact in facts]


def test_events_are_told_with_their_clauses() -> None:
    """A slip, a void with its note, a warning and a return have their clauses."""
    said = [
        (fact.says, fact.clause)
        for path in ROUNDS
        for one in transcript_report(path.read_text(encoding="utf-8")).played_lines
        for fact in one.facts
    ]

    assert ("round 2 is void: The dice were seen before the close (the cover slipped)", "7.1.3") in said
    assert ("ana gets back $25 on Small, $5 on Total 9", "10.4") in said
    assert ("ana: $10 in tokens on Big lost", "3.3.1(b), 1.1/casino-promotional-token") in said
    kept = "3.3.2(a), 6.3/small, 1.1/casino-promotional-token"
    assert ("ana: $10 in tokens on Small won $10, returned $0, kept $10", kept) in said
    assert ("ben: $300 on Small lost $200, returned $100", "4.3(a), 3.5") in said
    assert ("ana: $3 on Small returned $3", "3.4") in said
    assert ("ana has nothing", "3.1, 3.4") in said
    assert ("Spin the dice, 3 tumbles", "5.1") in said
    assert ("after 20 minutes", "") in said


def test_gaps_are_filled_by_the_names_of_fields() -> None:
    """Money is in cents, dice and names are parsed, and what is left out is absent."""
    fraud = "void fraud in round 3 for ana on small, odd seen by kim because she staked late"
    acts = parse_transcript(
        f"{CROWN}senior-manager {fraud}\nmanager void disruption with ben forfeiting\n"
        "supervisor sell ana 20 red at $2.50 with consent of ben and chi while dan, eve wait\n"
        "supervisor correct to 1 2 4\n"
    ).lines

    assert [line.acts[0] for line in acts] == [
        CommandDraft(
            DeclareVoid,
            {
                "ground": "fraud",
                "round": 3,
                "player": "ana",
                "bets": ("small", "odd"),
                "second": "kim",
                "note": "she staked late",
            },
        ),
        CommandDraft(DeclareVoid, {"ground": "disruption", "forfeits": "ben"}),
        CommandDraft(
            IssueColours,
            {
                "player": "ana",
                "pieces": 20,
                "colour": "red",
                "value": 250,
                "consent": ("ben", "chi"),
                "waiting": ("dan", "eve"),
            },
        ),
        CommandDraft(CorrectResult, {"dice": (1, 2, 4), "second": "", "reason": ""}),
    ]


def test_staff_may_go_by_name() -> None:
    """The rank stays the same; a player has none."""
    assert parse_speaker("manager") == ("manager", Rank.MANAGER)
    assert parse_speaker("senior-manager:kim") == ("kim", Rank.SENIOR_MANAGER)
    assert parse_speaker("ana") == ("ana", None)


def test_a_table_without_a_maximum_and_a_correction_without_a_reason_are_told() -> None:
    """The opening is the first fact of the report."""
    report = transcript_report(
        "rulebook canberra limits $5 and up\nana buys $5\n"
        "dealer place your bets, cover, spin, no more bets, uncover, call, enter 1 1 1\n"
        "senior-manager correct to 1 1 2 seen by dealer\nsenior-manager close the table  refused 9.2\n"
    )

    assert report.is_fulfilled
    assert said_in(report.opening) == [("the table opens: $5 and up", "3.1")]
    assert ("1 1 2 in place of 1 1 1, seen by dealer", "7.1") in said_in(report.played_lines[2].facts)
