"""The documents that are made from the wire's structs."""

from __future__ import annotations

import json
import re
from typing import Any, get_args

from partie.http import openapi
from partie.table import refusals
from partie.wire import schema
from partie.wire.client_in import Do, Inbound
from partie.wire.client_out import OtherCode, Outbound


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
