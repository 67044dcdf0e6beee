"""``partie new-game``: a package with a whole small game, to start your own game from."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Final

from partie.cli._support.output import CommandFailed, JsonFlag, print_json
from partie.cli._support.parameters import Argument, Option

TEMPLATE: Final = Path(__file__).parent / "_template"
"""A package whose names are replaced: its key ``newgame``, its class ``NewGame`` and its title ``New Game``.

Files whose names have the part ``de`` get the German title.
"""

_NAME: Final = re.compile(r"[a-z][a-z0-9]{1,23}")


def command(
    name: Annotated[str, Argument(help="The key of the game: a word in lower case, such as 'hex'.")],
    folder: Annotated[
        Path | None, Argument(help="Where the package goes. By default a new folder 'partie-NAME' here.")
    ] = None,
    *,
    title: Annotated[str, Option(help="What people call the game. By default its name.")] = "",
    title_de: Annotated[str, Option(help="What they call it in German. By default the same.")] = "",
    as_json: JsonFlag = False,
) -> None:
    """Write a package with a game to start from.

    The game can be played at once. It has rules, words in English and German, a board, an icon, and a test against all
    laws of engines.

    Example: partie new-game hop --title "Hop Over" --title-de "Hüpf drüber"
    """
    if not _NAME.fullmatch(name):
        raise CommandFailed("name", f"{name!r} can't be a key: use 2 to 24 small letters and digits, a letter first")
    for each in (title, title_de):
        if not each.isprintable() or set(each) & set('"\\{}'):
            raise CommandFailed("title", f"{each!r} can't be a title: use no quotation marks, backslashes or braces")
    target = Path(f"partie-{name}") if folder is None else folder
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise CommandFailed("exists", f"{target} exists and is not an empty folder: name another one")
    try:
        files = write(name, title or name.capitalize(), target, title_de)
    except OSError as error:
        raise CommandFailed("folder", f"{target} can't be written: {error.strerror or error}") from None
    if as_json:
        print_json({"folder": str(target), "files": files})
        return
    print(
        f"Wrote {len(files)} files to {target}. Play it:\n\n"
        f"    pip install 'partie[dev]'\n"
        f"    partie dev {target}\n\n"
        f"Then change {target / f'partie_{name}' / '__init__.py'}: the page follows."
    )


def write(name: str, title: str, target: Path, german: str = "") -> list[str]:
    """Write the package into a folder; without a German title, the title is the same in both languages.

    Returns its files, as paths within the folder. Raises :class:`OSError`.
    """
    names = {"newgame": name, "NewGame": re.sub(r"\W", "", title.title()) or name.capitalize(), "New Game": title}
    if not names["NewGame"].isidentifier():
        names["NewGame"] = name.capitalize()
    in_german = names | {"New Game": german or title}
    written = []
    for source in sorted(TEMPLATE.rglob("*")):
        if not source.is_file() or "__pycache__" in source.parts:
            continue
        path = target / str(source.relative_to(TEMPLATE)).replace("newgame", name)
        path.parent.mkdir(parents=True, exist_ok=True)
        text = _renamed(source.read_text(encoding="utf-8"), in_german if ".de" in source.suffixes else names)
        path.write_text(text, encoding="utf-8")
        written.append(path.relative_to(target).as_posix())
    return written


def _renamed(text: str, names: Mapping[str, str]) -> str:
    return re.sub("|".join(names), lambda found: names[found[0]], text)
