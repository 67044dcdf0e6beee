"""The HTTP side as an OpenAPI document: all requests, and every status and body of their responses.

It is maintained by hand, because the routes are few; the tests compare every route, and every response, with it.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import Struct

from partie.features.moderation.acts import Act, Wanted
from partie.features.notifications import bodies as calls
from partie.features.notifications.settings import Settings as CallSettings
from partie.features.ratings.rating import Shown
from partie.http.bodies import (
    Code,
    Credential,
    Email,
    ExternalAnswer,
    ExternalStart,
    Forgotten,
    NewAccount,
    NewByPasskey,
    NewLogin,
    NewPassword,
    Password,
    Reset,
    SignIn,
    Token,
)
from partie.kit.schema import MEDIA_TYPE
from partie.people.records import Bot, KeptIdentity, KeptPasskey, Name, NewToken, Played
from partie.people.statistics import Against, BotRecord, Statistics
from partie.registry import Loaded

Json: TypeAlias = dict[str, Any]

# --- responses ----------------------------------------------------------------------------------------------------


class Problem(Struct, omit_defaults=True):
    """A refusal: a code for programs, a sentence for people, and the milliseconds until a retry may help."""

    code: str
    message: str
    retry_in: int = 0


class Person(Struct):
    """The signed-in person."""

    person: str
    name: str


class Account(Struct, rename={"email": "mail", "email_confirmed": "mail_confirmed", "email_offered": "mail_offered"}):
    """The reader's account; a guest has no ``login``. No proof is needed until ``proved_until``. Unix seconds.

    ``mail_offered`` says whether this server sends emails, ``provider`` names its OpenID Connect provider, if it has
    one, and ``vouched`` says that a proxy has signed the reader in.
    """

    person: str
    name: str
    login: str
    email: str
    email_confirmed: bool
    email_offered: bool
    since: int
    password: bool
    passkeys: list[KeptPasskey]
    identities: list[KeptIdentity]
    proved_until: int
    provider: str
    vouched: bool


class RecoveryOffer(Struct, rename={"email_offered": "mail_offered"}):
    """Whether this server sends emails, so that a forgotten password can be reset by one."""

    email_offered: bool


class ProviderOffer(Struct):
    """The name of the OpenID Connect provider with which people can sign in; empty if there is none."""

    provider: str


class ProviderAddress(Struct):
    """The provider's address, at which the browser goes on."""

    url: str


class ResetLink(Struct):
    """The sign-in name of the account whose password the link resets."""

    login: str


class Bots(Struct):
    """The reader's bots, and the maximum number of them."""

    bots: list[Bot]
    most: int


class CalledBrowser(Struct):
    """A browser with push notifications, subscribed to the service's key ``key``; ``made`` in Unix seconds."""

    browser: str
    device: str
    made: int
    key: str


class Called(Struct, rename={"email_offered": "mail_offered", "email": "mail"}):
    """The reader's notification settings and channels; ``suggested`` is the account's email address."""

    settings: CallSettings
    account: bool
    email_offered: bool
    email: str
    suggested: str
    webhook: str
    push_key: str
    browsers: list[CalledBrowser]


class Subscribed(Struct):
    """The id of the browser's subscription."""

    browser: str


class Confirmed(Struct, rename={"email": "mail"}):
    """The confirmed email address."""

    email: str


class Point(Struct):
    """A rating after a game, by the end of the game in milliseconds since 1970."""

    ended: int
    number: int


class RatedAt(Struct):
    """A person's rating in a game, the place on its ladder (0: none), and the newest points of its course."""

    game: str
    place: int
    rating: Shown
    course: list[Point]


class Rung(Struct):
    """An account on a ladder."""

    place: int
    person: str
    name: str
    rating: Shown


class OwnRung(Struct):
    """The reader's own place, and its page; 0: not on the ladder."""

    place: int
    page: int
    rating: Shown


class Ladder(Struct, omit_defaults=True):
    """A page of the accounts whose rating in a game is certain enough, the best first; ``total`` of them in all."""

    game: str
    page: int
    pages: int
    total: int
    rows: list[Rung]
    own: OwnRung | None = None


class SeatRating(Struct):
    """The effect of a table on the rating of the person who started in a seat."""

    seat: int
    rating: Shown
    change: int


class TableRatings(Struct):
    """The effect of a rated table; ``void``: moderators have closed it, so it does not count."""

    table: str
    void: bool
    seats: list[SeatRating]


