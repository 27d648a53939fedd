"""Which transition of the room each message asks for."""

from typing import Any

from server.rooms import playing, seating, starting
from server.rooms.protocol import (
    Act,
    AddCpu,
    Back,
    Commit,
    Configure,
    Kick,
    Ready,
    Rematch,
    RemoveCpu,
    Rename,
    Reveal,
    RoomMessage,
    Sit,
    Stand,
    Start,
    Swap,
)
from server.rooms.room import Change, Room, running, seat_of
from server.rooms.service import fresh_draw

OPTIONS = tuple(name for name in Configure.__struct_fields__ if name != "id")


def transition(room: Room, me: str, name: str, message: RoomMessage) -> Change:
    """What becomes of `room` when the player `me`, called `name`, sends `message`.

    Raises RuleError with the refusal.
    """
    match message:
        case Act():
            return _act(room, me, message)
        case Sit(seat=seat, commitment=commitment):
            return seating.sit(room, me, name, seat, commitment)
        case Stand():
            return seating.stand(room, me)
        case Swap(seat=seat):
            return seating.swap(room, me, seat)
        case Kick(seat=seat):
            return seating.kick(room, me, seat)
        case AddCpu(seat=seat, level=level):
            return seating.add_cpu(room, me, seat, level)
        case RemoveCpu(seat=seat):
            return seating.remove_cpu(room, me, seat)
        case Configure():
            return seating.configure(room, me, _chosen(message))
        case Rename():
            return seating.rename(room, me, name)
        case Start():
            return starting.start(room, me)
        case Commit(match=match_id, commitment=commitment):
            return starting.commit(room, me, match_id, commitment)
        case Reveal(match=match_id, nonce=nonce):
            return starting.reveal(room, me, match_id, nonce)
        case Back():
            return playing.back(room, me)
        case Ready():
            return playing.ready(room, me)
        case Rematch(commitment=commitment):
            return playing.rematch(room, me, commitment)


def _act(room: Room, me: str, message: Act) -> Change:
    seat = seat_of(room, me)
    playing.check_decision(running(room), message.match, message.deal, message.turn, message.step)
    return playing.act(room, seat, message.action, fresh_draw)


def _chosen(message: Configure) -> dict[str, Any]:
    options = {name: getattr(message, name) for name in OPTIONS}
    return {name: value for name, value in options.items() if value is not None}
