"""``partie dev``: which game it finds, what a change means, what its page gets, and who comes through which port."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Annotated, Any

import httpx
import msgspec
import psutil
import pytest
from msgspec import Meta, Struct
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from partie.cli._dev import desk as desks
from partie.cli._dev import hub, package, tables
from partie.cli._dev.checks import check, check_board, check_texts
from partie.cli._dev.desk import Desk, Fault, Game, Setup
from partie.cli._dev.node import fault_of
from partie.cli._dev.package import GamePackage, NotAGame
from partie.cli._dev.seats import Seats
from partie.cli.dev import missing
from partie.cli.new_game import write
from partie.client.client import Client
from partie.http.boards import Boards
from partie.people.sessions import COOKIE
from partie.table.errors import EngineFailed, HashDiffers, ViewNotSendable
from tests.engines.toys import Toy
from tests.server.cli.inside import failure
from tests.server.cli.script import PARTIE, PATIENCE

GAME = Game("hop", (2, 3), (), {})
DESK = Desk("hop", ("http://127.0.0.1:1",), "running", game=GAME)
RESTART_SECONDS = 1.0
"""Processor time from saving an engine to a service that runs with it. On a machine that is busy, more time passes."""


class Options(Struct, frozen=True):
    """Settings of each kind."""

    size: int = 7
    bounded: Annotated[int, Meta(ge=3, le=11)] = 5
    swap: bool = True
    title: str = "a"


@pytest.fixture
def hop(tmp_path: Path) -> Path:
    """The folder of a new game."""
    folder = tmp_path / "partie-hop"
    write("hop", "Hop Over", folder)
    return folder


# --- finding the game ---------------------------------------------------------------------------------------------


def test_a_game_is_found_by_its_folder_its_name_or_where_one_is(hop: Path) -> None:
    """A name is that of the folder which `partie new-game` makes."""
    found = package.find(None, (), hop)
    assert found == GamePackage("hop", "partie_hop:game", hop)
    assert package.find("hop", (), hop.parent) == package.find(str(hop), (), Path("/")) == found
    assert found.folder == found.room == hop / "partie_hop"


def test_an_installed_game_is_found_where_it_is_installed() -> None:
    """Without importing its module."""
    point = EntryPoint("toy", "tests.engines.toys:toy", "partie.engines")
    found = package.find("toy", [point], Path("/"))
    assert found.room == Path(__file__).parents[2] / "engines" / "toys"
    assert found.root == Path(__file__).parents[3]


def test_a_package_may_have_its_modules_below_src(hop: Path) -> None:
    """As many packages do."""
    (hop / "src").mkdir()
    (hop / "partie_hop").rename(hop / "src" / "partie_hop")
    assert package.in_folder(hop).root == hop / "src"


@pytest.mark.parametrize(
    ("project", "words"),
    [
        ("", "names no game"),
        ("[project", "can't be read"),
        ('[project.entry-points."partie.engines"]\na = "a:a"\nb = "b:b"', "names several games"),
        ('[project.entry-points."partie.engines"]\na = "nowhere:a"', "neither in"),
    ],
)
def test_what_is_missing_in_a_package_is_said(tmp_path: Path, project: str, words: str) -> None:
    """With the file that it should be in."""
    (tmp_path / "pyproject.toml").write_text(project)
    with pytest.raises(NotAGame, match=words):
        package.in_folder(tmp_path)


@pytest.mark.parametrize("name", ["nowhere", "."])
def test_without_a_game_nothing_is_started(name: str) -> None:
    """The folder of the tests has none, and there is none of that name."""
    assert failure("dev", str(Path(__file__).parent) if name == "." else name).code == "no_game"


@pytest.mark.parametrize(
    ("path", "change"),
    [
        ("partie_hop/__init__.py", "engine"),
        ("partie_hop/rules/flow.py", "engine"),
        ("partie_hop/data.toml", "engine"),
        ("partie_hop/words.en.json", "texts"),
        ("partie_hop/rules.de.md", "texts"),
        ("partie_hop/board/board.js", "board"),
        ("partie_hop/board/pieces/a.json", "board"),
        ("partie_hop/board/board.js~", None),
        ("partie_hop/.#__init__.py", None),
        ("partie_hop/__pycache__/x.py", None),
        ("partie_hop/notes.md", None),
        ("tests/test_hop.py", None),
        ("README.md", None),
    ],
)
def test_a_changed_file_means_as_much_as_reads_it(path: str, change: str | None, hop: Path) -> None:
    """Only what the engine imports needs another process."""
    assert package.in_folder(hop).change(hop / path) == change


def test_next_to_a_game_of_one_module_are_other_things(tmp_path: Path) -> None:
    """Its tests and its surroundings are none of it; its board and its words are."""
    (tmp_path / "hop.py").write_text("")
    found = GamePackage("hop", "hop:game", tmp_path)
    changes = [found.change(tmp_path / name) for name in ("hop.py", "words.en.json", "board/board.js", "tests/a.py")]
    assert changes == ["engine", "texts", "board", None]


def test_what_is_not_installed_is_said_in_a_line() -> None:
    """The game is served all the same."""
    assert missing(lambda _: True) == []
    (line,) = missing("hypothesis".__eq__)
    assert line == "Without watchfiles, no change of a file is noticed: pip install 'partie[dev]'"


# --- what the page shows ------------------------------------------------------------------------------------------


def test_a_changed_engine_is_loaded_and_forgets_its_faults() -> None:
    """The frames load their pages again when it has come, and not before."""
    faulty = desks.found(DESK, Fault("play", "ZeroDivisionError"))
    starting = desks.changed(faulty, "engine")
    assert (starting.phase, starting.faults, starting.loads) == ("starting", (), DESK.loads)
    running = desks.loaded(starting, GAME)
    assert (running.phase, running.loads) == ("running", DESK.loads + 1)


def test_a_changed_board_is_shown_at_once_and_the_faults_of_the_engine_stay() -> None:
    """So are words, which boards show too."""
    faulty = desks.found(desks.found(DESK, Fault("play", "a")), Fault("board", "b"))
    for change in ("board", "texts"):
        after = desks.changed(faulty, change)
        assert (after.phase, after.loads, [fault.what for fault in after.faults]) == ("running", DESK.loads + 1, ["a"])


def test_any_change_starts_a_service_again_that_has_stopped() -> None:
    """What was wrong may have been the words that it reads."""
    stopped = desks.stopped(DESK, Fault("load", "SyntaxError"))
    assert stopped.phase == "stopped"
    assert desks.changed(stopped, "texts").phase == "starting"


def test_a_fault_is_shown_once_and_not_too_many_are() -> None:
    """A board may have the same with each move of the mouse, at every seat."""
    twice = desks.found(desks.found(DESK, Fault("board", "a")), Fault("board", "a"))
    assert len(twice.faults) == 1
    for number in range(2 * desks.MOST_FAULTS):
        twice = desks.found(twice, Fault("board", str(number)))
    assert len(twice.faults) == desks.MOST_FAULTS
    assert twice.faults[-1].what == str(2 * desks.MOST_FAULTS - 1)


def test_checks_replace_what_checks_found_before() -> None:
    """And nothing else."""
    before = desks.checked(desks.found(DESK, Fault("play", "a")), [Fault("check", "b")])
    assert [fault.what for fault in desks.checked(before, [Fault("check", "c")]).faults] == ["a", "c"]


def test_a_new_table_takes_the_place_of_the_old_one() -> None:
    """With what was wrong there; what checks found is still so."""
    before = desks.checked(desks.found(DESK, Fault("table", "a")), [Fault("check", "b")])
    setup = Setup(2, {}, "7")
    after = desks.begun(before, "t2", setup)
    assert (after.table, after.setup, [fault.what for fault in after.faults]) == ("t2", setup, ["b"])


def test_the_form_has_a_field_for_each_setting() -> None:
    """By what the schema of the options says."""
    named = {field.name: field for field in desks.fields(msgspec.json.schema(Options))}
    assert {name: field.kind for name, field in named.items()} == {
        "size": "number",
        "bounded": "number",
        "swap": "flag",
        "title": "text",
    }
    assert (named["bounded"].low, named["bounded"].high, named["bounded"].initial) == (3, 11, 5)


def test_the_page_speaks_both_languages() -> None:
    """With a word for each fault and each phase."""
    english, german = (json.loads((hub.FILES / f"words.{language}.json").read_text()) for language in ("en", "de"))
    assert english.keys() == german.keys()
    assert {key.removeprefix("fault.") for key in english if key.startswith("fault.")} == desks.TITLES.keys()


# --- what is wrong ------------------------------------------------------------------------------------------------


def test_a_fault_shows_the_part_of_the_traceback_that_is_in_the_game() -> None:
    """And names the method that the service had called."""
    try:
        try:
            json.loads("{")
        except ValueError as cause:
            raise EngineFailed("t", 3, "apply") from cause
    except EngineFailed as error:
        fault = fault_of(error, Path(json.__file__).parent)
    assert (fault.origin, fault.what.endswith("in apply")) == ("play", True)
    assert "test_dev.py" not in fault.details
    assert "json/__init__.py" in fault.details


def test_a_table_that_does_not_fit_the_rules_any_more_is_no_fault_of_the_engine() -> None:
    """One starts it again."""
    assert fault_of(HashDiffers("t", 3, ("left",)), Path("/nowhere")).origin == "table"


def test_a_view_that_cannot_be_sent_is_a_fault_of_the_engine() -> None:
    """Said in a sentence, without the lines of the service that found it."""
    fault = fault_of(ViewNotSendable("t", 3, "hop", ".x: a float"), Path("/nowhere"))
    assert (fault.origin, fault.details) == ("play", "")
    assert fault.what.endswith("a view of hop cannot be sent: .x: a float")


def test_the_checks_find_missing_words(hop: Path) -> None:
    """In the folder of the engine, by the laws of the conformance suite."""

    class Wordless(Toy):
        room = hop / "partie_hop"

    assert check(Toy()) == []
    found = [fault.what for fault in check(Wordless())]
    assert "everything said has words" in found


def test_the_checks_find_what_a_page_cannot_load(tmp_path: Path) -> None:
    """A board without a module, and files of kinds that are not served."""
    assert check_board(tmp_path / "board") == []
    (tmp_path / "board").mkdir()
    (tmp_path / "board" / "board.ts").write_text("")
    missing, unserved = check_board(tmp_path / "board")
    assert "has no board.js" in missing.what
    assert "board.ts" in unserved.what


def test_the_checks_find_words_that_a_board_asks_for_in_vain(hop: Path) -> None:
    """The page would show their keys."""
    room = hop / "partie_hop"
    assert check_texts(room) == []
    board = room / "board" / "board.js"
    board.write_text(board.read_text().replace("words.text('prompt.take')", "words.text('prompt.tale')"))
    (fault,) = check_texts(room)
    assert fault.what == "board/board.js asks for words that are not there: prompt.tale"


def test_the_checks_say_where_a_file_of_words_is_broken(hop: Path) -> None:
    """A comma that is missing is found by its line, and nothing else is made of it."""
    words = hop / "partie_hop" / "words.de.json"
    words.write_text(words.read_text().replace(",", "", 1))

    class Broken(Toy):
        room = hop / "partie_hop"

    details = [fault.details for fault in check(Broken())]
    assert any("words.de.json is not JSON: line 3, column 3" in one for one in details)


# --- the seats ----------------------------------------------------------------------------------------------------


class NoBoards(Boards):
    """Counts how often boards are read."""

    def __init__(self) -> None:
        self.count = 0

    def read(self) -> None:
        self.count += 1


async def answered(port: int, path: str, boards: Boards) -> httpx.Response:
    """What a browser gets that has the cookie of another service on this machine."""

    async def page(request: Request) -> Response:
        headers = {"Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'", "X-Frame-Options": "DENY"}
        answer = HTMLResponse(f"<head></head>{request.cookies[COOKIE]}", headers=headers)
        answer.set_cookie(COOKIE, "renewed")
        return answer

    app = Starlette(routes=[Route("/{path:path}", page)])
    seats = Seats(app, {8001: "of-seat-0", 8002: "of-seat-1"}, "http://127.0.0.1:8000", boards)
    transport = httpx.ASGITransport(app=seats)
    cookies = {COOKIE: "of-another-service"}
    async with httpx.AsyncClient(transport=transport, base_url=f"http://127.0.0.1:{port}", cookies=cookies) as browser:
        return await browser.get(path)


async def test_a_port_stands_for_the_session_of_its_seat() -> None:
    """Whatever cookie a browser has for the machine, which it sends to all ports, and it gets no other."""
    for port, session in ((8001, "of-seat-0"), (8002, "of-seat-1")):
        answer = await answered(port, "/", NoBoards())
        assert answer.text.endswith(session)
        assert "set-cookie" not in answer.headers


async def test_only_the_page_of_all_seats_may_frame_a_seat() -> None:
    """The port that is no seat's answers as any service does."""
    framed, plain = await answered(8001, "/", NoBoards()), await answered(8003, "/", NoBoards())
    assert framed.headers["content-security-policy"] == "default-src 'self'; frame-ancestors http://127.0.0.1:8000"
    assert "x-frame-options" not in framed.headers
    assert '<script src="/dev/report.js" data-desk="http://127.0.0.1:8000"></script></head>' in framed.text
    assert (plain.headers["x-frame-options"], plain.text) == ("DENY", "<head></head>of-another-service")


