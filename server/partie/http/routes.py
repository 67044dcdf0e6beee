"""All routes in the order in which they are tried. Each has a rate limit: plain routes do not fit in here."""

from __future__ import annotations

from partie.gateway.core import Core
from partie.gateway.http.routing import Limited
from partie.http import client, docs
from partie.http.accounts import Accounts
from partie.http.boards import Boards
from partie.http.documents import Documents
from partie.http.external import External
from partie.http.finished import Finished
from partie.http.games import Games
from partie.http.health import Health
from partie.http.preloads import Preloads, games_of
from partie.http.profiles import Profiles
from partie.http.recovery import Recovery
from partie.http.sessions import Sessions
from partie.http.start import Start
from partie.http.tables import Tables


def routes(core: Core, boards: Boards) -> list[Limited]:
    """Return the routes of a node; the client's page, which answers everything else, comes last."""
    folder = client.folder()
    preloads = Preloads(folder, boards, games_of(core))
    # Where a proxy says who comes, people are signed in without a cookie, and see their own tables.
    ready = client.not_ready if core.settings.identity_header else Start(folder, boards, core.registry).answer
    return [
        *Sessions(core).routes(),
        *Accounts(core).routes(),
        *Recovery(core).routes(),
        *External(core).routes(),
        *Profiles(core).routes(),
        *Games(core.registry, boards).routes(),
        *Finished(core).routes(),
        *boards.routes(),
        *Documents(core.build).routes(),
        *Tables(core).routes(),
        *core.http,
        *Health(core).routes(),
        *docs.routes(),
        *client.routes(folder, preloads.links, ready),
    ]
