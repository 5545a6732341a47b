"""`sicbo play` in a terminal, through a pipe, and interrupted."""

import io
from collections.abc import Iterator

import pytest

from sicbo.cli.main import main
from sicbo.cli.play.play import KEYS_LINE, fresh_dice, play_rounds
from sicbo.game.dice import Roll
from sicbo.rulebook import Rulebook
from sicbo.rulebooks import every_layout


@pytest.fixture(autouse=True)
def plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set a terminal of eighty columns."""
    monkeypatch.setenv("COLUMNS", "80")


class HomePlayer:
    """A player in the terminal: the input, the dice and the output."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch, self.capsys = monkeypatch, capsys

    def types(self, *lines: str) -> None:
        """Put lines on standard input."""
        self.monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))

    def plays(self, *lines: str, dice: tuple[Roll, ...] = (), layout: str = "crown-sydney") -> str:
        """Play these lines with these dice, and return the output."""
        self.types(*lines)
        rolls: Iterator[Roll] = iter(dice)
        play_rounds(Rulebook.load(layout), lambda: next(rolls))
        return self.capsys.readouterr().out


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> HomePlayer:
    """A player in the terminal."""
    return HomePlayer(monkeypatch, capsys)


def test_a_round_is_bet_shaken_and_settled(home: HomePlayer) -> None:
    """With 25 on Small and 5 on total 9, dice 4-1-4 win both, and the rack shows it."""
    page = home.plays("small 25 total-9 5", "", "q", dice=((4, 1, 4),))

    assert page.startswith("Crown Sydney: play chips only; no data leaves this computer.")
    assert KEYS_LINE in page
    assert "small 25.00, total-9 5.00\nchips 970.00, on the layout 30.00 > " in page
    assert "4 1 4: one, four, four, total nine." in page
    assert "  small                won            +25.00\n" in page
    assert "  total-9              won            +35.00\n" in page
    assert "  net                                 +60.00\n" in page
    assert "chips 1,060.00, on the layout 0.00 > q" in page
    assert page.endswith("Rounds 1, net +60.00, biggest win 60.00.\n")


def test_why_says_the_reason_and_the_clause_of_the_last_round(home: HomePlayer) -> None:
    """The reason mentions the dice, as the settled lines do."""
    page = home.plays("why", "small 25, big 10", "", "why", dice=((4, 1, 4),))

    assert "No wager has been settled yet. Bet and press Enter first." in page
    assert "total 9 is within 4 to 10, 1 to 1  3.3.2(a), 6.3/small" in page
    assert "total 9 is not 11 to 17            3.3.1(b)" in page


def test_a_stake_takes_the_place_of_the_one_before(home: HomePlayer) -> None:
    """A new stake replaces the old one, 0 retracts it, and clear retracts everything."""
    page = home.plays("s 25", "b 10", "small 5", "0 big", "clear")

    assert "\nsmall 25.00, big 10.00\n" in page
    assert "\nsmall 5.00, big 10.00\n" in page
    assert "\nsmall 5.00\n" in page
    assert "There are no wagers on the layout.\nchips 1,000.00, on the layout 0.00 > " in page


def test_rebet_and_double(home: HomePlayer) -> None:
    """Rebet repeats the last round that had wagers; double doubles the wagers on the layout."""
    page = home.plays(
        "rebet", "double", "small 25", "", "", "rebet", "double", "", dice=((1, 2, 4), (1, 1, 1), (4, 5, 6))
    )

    assert "No earlier wagers to repeat. Type a bet and a stake, for example small 25." in page
    assert "There are no wagers to double. Bet first, or type rebet." in page
    assert "1 1 1: one, one, one, total three.\n\n[Enter]" in page
    assert "small 50.00\nchips 975.00, on the layout 50.00 > " in page
    assert page.endswith("Rounds 3, net -25.00, biggest win 25.00.\n")


