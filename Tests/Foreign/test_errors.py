"""The errors a new client meets first, and what the server does about them (§3, §22, §23)."""

from __future__ import annotations

import asyncio
import json
import secrets
import unittest
import urllib.error
import urllib.request

from websockets.exceptions import InvalidStatus

from card import Message
from folf_client import Client, Refused
from folfd import Conversation, GameTestCase
from journal import Journal, encode, op_message, person_of

WIRE_BYTES_MAX = 16_384


def hello(**fields: object) -> Message:
    token = secrets.token_hex(32)
    pair = {"person": person_of(token), "token": token}
    return {"type": "hello", "v": 1, "rid": secrets.token_hex(16), "n": 0} | pair | fields


def create_hello(**fields: object) -> Message:
    return hello(lobby=secrets.token_hex(16), create=True, **fields)


class ConnectingTests(GameTestCase):
    """Before the first message."""

    async def assert_status(self, status: int, **options: object) -> None:
        with self.assertRaises(InvalidStatus) as refused:
            await self.talk(**options)
        self.assertEqual(refused.exception.response.status_code, status)

    async def test_without_the_subprotocol_nothing_is_upgraded(self) -> None:
        await self.assert_status(400, subprotocols=None)
        await self.assert_status(400, subprotocols=["folf.sync.v9"])

    async def test_a_foreign_page_is_kept_out(self) -> None:
        await self.assert_status(403, origin="https://elsewhere.example")
        own = await self.talk(origin=f"http://127.0.0.1:{self.server.port}")
        self.assertEqual(own.connection.subprotocol, "folf.sync.v1")

    async def test_compression_is_not_accepted(self) -> None:
        offered = await self.talk(compression="deflate")
        self.assertEqual(offered.connection.protocol.extensions, [])

    async def test_another_path_is_not_found(self) -> None:
        with self.assertRaises(InvalidStatus) as refused:
            await Conversation.open(f"ws://127.0.0.1:{self.server.port}/score")
        self.assertEqual(refused.exception.response.status_code, 404)

    async def test_health_is_told_over_plain_http(self) -> None:
        url = f"http://127.0.0.1:{self.server.port}"
        for path in ("healthz", "readyz"):
            opened = await asyncio.to_thread(urllib.request.urlopen, f"{url}/{path}", timeout=60)
            with opened as answer:
                self.assertEqual((answer.status, json.load(answer)), (200, {"state": "ok"}))
        with self.assertRaises(urllib.error.HTTPError) as refused:
            await asyncio.to_thread(urllib.request.urlopen, f"{url}/sync", timeout=60)
        self.assertEqual(refused.exception.code, 426)
        refused.exception.close()


