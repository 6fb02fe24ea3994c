"""A client of Folf Sync, written from Protocol.md alone; § marks its sections.

What a device knows is a prefix of the lobby's log (here as a `Card`) and its own `Journal` of ops.
Everything else follows: an op is in the journal before it is sent, is sent until it is
acknowledged, and the card changes only by what the server says. This client is thin: it shows
confirmed state and never merges.

As a program it is a participant that takes commands from a pipe; see `play`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import secrets
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from card import THROWS, Card, Key, Message, Value
from journal import Journal, encode, op_message

SUBPROTOCOL = "folf.sync.v1"
SERVER_MESSAGE_BYTES_MAX = 8_388_608
SILENCE_SECONDS_MAX = 40.0
ANSWER_SECONDS_MAX = 10.0
RETRY_MILLISECONDS = 1000
BRIEF_ERRORS = (112, 113)
"""The errors after which the same message is sent again on the same connection (§16)."""


class Refused(Exception):
    """The server closed the connection instead of letting the client in."""

    def __init__(self, error: Message | None, close_code: int | None):
        super().__init__(f"{(error or {}).get('name')}, closed {close_code}")
        self.error = error or {}
        self.close_code = close_code


class Clock:
    """An estimate of the server's clock (§19); until it has spoken, the device's own."""

    def __init__(self) -> None:
        self._offset = time.time() * 1000 - self._monotonic()
        self._round_trip = float("inf")

    @staticmethod
    def _monotonic() -> float:
        return time.monotonic() * 1000

    sent = _monotonic
    """The time to pass to `learn` with the answer to a message sent now."""

    def learn(self, now: int, sent: float) -> None:
        received = self._monotonic()
        if received - sent < self._round_trip:
            self._round_trip = received - sent
            self._offset = now - (sent + received) / 2

    def now(self) -> int:
        return int(self._monotonic() + self._offset)


class Client:
    """One replica in one lobby: follows the log and sends the journal.

    `connect` may be called again and again over the client's life; ops may be written at any time.
    """

    def __init__(self, server: str, journal: Journal, **options: Any):
        """`options` are those of `websockets.connect`."""
        self.server = server
        self._options = options
        self.journal = journal
        self.clock = Clock()
        self.card = Card.read(journal.card) if journal.card else None
        self.welcome: Message | None = None
        self.presence: Message = {"here": [], "spectators": 0}
        self.close_code: int | None = None
        self.error: Message | None = None
        """The last `error` of this connection."""
        self.received: list[Message] = []
        """Every message of every connection, oldest first."""
        self.log: list[tuple[int, list[Any]]] = []
        """Every event applied, with its `seq`."""
        self._connection: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._half_dead: list[ClientConnection] = []
        self._is_in_flight = False
        self._hello_sent = 0.0
        self._changed = asyncio.Event()

    # Questions

    @property
    def member(self) -> int:
        return (self.welcome or {}).get("member", 0)

    @property
    def player(self) -> int:
        """One's own column; 0: none."""
        me = self.journal.person
        return next((member[4] for member in self.card.members if member[1] == me), 0)

    @property
    def has_sent_all(self) -> bool:
        return self.journal.acknowledged == len(self.journal.ops)

    def messages(self, kind: str) -> list[Message]:
        return [message for message in self.received if message["type"] == kind]

    async def until(self, condition: Callable[[], Any], seconds: float = 60) -> None:
        """Returns once `condition` holds; it is asked again after each message."""
        async with asyncio.timeout(seconds):
            while not condition():
                if self._connection is None:
                    raise Refused(self.error, self.close_code)
                if self._reader.done():
                    self._reader.result()
                await self._changed.wait()

    async def until_seq(self, seq: int) -> None:
        await self.until(lambda: self.journal.seq >= seq)

    async def until_sent(self) -> None:
        """Returns once the server has dealt with every op and what they led to is here."""
        await self.until(lambda: self.has_sent_all)

    # Coming and going

    async def connect(self, wish: str | None = None) -> Message:
        """Opens a connection and returns the `welcome`, or throws `Refused`."""
        self.welcome, self.error, self.close_code = None, None, None
        self._is_in_flight = False
        self._connection = await connect(
            self.server,
            subprotocols=[SUBPROTOCOL],
            compression=None,
            proxy=None,
            ping_interval=None,
            max_size=SERVER_MESSAGE_BYTES_MAX,
            **self._options,
        )
        self._hello_sent = self.clock.sent()
        await self._connection.send(encode(self.journal.hello(wish)))
        self._reader = asyncio.create_task(self._read(self._connection))
        await self.until(lambda: self.welcome is not None)
        if self.journal.is_forked(self.welcome["last_n"], self.welcome["last_f"]):
            self.journal.fork()
            await self.close()
            return await self.connect(wish)
        self.journal.acknowledged = self.welcome["last_n"]
        self.journal.save()
        await self._send_ops()
        return self.welcome

    async def close(self) -> None:
        """Goes politely; what is left of lost connections is cut."""
        for connection in self._half_dead:
            connection.transport.abort()
        if self._connection is not None:
            with contextlib.suppress(ConnectionClosed):
                await self._connection.send(encode({"type": "bye"}))
            await self._reader

    def stop_reading(self) -> None:
        """From now on nothing arrives, though what is sent still does."""
        self._reader.cancel()
        self._connection.transport.pause_reading()

    def lose(self) -> None:
        """Loses the connection as in a dead spot: the server isn't told and may wait for long."""
        self.stop_reading()
        # Kept, for a forgotten connection would be closed.
        self._half_dead.append(self._connection)
        self._connection = None

    # Actions

    async def write(self, op: str, fields: Message | None = None, at: int | None = None) -> int:
        """Puts an op into the journal, and on its way if there is one. Returns its number."""
        at = self.clock.now() if at is None else at
        if op == "set":
            fields = {"be": self.journal.epoch} | (fields or {})
        number = self.journal.append({"at": at, "op": op, **(fields or {})})
        await self._send_ops()
        return number

    async def create(
        self, holes: list[list[Any]], player: int = 1, at: int | None = None, **fields: Any
    ) -> int:
        """Makes the game, even before anybody knows of it (§15)."""
        fields = {"course": None, "holes": holes, **fields}
        fields |= {"nonce": self.journal.nonce, "invitation": secrets.token_hex(16)}
        fields |= {"watch": secrets.token_hex(16)}
        fields |= {"name": self.journal.name}
        return await self.write("create", fields | {"player": player}, at)

    async def set(
        self, key: Key, value: Value, confirm: bool = False, at: int | None = None
    ) -> int:
        """Writes to a cell, as someone who sees what is confirmed now (§18)."""
        fields: Message = {"cell": list(key), "value": value}
        version = self.card.cell(key).version
        if version > 0:
            fields["bv"] = version
        if confirm:
            fields["confirm"] = True
        return await self.write("set", fields, at)

    async def score(
        self, player: int, hole: int, throws: int | None, at: int | None = None
    ) -> int:
        """Enters throws in the current round; None takes the entry back."""
        return await self.set((self.card.stage[1], player, hole, THROWS), throws, at=at)

    async def send(self, message: str | bytes) -> None:
        """Sends anything, past the journal."""
        await self._connection.send(message)

    async def _send_ops(self) -> None:
        if self._connection is None or self.welcome is None or self._is_in_flight:
            return
        limits = self.welcome["limits"]
        lines = self.journal.batch(limits["ops"], limits["message_bytes"])
        if lines:
            self._is_in_flight = True
            with contextlib.suppress(ConnectionClosed):
                await self._connection.send(op_message(lines))

    # The server's messages

    async def _read(self, connection: ClientConnection) -> None:
        try:
            with contextlib.suppress(ConnectionClosed, ConnectionError, TimeoutError):
                while True:
                    message = json.loads(await self._receive(connection))
                    self.received.append(message)
                    await self._handle(message)
                    self._announce()
            connection.transport.abort()
            if connection is self._connection:
                self._connection, self.close_code = None, connection.close_code
        finally:
            self._announce()

    async def _receive(self, connection: ClientConnection) -> str | bytes:
        """The next message; a long silence is broken by a `ping` (§19)."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SILENCE_SECONDS_MAX):
                return await connection.recv()
        await connection.send(encode({"type": "ping", "t": int(self.clock.sent())}))
        async with asyncio.timeout(ANSWER_SECONDS_MAX):
            return await connection.recv()

    def _announce(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    async def _handle(self, message: Message) -> None:
        match message:
            case {"type": "welcome"}:
                self._enter(message)
            case {"type": "snapshot", "epoch": epoch, "s": seq, "h": proof, "lobby": lobby}:
                self.card = Card.read(lobby)
                self._stand_at(seq, proof, epoch)
            case {"type": "events", "s": first, "h": proof, "e": events}:
                self.follow(first, proof, events)
            case {"type": "reject", "n": number, "code": code}:
                self.journal.refuse(number, code)
                self.journal.save()
            case {"type": "ack", "n": number}:
                await self._go_on(number)
            case {"type": "gap", "expect": expect}:
                await self._go_on(expect - 1)
            case {"type": "presence"}:
                self.presence = message
            case {"type": "pong", "t": sent, "now": now}:
                self.clock.learn(now, sent)
            case {"type": "moved", "url": url}:
                self.server = url
            case {"type": "error"}:
                self.error = message
                if message["code"] in BRIEF_ERRORS:
                    delay = message.get("retry_ms", RETRY_MILLISECONDS) / 1000
                    asyncio.get_running_loop().call_later(delay, self._try_again)

    def _enter(self, welcome: Message) -> None:
        self.clock.learn(welcome["now"], self._hello_sent)
        journal = self.journal
        journal.lobby = welcome["lobby"]
        journal.ticket = welcome.get("ticket", journal.ticket)
        last = welcome["last_n"]
        journal.refused = [refused for refused in journal.refused if refused[0] <= last]
        for number, code in welcome.get("refused", []):
            journal.refuse(number, code)
        if journal.seq == 0:
            journal.epoch = welcome["epoch"]
        journal.save()
        self.welcome = welcome

    def follow(self, first: int, proof: str, events: list[list[Any]]) -> None:
        """Applies what isn't here yet; a missing event is reason to connect again (§6)."""
        if first > self.journal.seq + 1:
            raise ConnectionError(f"events from {first} on, but only {self.journal.seq} are here")
        if self.card is None:
            self.card = Card(self.journal.lobby)
        for seq, event in enumerate(events, start=first):
            if seq > self.journal.seq:
                self.card.apply(seq, event)
                self.log.append((seq, event))
        last = first + len(events) - 1
        if last > self.journal.seq:
            self._stand_at(last, proof)

    def _stand_at(self, seq: int, proof: str, epoch: str | None = None) -> None:
        journal = self.journal
        journal.seq, journal.proof, journal.epoch = seq, proof, epoch or journal.epoch
        journal.card = self.card.lobby()
        journal.save()

    async def _go_on(self, acknowledged: int) -> None:
        self.journal.acknowledged = acknowledged
        self.journal.save()
        self._is_in_flight = False
        await self._send_ops()

    def _try_again(self) -> None:
        self._is_in_flight = False
        asyncio.ensure_future(self._send_ops())

