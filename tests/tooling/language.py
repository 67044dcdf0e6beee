"""``python -m tests.tooling.language [FILE ...]``: find words and constructions that the style advises against.

The list below is the one list: the page ``docs/developing/style.md`` shows it, and a test compares the two. The command
reads the English catalogues, the pages, and the docstrings, comments and longer strings of the code. It prints where
each word is and what to write instead.
"""

from __future__ import annotations

import ast
import io
import json
import re
import sys
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]

SCREEN, PAGES, CODE = "screen", "pages", "code"
"""Where a text is read: in the client, in the documentation, or in the source."""

EVERYWHERE = frozenset({SCREEN, PAGES, CODE})


@dataclass(frozen=True)
class Advice:
    """Words to avoid, and what to write instead. Only people can find those without a pattern."""

    avoid: str
    write: str
    pattern: str = ""
    where: frozenset[str] = EVERYWHERE
    begins: bool = False
    """Whether the words are meant only where they begin a statement."""


ADVICE = (
    Advice("the own, an own, one's own", "your, their, its", r"\b(?:the|an|one['’]s|any|all|no|with|of|by) own\b"),
    Advice("anew", "again", r"\banew\b"),
    Advice(
        'so (for "this way")',
        "like this, this way",
        r"\b(?:called|given|kept|made|played|read|restored|shown|taken|written) so\b"
        r"(?! (?:that|far|long|many|much|few))",
    ),
    Advice("whoever, whomever", "players who, anyone who", r"\b(?:whoever|whomever)\b"),
    Advice(
        "who watches", "spectators", r"\b(?:those|people|persons|players|everybody|everyone|and) who watch(?:es)?\b"
    ),
    Advice(
        "Who …, Whose …, What … (to begin a statement)",
        "players who …, or another noun",
        r"(?-i:Who|Whose|Whom|What)\b",
        begins=True,
    ),
    Advice(
        "is told, is asked",
        "you get, we ask, knows",
        r"\b(?:(?:is|are|was|were|be|been|being) told(?! apart)|(?:is|are) asked)\b",
    ),
    Advice("is to be", "must, will", r"\b(?:is|are|was|were) to be\b"),
    Advice('let (as a general "make")', "the verb itself"),
    Advice(
        'no more (for "no longer")',
        "no longer",
        r"\b(?:is|are|was|were|be|been|\w+e[dn]|good|them|it|him|us) no more"
        r"(?=[,.;:)]| (?:and|as|because|but|if|when)\b|\Z)",
    ),
    Advice(
        "a turn (after a number)",
        "per turn",
        r"\b(?:once|twice|times|\d+|(?:choice|move|piece|point|step)s?) an? (?:turn|round)\b",
    ),
    Advice("good until, good no more", "valid until, no longer valid", r"\bgood (?:until|no more)\b"),
    Advice("dear", "expensive", r"\bdear(?:er|est|ly)?\b"),
    Advice("hindmost", "last", r"\bhindmost\b"),
    Advice("reckon", "compute, count", r"\breckon\w*\b"),
    Advice("till", "until", r"\btill\b"),
    Advice("beside, besides", "next to, in addition to", r"\bbesides?\b"),
    Advice("mail", "email", r"(?<![-/\w.])(?:e-)?mails?\b(?![-/]|\.\w)"),
    Advice(
        "line (for a connection or a message)",
        "connection, message",
        r"\b(?:no line|lines? of chat|(?:the|a) line (?:is|was) (?:lost|gone|back|down|up|poor)|the line went)\b",
    ),
    Advice("a try", "a test message, an attempt", r"\ba try\b"),
    Advice("erase", "delete", r"\beras(?:e|es|ed|ing)\b"),
    Advice(
        "set up, open (a table)",
        "create",
        r"\b(?:open(?:s|ed|ing)?|set(?:s|ting)? up) (?:a|another|one's|your) (?:new |rated |private |public )?table\b"
        r"(?!['’-])",
    ),
    Advice("bring up", "mention, provide", r"\b(?:bring|brings|bringing|brought) up\b(?! to)"),
    Advice("field", "space (on a board)", r"\bfields?\b", frozenset({SCREEN})),
    Advice("make (a code, a bot)", "create"),
    Advice('enough (for "too many")', "too many"),
    Advice(
        "color, center, behavior",
        "British spelling",
        r"\b(?:colored|colors?|neighbors?|neighboring|behaviors?|favorites?|centers?|centered|gray|honors?"
        r"|catalogs?|canceled|canceling|labeled|modeled|traveled|traveling|fulfill?s)\b",
    ),
)
"""The advice of the style, in the order of its page."""

