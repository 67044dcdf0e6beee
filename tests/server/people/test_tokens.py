"""Bot accounts and their tokens, on a single Redis and on a cluster."""

from __future__ import annotations

import pytest

from partie.people.errors import BadName, NoAccount, TooManyBots, UnknownBot
from partie.people.ids import is_bot
from partie.people.people import People
from partie.people.sessions import Session
from partie.people.tokens import MOST, Bearer
from partie.redis import store
from partie.redis.connect import Client
from tests.server.people.conftest import MakePeople

HERE = "192.0.2.7"


async def account(people: People, login: str = "Ann") -> Session:
    """Somebody with an account."""
    guest, _ = await people.sign_in(login, HERE)
    return (await people.accounts.become(guest, login, "correct horse battery", HERE))[0]


async def test_a_token_is_its_bot_on_every_node_and_redis_never_holds_it(
    people: People, make_people: MakePeople, redis: Client
) -> None:
    """It names a person that is a bot by its id, of an owner; what Redis holds is its hash."""
    ann = await account(people)
    made = await people.tokens.make(ann.person, "  Ro  Bot ")
    session = await (await make_people()).session(Bearer(made.token))
    assert session is not None
    assert (session.person, session.name, session.owner) == (made.bot, "Ro Bot", ann.person)
    assert is_bot(session.person)
    assert not is_bot(ann.person)
    record = await redis.hgetall(store.person_key(made.bot))
    _, _, secret = made.token.partition(f"{made.bot}_")
    assert len(secret) > 40
    assert secret not in str(record)
    assert made.token not in str(record)


async def test_a_token_is_no_cookie_and_a_cookie_no_token(people: People) -> None:
    """Each is looked for where it belongs alone."""
    ann, cookie = await people.sign_in("Ann", HERE)
    made = await people.tokens.make("", "Robot")
    both = await people.sessions([made.token, Bearer(cookie), cookie, Bearer(made.token), Bearer("")])
    assert [None if one is None else one.person for one in both] == [None, None, ann.person, made.bot, None]


async def test_a_wrong_token_of_a_known_bot_is_nobodys(people: People) -> None:
    """The id in it is no secret."""
    made = await people.tokens.make("", "Robot")
    other = await people.tokens.make("", "Other")
    mixed = made.token.replace(made.bot, other.bot)
    assert await people.session(Bearer(mixed)) is None
    last = "A" if made.token[-1] != "A" else "Q"
    assert await people.session(Bearer(made.token[:-1] + last)) is None


async def test_a_revoked_token_is_good_no_more_and_a_new_one_is_the_same_bot(people: People) -> None:
    """Its lines are known to have ended, by those that did not hear of it as well."""
    ann = await account(people)
    made = await people.tokens.make(ann.person, "Robot")
    session = await people.session(Bearer(made.token))
    assert session is not None
    assert await people.ended([session.id]) == set()
    await people.tokens.revoke(ann.person, made.bot)
    assert await people.session(Bearer(made.token)) is None
    assert await people.ended([session.id]) == {session.id}
    assert [bot.token for bot in await people.tokens.of(ann.person)] == [0]
    again = await people.tokens.renew(ann.person, made.bot)
    assert again.token != made.token
    back = await people.session(Bearer(again.token))
    assert back is not None
    assert back.person == made.bot
    assert await people.ended([session.id, back.id]) == {session.id}


async def test_the_owner_sees_each_bot_with_its_last_use(people: People) -> None:
    """In the order in which they were made; never the token."""
    ann = await account(people)
    made = await people.tokens.make(ann.person, "Robot")
    (listed,) = await people.tokens.of(ann.person)
    assert (listed.bot, listed.name, listed.used) == (made.bot, "Robot", 0)
    session = await people.session(Bearer(made.token))
    assert session is not None
    await people.seen(session)
    (listed,) = await people.tokens.of(ann.person)
    assert listed.made - 3600 < listed.used <= listed.made + 3600


async def test_only_accounts_have_bots_and_only_so_many(people: People, redis: Client) -> None:
    """A guest has none; what was forgotten makes room; names are names of persons."""
    guest, _ = await people.sign_in("Bob", HERE)
    with pytest.raises(NoAccount):
        await people.tokens.make(guest.person, "Robot")
    ann = await account(people)
    with pytest.raises(BadName):
        await people.tokens.make(ann.person, " ")
    made = [await people.tokens.make(ann.person, f"Robot {number}") for number in range(MOST)]
    with pytest.raises(TooManyBots):
        await people.tokens.make(ann.person, "One more")
    await redis.delete(store.person_key(made[0].bot))
    await people.tokens.make(ann.person, "One more")
    assert len(await people.tokens.of(ann.person)) == MOST


async def test_nobody_touches_the_bots_of_others(people: People) -> None:
    """Nor people, as if they were bots."""
    ann, bob = await account(people), await account(people, "Bob")
    made = await people.tokens.make(ann.person, "Robot")
    for owner, bot in ((bob.person, made.bot), ("", made.bot), (ann.person, bob.person), ("", bob.person)):
        with pytest.raises(UnknownBot):
            await people.tokens.renew(owner, bot)
        with pytest.raises(UnknownBot):
            await people.tokens.revoke(owner, bot)
    assert await people.session(Bearer(made.token)) is not None


async def test_erasing_the_owner_erases_its_bots(people: People) -> None:
    """Names and tokens; those of others stand."""
    ann = await account(people)
    made, other = await people.tokens.make(ann.person, "Robot"), await people.tokens.make("", "Other")
    await people.forget(ann.person)
    assert await people.session(Bearer(made.token)) is None
    assert await people.names([made.bot, other.bot]) == {other.bot: "Other"}
    with pytest.raises(NoAccount):
        await people.tokens.make(ann.person, "Robot")


async def test_erasing_a_bot_makes_room_for_another(people: People) -> None:
    """And leaves its owner as it was."""
    ann = await account(people)
    made = await people.tokens.make(ann.person, "Robot")
    assert (await people.forget(made.bot)).name_erased
    assert await people.tokens.of(ann.person) == []
    assert await people.names([ann.person]) == {ann.person: "Ann"}