# The program


def column(card: Card, word: str) -> int:
    """A player by id or by name."""
    return int(word) if word.isdecimal() else card.player(word)


def card_lines(client: Client) -> Message:
    """The card as a person would read it."""
    card = client.card
    return {
        "seq": client.journal.seq,
        "stage": card.stage,
        "here": client.presence["here"],
        "players": [
            {
                "player": player,
                "name": card.name(player),
                "throws": [card.throws(player, hole + 1) for hole in range(len(card.holes))],
                "total": card.total(player),
                "over_par": card.over_par(player),
            }
            for player, _, _, removed, *_ in card.players
            if not removed
        ],
        "disputes": [
            {
                "cell": key,
                "siblings": [
                    {
                        "value": sibling.value,
                        "by": card.members[sibling.member - 1][5],
                        "at": card.start + sibling.at,
                    }
                    for sibling in card.cell(key).siblings
                ],
            }
            for key in card.disputes()
        ],
    }


async def obey(client: Client, words: list[str]) -> Message:
    """Carries out one command and returns what to print."""
    match words:
        case ["score", player, hole, throws]:
            value = None if throws == "-" else int(throws)
            number = await client.score(column(client.card, player), int(hole), value)
            return {"n": number}
        case ["confirm", player, hole, throws]:
            key = (client.card.stage[1], column(client.card, player), int(hole), THROWS)
            return {"n": await client.set(key, int(throws), confirm=True)}
        case ["wait", "seq", seq]:
            await client.until_seq(int(seq))
        case ["wait", "sent"]:
            await client.until_sent()
        case ["card"]:
            return card_lines(client)
        case ["drop"]:
            client.lose()
        case ["resume"]:
            await client.connect()
        case ["quit"]:
            await client.close()
        case _:
            return {"error": "unknown command"}
    return {"seq": client.journal.seq, "acknowledged": client.journal.acknowledged}