class GreetingTests(GameTestCase):
    """Up to `welcome`."""

    async def assert_error(
        self, message: Message | str | bytes, code: int, name: str, closes: int, retry: bool = False
    ) -> Message:
        stranger = await self.talk()
        await stranger.say(message)
        error = await stranger.answer()
        self.assertEqual(error["type"], "error", error)
        self.assertEqual((error["code"], error["name"], error["retry"]), (code, name, retry))
        self.assertTrue(error["text"])
        self.assertEqual(await stranger.close_code(), closes)
        self.assertEqual(stranger.connection.close_reason, name)
        return error

    async def test_a_message_before_hello(self) -> None:
        for message in {"type": "ping", "t": 1}, {"type": "op", "ops": []}:
            await self.assert_error(message, 102, "hello_expected", 4500)

    async def test_what_cant_be_read(self) -> None:
        for message in "", "hello", "[]", '{"type":7}', '{"v":1}', '{"type":"hello","v":1', "\0":
            await self.assert_error(message, 100, "bad_message", 4500)

    async def test_a_hello_without_its_fields(self) -> None:
        for field in "rid", "person", "token", "lobby":
            message = create_hello()
            del message[field]
            await self.assert_error(message, 100, "bad_message", 4500)
        await self.assert_error(create_hello(rid="abc"), 100, "bad_message", 4500)

    async def test_binary_messages_arent_read(self) -> None:
        stranger = await self.talk()
        await stranger.say(encode(create_hello()).encode())
        self.assertEqual(await stranger.close_code(), 1003)

    async def test_too_large_a_message(self) -> None:
        stranger = await self.talk()
        await stranger.say(" " * (WIRE_BYTES_MAX + 1))
        self.assertEqual(await stranger.close_code(), 1009)

    async def test_another_version(self) -> None:
        await self.assert_error(create_hello(v=2), 105, "unsupported_version", 4506)

    async def test_a_bad_token(self) -> None:
        first, second = await self.host("Anna"), await self.host("Ben")
        pair = {"person": first.journal.person, "token": second.journal.token}
        message = hello(lobby=first.journal.lobby, **pair)
        await self.assert_error(message, 104, "bad_token", 4501)

    async def test_wrong_codes_are_refused_and_then_slowed_down(self) -> None:
        for sign in "ABCDEFGHJK":
            message = hello(code=sign * 6, name="Eva", **{"as": "player"})
            await self.assert_error(message, 300, "wrong_code", 4502)
        error = await self.assert_error(
            hello(code="ABCDEF"), 110, "too_many_attempts", 4005, retry=True
        )
        self.assertGreater(error["retry_ms"], 0)

    async def test_who_has_an_invitation_comes_in_when_all_tries_are_used_up(self) -> None:
        anna = await self.host()
        code = hello(code=anna.card.code, name="Eva", **{"as": "player"})
        for number in range(11):
            wrong = hello(code="ABCDEFGHJK"[number % 10] * 6, name="Eva", **{"as": "player"})
            stranger = await self.talk()
            await stranger.say(wrong)
            await stranger.answer()
        await self.assert_error(code, 110, "too_many_attempts", 4005, retry=True)
        door = {"lobby": anna.journal.lobby, "as": "player", "name": "Eva"}
        guest = await self.talk()
        await guest.say(hello(invitation=anna.card.invitation, **door))
        self.assertEqual((await guest.answer())["member"], 2)

    async def test_what_cant_be_a_code_is_a_wrong_code(self) -> None:
        for code in "", "O0I1lO", "ABCDE", "KKKKKKKKKKKKK", "ÅÄÖÅÄÖ":
            message = hello(code=code, name="Eva", **{"as": "player"})
            await self.assert_error(message, 300, "wrong_code", 4502)

    async def test_a_wrong_invitation(self) -> None:
        anna = await self.host()
        door = {"lobby": anna.journal.lobby, "as": "player", "name": "Eva"}
        wrong = hello(invitation=secrets.token_hex(16), **door)
        await self.assert_error(wrong, 304, "not_invited", 4502)
        guest = await self.talk()
        await guest.say(hello(invitation=anna.card.invitation, **door))
        self.assertEqual((await guest.answer())["member"], 2)

    async def test_a_stranger_who_knows_only_the_lobby(self) -> None:
        anna = await self.host()
        await self.assert_error(hello(lobby=anna.journal.lobby), 304, "not_invited", 4502)
        await self.assert_error(hello(code=anna.card.code), 202, "not_member", 4504)

    async def test_a_lobby_nobody_has_made(self) -> None:
        message = hello(lobby=secrets.token_hex(16))
        await self.assert_error(message, 305, "unknown_lobby", 4000, retry=True)

    async def test_a_started_game_can_only_be_watched(self) -> None:
        anna = await self.host()
        await anna.write("move", {"from": ["setup", 0], "to": ["playing", 1]})
        await anna.until_sent()
        message = hello(code=anna.card.code, name="Eva", **{"as": "player"})
        await self.assert_error(message, 301, "game_started", 4502)
        self.assertEqual((await self.fresh_card(anna.card.code)).stage, ["playing", 1])

    async def test_the_replica_of_someone_else(self) -> None:
        anna = await self.host()
        message = hello(
            rid=anna.journal.rid, code=anna.card.code, name="Eva", **{"as": "player"}
        )
        await self.assert_error(message, 307, "replica_taken", 4502)

    async def test_a_name_that_cant_be_shown(self) -> None:
        anna = await self.host()
        for name in " ", "a\nb", "x" * 65:
            message = hello(code=anna.card.code, name=name, **{"as": "player"})
            await self.assert_error(message, 210, "bad_text", 4502)


