"""Words that the style advises against are found where people read them, and nowhere else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.tooling.language import ADVICE, CODE, EXCEPTIONS, PAGES, ROOT, SCREEN, Text, files, findings, main, texts


def words_in(text: str, kind: str = PAGES) -> list[str]:
    """The words that are found in a text."""
    return [finding.word for finding in findings(Text(ROOT / "page.md", 1, text, kind))]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Restore the own game.", "the own"),
        ("Load it\nanew.", "anew"),
        ("It is restored so.", "restored so"),
        ("It goes to whoever comes.", "whoever"),
        ("Those who watch see it.", "Those who watch"),
        ("Who loses the connection comes back.", "Who"),
        ("You wait. What you do now is sent.", "What"),
        ("- Whose turn it is decides.", "Whose"),
        ("Everybody is told.", "is told"),
        ("The file is to be copied.", "is to be"),
        ("The token is good no more.", "good no more"),
        ("Two pieces a turn.", "pieces a turn"),
        ("It is good until May.", "good until"),
        ("A dear province.", "dear"),
        ("The hindmost moves.", "hindmost"),
        ("It reckons the points.", "reckons"),
        ("Wait till then.", "till"),
        ("It lies beside the ship.", "beside"),
        ("Send a mail.", "mail"),
        ("The line was lost.", "The line was lost"),
        ("Send a try.", "a try"),
        ("Erase it.", "Erase"),
        ("Somebody opens a table.", "opens a table"),
        ("You cannot bring up the gold.", "bring up"),
        ("The color is red.", "color"),
    ],
)
def test_each_piece_of_advice_finds_its_words(text: str, word: str) -> None:
    """Also across the end of a line."""
    assert word in words_in(text)


def test_a_finding_says_where_it_is_and_what_to_write() -> None:
    """With the line in the file."""
    (finding,) = findings(Text(ROOT / "docs" / "index.md", 10, "One.\nTwo anew.", PAGES))
    assert str(finding) == "docs/index.md:11: 'anew': write again"


@pytest.mark.parametrize(
    "text",
    [
        "A box of its own.",
        "Who can join?",
        "Who can join",
        "They know who joins, and what it costs.",
        "Two pieces cannot be told apart.",
        "There are no more turns.",
        "No more than two.",
        "He opens the table.",
        "It brings you up to date, and brings them up to date.",
        "Use `--smtp-url` or mail.example.org.",
        "They did so.",
        "A grain field.",
    ],
)
def test_good_english_is_left_alone(text: str) -> None:
    """Questions, labels, and the same words in another sense."""
    assert words_in(text, SCREEN) == []


def test_the_first_sentence_of_a_docstring_may_be_a_noun_clause() -> None:
    """As a title; a later one may not."""
    assert words_in("What a seat may see.", CODE) == []
    assert words_in("A view. What a seat may see is in it.", CODE) == ["What"]
    assert words_in("What a seat may see is in it.", PAGES) == ["What"]


def test_spaces_of_a_board_are_no_fields_on_the_screen() -> None:
    """Elsewhere there are fields of a form or of a struct."""
    assert words_in("Go to that field.", SCREEN) == ["field"]
    assert words_in("Go to that field.", CODE) == []


@pytest.mark.parametrize(
    ("name", "source", "lines"),
    [
        ("say.en.json", '{\n  "anew": "Do it",\n  "do": "Do {anew, plural, one {it anew} other {it}}"\n}\n', [3]),
        ("page.md", "# Anew\n\n    run anew\n\nDo it `anew`, [or](anew.md) not.\n\n```\nanew\n```\nAnew.\n", [1, 10]),
        (
            "code.py",
            '"""Do it anew, not ``anew``."""\nx = "anew"\ny = "do it all anew"\n# Once more,\n# anew.\n',
            [1, 3, 5],
        ),
        (
            "code.ts",
            "const anew = 'anew' // do it anew\n/** Do it\n  * anew: it */\nconst url = \"http://anew\"\n",
            [1, 3],
        ),
        ("Page.svelte", '<!-- Do it\nanew. -->\n<p class="anew">{anew}</p>\n', [2]),
        ("code.lua", "local anew = 1 -- anew\nreturn anew\n", [1]),
    ],
)
def test_only_prose_is_read(tmp_path: Path, name: str, source: str, lines: list[int]) -> None:
    """Messages, pages, docstrings, comments and sentences in code; neither code nor names nor links."""
    path = tmp_path / name
    path.write_text(source)
    assert sorted(finding.line for text in texts(path) for finding in findings(text)) == lines


def test_all_prose_of_the_project_is_read() -> None:
    """Each kind of file, in each folder that has some; nothing that is generated, and no German."""
    found = {path.relative_to(ROOT).as_posix() for path in files()}
    for name in (
        "README.md",
        "docs/glossary.md",
        "client-web/src/i18n/en.json",
        "client-web/src/table/page/Layout.svelte",
        "engines/partie/games/vinci/rules.en.md",
        "engines/partie/games/vinci/words.en.json",
        "server/partie/features/narration/words.en.json",
        "server/partie/metrics.py",
        "server/partie/features/chat/report.lua",
    ):
        assert name in found
    assert [name for name in found if re.search(r"\.de\.|/de\.json|generated\.ts|/site/|/static/", name)] == []


def test_the_page_on_style_shows_the_whole_list() -> None:
    """In its order, so that nobody has to read the code."""
    page = (ROOT / "docs" / "developing" / "style.md").read_text("utf-8")
    rows = re.findall(r"^\| (.+) \| (.+) \|$", page, re.MULTILINE)
    assert rows[1:] == [(advice.avoid, advice.write) for advice in ADVICE]


def test_every_exception_is_still_needed() -> None:
    """An exception without its phrase would hide a mistake one day."""
    prose = "\n".join(path.read_text("utf-8") for path in files() if path.suffix in (".json", ".ts", ".md"))
    assert [phrase for phrase in EXCEPTIONS if not re.search(re.escape(phrase), prose, re.IGNORECASE)] == []


def test_the_command_fails_if_it_finds_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It takes files, as hooks name them."""
    good, bad = tmp_path / "good.md", tmp_path / "bad.md"
    good.write_text("Do it again.\n")
    bad.write_text("Do it anew.\n")
    monkeypatch.setattr("sys.argv", ["language", str(good)])
    assert main() == 0
    monkeypatch.setattr("sys.argv", ["language", str(good), str(bad)])
    assert main() == 1
    assert capsys.readouterr().out == f"{bad}:1: 'anew': write again\n"