async def play(options: argparse.Namespace) -> None:
    """Joins a game and carries out commands, one a line; each answers with one line of JSON.

    score PLAYER HOLE THROWS    enters throws in the current round; `-` takes the entry back
    confirm PLAYER HOLE THROWS  the same, as the host who has seen a dispute
    wait seq N                  until the log is here up to N
    wait sent                   until everything entered has been acknowledged
    card                        the whole card
    drop                        loses the connection; the server isn't told
    resume                      comes back
    quit                        goes politely
    """
    journal = Journal(name=options.name, code=options.code, path=options.journal)
    if journal.path is not None and journal.path.exists():
        journal = Journal.load(journal.path)
    client = Client(options.server, journal)
    await client.connect("player")
    await client.until(lambda: client.card is not None and client.player)
    print(encode({"did": "join", "member": client.member, "player": client.player}), flush=True)
    while line := await asyncio.to_thread(options.script.readline):
        if words := line.split():
            print(encode({"did": words[0], **await obey(client, words)}), flush=True)
            if words == ["quit"]:
                break


def main() -> None:
    parser = argparse.ArgumentParser(description="A participant of a Folf Sync game.")
    commands = parser.add_subparsers(required=True)
    playing = commands.add_parser(
        "play", description=play.__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    playing.add_argument("--server", required=True, help="ws://HOST:PORT/sync")
    playing.add_argument("--code", required=True)
    playing.add_argument("--name", required=True)
    playing.add_argument("--journal", type=Path, help="a file to resume from, made if missing")
    playing.add_argument("--script", type=argparse.FileType(), default=sys.stdin)
    asyncio.run(play(parser.parse_args()))


if __name__ == "__main__":
    main()
