"""A whole client (docs/protocol.md): plays a match of each game against CPUs and prints the ends.

python3 docs/example_client.py [http://127.0.0.1:8000]      needs `pip install websockets`
"""

import asyncio
import hashlib
import json
import random
import secrets
import sys
import urllib.request

from websockets.asyncio.client import connect

BASE = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000"


def call(path, body=None, cookie=""):
    """One call of the HTTP API: the answer, and the cookie that makes us who we are."""
    headers = {"Content-Type": "application/json", "Cookie": cookie}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(BASE + path, data, headers)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer), (answer.headers["Set-Cookie"] or "").split(";")[0] or cookie


def fold(view, message):
    """The view after a message: a snapshot is all of it, events say what changed."""
    if message["type"] == "snapshot":
        return message
    if message["type"] == "events" and message["v"] > view["v"]:
        match, patch = view["match"], message.get("match", {})
        match = None if patch is None else {**(match or {}), **patch} or None
        room = {**view["room"], **message.get("room", {})}
        return {**view, "v": message["v"], "room": room, "match": match}
    return view


def wish(view, nonces):
    """What to send now, if anything."""
    room, match, me = view["room"], view["match"], view["you"]["player"]
    coming = room["next"]
    nonce = nonces.setdefault(coming["match"], secrets.token_bytes(32))
    promise = hashlib.sha256(nonce).hexdigest()
    seat = next((n for n, one in enumerate(room["seats"]) if one and one.get("player") == me), None)
    if seat is None:
        return {"type": "sit", "commitment": promise}
    if room["seats"][seat]["held"] in ("away", "idle"):
        return {"type": "back"}
    if coming["stage"] == "reveal" and coming["commitments"][seat] == promise:
        return {"type": "reveal", "match": coming["match"], "nonce": nonce.hex()}
    if coming["stage"] == "commit" and coming["commitments"][seat] != promise:
        return {"type": "commit", "match": coming["match"], "commitment": promise}
    if room["phase"] == "lobby":
        return {"type": "start"}
    if room["phase"] == "pause" and seat not in room["ready"]:
        return {"type": "ready"}
    if room["phase"] == "playing" and match["legal"]:
        decision = {"match": match["id"]} | {key: match[key] for key in ("deal", "turn", "step")}
        return {"type": "act", **decision, "action": random.choice(match["legal"])}
    return None


async def play(game, cookie):
    """One match in a room of our own."""
    code = call("/api/rooms", {"game": game}, cookie)[0]["code"]
    url = BASE.replace("http", "ws", 1) + f"/ws/rooms/{code}"
    view, nonces, asked, asked_at = {}, {}, {}, 0
    async with connect(url, additional_headers={"Cookie": cookie}, max_size=None) as socket:
        async for text in socket:
            message = json.loads(text)
            if message["type"] == "error":
                print(game, "refused:", message["code"], message["data"])
                if message["id"] == asked.get("id"):  # look again, and say what fits then
                    asked_at = 0
                    await socket.send('{"type": "sync"}')
                continue
            view = fold(view, message)
            if view["room"]["phase"] == "ended":
                return view["match"]["outcome"]
            wanted = wish(view, nonces) if view["v"] > asked_at else None
            if wanted:  # once for each version of the room
                asked, asked_at = wanted | {"id": secrets.token_hex(8)}, view["v"]
                await socket.send(json.dumps(asked))


async def main():
    cookie = call("/api/guest", {"lang": "en"})[1]
    for game in call("/api/games")[0]["games"]:
        print(game["name"], await play(game["name"], cookie))


if __name__ == "__main__":
    asyncio.run(main())
