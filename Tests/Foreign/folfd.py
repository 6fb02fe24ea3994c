"""The real server, started for a test, and friends who play on it."""

from __future__ import annotations

import asyncio
import json
import os
import re
import tempfile
import unittest
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from card import Card, Message
from folf_client import SUBPROTOCOL, Client
from journal import Journal, encode

PATIENCE_SECONDS = 60


class Folfd:
    """A server of its own with data of its own, on a port that it chooses when first started."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.port = 0
        self._process: asyncio.subprocess.Process | None = None

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/sync"

    async def start(self) -> None:
        program = Path(os.environ["FOLF_TEST_PROGRAMS"]) / "folfd"
        with (self.folder / "log").open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                program,
                *("--listen", f"127.0.0.1:{self.port}", "--data", self.folder / "data"),
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
            )
        async with asyncio.timeout(PATIENCE_SECONDS):
            line = (await self._process.stdout.readline()).decode()
        found = re.search(r"http://127\.0\.0\.1:(\d+)", line)
        assert found, f"folfd said {line!r} and logged {self.log()}"
        self.port = int(found[1])

    async def kill(self) -> None:
        """Ends the server at once, as a crash does."""
        self._process.kill()
        await self._process.wait()

    async def stop(self) -> int:
        """Asks the server to end, and returns its exit code."""
        self._process.terminate()
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                return await self._process.wait()
        except TimeoutError:
            await self.kill()
            raise

    def log(self) -> str:
        return (self.folder / "log").read_text()


class Conversation:
    """One raw connection: what is said is written out, answers are taken one by one."""

    def __init__(self, connection: Any):
        self.connection = connection

    @classmethod
    async def open(cls, url: str, **options: Any) -> Conversation:
        options = {"subprotocols": [SUBPROTOCOL], "compression": None, "proxy": None} | options
        return cls(await connect(url, ping_interval=None, **options))

    async def say(self, message: Message | str | bytes) -> None:
        await self.connection.send(encode(message) if isinstance(message, dict) else message)

    async def answer(self) -> Message:
        return (await self.answers(1))[0]

    async def answers(self, count: int) -> list[Message]:
        async with asyncio.timeout(PATIENCE_SECONDS):
            return [json.loads(await self.connection.recv()) for _ in range(count)]

    async def close_code(self) -> int | None:
        """The code with which the server closes; what it still says before is passed over."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            try:
                while True:
                    await self.connection.recv()
            except ConnectionClosed:
                return self.connection.close_code

    async def hang_up(self) -> None:
        self.connection.transport.abort()


class GameTestCase(unittest.IsolatedAsyncioTestCase):
    """A test with a server and friends who play on it."""

    async def asyncSetUp(self) -> None:
        folder = tempfile.TemporaryDirectory(prefix="folf-foreign-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.server = Folfd(self.folder)
        await self.server.start()
        self.addAsyncCleanup(self._stop_server)

    async def _stop_server(self) -> None:
        self.assertEqual(await self.server.stop(), 0, self.server.log())

    def client(self, journal: Journal) -> Client:
        client = Client(self.server.url, journal)
        self.addAsyncCleanup(client.close)
        return client

    async def talk(self, **options: Any) -> Conversation:
        conversation = await Conversation.open(self.server.url, **options)
        self.addAsyncCleanup(conversation.hang_up)
        return conversation

    async def host(self, name: str = "Anna", holes: int = 9, **create: Any) -> Client:
        """A client whose game is there and in setup; it plays in column 1."""
        host = self.client(Journal.host(name))
        await host.create([[str(hole), 3] for hole in range(1, holes + 1)], **create)
        await host.connect()
        await host.until_sent()
        return host

    async def join(self, code: str, name: str, path: Path | None = None) -> Client:
        """A client who has joined and sees its column on the card."""
        friend = self.client(Journal(name, code=code, path=path))
        await friend.connect("player")
        await friend.until(lambda: friend.card and friend.player)
        return friend

    async def meet(self, *clients: Client) -> None:
        """Waits until all have sent everything and know the same prefix of the log."""
        for client in clients:
            await client.until_sent()
        top = max(client.journal.seq for client in clients)
        for client in clients:
            await client.until_seq(top)

    async def fresh_card(self, code: str) -> Card:
        """The card as the server tells it to someone new."""
        spectator = Client(self.server.url, Journal("Spectator", code=code))
        await spectator.connect("spectator")
        await spectator.until(lambda: spectator.card)
        await spectator.close()
        return spectator.card

    async def assert_same_card(self, *clients: Client) -> None:
        """The cards kept by events equal the server's own, field by field."""
        await self.meet(*clients)
        fresh = (await self.fresh_card(clients[0].card.code)).lobby()
        for client in clients:
            # A spectator is told neither code nor invitation.
            known = client.card.lobby() | {"code": None, "invitation": None}
            self.assertEqual(known, fresh, client.journal.name)