EXCEPTIONS = {
    "Color Research": "the name of a journal",
    "Field General": "the name of a tile of Vinci",
    "grain field": "the name of a tile of Glen More",
}
"""Phrases that hold such a word with good reason."""


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern.replace(" ", r"\s+"), re.IGNORECASE)


@dataclass(frozen=True)
class Text:
    """A piece of prose as it stands in a file, with markup and code blanked out."""

    path: Path
    line: int
    text: str
    kind: str


@dataclass(frozen=True)
class Finding:
    """One use of a word that the style advises against."""

    path: Path
    line: int
    word: str
    write: str

    def __str__(self) -> str:
        path = self.path.relative_to(ROOT) if self.path.is_relative_to(ROOT) else self.path
        return f"{path}:{self.line}: {self.word!r}: write {self.write}"


def findings(text: Text) -> Iterator[Finding]:
    """Yield all uses of such words in one text."""
    text = replace(text, text=_blank(_compiled("|".join(EXCEPTIONS)), text.text))
    for advice in ADVICE:
        if not advice.pattern or text.kind not in advice.where:
            continue
        for match in _compiled(advice.pattern).finditer(text.text):
            if advice.begins and not _begins_statement(text, match):
                continue
            line = text.line + text.text.count("\n", 0, match.start())
            yield Finding(text.path, line, " ".join(match[0].split()), advice.write)


def _begins_statement(text: Text, match: re.Match[str]) -> bool:
    """Whether a word begins a sentence that is no question and no label."""
    before = text.text[: match.start()]
    # The first sentence of a docstring may be a noun clause, such as "What a seat may see."
    title = text.kind == CODE and match[0] == "What"
    begins = BEFORE.search(before) or not (before.strip() or title)
    return bool(begins) and STATEMENT.match(text.text, match.end()) is not None


BEFORE = re.compile(r"(?:[.!?]['\"”’)*_]*\s+|\n\s*\n\s*|(?:\A|\n)\s*(?:[-*#>]+|\d+\.)\s+|\|\s+)\Z")
"""The text before a sentence: the end of another one, an empty line, or the mark of a heading, an item or a cell."""

STATEMENT = re.compile(r"(?:(?!\n\s*\n)[^?.!|])*[.!](?:\s|\Z)")
"""The rest of a sentence that is no question, and not a label without a full stop."""


def texts(path: Path) -> Iterator[Text]:
    """Yield the prose of a file: everything in it that people read."""
    source = path.read_text("utf-8")
    match path.suffix:
        case ".json":
            yield from _catalogue(path, source)
        case ".md":
            yield Text(path, 1, _blank(MARKUP, source), PAGES)
        case ".py":
            yield from _python(path, source)
        case _:
            yield from _comments(path, source)


