"""Promotions in the journal: tickets from play, a draw that survives any crash, a bundle that is verified."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sicbo.draws import commitment
from sicbo.errors import BadInput, NotFound, Refusal
from sicbo.game.ranks import Rank
from sicbo.house.clock import Clock
from sicbo.house.entries import CommandRequest, new_founding, read_entry
from sicbo.house.export.bundles import export_bundle
from sicbo.house.opening import House, open_house
from sicbo.house.promotions import TicketCounter, draw_file, promise_seed, promised_seed
from sicbo.journal.record import Record
from sicbo.machine.messages import Stamp
from sicbo.promotion import commands
from sicbo.table.messages.parts import Stake
from sicbo.table.messages.round import BuyIn, OpenTable, Perform, RegisterSlip
from sicbo.verify.bundle import InMemory, bundle_at
from sicbo.verify.draws import check_draw
from sicbo.verify.verifier import verify
from tests.house.evenings import NAME, new_house
from tests.promotion.desk import CLOSE, DRAW, HOUR, JANUARY, START, complete_promotion, one_prize_terms
from tests.terms.complete import terms_with_line

BOOK, HIGH = "star-sydney-2016", Rank.SENIOR_MANAGER


class PromotionHouse:
    """A house with a table and a promotion, and a clock that can be set."""

    def __init__(self, house: House) -> None:
        self.house, self.now, self.given = house, JANUARY, 0
        self.feed = TicketCounter(house.floor, Clock(0, 0, now=lambda: self.now * 1_000))

    def say(
        self, log: str, kind: Any, by: str = "mia", rank: Rank | None = Rank.SENIOR_MANAGER, **words: Any
    ) -> Any:
        """Give a command and return its outcome."""
        self.given += 1
        stamp = Stamp(by, rank, self.now, self.given)
        (answer,) = self.house.floor.handle(
            [CommandRequest(log, kind(id=f"n{self.given}-{kind.__name__}", stamp=stamp, **words))]
        )
        return answer.outcome

    def give(self, log: str, kind: Any, **words: Any) -> None:
        """Give a command that must not be refused."""
        outcome = self.say(log, kind, **words)
        assert not isinstance(outcome, Refusal), str(outcome)

    @property
    def promotion(self) -> Any:
        """The present state of the promotion."""
        return self.house.floor.logs["P1"].state

    def start_promotion(self, text: str) -> None:
        """Publish a promotion and start it."""
        self.house.floor.found_log(new_founding(NAME, "P1", BOOK, kind="promotion"), wall=1)
        self.give(
            "P1", commands.PublishPromotion, terms=text, commitment=promise_seed(self.house.journal, "P1")
        )
        self.give("P1", commands.SendPromotionTerms, reference="letter 1")
        self.now = START
        self.give("P1", commands.StartPromotion)

    def open_table(self) -> None:
        """Open a table with two players."""
        self.house.floor.found_log(new_founding(NAME, "T1", BOOK), wall=1)
        self.give("T1", OpenTable, minimum=500, maximum=50_000, equipment=("float tray", "marker buttons"))
        for player in ("Ana", "Ben"):
            self.give("T1", BuyIn, player=player, cents=100_000)

    def round(self, number: int, **stakes: int) -> None:
        """Deal a round in which each player stakes an amount on Small."""
        table = self.house.floor.logs["T1"]
        for stage in table.state.stages:
            step = stage.step.name.lower().replace("_", "-")
            words: dict[str, Any] = {"spin": {"tumbles": 3}, "enter": {"dice": (1, 2, 4)}}
            self.give("T1", Perform, step=step, **words.get(step, {}))
            if step == "place-bets":
                for player, cents in stakes.items():
                    slip = (Stake("small", cents),)
                    self.give(
                        "T1",
                        RegisterSlip,
                        by=player,
                        rank=None,
                        player=player,
                        round=number,
                        version=1,
                        stakes=slip,
                    )


@pytest.fixture
def night(tmp_path: Path) -> Iterator[PromotionHouse]:
    """Return a new house."""
    with new_house(tmp_path / "data") as house:
        yield PromotionHouse(house)


def tickets_rule(rounds: int) -> str:
    """Return terms with tickets from play."""
    return terms_with_line(
        terms_with_line(one_prize_terms(BOOK), "entry.rounds", rounds), "entry.most_tickets", 9
    ).text


def test_play_at_a_table_makes_tickets_once_for_each_round(night: PromotionHouse) -> None:
    """Two rounds at 25.00 make one ticket; 24.99 does not count, and a repeated record counts once."""
    night.start_promotion(tickets_rule(2))
    night.open_table()
    night.house.floor.followers.append(night.feed)
    night.round(1, Ana=2_500, Ben=2_400)
    night.round(2, Ana=2_500, Ben=2_500)
    night.feed.count_missed_play()
    ana, ben = (night.house.pseudonyms.find_pseudonym(name) for name in ("Ana", "Ben"))

    assert dict(night.promotion.tickets) == {ana: 1}
    assert dict(night.promotion.played) == {ana: 2, ben: 1}


def test_missed_rounds_are_counted_at_the_next_start(night: PromotionHouse) -> None:
    """The house stopped between a settled round and its tickets."""
    night.start_promotion(tickets_rule(1))
    night.open_table()
    night.round(1, Ana=2_500)
    assert dict(night.promotion.tickets) == {}
    night.feed.count_missed_play()
    night.feed.count_missed_play()

    assert list(night.promotion.tickets.values()) == [1]


def hold_draw(night: PromotionHouse, large: bool = False) -> None:
    """Hold a promotion with nine entrants, draw it and have its first prize claimed."""
    night.start_promotion(one_prize_terms(BOOK, value="10001.00" if large else "500.00").text)
    for number in range(9):
        night.give("P1", commands.EnterPromotion, player=f"Guest {number}")
    night.now = CLOSE
    night.give("P1", commands.ClosePromotion)
    night.give("P1", commands.NominateScrutineer, name="Sam Scrutineer")
    night.now = DRAW
    night.give(
        "P1",
        commands.DrawPrizes,
        seed=promised_seed(night.house.journal, "P1"),
        second="Sam Scrutineer",
        word="wattle",
    )
    night.give("P1", commands.ConfirmDraw, by="Sam Scrutineer", rank=None)


def test_a_seed_is_promised_once_and_kept_beside_the_chain(night: PromotionHouse) -> None:
    """A second call returns the same seed, and no record has it before it is opened."""
    first = promise_seed(night.house.journal, "P1")

    assert (
        promise_seed(night.house.journal, "P1")
        == first
        == commitment(bytes.fromhex(promised_seed(night.house.journal, "P1")))
    )
    assert promise_seed(night.house.journal, "P2") != first
    night.start_promotion(one_prize_terms(BOOK).text)
    told = b"".join(record.text for record in night.house.journal.read("P1"))
    assert first.encode() in told
    assert promised_seed(night.house.journal, "P1").encode() not in told
    with pytest.raises(NotFound, match="promised by another program"):
        promised_seed(night.house.journal, "P3")


def test_a_house_that_stops_at_any_record_resumes_to_the_same_winners(tmp_path: Path) -> None:
    """After every command the house is stopped and opened again: the state and the names stay the same."""
    whole = PromotionHouse(new_house(tmp_path / "whole"))
    hold_draw(whole)
    records = list(whole.house.journal.read("P1"))
    seed, state = promised_seed(whole.house.journal, "P1"), whole.promotion
    whole.house.close()
    for stopped in range(2, len(records)):
        place = tmp_path / f"cut{stopped}"
        with new_house(place) as house:
            house.journal.put_aside("seed:P1", seed)
            house.journal.append(records[:stopped])
        with open_house(str(place)) as house:
            for record in records[stopped:]:
                (answer,) = house.floor.handle([CommandRequest("P1", _command(record))])
                assert not isinstance(answer.outcome, Refusal)
            assert house.floor.logs["P1"].state == state


def _command(record: Record) -> Any:
    return read_entry(record.text).decoded_command


def bundle(night: PromotionHouse, out: Path) -> dict[str, bytes]:
    """Return the files of the house's bundle."""
    house = night.house
    export_bundle(house.journal, None, house.keys.public_keys(), out, house.floor.signer)
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file()}