class PlayingTests(GameTestCase):
    """After `welcome`."""

    async def playing(self) -> Client:
        """The host of a game that has begun."""
        anna = await self.host()
        await anna.write("move", {"from": ["setup", 0], "to": ["playing", 1]})
        await anna.until_sent()
        return anna

    async def test_a_bad_op_in_the_middle_stops_none_of_the_others(self) -> None:
        anna = await self.playing()
        anna.lose()
        await anna.score(1, 1, 3)
        bad = [
            ("set", {"cell": [1, 1, 1, 0], "value": 0}, "bad_throws"),
            ("set", {"cell": [1, 1, 99, 0], "value": 3}, "no_such_hole"),
            ("set", {"cell": [1, 99, 1, 0], "value": 3}, "no_such_player"),
            ("set", {"cell": [2, 1, 1, 0], "value": 3}, "no_such_round"),
            ("set", {"cell": [0, 0, 1, 2], "value": 21}, "bad_par"),
            ("set", {"cell": [0, 1, 0, 1], "value": " "}, "bad_text"),
            ("set", {"cell": [1, 1, 1, 0]}, "malformed"),
            ("set", {"cell": [1, 1, 1, 0], "value": "three"}, "malformed"),
            ("dance", {}, "unknown_command"),
            ("move", {"from": ["setup", 0], "to": ["playing", 1]}, "stale"),
            ("add", {"player": 1, "name": "Eva"}, "player_exists"),
            ("kick", {"person": secrets.token_hex(16)}, "no_such_person"),
            ("settle", {"late": 99, "apply": True}, "not_pending"),
            ("create", {"holes": [["1", 3]]}, "malformed"),
        ]
        for op, fields, _ in bad:
            await anna.write(op, fields)
        anna.journal.append({"at": 0, "op": "set", "cell": [1, 1, 3, 0], "value": 3})
        bad.append(("set without an epoch", {}, "malformed"))
        await anna.score(1, 2, 4)
        await anna.connect()
        await anna.until_sent()
        rejects = [(reject["n"], reject["name"]) for reject in anna.messages("reject")]
        # Ops 1 to 3 are `create`, `move` and the score before the bad ones.
        expected = [(n, name) for n, (_, _, name) in enumerate(bad, start=4)]
        self.assertEqual(rejects, expected)
        self.assertEqual([anna.card.throws(1, hole) for hole in (1, 2, 3)], [3, 4, None])
        self.assertEqual(anna.messages("ack")[-1]["n"], len(anna.journal.ops))
        await self.assert_same_card(anna)

    async def test_only_the_host_commands(self) -> None:
        anna = await self.host()
        ben = await self.join(anna.card.code, "Ben")
        await ben.write("move", {"from": ["setup", 0], "to": ["playing", 1]})
        await ben.score(ben.player, 1, 3)
        await ben.set((0, 1, 0, 1), "Anna the Great")
        await ben.until_sent()
        names = [reject["name"] for reject in ben.messages("reject")]
        self.assertEqual(names, ["not_host", "no_such_round", "not_yours"])
        self.assertEqual(anna.card.stage, ["setup", 0])

    async def test_spectators_only_watch(self) -> None:
        anna = await self.playing()
        watcher = self.client(Journal("", code=anna.card.code))
        welcome = await watcher.connect("spectator")
        self.assertNotIn("ticket", welcome)
        await watcher.until(lambda: watcher.card)
        await watcher.score(1, 1, 3)
        await watcher.until_sent()
        names = [reject["name"] for reject in watcher.messages("reject")]
        self.assertEqual(names, ["read_only"])
        await anna.score(1, 1, 4)
        await watcher.until(lambda: watcher.card.throws(1, 1) == 4)

    async def assert_closes(self, message: str, name: str) -> None:
        anna = await self.host()
        await anna.send(message)
        with self.assertRaises(Refused) as refused:
            await anna.until(lambda: False)
        self.assertEqual(refused.exception.close_code, 4500)
        self.assertEqual(refused.exception.error["name"], name)
        self.assertEqual(anna.journal.seq, 1)

    async def test_a_second_hello(self) -> None:
        await self.assert_closes(encode(create_hello()), "already_greeted")

    async def test_too_many_ops_in_a_message(self) -> None:
        lines = [encode({"n": n, "at": 0, "op": "leave"}) for n in range(2, 67)]
        await self.assert_closes(op_message(lines), "too_many_ops")

    async def test_an_op_without_a_number_spoils_the_message(self) -> None:
        lines = [encode({"n": 2, "at": 0, "op": "leave"}), encode({"at": 0, "op": "leave"})]
        await self.assert_closes(op_message(lines), "bad_message")

    async def test_an_unknown_message_does_no_harm(self) -> None:
        anna = await self.host()
        anna.received.clear()
        await anna.send(encode({"type": "cheer"}))
        await anna.until(lambda: anna.messages("error"))
        self.assertEqual(anna.messages("error")[0]["name"], "unknown_type")
        await anna.send(encode({"type": "ping", "t": 51234, "mood": "good"}))
        await anna.until(lambda: anna.messages("pong"))
        self.assertEqual(anna.messages("pong")[0]["t"], 51234)

    async def test_ops_before_create(self) -> None:
        creator = await self.talk()
        await creator.say(create_hello(n=1))
        self.assertEqual((await creator.answer())["as"], "creator")
        await creator.say(op_message([encode({"n": 1, "at": 0, "op": "leave"})]))
        reject = await creator.answer()
        self.assertEqual((reject["type"], reject["name"]), ("reject", "no_lobby"))

    async def test_a_replica_is_connected_once(self) -> None:
        anna = await self.host()
        twin = self.client(anna.journal)
        await twin.connect()
        with self.assertRaises(Refused) as replaced:
            await anna.until(lambda: False)
        self.assertEqual(replaced.exception.error["name"], "replaced")
        self.assertEqual(replaced.exception.close_code, 4505)

    async def test_someone_kicked_may_hand_in_what_is_left(self) -> None:
        anna = await self.host()
        ben = await self.join(anna.card.code, "Ben")
        await anna.write("move", {"from": ["setup", 0], "to": ["playing", 1]})
        await self.meet(anna, ben)
        ben.lose()
        await ben.score(ben.player, 1, 3)
        await anna.write("kick", {"person": ben.journal.person})
        await anna.until_sent()
        self.assertEqual((await ben.connect())["as"], "outsider")
        with self.assertRaises(Refused) as kicked:
            await ben.until(lambda: False)
        self.assertEqual(kicked.exception.error["name"], "kicked")
        self.assertEqual(kicked.exception.close_code, 4503)
        self.assertTrue(ben.has_sent_all)
        self.assertEqual((await ben.connect())["as"], "outsider")
        with self.assertRaises(Refused) as nothing_left:
            await ben.until(lambda: False)
        self.assertEqual(nothing_left.exception.error["name"], "kicked")
        await anna.until(lambda: anna.card.late)
        self.assertEqual(anna.card.late[0][1:7], [2, 1, ben.player, 1, 0, 3])
        await anna.write("settle", {"late": anna.card.late[0][0], "apply": True})
        await self.assert_same_card(anna)
        self.assertEqual((anna.card.throws(ben.player, 1), anna.card.late), (3, []))


if __name__ == "__main__":
    unittest.main()
