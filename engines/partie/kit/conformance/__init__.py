"""The laws that the service relies on, as tests for any engine.

In a test module of your own::

    from partie.kit.conformance import conformance
    from partie_hex import game

    TestHex = conformance(game)

This gives one pytest test per law. It needs only pytest and ``hypothesis``. A broken law names the game and the
position. The games are random, but the same in every run. Set ``PARTIE_CONFORMANCE=thorough`` to try far more,
``PARTIE_CONFORMANCE=quick`` to try less, and ``PARTIE_CONFORMANCE_SEED=2`` to play other games.

For the laws to find anything, an engine must offer more than its first six methods:

* ``progress``: a number that every move decreases. Where choices may be changed, count the changes left. Without it,
  that games end is only seen by playing them, and the law on it is skipped.
* ``pieces``: everything that no move creates or destroys.
* ``secrets`` and ``hidden``, when anything is hidden from anybody: every hidden item under a name derived from its
  place, its possible values, and its true value. Write them from the rules, not from ``view``: a secret that both
  of them miss is found by no test. ``determinize`` must redraw all these places.
* Games recorded with each ``version``: run the tests once with ``PARTIE_CONFORMANCE_RECORD=1``.
* ``scores``, when a seat's score depends on what others hide.
* Hidden ids are names. Look them up in tables; do not take them apart. Compute unseen items from those that were
  seen; do not read them off the hidden places.
* The engine instance must be a module-level name, so that another process can import it, with
  ``words.<language>.json`` and ``rules.<language>.md`` in the folder of the class (see ``Engine.room``).

Events that draw or uncover are closed. Whatever a viewer learns from an event, including a peek by its own seat, must
come out of ``chance`` or be announced by ``chance.uncover``: only then can it not be taken back.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec

from partie.kit.conformance.calls import calls_return
from partie.kit.conformance.forecasts import forecast_becomes_the_result, forecast_ends_are_reached, forecasts_hold
from partie.kit.conformance.games import games_end, pieces_are_conserved, progress_falls, results_are_sound
from partie.kit.conformance.lessons import lessons_can_be_played
from partie.kit.conformance.marks import marks_stay_hidden
from partie.kit.conformance.moves import (
    domains_hold_all_moves,
    legal_moves_are_accepted,
    moves_survive_the_wire,
    other_moves_are_refused,
)
from partie.kit.conformance.offers import offers_are_legal
from partie.kit.conformance.outside import (
    calls_draw_only_from_chance,
    calls_read_no_clock,
    calls_touch_nothing_outside,
)
from partie.kit.conformance.recorded import recorded_games_fold_alike
from partie.kit.conformance.report import Law, check, report
from partie.kit.conformance.secrets import determinizations_are_positions, secrets_take_their_values
from partie.kit.conformance.simultaneous import choices_are_simultaneous
from partie.kit.conformance.sizes import events_are_small, lists_of_moves_are_short, views_are_small
from partie.kit.conformance.speed import calls_are_quick
from partie.kit.conformance.states import (
    equal_states_answer_alike,
    folds_repeat,
    sets_have_no_say,
    states_are_plain,
    states_never_change,
    states_survive_a_snapshot,
)
from partie.kit.conformance.subject import (
    DEFAULT,
    QUICK,
    THOROUGH,
    AnyEngine,
    Effort,
    LawBroken,
    NotApplicable,
    Position,
    Subject,
    effort_of_environment,
)
from partie.kit.conformance.twins import (
    forecasts_keep_secrets,
    legal_moves_keep_secrets,
    lines_keep_secrets,
    offers_keep_secrets,
    refusals_keep_secrets,
    views_keep_secrets,
)
from partie.kit.conformance.undo import open_events_uncover_nothing, undo_restores_the_state
from partie.kit.conformance.views import (
    counts_never_fall,
    patches_rebuild_views,
    symmetric_information_is_shown_to_all,
    views_are_plain,
    views_have_their_type,
)
from partie.kit.conformance.words import everything_said_has_words, languages_say_the_same, refusals_name_their_rule

__all__ = [
    "DEFAULT",
    "LAWS",
    "QUICK",
    "THOROUGH",
    "Effort",
    "LawBroken",
    "NotApplicable",
    "broken_laws",
    "conformance",
    "replay",
]

LAWS: tuple[Law, ...] = (
    games_end,
    progress_falls,
    pieces_are_conserved,
    results_are_sound,
    legal_moves_are_accepted,
    other_moves_are_refused,
    moves_survive_the_wire,
    domains_hold_all_moves,
    choices_are_simultaneous,
    states_are_plain,
    states_survive_a_snapshot,
    states_never_change,
    folds_repeat,
    equal_states_answer_alike,
    sets_have_no_say,
    recorded_games_fold_alike,
    views_are_plain,
    views_have_their_type,
    symmetric_information_is_shown_to_all,
    counts_never_fall,
    patches_rebuild_views,
    secrets_take_their_values,
    determinizations_are_positions,
    views_keep_secrets,
    legal_moves_keep_secrets,
    lines_keep_secrets,
    refusals_keep_secrets,
    forecasts_keep_secrets,
    offers_keep_secrets,
    marks_stay_hidden,
    open_events_uncover_nothing,
    undo_restores_the_state,
    forecasts_hold,
    forecast_ends_are_reached,
    forecast_becomes_the_result,
    offers_are_legal,
    everything_said_has_words,
    languages_say_the_same,
    refusals_name_their_rule,
    lessons_can_be_played,
    views_are_small,
    events_are_small,
    lists_of_moves_are_short,
    calls_read_no_clock,
    calls_draw_only_from_chance,
    calls_touch_nothing_outside,
    calls_return,
    calls_are_quick,
)
"""All laws, each a function that raises :class:`LawBroken`."""


def conformance(engine: AnyEngine, effort: Effort | None = None, *, recorded: bool = True) -> type:
    """Return a test class with one test per law; give it a name that begins with ``Test`` in a test module.

    The games recorded with each version are in the folder of that module. ``recorded=False``: there are none, because
    other tests see to it that old games stay what they are.
    The ``effort`` holds unless the environment asks for another.
    """
    folder = Path(sys._getframe(1).f_code.co_filename).parent if recorded else None
    subject = Subject(engine, effort_of_environment(effort or DEFAULT), recorded=folder)
    laws = [law for law in LAWS if recorded or law is not recorded_games_fold_alike]
    return type(f"Test{type(engine).__name__}", (), {f"test_{law.__name__}": _test(law, subject) for law in laws})


def _test(law: Law, subject: Subject) -> Callable[[Any], None]:
    def test(_: object) -> None:
        # Only tests need it: the service and the documentation import this module as well.
        import pytest  # noqa: PLC0415

        found = ""
        try:
            check(law, subject)
        except LawBroken as broken:
            found = report(law, subject, broken)
        except NotApplicable as reason:
            pytest.skip(str(reason))
        if found:
            # The suite's own frames would say nothing about the engine.
            pytest.fail(found, pytrace=False)

    test.__name__ = f"test_{law.__name__}"
    test.__doc__ = law.__doc__
    return test


def broken_laws(
    engine: AnyEngine, effort: Effort = QUICK, laws: Iterable[Law] = LAWS, *, recorded: Path | None = None
) -> dict[str, str]:
    """Check the laws and return those that the engine breaks, by name, with what was found.

    ``recorded`` is the folder with the games that were recorded with each version, if there are any.
    """
    subject = Subject(engine, effort, recorded=recorded)
    found = {}
    for law in laws:
        try:
            check(law, subject)
        except LawBroken as broken:
            found[law.__name__] = report(law, subject, broken)
        except NotApplicable:
            continue
    return found


def replay(engine: AnyEngine, seats: int, options: str, game: str, moves: int, *, seed: str = "1") -> Position:
    """Return a position that a broken law named: a random game is the same every time it is played."""
    subject = Subject(engine, DEFAULT, seed)
    return Position(subject.play(seats, msgspec.json.decode(options, type=engine.options), game), moves)