async def test_boards_are_read_again_when_a_page_asks_for_the_games() -> None:
    """And not with each of its other requests."""
    boards = NoBoards()
    for path in ("/", "/api/games", "/boards/hop/1/board.js"):
        await answered(8001, path, boards)
    assert boards.count == 1


# --- the processes ------------------------------------------------------------------------------------------------


class Dev:
    """A running ``partie dev``."""

    def __init__(self, process: subprocess.Popen[str], url: str, folder: Path) -> None:
        self.process = process
        self.url = url
        self.folder = folder

    def until(self, wanted: str, value: Any) -> dict[str, Any]:
        """What the page gets, once a part of it has a value."""
        with urllib.request.urlopen(f"{self.url}/events", timeout=PATIENCE) as events:
            for line in events:
                told: dict[str, Any] = json.loads(line.removeprefix(b"data: ")) if line.strip() else {}
                if told.get(wanted) == value:
                    return told
        raise AssertionError("the stream of events has ended")

    def post(self, path: str, body: object, **headers: str) -> int:
        """Send something to the page's server; the status of the answer."""
        request = urllib.request.Request(self.url + path, json.dumps(body).encode(), headers, method="POST")
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            error.close()
            return error.code


@pytest.fixture
def dev(hop: Path) -> Iterator[Dev]:
    """The game of a new package, in which a draw decides who begins."""
    engine = hop / "partie_hop" / "__init__.py"
    engine.write_text(engine.read_text().replace("(0,) * seats)", "(0,) * seats, chance.pick(range(seats)))"))
    process = subprocess.Popen([PARTIE, "dev", hop, "--port", "0", "--json"], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    lines = []
    while (line := process.stdout.readline()) and line != "}\n":
        lines.append(line)
    try:
        yield Dev(process, json.loads("".join(lines) + line)["url"], hop)
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
    assert process.returncode == 0


async def begins(address: str, table: str) -> tuple[str, int]:
    """The person whose port it is, and who begins at a table."""
    client = await Client.join(address, cookie="none")
    await client.enter(table)
    seats = client.view["table"]["seats"]
    (own,) = (number for number, seat in seats.items() if seat.get("person") == client.person)
    turn = client.view["game"]["turn"]
    await client.close()
    return own, turn


def test_every_port_is_a_seat_and_a_seed_brings_the_same_table_back(dev: Dev) -> None:
    """Twice the same twelve tables, of which some begin with the one and some with the other seat."""
    dev.until("phase", "running")
    drawn = []
    for seed in (*"abcdefghijkl", *"abcdefghijkl"):
        setup = {"seats": 2, "options": {}, "seed": seed}
        assert dev.post("/table", setup) == 204
        told = dev.until("setup", setup)
        seats = [asyncio.run(begins(address, told["table"])) for address in told["addresses"][:2]]
        assert [own for own, _ in seats] == ["0", "1"]
        drawn.append(seats[0][1])
    assert drawn[:12] == drawn[12:]
    assert {*drawn} == {0, 1}


def test_a_saved_engine_serves_within_a_second(dev: Dev) -> None:
    """The table that was open is there, with the game as it is now. Only new processes take that second."""
    dev.until("phase", "running")
    setup = {"seats": 2, "options": {}, "seed": "a"}
    dev.post("/table", setup)
    table = dev.until("setup", setup)["table"]
    loads = dev.until("phase", "running")["loads"]
    engine = dev.folder / "partie_hop" / "__init__.py"
    before = {process.pid for process in psutil.Process(dev.process.pid).children(recursive=True)}
    engine.write_text(engine.read_text().replace("le=40", "le=50"))
    told = dev.until("loads", loads + 1)
    took = 0.0
    for process in psutil.Process(dev.process.pid).children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):
            took += sum(process.cpu_times()[:2]) if process.pid not in before else 0.0
    assert (told["phase"], told["table"], told["game"]["fields"][0]["high"]) == ("running", table, 50)
    assert 0.0 < took < RESTART_SECONDS


