"""The boards that games bring along: below an address that names their content, and nothing else of the folder."""

from __future__ import annotations

from pathlib import Path

import httpx
import msgspec
import pytest

from partie.http.boards import Board, Boards, built_boards
from partie.registry import Registry
from tests.engines.toys import Toy
from tests.server.conftest import refusal

TOY = "tests.engines.toys:toy"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of a board with a module, a style sheet, a picture below, and a file that is no part of it."""
    folder = tmp_path / "board"
    (folder / "pieces").mkdir(parents=True)
    (folder / "board.js").write_text("export function mount() {}")
    (folder / "board.css").write_text(".stone {}")
    (folder / "pieces" / "stone.svg").write_text("<svg/>")
    (folder / "notes.txt").write_text("for the author")
    return folder


def test_a_board_has_an_address_for_each_of_its_files(folder: Path) -> None:
    """The page hears of module and style sheet; there is no icon, so it hears of none."""
    board = Board("hex", folder)
    assert board.described() == {
        "board": f"/boards/hex/{board.digest}/board.js",
        "style": f"/boards/hex/{board.digest}/board.css",
    }
    assert board.read("pieces/stone.svg") == (b"<svg/>", "image/svg+xml")


def test_any_change_of_a_board_changes_its_address(folder: Path) -> None:
    """So a browser may keep what it has for ever."""
    before = Board("hex", folder).digest
    assert Board("hex", folder).digest == before
    (folder / "pieces" / "stone.svg").write_text("<svg></svg>")
    assert Board("hex", folder).digest != before
    (folder / "pieces" / "stone.svg").rename(folder / "stone.svg")
    assert Board("hex", folder).digest not in (before, "")


def test_boards_read_again_have_the_addresses_of_what_is_there_now(folder: Path) -> None:
    """Until then the address of a file stays, whatever happens to the file."""

    class There(Toy):
        room = folder.parent

    registry = Registry.load(installed=())
    registry.add(There(), "tests")
    boards = Boards(registry)
    before = boards.described("toy")
    (folder / "board.js").write_text("export function mount() { return {} }")
    assert boards.described("toy") == before
    boards.read()
    assert boards.described("toy")["board"] == Board("toy", folder).address("board.js") != before["board"]


def test_nothing_else_of_the_machine_is_a_file_of_the_board(folder: Path, tmp_path: Path) -> None:
    """Neither files of other kinds, nor other folders, nor what a link in the folder leads to."""
    (tmp_path / "secret.json").write_text("{}")
    (folder / "link.json").symlink_to(tmp_path / "secret.json")
    board = Board("hex", folder)
    for name in ("notes.txt", "../secret.json", "link.json", "pieces", ""):
        with pytest.raises(KeyError):
            board.read(name)


def test_a_game_without_a_board_has_no_addresses(tmp_path: Path) -> None:
    """Its tables show the plain board."""
    assert Board("toy", tmp_path / "board").described() == {}


def test_a_board_that_is_built_with_the_client_is_described_by_its_list(tmp_path: Path) -> None:
    """The page hears of it as of any other, with the files to load next to it."""
    listed = {"board": "/assets/toy-1.js", "requires": ["/assets/boards-2.js"], "icon": "/assets/toy-3.svg"}
    (tmp_path / "games.json").write_bytes(msgspec.json.encode({"toy": listed}))
    assert built_boards(tmp_path) == {"toy": listed}
    boards = Boards(Registry.load([TOY], installed=()), tmp_path)
    assert boards.described("toy") == listed


def test_a_client_that_is_not_built_has_no_boards(tmp_path: Path) -> None:
    """Its games are still listed."""
    assert built_boards(tmp_path) == {}


def test_a_games_own_board_goes_before_the_one_of_the_client(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A package may bring another board for a game that has one."""
    (tmp_path / "games.json").write_bytes(msgspec.json.encode({"toy": {"board": "/assets/toy-1.js"}}))
    monkeypatch.setattr(Toy, "room", folder.parent)
    boards = Boards(Registry.load([TOY], installed=()), tmp_path)
    assert boards.described("toy") == Board("toy", folder).described()


@pytest.mark.parametrize("path", ["/boards/chess/0/board.js", "/boards/toy/0/board.js", "/boards/toy/0/../x.js"])
async def test_another_board_than_the_present_one_is_not_found(browser: httpx.AsyncClient, path: str) -> None:
    """A page that asks for it was loaded before the service had the present one."""
    status, code = refusal(await browser.get(path))
    assert (status, code in ("unknown_board", "not_found")) == (404, True)
