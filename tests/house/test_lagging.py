"""A process that is behind the others: what it answers without a record is true all the same."""

from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.house.floor import NOT_REGISTERED, Floor
from sicbo.house.sample import Day
from sicbo.journal.memory import MemoryJournal
from tests.house.houses import KEY, floor_on


class Filling(MemoryJournal):
    """A journal whose disk may have no room but for the rounds in play."""

    short = False

    @property
    def full(self) -> bool:
        """Whether it is so now."""
        return self.short


def behind(journal: MemoryJournal) -> tuple[Day, Floor]:
    """A table with bets open, and a second process that knows as much and hears of nothing more."""
    day = Day(floor_on(journal), "star-sydney-2016", players=2)
    day.open()
    day.until(Step.PLACE_BETS)
    other = Floor(journal, KEY)
    other.gone_by = lambda table: 0
    return day, other


def test_f5_an_id_that_another_process_took_is_not_denied_for_want_of_room() -> None:
    """Its slip lies on the layout: "nothing was staked" would be a lie, for it was."""
    journal = Filling()
    day, other = behind(journal)
    slip = day.slip(day.players[0])
    [first] = day.ask(slip)
    journal.short = True

    [again] = other.handle([slip])

    assert not isinstance(first.outcome, Refusal)
    assert again.outcome == first.outcome
    assert again.record == first.record


def test_f3_what_no_process_took_is_not_registered_while_there_is_no_room() -> None:
    """As before: whoever is behind looks at the journal, and then says no."""
    journal = Filling()
    day, other = behind(journal)
    day.ask(day.slip(day.players[0]))
    journal.short = True

    [answer] = other.handle([day.slip(day.players[1])])

    assert answer.outcome == NOT_REGISTERED
    assert other.places["T1"].head == day.floor.places["T1"].head
