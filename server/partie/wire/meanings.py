"""What every code of a refusal or problem means, for those who write clients. People read the client's own words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

REFUSAL: Final[Mapping[str, str]] = {
    # lifecycle
    "table_exists": "A table with this id exists already.",
    "no_table": "The command names no table, or one that does not exist.",
    "not_started": "The game has not started yet.",
    "started": "The game has started.",
    "ended": "The game is over.",
    "not_ended": "The game is not over yet.",
    "never_started": "The game never started.",
    "not_seen_yet": "Spectators have not seen the end yet; `seconds` are left.",
    "not_host": "Only the host of the table can do that.",
    "not_invited": "Only those who are invited can enter the table.",
    "id_reused": "The command's id was used for another command.",
    "event_limit": "The table's log is full.",
    # settings
    "unknown_game": "The service does not have that game.",
    "no_lesson": "The game has no lesson.",
    "bad_seats": "The game is not played with so many seats, only with `low` to `high`.",
    "bad_options": "The game does not have these options; `detail` says what is wrong.",
    "bad_pace": "The time control is not valid; `why` names the reason.",
    "rated_alone": "A rated game needs two seats.",
    "rated_bot": "A rated game has no bots.",
    "rated_late": "A rated game is not shown to spectators with a delay.",
    "rated_fork": "A game that continues another one is not rated.",
    "already_rated": "The game is rated already.",
    "not_rated": "The game is not rated.",
    "fork_too_deep": "A game continues another one at most `most` times in a row.",
    "fork_too_long": "The game is too long to be continued at a new table.",
    # seats
    "not_seated": "The person has no seat at the table.",
    "already_seated": "The person has a seat at the table already.",
    "no_such_seat": "The table has no such seat.",
    "seat_taken": "Another person has the seat.",
    "seat_kept": "The seat is held for another person for a while.",
    "seat_free": "Nobody has the seat.",
    "turned_away": "The host has turned the person away from the table.",
    "nobody_else": "No other person has that seat.",
    "no_bot": "There is no bot in that seat.",
    "unknown_colour": "There is no such colour.",
    "colour_taken": "Another seat has that colour.",
    "bad_nonce": "The nonce does not have the right length.",
    "already_ready": "The person is ready already.",
    "not_ready": "The person was not ready.",
    "not_away": "The person in the seat is here, or has not been away for long enough.",
    "has_days": "In a game played over days nobody has to be here; the clock decides.",
    # moves
    "stale": "The position has changed since: the command's `ask` or mark is an older one. Take the newest `turn`.",
    "not_your_turn": "The seat cannot act now.",
    "no_such_move": "The move is none of the game, or not legal here.",
    # undo
    "nothing_to_undo": "The game begins here.",
    "other_moved": "Another seat has moved since.",
    "drawn": "Something was drawn since.",
    "uncovered": "Something hidden was revealed since.",
    "undo_limit": "The seat has used up what it may take back in this turn.",
    "nothing_to_redo": "There is nothing to redo.",
    "no_such_position": "The game cannot go back to that event.",
    # consent
    "proposal_open": "Another proposal is still open.",
    "proposal_limit": "There were too many proposals; a move must come first.",
    "no_proposal": "There is no such proposal, or it is settled.",
    "lapsed": "The proposal has expired.",
    "not_asked": "The person was not asked.",
    "already_answered": "The person has answered already.",
    "nobody_present": "Nobody is here who could agree.",
    "same_pace": "The table has that time control already.",
    "same_delay": "The table has that delay for spectators already.",
    # time
    "no_clock": "No clock is running.",
    "paused": "The clocks are paused.",
    "not_paused": "The clocks are not paused.",
    "no_vacation": "The person has no vacation left in this game.",
    "already_resting": "The person is on vacation already.",
    "not_resting": "The person is not on vacation.",
    # undelivered
    "too_fast": "The person has sent too many of these. Wait and send it again.",
    "busy": "Too much is waiting at the table or for the person. Wait and send it again.",
    "too_many_tables": "The person is host of too many open tables.",
    "too_many_with_bots": "Bots play at too many tables of the host.",
    "not_for_bots": "Bot accounts cannot do that.",
    "closed": "Moderators have closed the table.",
    "not_now": "The position has changed while the command waited, so that it cannot be carried out any more.",
    "unavailable": "The service cannot store anything now. Nothing was done; wait and send it again.",
    "engine_failed": "The game's rules failed. Nothing was done.",
    "unknown": "There is no such table.",
    "private": "Only those who are invited can see the table.",
    "newer": "A newer build has continued the table. Connect again: another node may serve it.",
    "broken": "The table's log cannot be read, and it was set aside.",
    "buried": "The table was deleted.",
    # other: chat, invitations and following, matchmaking
    "text_empty": "The text has no visible characters.",
    "text_too_long": "The text is too long.",
    "unknown_phrase": "There is no such phrase.",
    "not_your_room": "The person cannot read or write in that room.",
    "muted": "Moderators have muted the person.",
    "no_such_line": "There is no such chat message.",
    "too_many_blocked": "The person has blocked as many others as it can.",
    "nobody": "There is no such person.",
    "sits_there": "The person sits at the table already.",
    "asked_too_much": "There were too many invitations for now.",
    "not_followable": "That person cannot be followed.",
    "nothing_fits": "No game can fit these wishes.",
    "no_company": "Nobody else is looking for a game like this.",
    "sought_elsewhere": "The person is looking for a game from another connection.",
}

GONE: Final[Mapping[str, str]] = {
    "unknown": REFUSAL["unknown"],
    "private": REFUSAL["private"],
    "newer": REFUSAL["newer"],
    "broken": REFUSAL["broken"],
    "unavailable": "The service cannot read the table now. Connect again: another node may serve it.",
    "buried": REFUSAL["buried"],
    "ended": REFUSAL["ended"],
}

NO_PAST: Final[Mapping[str, str]] = {
    "no_such_event": "The table has no such event, or the viewer may not see it yet.",
    "no_such_seat": REFUSAL["no_such_seat"],
    "not_ended": "Only a finished game is shown from another seat.",
}

NO_REASON: Final[Mapping[str, str]] = {
    "secret": "The reason could give away what the viewer may not know.",
    "unknown": "No reason is known for this event.",
    "unavailable": "The service cannot read the reason now.",
}

PROBLEM: Final[Mapping[str, str]] = {
    "malformed": "The frame is no MessagePack map, or is a text frame.",
    "too_deep": "The frame is nested too deeply.",
    "invalid": "The frame is no valid message; `detail` says where.",
    "unexpected": "The service does not support this message.",
    "too_fast": "The connection sends too many frames, or too many of these messages. Wait and send it again.",
    "busy": "Too many people or questions come at once. Wait and try again.",
    "wire": "The service speaks another version of the wire.",
    "no_hello": "The first message must be `hello`.",
    "no_session": "Nobody is signed in: send `POST /api/session` first.",
    "bad_token": "The bot's token was revoked or never existed.",
    "foreign_origin": "The page belongs to another service.",
    "unavailable": "The service cannot store or read anything now. Wait and try again.",
    "too_many_connections": "The person has too many connections. Close one first.",
    "no_table": "The connection shows no table that the question could be about.",
    "not_your_room": REFUSAL["not_your_room"],
    "too_many_blocked": REFUSAL["too_many_blocked"],
    "engine_failed": "The game's rules failed, so there is no answer.",
}