def test_statistics_help_and_rules(home: HomePlayer) -> None:
    """Each is shown on demand, and fits into the terminal."""
    page = home.plays("small 25", "", "stats", "?", "rules", dice=((1, 2, 4),))

    assert "Rounds 1, net +25.00, biggest win 25.00.\n" in page
    assert "rebet   repeat the wagers of the last round" in page
    assert "180  triple-1 ... triple-6" in page
    assert "1 / 2 / 12  single-1 ... single-6" in page


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("smal 25", "Unknown bet at Crown Sydney: 'smal'. Did you mean small?"),
        ("rebe", "Unknown bet or command: 'rebe'. Did you mean rebet?"),
        ("odd 5", "Unknown bet at Crown Sydney: 'odd'."),
        ("small", "Give the stake on small in whole dollars. For example, small 25 stakes 25.00."),
        ("small x", "Give the stake on small in whole dollars, not 'x'. For example, small 25 stakes 25.00."),
        ("small 2.5", "Give the stake on small in whole dollars, not '2.5'"),
        ("small -5", "Give the stake on small in whole dollars, not '-5'"),
        ("small ²", "Give the stake on small in whole dollars, not '²'"),
        ("small " + "9" * 5000, "Give the stake on small in whole dollars, not '999"),
        ("small 25 big", "Give the stake on big in whole dollars. For example, big 25 stakes 25.00."),
        ("small 501", "The maximum is $500. Take back $1. (4.2.4)"),
        ("small 500 big 500 total-9 1", "You need $1 more in value chips. Buy in or reduce your bets."),
        ("\x00\x1b[31m", "Unknown bet or command: '\\x00\\x1b[31m'."),
    ],
)
def test_bad_input_gets_one_sentence_and_changes_nothing(home: HomePlayer, said: str, sentence: str) -> None:
    """The game continues with the same chips."""
    page = home.plays(said)
    answer = " ".join(page.split("\nchips ")[1].split("\n", 1)[1].split())

    assert answer.startswith(sentence)
    assert "Traceback" not in page
    assert "\x1b" not in page
    assert page.count("chips 1,000.00, on the layout 0.00 > ") == 2


def test_chips_that_are_gone_can_be_bought_again(home: HomePlayer) -> None:
    """After 500 is lost twice, 1,000 more count as bought, not as won."""
    page = home.plays("big 500 any-triple 500", "", "buy", dice=((1, 2, 4),))

    assert "You have no chips left. Type buy for 1,000.00 more, or q to quit." in page
    assert "chips 1,000.00, on the layout 0.00 > " in page.split("no chips left")[1]
    assert page.endswith("Rounds 1, net -1,000.00, biggest win 0.00.\n")


def test_wagers_on_the_layout_are_not_lost_when_the_input_ends(home: HomePlayer) -> None:
    """The dice were not shaken, so the net result is 0."""
    assert home.plays("small 25").endswith("Rounds 0, net 0.00, biggest win 0.00.\n")


@pytest.mark.parametrize("interruption", [KeyboardInterrupt, EOFError])
def test_ctrl_c_and_the_end_of_input_end_with_the_summary(
    interruption: type[BaseException], home: HomePlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is no traceback, and the exit code is 0."""

    class Interrupted(io.StringIO):
        def __getattribute__(self, name: str) -> object:
            if name == "readline":
                raise interruption
            return super().__getattribute__(name)

    monkeypatch.setattr("sys.stdin", Interrupted())

    assert main(["play"]) == 0
    out, err = home.capsys.readouterr()
    assert (out.splitlines()[-1], err) == ("Rounds 0, net 0.00, biggest win 0.00.", "")


def test_input_that_is_no_text_ends_the_game(home: HomePlayer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bytes that are not UTF-8, as from a pipe, end the game."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\xff\xfe\n"), encoding="utf-8"))

    assert main(["play"]) == 0
    assert "Rounds 0" in home.capsys.readouterr().out


def test_at_a_terminal_nothing_is_shown_twice(home: HomePlayer, monkeypatch: pytest.MonkeyPatch) -> None:
    """The terminal echoes by itself."""

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stdin", Terminal("clear\nq\n"))

    assert main(["play"]) == 0
    assert "> clear" not in home.capsys.readouterr().out


@pytest.mark.parametrize("layout", every_layout())
def test_every_layout_is_played_with_fresh_dice_on_an_eighty_column_page(
    layout: str, home: HomePlayer
) -> None:
    """Each layout has its own order of steps; the output fits into the terminal."""
    home.types("small 25 total-8 2", "", "why", "rebet", "", "rules", "?", "q")

    assert main(["play", layout]) == 0
    out, err = home.capsys.readouterr()
    assert err == ""
    assert max(map(len, out.splitlines())) <= 80
    assert max(len(page.splitlines()) for page in out.split("\nchips ")) <= 24
    assert out.splitlines()[-1].startswith("Rounds 2, net ")


def test_the_page_speaks_other_languages_and_other_readings(home: HomePlayer) -> None:
    """The call and the reasons are in Vietnamese; Even at The Star loses on 10."""
    home.types("even 5", "", "why")

    assert main(["play", "star-sydney", "--lang", "vi", "-r", "ST-01=literal"]) == 0
    assert "even" in home.capsys.readouterr().out


def test_a_name_that_is_none_is_4(home: HomePlayer) -> None:
    """The exit code is the same for every command."""
    assert main(["play", "crown-sidney"]) == 4
    assert main(["play", "--lang", "de"]) == 4
    assert home.capsys.readouterr().out == ""


def test_fresh_dice_show_every_face() -> None:
    """A thousand rolls have three dice from 1 to 6, and every face appears."""
    faces = {face for _ in range(1_000) for face in fresh_dice()}

    assert faces == {1, 2, 3, 4, 5, 6}
