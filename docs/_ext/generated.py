"""Writes the parts of pages that the code knows best: settings, commands, messages, routes, games.

A page holds ``<!-- generated: NAME -->`` where such a part belongs. Sphinx never sees the mark: the text takes its
place before the page is parsed, so headings in it appear in the contents and in the search.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import json
import re
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, cast

import msgspec
import typer
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.errors import ExtensionError

from partie import config
from partie.cli._support.app import app as partie
from partie.gateway import doors
from partie.gateway.core import Core
from partie.gateway.http.routing import LimitedRoute
from partie.gateway.limiter import Allowance, Limit
from partie.http import client
from partie.http.boards import Boards
from partie.http.openapi import document
from partie.http.routes import routes as all_routes
from partie.kit import Engine, conformance
from partie.limits import Rate
from partie.wire import schema
from partie.wiring import Wiring

MARK: Final = re.compile(r"^<!-- generated: ([\w-]+) -->$", re.MULTILINE)
ROOT: Final = Path(__file__).resolve().parents[2]
ENGINES: Final = ROOT / "engines" / "partie" / "games"
VERSION: Final[str] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
EXTRA: Final = ROOT / "docs" / "_build" / "extra"
"""Where the protocol's documents are written for the pages to link to."""

Json = dict[str, Any]