def test_the_page_takes_nothing_from_other_pages(dev: Dev) -> None:
    """Neither from another origin, nor under another name, nor too much of it."""
    dev.until("phase", "running")
    told = {"fault": "a fault\nat a place", "loads": 1}
    assert dev.post("/fault", told, Origin=dev.url) == 204
    assert dev.until("loads", 1)["faults"] == [{"origin": "board", "what": "a fault", "details": "at a place"}]
    assert dev.post("/fault", told, Origin="http://elsewhere.example") == 403
    assert dev.post("/fault", told, Host="elsewhere.example") == 400
    assert dev.post("/fault", "a" * hub.MAX_BODY) == 413
    assert dev.post("/table", {"seats": "two"}) == 422


def test_what_a_page_tells_that_is_loaded_again_is_left_alone(dev: Dev) -> None:
    """The file may be mended already."""
    loads = dev.until("phase", "running")["loads"]
    assert dev.post("/fault", {"fault": "an old one", "loads": loads - 1}) == 204
    assert dev.post("/fault", {"fault": "a new one", "loads": loads}) == 204
    assert [fault["what"] for fault in dev.until("loads", loads)["faults"]] == ["a new one"]


def test_the_seed_in_a_command_is_that_of_its_table() -> None:
    """Whatever else makes the command differ from all others."""
    assert tables.seed_of("abc-1") == tables.seed_of("abc-2") != tables.seed_of("abd-1")