def files() -> Iterator[Path]:
    """Yield all files with English prose, except generated ones."""
    yield from sorted(ROOT.glob("*.md"))
    for folder in (".github", "docs", "engines", "server", "client-web/src", "tests"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in SUFFIXES and not SKIPPED.search(path.relative_to(ROOT).as_posix()):
                yield path


SUFFIXES = {".json", ".lua", ".md", ".py", ".svelte", ".ts"}

SKIPPED = re.compile(
    r"^docs/(_build/|developing/style\.md)"  # the style shows the words
    r"|^server/partie/http/(site|static)/"
    r"|^tests/(golden/.*\.json|fixtures/.*\.json|\.artifacts/)"
    r"|generated\.ts$|/client_fixtures/"
    r"|(?<![./]en)\.json$|\.de\.md$"
)
"""Files without English prose, or with prose that nobody wrote."""

MARKUP = re.compile(
    r"(?ms:^```.*?^```|^~~~.*?^~~~)|(?m:^ {4}(?! *[-*]).*$)|``[^`]+``|`[^`]*`|(?<=\])\([^)]*\)|https?://\S+|<!--(?s:.*?)-->"
)
"""The parts of a page that are no prose."""

NAMES = re.compile(r"``[^`]+``|`[^`]*`|\"[^\"\n]*\"|https?://\S+|--[a-z][-a-z]*|\{[^{}]*\}|\w+[_.(=]\w+")
"""The parts of a docstring or a comment that are no prose: names, and quotations."""

ARGUMENT = re.compile(r"\{\w+(?:,\s*(?:plural|select|selectordinal)\s*,)?|\b\w+(?= \{)")
"""The name of a value in a message, and those of its cases."""

COMMENT = re.compile(
    r"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'"
    r"|(?P<comment>(?s:/\*.*?\*/)|(?://[^\n]*(?:\n[ \t]*(?=//))?)+|<!--(?s:.*?)-->)"
)
"""A string or a comment of TypeScript."""

REMARK = re.compile(r"(?P<comment>(?:--[^\n]*(?:\n[ \t]*(?=--))?)+)")
"""A comment of Lua."""

SIGNS = re.compile(r"/\*\*?|\*/|^[ \t]*\*(?=\s)|//|--+>?|<!", re.MULTILINE)
"""The marks of a comment."""


def _blank(pattern: re.Pattern[str], text: str) -> str:
    """Return the text with dots in place of the matches, so that everything else keeps its place."""
    return pattern.sub(lambda match: re.sub(r"[^\n]", "\u00b7", match[0]), text)


def _catalogue(path: Path, source: str) -> Iterator[Text]:
    """Yield the messages of a catalogue, which has one on each line."""
    for number, line in enumerate(source.splitlines(), 1):
        if match := re.fullmatch(r'\s*"[^"]+": ("(?:\\.|[^"\\])*"),?', line):
            yield Text(path, number, _blank(ARGUMENT, json.loads(match[1])).replace("\n", " "), SCREEN)


def _python(path: Path, source: str) -> Iterator[Text]:
    """Yield the docstrings, the longer strings and the comments of a module."""
    nodes = list(ast.walk(ast.parse(source)))
    docstrings = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
            continue
        # Strings of a few words are names; those of tests are data.
        if id(node) in docstrings or (node.value.count(" ") > 1 and "tests" not in path.parts):
            yield Text(path, node.lineno, _blank(NAMES, node.value), CODE)
    block: list[tokenize.TokenInfo] = []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            if block and token.start[0] != block[-1].start[0] + 1:
                yield _remark(path, block)
                block = []
            block.append(token)
    if block:
        yield _remark(path, block)


def _remark(path: Path, block: list[tokenize.TokenInfo]) -> Text:
    """Return a comment of one or more lines."""
    return Text(path, block[0].start[0], _blank(NAMES, "\n".join(token.string.lstrip("# ") for token in block)), CODE)


def _comments(path: Path, source: str) -> Iterator[Text]:
    """Yield the comments of a file in TypeScript or Lua."""
    for match in (REMARK if path.suffix == ".lua" else COMMENT).finditer(source):
        if comment := match["comment"]:
            line = source.count("\n", 0, match.start()) + 1
            yield Text(path, line, _blank(NAMES, SIGNS.sub(lambda sign: " " * len(sign[0]), comment)), CODE)


def main() -> int:
    """Print what is found in the given files, or in all; 1 if there is anything."""
    count = 0
    for path in map(Path.absolute, map(Path, sys.argv[1:])) if sys.argv[1:] else files():
        for text in texts(path):
            for finding in findings(text):
                print(finding)
                count += 1
    return int(count > 0)


if __name__ == "__main__":
    sys.exit(main())