def table(head: Sequence[str], rows: Iterator[Sequence[str]] | Sequence[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(
        "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in row) + " |" for row in lines
    )


def code(text: object) -> str:
    """As code, unless there is nothing to show."""
    return f"`{text}`" if str(text) else ""


def prose(docstring: str) -> str:
    """A docstring as Markdown: its code marks are reStructuredText's."""
    return re.sub(
        r":\w+:`~?([\w.]+)`|``(.+?)``", lambda found: f"`{found[1] or found[2]}`", inspect.cleandoc(docstring)
    )


# --- settings -------------------------------------------------------------------------------------------------------


def meanings() -> dict[str, str]:
    """What each setting means: the docstring below it. Fails if one has none."""
    (settings,) = ast.parse(inspect.getsource(config.Settings)).body
    assert isinstance(settings, ast.ClassDef)
    found: dict[str, str] = {}
    for field, below in zip(settings.body, [*settings.body[1:], None], strict=True):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            if not (isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant)):
                raise ExtensionError(f"the setting {field.target.id} has no docstring")
            found[field.target.id] = prose(str(below.value.value))
    return found


def default(value: object) -> str:
    """A setting's default as its variable would hold it."""
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def settings() -> str:
    """Every setting: its variable, its flag of ``partie serve``, its default, what it means and what it may be."""
    flags = {name: options[0] for name, options in options_of(commands()["serve"])}
    meaning, allowed = meanings(), config.allowed()
    rows = [
        (
            "<br>".join(map(code, filter(None, (config.variable(field.name), flags.get(field.name))))),
            code(default(field.default)),
            meaning[field.name] + (f"<br>*Allowed:* {allowed[field.name]}." if field.name in allowed else ""),
        )
        for field in msgspec.structs.fields(config.Settings)
    ]
    return table(("Setting", "Default", "Meaning"), rows)


# --- commands -------------------------------------------------------------------------------------------------------


def commands() -> Mapping[str, Any]:
    """The commands of ``partie`` by name."""
    group: Any = typer.main.get_command(partie)
    found: Mapping[str, Any] = group.commands
    return found


def options_of(command: Any) -> Iterator[tuple[str, list[str]]]:
    """The names and spellings of a command's options."""
    for parameter in command.params:
        if parameter.param_type_name == "option":
            yield parameter.name, parameter.opts


def _usage(name: str, command: Any) -> Iterator[str]:
    """A command and, if it is a group, all below it."""
    if below := getattr(command, "commands", None):
        for inner, each in below.items():
            yield from _usage(f"{name} {inner}", each)
        return
    given = [one for one in command.params if one.param_type_name == "argument"]
    words = [name, *(one.metavar or one.name.upper() for one in given)]
    explained = re.sub(r"^Example: (.+)$", r"Example: `\1`", prose(command.help or ""), flags=re.MULTILINE)
    yield f"## `{' '.join(words)}`\n\n{explained}\n"
    rows = []
    for one in command.params:
        if one.param_type_name == "option" and one.name not in ("as_json", "help"):
            notes = [one.help or ""]
            if one.envvar:
                notes.append(f"Variable: `{one.envvar}`.")
            rows.append(("<br>".join(map(code, [*one.opts, *one.secondary_opts])), " ".join(notes)))
        elif one.param_type_name == "argument" and one.help:
            rows.append((code(one.metavar or one.name.upper()), one.help))
    if rows:
        yield table(("Option", "Meaning"), rows) + "\n"


def command_line() -> str:
    """Every command with its options, as ``--help`` has them."""
    return "\n".join(line for name, command in commands().items() for line in _usage(f"partie {name}", command))


# --- the protocol -----------------------------------------------------------------------------------------------------


def _kind(of: Json) -> str:
    """A JSON schema's type in few words."""
    if "$ref" in of:
        name = of["$ref"].rpartition("/")[2]
        return f"[{name}](#type-{name.lower()})"
    if "const" in of:
        return code(json.dumps(of["const"]))
    if "enum" in of:
        return " or ".join(code(json.dumps(one)) for one in of["enum"])
    if either := of.get("anyOf") or of.get("oneOf"):
        return " or ".join(dict.fromkeys(_kind(one) for one in either))
    if of.get("type") == "array":
        return f"list of {_kind(of['items'])}" if of.get("items") else "list"
    if of.get("type") == "object":
        inner = of.get("additionalProperties")
        return f"map to {_kind(inner)}" if isinstance(inner, dict) and inner else "map"
    return str(of.get("type", "any"))


def _members(of: Json) -> str:
    """The members of a message or of a type."""
    required = of.get("required", ())
    rows = [
        (
            code(name),
            _kind(member),
            "yes" if name in required else "",
            prose(str(member.get("description") or "")),
        )
        for name, member in of.get("properties", {}).items()
        if name != "t"
    ]
    if not rows:
        return "No members but `t`."
    columns = ("Member", "Type", "Required", "Meaning")
    filled = [column for column in range(len(columns)) if any(row[column] for row in rows)]
    return table([columns[column] for column in filled], [[row[column] for column in filled] for row in rows])


def _connection(socket: Json) -> list[str]:
    """The states of a connection, its limits, its close codes, and how to compute a checksum."""
    crc, allowed = socket["x-view-crc"], socket["x-limits"]
    numbers = [(code(name), str(value)) for name, value in allowed.items() if isinstance(value, int | float)]
    refused = [
        (code(status), prose(each["description"]), f"{each['retry-after-seconds']} s")
        for status, each in allowed["handshake"].items()
    ]
    return [
        "## A connection\n",
        table(("State", "Meaning"), [(code(name), prose(words)) for name, words in socket["x-states"].items()]) + "\n",
        table(
            ("Close code", "Meaning"), [(code(each), prose(words)) for each, words in socket["x-close-codes"].items()]
        )
        + "\n",
        table(("Limit", "Value"), numbers) + "\n",
        table(("Handshake", "Meaning", "Retry after"), refused) + "\n",
        f"{prose(allowed['description'])}\n",
        f"{prose(crc['description'])} An update at least every {crc['every-events']} events has one. For example, "
        f"{code(json.dumps(crc['example']['view']))} is {code(crc['example']['canonical'])}, "
        f"and its checksum {crc['example']['crc']}.\n",
    ]


def messages() -> str:
    """Every message in both directions, then the types they share."""
    whole = schema.asyncapi(VERSION)
    schemas, shown = whole["components"]["schemas"], set()
    lines = [
        f"Version {VERSION} of the service. {prose(whole['info']['description'])}\n",
        f"{prose(whole['channels']['socket']['description'])}\n",
        *_connection(whole["channels"]["socket"]),
    ]
    replies = {
        operation["messages"][0]["$ref"].rpartition("/")[2]: [
            one["$ref"].rpartition("/")[2] for one in operation.get("reply", {}).get("messages", ())
        ]
        for operation in whole["operations"].values()
        if operation["action"] == "receive"
    }
    inbound = set(replies)
    for title, names in (
        ("From the client", [name for name in whole["components"]["messages"] if name in inbound]),
        ("From the service", [name for name in whole["components"]["messages"] if name not in inbound]),
    ):
        lines.append(f"## {title}\n")
        for name in names:
            message = whole["components"]["messages"][name]
            body = schemas[message["payload"]["$ref"].rpartition("/")[2]]
            shown.add(name)
            lines.append(f"(type-{name.lower()})=\n### `{message['name']}` ({name})\n")
            lines.append(prose(body.get("description") or message.get("summary", "")) + "\n")
            if replies.get(name):
                answers = ", ".join(f"[{one}](#type-{one.lower()})" for one in replies[name])
                lines.append(f"Answered by: {answers}.\n")
            lines.append(_members(body) + "\n")
    lines.append("## Types\n")
    for name, body in schemas.items():
        if name in shown:
            continue
        lines.append(f"(type-{name.lower()})=\n### {name}\n")
        if body.get("description"):
            lines.append(prose(body["description"]) + "\n")
        if "properties" in body:
            lines.append(_members(body) + "\n")
        elif lists := [one for one in body.get("anyOf", [body]) if "x-meanings" in one]:
            rows = [(code(each), prose(words)) for one in lists for each, words in one["x-meanings"].items()]
            lines.append(table(("Code", "Meaning"), rows) + "\n")
        else:
            lines.append(f"{_kind(body)}\n")
    return "\n".join(lines)


def routes() -> str:
    """Every route that can be asked over HTTP."""
    rows = [
        (
            code(f"{method.upper()} {path}"),
            prose(operation["summary"]),
            ", ".join(code(status) for status in operation["responses"]),
        )
        for path, methods in document(VERSION)["paths"].items()
        for method, operation in methods.items()
    ]
    return table(("Request", "What it does", "Statuses"), rows)


# --- limits ----------------------------------------------------------------------------------------------------------


def node() -> Core:
    """A node with all features, which is never started."""
    return Wiring(config.Settings(redis_url="redis://nowhere")).core


def number(value: float) -> str:
    """A number without needless places."""
    return f"{value:.1f}".removesuffix(".0")


def allowance(of: Allowance) -> str:
    """An allowance in words."""
    rate = of.rate
    each = rate.interval
    often = f"one every {number(each)} s" if each >= 1 else f"{number(1 / each)} a second"
    return f"{of.name}: {rate.count}, then {often}"


def allowances(limit: Limit) -> str:
    """All allowances of a limit."""
    told = [allowance(one) for one in (*filter(None, (limit.person,)), *limit.handler)]
    if limit.address is not None:
        told.append(allowance(limit.address) + ", per address")
    return "<br>".join(told)


def budgets() -> str:
    """What connections, people and addresses may do in all."""
    core = node()
    settings, limiter = core.settings, core.limiter

    def points(rate: Rate) -> str:
        return f"{number(rate.count / rate.seconds)} a second, {rate.count} at once"

    rows = (
        ("Points", points(limiter.person_rate), points(limiter.address_rate)),
        ("Connections", str(doors.MOST_OF_PERSON), str(doors.MOST_AT_ADDRESS)),
        ("Frames on one connection", f"{core.connections.frame_rate.count} a second", ""),
        ("Commands", f"{settings.commands_per_second} a second, a bot account {settings.bot_commands_per_second}", ""),
        ("Open tables, as their host", str(settings.open_tables), ""),
        ("Tables with bots at once, as their host", str(settings.tables_with_bots), ""),
        ("Unfinished tables of a bot account", str(settings.bot_tables), ""),
        ("New sessions, all nodes together", "", f"{settings.sessions_per_hour} an hour"),
    )
    return table(("Budget", "Person", "Address"), rows)


def tag(message: type) -> str:
    """The tag of a message or command on the wire."""
    return str(cast("type[msgspec.Struct]", message).__struct_config__.tag)


def message_limits() -> str:
    """What each message and each command costs."""
    routes = node().connections.routes
    rows = [
        (code(tag(message)), str(route.limit.cost), allowances(route.limit))
        for message, route in routes.served().items()
    ]
    commands = [
        (code(f"command: {tag(command)}"), str(limit.cost), allowances(limit))
        for command, limit in routes.commands().items()
    ]
    return table(("Message", "Points", "Allowance"), sorted(rows) + sorted(commands))


def request_limits() -> str:
    """What each request costs."""
    core = node()
    rows = [
        (code(f"{min(route.methods - {'HEAD'})} {route.path}"), str(route.limit.cost), allowances(route.limit))
        for route in all_routes(core, Boards(core.registry))
        if isinstance(route, LimitedRoute) and route.methods and route.path != "/{path:path}"
    ]
    files = ("a file of the page or of this documentation", str(client.LIMIT.cost), "")
    return table(("Request", "Points", "Allowance"), [*sorted(rows), files])


# --- games ------------------------------------------------------------------------------------------------------------


def engines() -> list[Engine[Any, Any]]:
    """The engines of this repository, by key."""
    keys = sorted(path.parent.name for path in ENGINES.glob("*/__init__.py"))
    return [getattr(importlib.import_module(f"partie.games.{key}"), key) for key in keys]


def games() -> str:
    """Every game of this repository with the number of its players."""
    rows = []
    for engine in engines():
        words = json.loads((ENGINES / engine.key / "words.en.json").read_text("utf-8"))
        rows.append(
            (f"[{words['name']}]({engine.key}.md)", f"{min(engine.seats)} to {max(engine.seats)}", code(engine.key))
        )
    return table(("Game", "Players", "Key"), rows)


# --- the laws of engines ----------------------------------------------------------------------------------------------


def laws() -> str:
    """Every law in the order of the suite, below what its module is about, with the twins that it catches."""
    sys.path.append(str(ROOT))
    twins: list[Any] = importlib.import_module("tests.engines.toys.broken").TWINS
    lines, module = [], ""
    for law in conformance.LAWS:
        if law.__module__ != module:
            module = law.__module__
            subject = re.sub(r"^(The laws?|Laws) (of|on) ", "", _first(sys.modules[module].__doc__))
            lines.append(f"## {subject[0].upper()}{subject[1:].rstrip('.').partition(':')[0]}\n")
        lines.append(f"### `{law.__name__}`\n\n{prose(law.__doc__ or '')}\n")
        lines += [
            f"- `{type(twin.engine).__name__}`: {_first(twin.engine.__doc__)}"
            for twin in twins
            if twin.law == law.__name__
        ]
        lines.append("")
    return "\n".join(lines)


def _first(docstring: str | None) -> str:
    return prose(docstring or "").partition("\n\n")[0].replace("\n", " ")


PARTS: Final[Mapping[str, Callable[[], str]]] = {
    "commands": command_line,
    "games": games,
    "laws": laws,
    "budgets": budgets,
    "message-limits": message_limits,
    "messages": messages,
    "request-limits": request_limits,
    "routes": routes,
    "settings": settings,
}


def fill(_app: Sphinx, page: str, source: list[str]) -> None:
    """Put each part in the place of its mark."""

    def part(found: re.Match[str]) -> str:
        if found[1] not in PARTS:
            raise ExtensionError(f"{page} asks for {found[1]!r}, which is none of {', '.join(PARTS)}")
        return PARTS[found[1]]()

    source[0] = MARK.sub(part, source[0])


def always_new(_app: Sphinx, env: BuildEnvironment, *_changes: set[str]) -> list[str]:
    """The pages with marks: the code may have changed, even if the page hasn't."""
    return [page for page in env.found_docs if MARK.search(env.doc2path(page).read_text("utf-8"))]


def write_documents(_app: Sphinx) -> None:
    """Write the AsyncAPI and OpenAPI documents, so that pages can link to them."""
    EXTRA.mkdir(parents=True, exist_ok=True)
    for name, content in (("asyncapi.json", schema.asyncapi(VERSION)), ("openapi.json", document(VERSION))):
        (EXTRA / name).write_text(json.dumps(content, indent=2, ensure_ascii=False), encoding="utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    """Sphinx calls this."""
    app.connect("builder-inited", write_documents)
    app.connect("env-get-outdated", always_new)
    app.connect("source-read", fill)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