class Profile(Struct):
    """A person, and the ended games with them in a seat, the newest first; ``more``: there are older ones.

    ``statistics`` and ``against`` leave out practice, that is, forked games, and games that a bot finished in the
    person's place. ``names`` has all who are still known.
    """

    person: str
    name: str
    games: list[Played]
    more: bool
    ratings: list[RatedAt]
    statistics: list[Statistics]
    against: list[Against]
    names: dict[str, str]


class Finished(Struct):
    """The latest finished games of a game that everybody may watch, the newest first, and how bots did in the last 100.

    ``names`` has all players who are still known.
    """

    games: list[Played]
    bots: list[BotRecord]
    names: dict[str, str]


class Listed(Struct):
    """A session: its device in words, and when it began and was last used, in Unix seconds."""

    session: str
    device: str
    made: int
    seen: int
    this: bool


class Link(Struct):
    """A code that adds another device, and the page that redeems it. ``expires`` is in Unix seconds."""

    code: str
    path: str
    expires: int


class Invitation(Struct):
    """A token that admits its holder to a table, and the page that takes it."""

    token: str
    path: str


class LessonMove(Struct, omit_defaults=True):
    """A move of a lesson, and what is said before it: ``title`` and ``text`` in the language that was asked for.

    ``lights`` are ids that the board lights meanwhile, ``rules`` numbers in the rules reference.
    """

    seat: int
    move: dict[str, Any]
    step: str = ""
    lights: list[str] = []
    rules: list[str] = []
    title: str = ""
    text: str = ""


class Lesson(Struct):
    """The lesson of a game: the number of seats, and every move in order. Seat 0 is the learner's."""

    seats: int
    moves: list[LessonMove]


class Game(Struct, omit_defaults=True):
    """A game: the fewest and the most seats, and its options as a JSON Schema.

    ``automatic``: how many further players the game itself plays, for each number of seats by default. ``schema`` is
    the path of a JSON Schema of all that the game exchanges with clients: its moves, views, offers and results.
    ``board``, ``style``, ``icon`` and ``picture``: the paths of the module that draws its board, of its style sheet, of
    its icon and of a picture of its board, if there are any. ``requires``: the paths of further files that the module
    loads at once. ``minutes``: how long a game takes; ``weight``: how much there is to think about, from 1 to 5; both 0
    where the game does not say. ``variant``: the option that chooses between the basic game and others, empty if there
    is none. ``lesson``: it has a lesson, for the command ``learn``.
    """

    key: str
    version: int
    seats: tuple[int, int]
    automatic: list[int]
    options: dict[str, Any]
    schema: str
    minutes: int = 0
    weight: int = 0
    variant: str = ""
    lesson: bool = False
    board: str = ""
    style: str = ""
    requires: list[str] = []
    icon: str = ""
    picture: str = ""


class Alive(Struct):
    """This process serves."""

    status: str
    build: str
    engines: list[Loaded]


class Ready(Struct):
    """Redis answers; and what it does not guarantee about an accepted move."""

    status: str
    fsync: str
    not_guaranteed: list[str]


# --- requests -----------------------------------------------------------------------------------------------------

JSON: Final = "application/json"


@dataclass(frozen=True)
class Operation:
    """One method of one path. ``answers`` are the successful ones: a type, a media type, or nothing."""

    method: str
    path: str
    summary: str
    answers: dict[int, Any]
    refusals: tuple[int, ...] = ()
    body: type[Struct] | None = None
    query: dict[str, Json] | None = None
    bots: bool = False
    """Whether a bot may send the request with its token."""

    @property
    def statuses(self) -> tuple[int, ...]:
        """The statuses of all refusals: its own, and those of any request, change, body, and use of Redis."""
        found = {*self.refusals, 413, 429}
        if self.method != "get" or self.path.startswith("/api/"):
            found.add(403)  # from another origin, or banned
        if self.body is not None:
            found |= {415, 422}
        if self.path.startswith(
            ("/api/session", "/api/account", "/api/calls", "/api/people", "/api/tables", "/api/moderation", "/readyz")
        ):
            found.add(503)
        return tuple(sorted(found))


_AS: Final[Json] = {"type": "string", "description": "spectator, the number of a seat, or log; by default oneself"}

