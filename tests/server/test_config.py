"""Settings from the environment and from flags."""

from __future__ import annotations

from pathlib import Path

import pytest

from partie.config import BadSetting, Settings, load, parted, unknown_variables, variable


def test_nothing_given_is_a_service_for_this_machine() -> None:
    """Without any variable or flag the node listens on this machine alone and runs its own Redis."""
    settings = load({})
    assert (settings.host, settings.port, settings.redis_url, settings.workers) == ("127.0.0.1", 8000, "", 1)


def test_the_environment_is_read() -> None:
    """Texts of variables become values of the settings' types, lists are parted by commas."""
    settings = load(
        {
            "PARTIE_PORT": "9000",
            "PARTIE_DATA_DIR": "/srv/partie",
            "PARTIE_ENGINES": "hexes:game, wars.rules:game",
            "PARTIE_BOT_PAUSE": "0,0.5",
            "PARTIE_ALLOW_PRIVATE_WEBHOOKS": "true",
            "PARTIE_LOG_FORMAT": "json",
            "REDIS_URL": "redis+cluster://one:1,two:2",
        }
    )
    assert settings == Settings(
        port=9000,
        data_dir=Path("/srv/partie"),
        engines=("hexes:game", "wars.rules:game"),
        bot_pause=(0.0, 0.5),
        allow_private_webhooks=True,
        log_format="json",
        redis_url="redis+cluster://one:1,two:2",
    )


def test_flags_go_before_the_environment() -> None:
    """A flag that was given replaces the variable; one that was not leaves it."""
    settings = load({"PARTIE_PORT": "9000", "PARTIE_WORKERS": "3"}, port=7000, workers=None)
    assert (settings.port, settings.workers) == (7000, 3)


def test_an_empty_variable_counts_as_absent() -> None:
    """Compose files pass variables on that nobody has set."""
    assert load({"PARTIE_PORT": "", "REDIS_URL": ""}) == Settings()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("PARTIE_PORT", "65536"),
        ("PARTIE_PORT", "tcp://10.0.0.1:8000"),
        ("PARTIE_WORKERS", "0"),
        ("PARTIE_ENGINES", "hexes"),
        ("PARTIE_LOG_FORMAT", "xml"),
        ("PARTIE_LOG_LEVEL", "loud"),
        ("PARTIE_ACK_REPLICAS", "-1"),
        ("PARTIE_BOT_PAUSE", "2,1"),
        ("PARTIE_BOT_PAUSE", "soon"),
        ("PARTIE_ALLOW_PRIVATE_WEBHOOKS", "perhaps"),
        ("PARTIE_SESSIONS_PER_HOUR", "1.5"),
    ],
)
def test_a_wrong_value_is_refused_with_its_name_and_what_is_allowed(name: str, text: str) -> None:
    """The error names the variable, shows its value and tells the values that are allowed."""
    with pytest.raises(BadSetting) as raised:
        load({name: text})
    assert str(raised.value).startswith(f"invalid {name} ")
    assert f"; expected {raised.value.allowed}" in str(raised.value)


def test_a_wrong_flag_is_named_as_a_flag() -> None:
    """After a wrong flag the error names the flag, not a variable."""
    with pytest.raises(BadSetting, match=r"^invalid --ack-replicas 99; expected a whole number from 0 to 16$"):
        load({}, ack_replicas=99)


def test_a_wrong_redis_url_is_not_repeated() -> None:
    """The URL may hold a password, which an error must not spread."""
    with pytest.raises(BadSetting) as raised:
        load({"REDIS_URL": "http://ann:secret@redis"})
    assert "secret@" not in str(raised.value)
    assert "redis+cluster://" in str(raised.value)


def test_a_misspelt_variable_is_found() -> None:
    """Every setting has a variable, and what looks like one and is none is listed."""
    environment = {variable("port"): "1", "PARTIE_PROT": "1", "PATH": "/bin"}
    assert unknown_variables(environment) == ["PARTIE_PROT"]


def test_a_secret_may_stand_in_a_file(tmp_path: Path) -> None:
    """As container platforms hand it in; a variable with the secret itself goes first."""
    file = tmp_path / "token"
    file.write_text("a token of the monitoring\n".replace(" ", "-"))
    assert load({"PARTIE_METRICS_TOKEN_FILE": str(file)}).metrics_token == "a-token-of-the-monitoring"
    both = {"PARTIE_METRICS_TOKEN_FILE": str(file), "PARTIE_METRICS_TOKEN": "another-token-of-it"}
    assert load(both).metrics_token == "another-token-of-it"
    assert unknown_variables({"PARTIE_METRICS_TOKEN_FILE": "", "PARTIE_PORT_FILE": ""}) == ["PARTIE_PORT_FILE"]
    with pytest.raises(BadSetting, match=r"^invalid PARTIE_METRICS_TOKEN_FILE \(hidden\); expected a file that"):
        load({"PARTIE_METRICS_TOKEN_FILE": str(tmp_path / "none")})


OIDC = {
    "oidc_issuer": "https://id.example.org/realms/club",
    "oidc_client_id": "partie",
    "public_url": "https://games.example",
}


@pytest.mark.parametrize("missing", ["oidc_client_id", "public_url"])
def test_a_provider_needs_a_client_and_an_address_to_send_people_back_to(missing: str) -> None:
    """With both it is a setting like any other."""
    assert Settings(**OIDC).oidc_name == "OpenID Connect"  # type: ignore[arg-type]
    with pytest.raises(BadSetting) as raised:
        Settings(**{**OIDC, missing: ""})  # type: ignore[arg-type]
    assert raised.value.setting == missing


@pytest.mark.parametrize("issuer", ["http://id.example.org", "id.example.org", "https://id.example.org/?a=b"])
def test_a_provider_has_an_address_that_nobody_can_read_along(issuer: str) -> None:
    """Plain http is for a provider on this machine."""
    assert Settings(**{**OIDC, "oidc_issuer": "http://127.0.0.1:9400"}).oidc_issuer  # type: ignore[arg-type]
    with pytest.raises(BadSetting):
        Settings(**{**OIDC, "oidc_issuer": issuer})  # type: ignore[arg-type]


@pytest.mark.parametrize("trusted", [(), ("*",), ("10.0.0.1", "*")])
def test_a_header_that_says_who_somebody_is_needs_a_proxy_to_trust(trusted: tuple[str, ...]) -> None:
    """And not everybody."""
    assert Settings(identity_header="X-Forwarded-User").trusted_proxies
    with pytest.raises(BadSetting) as raised:
        Settings(identity_header="X-Forwarded-User", trusted_proxies=trusted)
    assert raised.value.setting == "trusted_proxies"


def test_a_header_that_means_something_else_names_nobody() -> None:
    """Such as the cookie; and a header with a name alone says not who it is."""
    for settings in ({"identity_header": "Cookie"}, {"identity_name_header": "X-Name"}):
        with pytest.raises(BadSetting):
            Settings(**settings)  # type: ignore[arg-type]


def test_metrics_have_a_port_of_their_own() -> None:
    """An address and a port, which is not that of the server."""
    assert parted(Settings(metrics_bind="[::1]:9100").metrics_bind) == ("::1", 9100)
    for bind in ("9100", "127.0.0.1", "127.0.0.1:0", "127.0.0.1:99999", "127.0.0.1:8000", "::1:9100"):
        with pytest.raises(BadSetting):
            Settings(metrics_bind=bind)
