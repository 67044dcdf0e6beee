"""What calls say: in both languages, and with names that may be anything."""

from __future__ import annotations

import json
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from partie.delivery.mailer import Language, plain
from partie.features.notifications.demands import KINDS
from partie.features.notifications.outside import check_url, is_public
from partie.features.notifications.texts import LONGEST_CONTENT, Item, content, escaped, headline, line, words
from partie.features.notifications.webhook import body

MEANINGFUL = set("*_~`|>#-[]()<>@:/.\\!+=")


def test_both_languages_say_the_same_things() -> None:
    """Every key of one stands in the other, with the same parameters."""
    english, german = (words(language) for language in ("en", "de"))
    assert english.keys() == german.keys()
    assert set(KINDS) <= english.keys()
    for key, text in english.items():
        assert sorted(_parameters(text)) == sorted(_parameters(german[key])), key


def _parameters(text: str) -> list[str]:
    return [part.partition("}")[0] for part in text.split("{")[1:]]


@given(name=st.text(max_size=40))
def test_no_sign_of_a_name_means_anything_to_markdown(name: str) -> None:
    """Each sign of ASCII punctuation stands behind a backslash, so nothing is bold, a link or a mention."""
    text = escaped(name)
    rest = text
    while rest:
        if rest[0] == "\\":
            rest = rest[2:]
        else:
            assert rest[0] not in MEANINGFUL
            rest = rest[1:]


def test_a_webhook_pings_nobody() -> None:
    """Whatever somebody calls himself."""
    item = Item("table", "Vinci", ("@everyone <@1> https://x.example **Ann**",), "turn")
    told = json.loads(body(content([item], "en", "https://games.example")))
    assert told["allowed_mentions"] == {"parse": []}
    assert "@everyone" not in told["content"].replace("\\@", "")
    assert "https://x" not in told["content"]
    assert "<https://games.example/table/table>" in told["content"]


def test_many_calls_fit_into_a_message() -> None:
    """What does not fit is left out whole."""
    items = [Item(f"table-{number}", "Glen More", ("A" * 40,) * 4, "turn") for number in range(40)]
    assert len(content(items, "de", "https://games.example")) <= LONGEST_CONTENT


@pytest.mark.parametrize("language", get_args(Language))
def test_a_call_names_game_company_and_what_is_wanted(language: Language) -> None:
    """One in the subject, several counted."""
    item = Item("table", "Vinci", ("Ann", "Bob"), "turn")
    assert {"Vinci", "Ann, Bob"} <= {part for part in ("Vinci", "Ann, Bob") if part in line(item, language)}
    assert "Ann" not in headline([item], language)
    assert "2" in headline([item, item], language)
    assert "://" not in plain("https://x.example")


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "::1",
        "fe80::1%eth0",
        "fd00::1",
        "::ffff:127.0.0.1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
        "fec0::1",
        "64:ff9b:1::7f00:1",
        "::7f00:1",
        "::ffff:0:7f00:1",
    ],
)
def test_an_address_of_a_private_network_is_none_for_strangers(address: str) -> None:
    """Also where it stands inside another one."""
    assert not is_public(address)


@pytest.mark.parametrize("address", ["1.1.1.1", "2606:4700:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101"])
def test_an_address_of_the_internet_is_called(address: str) -> None:
    """In either version of the protocol."""
    assert is_public(address)


def test_only_whole_addresses_are_taken() -> None:
    """Plain http only where a private network is let in; no names in it, nothing that is no address."""
    assert check_url("https://hooks.example/1?x=2", private=False)
    for url in ("http://a.example", "ftp://a.example", "https://", "https://u:p@a.example", "https://a:x/", "no"):
        assert not check_url(url, private=False)
    assert check_url("http://127.0.0.1:9/x", private=True)