OPERATIONS: Final = (
    Operation(
        "get",
        "/api/session",
        "Return the person who is signed in; 204: nobody is.",
        {200: Person, 204: None},
        (401,),
        bots=True,
    ),
    Operation("post", "/api/session", "Become a guest with this name.", {201: Person}, (), Name),
    Operation("patch", "/api/session", "Change your name.", {200: Person}, (401,), Name),
    Operation("delete", "/api/session", "Sign out.", {204: None}, (401,)),
    Operation("post", "/api/session/link", "Create a code for another device.", {201: Link}, (401,)),
    Operation("post", "/api/session/redeem", "Sign in with a code from another device.", {201: Person}, (), Code),
    Operation("get", "/api/account", "Return your account.", {200: Account}, (401,)),
    Operation("post", "/api/account", "Create an account with a password.", {201: Person}, (401, 409), NewAccount),
    Operation(
        "post",
        "/api/account/passkey/offer",
        "Return the options for the passkey of a new account.",
        {200: dict[str, Any]},
        (401, 409),
        NewLogin,
    ),
    Operation(
        "post",
        "/api/account/passkey",
        "Create an account with a passkey.",
        {201: Person},
        (401, 409),
        NewByPasskey,
    ),
    Operation("delete", "/api/account", "Delete your name and your account.", {204: None}, (401,)),
    Operation("post", "/api/account/session", "Sign in with a name and a password.", {201: Person}, (), SignIn),
    Operation("post", "/api/account/proof", "Confirm your password again.", {204: None}, (401, 409), Password),
    Operation("put", "/api/account/password", "Set a password.", {204: None}, (401, 409), Password),
    Operation(
        "put",
        "/api/account/mail",
        "Set your email address, and send a link that confirms it.",
        {204: None},
        (401, 409, 502),
        Email,
    ),
    Operation(
        "post",
        "/api/account/mail/confirm",
        "Confirm an account's email address with the link from an email.",
        {200: Confirmed},
        (409,),
        Token,
    ),
    Operation("get", "/api/account/recovery", "Return whether a password can be reset by email.", {200: RecoveryOffer}),
    Operation(
        "post",
        "/api/account/recovery",
        "Send a link that resets a password, if such an account has a confirmed email address.",
        {204: None},
        (409,),
        Forgotten,
    ),
    Operation(
        "post",
        "/api/account/recovery/link",
        "Return which account a reset link is for.",
        {200: ResetLink},
        (409,),
        Token,
    ),
    Operation(
        "post",
        "/api/account/recovery/password",
        "Set a password with a reset link, and sign in.",
        {201: Person},
        (409,),
        NewPassword,
    ),
    Operation("post", "/api/account/reset", "Set a password with a one-time code.", {201: Person}, (), Reset),
    Operation(
        "post",
        "/api/account/passkeys/offer",
        "Return the options for a further passkey.",
        {200: dict[str, Any]},
        (401, 403, 409, 422),
    ),
    Operation("post", "/api/account/passkeys", "Add a passkey.", {204: None}, (401, 403), Credential),
    Operation("delete", "/api/account/passkeys/{passkey}", "Remove a passkey.", {204: None}, (401, 403, 404, 405, 409)),
    Operation(
        "post",
        "/api/account/session/passkey/ask",
        "Return the options for signing in with a passkey.",
        {200: dict[str, Any]},
        (422,),
    ),
    Operation("post", "/api/account/session/passkey", "Sign in with a passkey.", {201: Person}, (), Credential),
    Operation(
        "get",
        "/api/account/external",
        "Return the provider with which people can sign in.",
        {200: ProviderOffer},
    ),
    Operation(
        "post",
        "/api/account/external",
        "Begin to sign in with the provider, or to show it again who you are.",
        {200: ProviderAddress},
        (403, 409, 502),
        ExternalStart,
    ),
    Operation(
        "post",
        "/api/account/external/session",
        "Sign in with what the provider added to the address, or (200) return who has been confirmed.",
        {200: Person, 201: Person},
        (403, 409, 502),
        ExternalAnswer,
    ),
    Operation(
        "post",
        "/api/account/external/proof",
        "Confirm who you are by the proxy that has signed you in.",
        {204: None},
        (401,),
    ),
    Operation(
        "delete",
        "/api/account/identities/{identity}",
        "Stop signing in with the provider.",
        {204: None},
        (401, 403, 404, 405, 409),
    ),
    Operation("get", "/api/account/sessions", "List your sessions.", {200: list[Listed]}, (401,)),
    Operation("delete", "/api/account/sessions", "End all other sessions.", {204: None}, (401,)),
    Operation("delete", "/api/account/sessions/{session}", "End a session.", {204: None}, (401, 404, 405)),
    Operation("get", "/api/account/export", "Return everything stored about you.", {200: dict[str, Any]}, (401, 403)),
    Operation("get", "/api/account/bots", "List your bots.", {200: Bots}, (401,)),
    Operation(
        "post",
        "/api/account/bots",
        "Create a bot. Its token is in this answer only.",
        {201: NewToken},
        (401, 409),
        Name,
    ),
    Operation("delete", "/api/account/bots/{bot}", "Delete a bot and its name.", {204: None}, (401, 404, 405)),
    Operation("post", "/api/account/bots/{bot}/token", "Replace a bot's token.", {201: NewToken}, (401, 404, 405)),
    Operation("delete", "/api/account/bots/{bot}/token", "Revoke a bot's token.", {204: None}, (401, 404, 405)),
    Operation(
        "get",
        "/api/people/{person}",
        "Return a person's profile and games.",
        {200: Profile},
        (401, 404),
        query={"after": {"type": "string", "description": "a table: the games before that one"}},
        bots=True,
    ),
    Operation("get", "/api/calls", "Return your notification settings.", {200: Called}, (401,)),
    Operation("put", "/api/calls", "Change your notification settings.", {204: None}, (401,), CallSettings),
    Operation(
        "post",
        "/api/calls/mail",
        "Send an email with a link that confirms the address.",
        {204: None},
        (401, 409, 502),
        calls.Email,
    ),
    Operation("delete", "/api/calls/mail", "Stop notifications by email.", {204: None}, (401,)),
    Operation(
        "post",
        "/api/calls/confirm",
        "Confirm an address with the link from an email.",
        {200: Confirmed},
        (),
        calls.Sealed,
    ),
    Operation(
        "get",
        "/api/calls/unsubscribe/{token}",
        "Redirect to the page that the link in an email opens.",
        {303: None},
        (404,),
    ),
    Operation(
        "post",
        "/api/calls/unsubscribe/{token}",
        "Unsubscribe from emails with one click.",
        {204: None},
        (404, 405),
    ),
    Operation("put", "/api/calls/webhook", "Set a webhook.", {204: None}, (401, 409), calls.Webhook),
    Operation("delete", "/api/calls/webhook", "Remove the webhook.", {204: None}, (401,)),
    Operation(
        "post",
        "/api/calls/push",
        "Subscribe this browser to push notifications.",
        {201: Subscribed},
        (401,),
        calls.Subscription,
    ),
    Operation(
        "delete", "/api/calls/push/{browser}", "Remove a browser's push subscription.", {204: None}, (401, 404, 405)
    ),
    Operation("post", "/api/calls/try", "Send a test notification.", {204: None}, (401, 409, 502), calls.Try),
    Operation(
        "get", "/api/asyncapi.json", "Return the AsyncAPI document of the websocket.", {200: dict[str, Any], 304: None}
    ),
    Operation("get", "/api/openapi.json", "Return this document.", {200: dict[str, Any], 304: None}),
    Operation("get", "/api/games", "List the games.", {200: list[Game]}),
    Operation(
        "get",
        "/api/games/{key}/schema",
        "Return a JSON Schema of a game's options, moves, views, offers, forecasts, lines and results.",
        {200: MEDIA_TYPE, 304: None},
        (404,),
        query={
            "version": {
                "type": "integer",
                "minimum": 1,
                "description": "The version of the rules, as in an update of a table; by default the newest one.",
            }
        },
    ),
    Operation(
        "get",
        "/api/games/{key}/ladder",
        "Return the ladder of a game.",
        {200: Ladder},
        (401, 404, 422, 503),
        query={"page": {"type": "integer", "minimum": 1, "maximum": 999_999}},
        bots=True,
    ),
    Operation(
        "get",
        "/api/games/{key}/finished",
        "Return the latest finished games of a game, and how bots did.",
        {200: Finished},
        (404, 503),
    ),
    Operation("get", "/api/games/{key}/words.{language}.json", "Return a game's texts.", {200: dict[str, Any]}, (404,)),
    Operation("get", "/api/games/{key}/rules.{language}.md", "Return a game's rules.", {200: "text/markdown"}, (404,)),
    Operation("get", "/api/games/{key}/lesson.{language}.json", "Return a game's lesson.", {200: Lesson}, (404,)),
    Operation(
        "get",
        "/boards/{key}/{digest}/{name}",
        "Return a file of the board that a game brings along.",
        {200: "application/octet-stream"},
        (404,),
    ),
    Operation(
        "post",
        "/api/tables/{table}/invitation",
        "Create an invitation link for your table.",
        {201: Invitation},
        (401, 404),
    ),
    Operation(
        "delete",
        "/api/tables/{table}/invitation",
        "Cancel all invitation links of your table.",
        {204: None},
        (401, 404),
    ),
    Operation(
        "get",
        "/api/tables/{table}/export",
        "Return what you may read of a table, or the whole log of a finished game.",
        {200: dict[str, Any]},
        (401, 403, 404, 409, 422),
        query={"as": _AS},
        bots=True,
    ),
    Operation(
        "get",
        "/api/tables/{table}/ratings",
        "Return what a rated game did to the ratings.",
        {200: TableRatings},
        (401, 403, 404),
        bots=True,
    ),
    Operation(
        "get",
        "/api/moderation",
        "Return the reports, bans and roles that moderators work with.",
        {200: dict[str, Any]},
        (401, 403),
    ),
    Operation("post", "/api/moderation", "Carry out an action of a moderator.", {200: Act}, (401,), Wanted),
    Operation("get", "/healthz", "Return whether this process is alive.", {200: Alive}),
    Operation("get", "/readyz", "Return whether this node can take players.", {200: Ready}),
    Operation("get", "/metrics", "Return metrics for Prometheus.", {200: "text/plain"}),
)