def test_the_bundle_of_a_promotion_is_verified_and_its_draw_recomputed(
    night: PromotionHouse, tmp_path: Path
) -> None:
    """It covers chain, regulator's day, tickets, list, draw, scrutineer and claims, and the draw file."""
    hold_draw(night, large=True)
    night.give("P1", commands.NotifyWinner, award=0, method="mail")
    night.give(
        "P1", commands.RefuseClaim, award=0, reason="excluded", informed=True, name="Ana", place="1 Bay St"
    )
    night.give("P1", commands.RedrawPrize, award=0, reason="refused")
    for award in (0, 1):
        night.give(
            "P1", commands.ClaimPrize, award=award, parts=(commands.PaymentPart("transfer", 1_000_100),)
        )
    night.give("P1", commands.PublishWinners, place="website")
    night.give("P1", commands.FinishPromotion)
    report = verify(InMemory(bundle(night, tmp_path / "out")))
    told = json.loads(json.dumps(draw_file(night.promotion)))

    assert [finding for table in report.tables for finding in table.findings] == []
    assert report.code == 0
    assert report.tables[0].counts["draws recomputed"] == 2
    assert len(told["drawn"]) == 3
    check_draw(told)
    assert b"Guest" not in b"".join(bundle(night, tmp_path / "again").values())


def test_before_the_draw_there_is_no_file_of_it(night: PromotionHouse) -> None:
    """The error says that the draw is not held yet."""
    night.start_promotion(complete_promotion(BOOK).text)
    with pytest.raises(BadInput, match="not drawn yet"):
        draw_file(night.promotion)


def test_a_promotion_of_a_real_disk_verifies_after_a_restart(tmp_path: Path) -> None:
    """Half of the promotion takes place before the house stops, half after."""
    night = PromotionHouse(new_house(tmp_path / "data"))
    hold_draw(night)
    night.house.close()
    with open_house(str(tmp_path / "data")) as house:
        again = PromotionHouse(house)
        again.now, again.given = DRAW + HOUR, 1_000
        again.give("P1", commands.ClaimPrize, award=0)
        export_bundle(house.journal, ["P1"], house.keys.public_keys(), tmp_path / "out", house.floor.signer)

    assert verify(bundle_at(tmp_path / "out")).code == 0
