"""The documents that are made from the wire's structs."""

from __future__ import annotations

import json
import re
import zlib
from typing import Any, get_args

import msgpack

from partie.config import Settings
from partie.http import openapi
from partie.kit.schema import schema as game_schema
from partie.people import sessions
from partie.table import refusals
from partie.wire import closing, limits, schema, states
from partie.wire.client_in import Do, Inbound
from partie.wire.client_out import OtherCode, Outbound
from tests.engines.toys import toy


def test_every_message_is_in_both_documents() -> None:
    """No message of either direction is forgotten."""
    document = schema.asyncapi("1.0.0")
    text = schema.typescript()
    for struct in (*get_args(Inbound), *get_args(Outbound)):
        assert struct.__name__ in document["components"]["messages"]
        assert struct.__name__ in document["components"]["schemas"]
        assert f"interface {struct.__name__} {{\n  t: '{struct.__struct_config__.tag}'" in text
    for struct in get_args(Do):
        assert f"interface {struct.__name__} {{\n  type: '{struct.__struct_config__.tag}'" in text


def test_every_response_over_http_is_described() -> None:
    """Without the docstrings of Python's own types, and without indentation, which Markdown takes for code."""
    document = openapi.document("1.0.0")
    described = [
        schema["description"] for schema in document["components"]["schemas"].values() if "description" in schema
    ]
    for operations in document["paths"].values():
        for operation in operations.values():
            described += [response["description"] for response in operation["responses"].values()]
    assert len(described) > 100
    assert all(described)
    assert not {dict.__doc__, list.__doc__} & set(described)
    assert [text for text in described if "\n  " in text] == []


def test_every_code_is_listed_by_what_it_is_about() -> None:
    """Refusals in groups with a title, each code in one of them; and what else has a code names its list."""
    document = schema.asyncapi("1.0.0")
    schemas = document["components"]["schemas"]
    groups = {group["title"]: group["enum"] for group in schemas["RefusalCode"]["anyOf"]}
    assert groups.keys() == {*refusals.GROUPS, "other"}
    listed = [code for codes in groups.values() for code in codes]
    assert len(listed) == len(set(listed))
    assert set(listed) == _literals(refusals.Code) | _literals(OtherCode)
    for name in ("GoneCode", "NoPastCode", "NoReasonCode", "ProblemCode"):
        message = schema.CODES[name][0]
        assert f"#/components/schemas/{name}" in _references(schemas[message]["properties"]["code"])
        assert len(schemas[name]["enum"]) >= 3


def test_every_code_has_a_meaning() -> None:
    """And no meaning is left of a code that is gone."""
    for name, (_, _, groups, meaning) in schema.CODES.items():
        listed = [code for codes in groups.values() for code in codes]
        assert set(listed) == meaning.keys(), name
        assert all(words.endswith(".") for words in meaning.values())
        described = schema.asyncapi("1.0.0")["components"]["schemas"][name]
        lists = described.get("anyOf", [described])
        assert [code for each in lists for code in each["x-meanings"]] == listed


def test_the_states_of_a_connection_and_the_close_codes_are_described() -> None:
    """Every state that there is, and every code with which the service closes."""
    socket = schema.asyncapi("1.0.0")["channels"]["socket"]
    assert socket["x-states"].keys() == {state.value for state in states.State}
    codes = {value for name, value in vars(closing).items() if name.isupper() and isinstance(value, int)}
    assert set(map(int, socket["x-close-codes"])) == codes == closing.MEANINGS.keys()
    assert socket["x-limits"]["frames-per-second"] == limits.FRAMES_PER_SECOND
    assert socket["x-limits"]["handshake"]["429"]["retry-after-seconds"] == limits.ADMISSION_RETRY


def test_the_example_of_the_canonical_form_is_what_anybody_would_compute() -> None:
    """With another MessagePack library, from the example's view alone."""
    example = schema.asyncapi("1.0.0")["channels"]["socket"]["x-view-crc"]["example"]

    def ordered(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: ordered(item) for key, item in sorted(value.items())}
        return [ordered(item) for item in value] if isinstance(value, list) else value

    built = msgpack.packb(ordered(example["view"]))
    assert built.hex() == example["canonical"]
    assert zlib.crc32(built) == example["crc"]


def test_servers_and_security_are_those_of_the_service() -> None:
    """The port is the default one, the cookie the one that the service sets."""
    document = schema.asyncapi("1.0.0")
    assert document["servers"]["local"]["variables"]["port"]["default"] == str(Settings().port)
    schemes = document["components"]["securitySchemes"]
    assert schemes["session"]["name"] == sessions.COOKIE
    for server in document["servers"].values():
        assert [each["$ref"].rpartition("/")[2] for each in server["security"]] == list(schemes)


def test_what_a_game_describes_itself_names_its_schema() -> None:
    """Moves and views, wherever a message has them."""
    schemas = schema.asyncapi("1.0.0")["components"]["schemas"]
    for struct, member in (("Move", "move"), ("Turn", "legal"), ("TableView", "game"), ("TableFrame", "options")):
        path, part = schemas[struct]["properties"][member]["x-game-schema"].split("#/properties/")
        assert path == "/api/games/{game}/schema"
        assert part in game_schema(toy)["properties"]
    for struct in ("Update", "Past"):
        assert schemas[struct]["properties"]["view"] == {"$ref": "#/components/schemas/TableView"}


def test_every_reference_points_at_something() -> None:
    """All references of the AsyncAPI document can be followed."""
    document = json.loads(json.dumps(schema.asyncapi("1.0.0")))
    for reference in _references(document):
        assert reference.startswith("#/")
        place = document
        for part in reference[2:].split("/"):
            place = place[part]


def test_the_documents_are_the_same_every_time() -> None:
    """Nothing in them depends on time, place or the order of a set."""
    assert json.dumps(schema.asyncapi("1.0.0")) == json.dumps(schema.asyncapi("1.0.0"))
    assert schema.typescript() == schema.typescript()


def test_nothing_in_typescript_can_be_null() -> None:
    """Members are left out instead, save in merge patches, where null removes."""
    types = schema.typescript()
    assert re.findall(r"^.*\| null$", types, re.MULTILINE) == ["  [key: string]: Value | Patch | null"]


def test_refined_members_exist() -> None:
    """The table of members with a better TypeScript type names only members there are."""
    types = schema.typescript()
    for struct, member in schema.REFINED:
        body = re.search(rf"export interface {struct} \{{(.*?)\n\}}", types, re.DOTALL)
        assert body is not None, struct
        assert re.search(rf"^  {member}\??:", body[1], re.MULTILINE), (struct, member)


def test_published_names_stand_in_place_of_those_of_python() -> None:
    """In both documents, wherever the struct is named."""
    text = schema.typescript()
    schemas = schema.asyncapi("1.0.0")["components"]["schemas"]
    for struct, published in schema.PUBLISHED.items():
        assert published in schemas
        assert f"export interface {published} {{" in text
        assert struct not in json.dumps(schemas)
        assert struct not in text


def _literals(kind: Any) -> set[str]:
    """All strings of a union of literals."""
    return {text for part in get_args(kind) for text in ([part] if isinstance(part, str) else _literals(part))}


def _references(value: Any) -> list[str]:
    if isinstance(value, dict):
        own = [value["$ref"]] if isinstance(value.get("$ref"), str) else []
        return own + [found for item in value.values() for found in _references(item)]
    if isinstance(value, list):
        return [found for item in value for found in _references(item)]
    return []