EMPTY: Final = {204: "No body.", 303: "A redirect, without a body.", 304: "The reader has the newest one."}
"""Descriptions of responses without a body."""


def document(version: str) -> Json:
    """Return the whole document, OpenAPI 3.1."""
    types = [operation.body for operation in OPERATIONS if operation.body is not None]
    types += [kind for operation in OPERATIONS for kind in operation.answers.values() if not isinstance(kind, str)]
    types = [kind for kind in types if kind is not None]
    schemas, components = msgspec.json.schema_components([*types, Problem], ref_template="#/components/schemas/{name}")
    schema_of = dict(zip(map(str, [*types, Problem]), schemas, strict=True))
    for described in components.values():
        if "description" in described:
            described["description"] = inspect.cleandoc(described["description"])
    paths: dict[str, Json] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method] = _operation(operation, schema_of)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Partie",
            "version": version,
            "description": "Play itself uses the websocket, which the AsyncAPI document describes.",
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "session": {"type": "apiKey", "in": "cookie", "name": "partie_session"},
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "A bot's token. It can play and read, but can't do what is reserved for its owner.",
                },
            },
        },
    }


def _operation(operation: Operation, schema_of: dict[str, Json]) -> Json:
    described: Json = {"summary": operation.summary, "responses": {}}
    for status, kind in operation.answers.items():
        answer: Json = {"description": EMPTY[status] if kind is None else operation.summary}
        if isinstance(kind, str):
            answer["content"] = {kind: {"schema": {"type": "object" if kind.endswith("json") else "string"}}}
        elif kind is not None:
            answer["content"] = {JSON: {"schema": schema_of[str(kind)]}}
            if isinstance(kind, type) and issubclass(kind, Struct):
                answer["description"] = inspect.cleandoc(kind.__doc__ or "")
        described["responses"][str(status)] = answer
    problem = {JSON: {"schema": schema_of[str(Problem)]}}
    for status in operation.statuses:
        described["responses"][str(status)] = {"description": "Refused, with the reason.", "content": problem}
    if operation.body is not None:
        body = {JSON: {"schema": schema_of[str(operation.body)]}}
        described["requestBody"] = {"required": True, "content": body}
    if 401 in operation.statuses:
        # Requests that allow no session list an empty way first, and those that allow bots a token.
        described["security"] = [{}, {"session": []}, {"token": []}] if operation.bots else [{"session": []}]
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in ("bot", "browser", "identity", "key", "language", "passkey", "person", "session", "table", "token")
        if f"{{{name}}}" in operation.path
    ]
    parameters += [{"name": name, "in": "query", "schema": schema} for name, schema in (operation.query or {}).items()]
    if parameters:
        described["parameters"] = parameters
    return described
