"""The application on the sample collections: what a user presses, and what they see then."""

from __future__ import annotations

from tests.tui.driving import driven


async def test_it_opens_on_the_state_of_the_collection() -> None:
    async with driven() as it:
        assert it.main.inquiry.pane.id == "state"
        assert "12/12 complete" in it.line(0)
        assert "12 have final metrics" in it.screen()


async def test_a_filter_typed_in_one_burst_is_a_filter_and_no_other_command() -> None:
    async with driven(pane="extremes") as it:
        await it.burst("/beta<=.1 family~tok", "enter")
        assert it.main.inquiry.pane.id == "extremes"
        assert "beta<=.1 family~tok · 4/12 rows" in it.line(0)


async def test_keys_after_the_filter_in_the_same_burst_are_commands_again() -> None:
    async with driven() as it:
        await it.burst("4/beta=.01", "enter", "jj", "enter")
        assert "4/12 rows" in it.line(0)
        assert type(it.app.screen).__name__ == "RunScreen"
        await it.burst("escape", "3")
        assert it.main.inquiry.pane.id == "distributions"
