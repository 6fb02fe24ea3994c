"""Games played against the real server by clients that know nothing but Protocol.md.

    FOLF_TEST_PROGRAMS=…/.build/debug python -m unittest

Nothing here sleeps: each wait is for a message.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
import unittest
from pathlib import Path

import folf_client
from card import NAME, PAR, THROWS, Card, Key
from folf_client import Client, Refused
from folfd import GameTestCase
from journal import Journal, encode, op_message

START = ["setup", 0], ["playing", 1]


def column_events(client: Client, tag: int) -> list[tuple[int, int | None]]:
    """Hole and value of each score that a replica's ops led to, in the order of the log."""
    return [
        (event[3], sibling[1])
        for seq, event in client.log
        if event[0] == "cell" and event[4] == THROWS
        for sibling in event[5]
        if sibling[0] == seq and sibling[3] == tag
    ]


async def move(host: Client, start: list, end: list) -> None:
    await host.write("move", {"from": start, "to": end})
    await host.until_sent()


class GameTests(GameTestCase):
    """A round among friends with signal."""

    async def test_nine_holes_with_two_friends_and_a_guest(self) -> None:
        anna = await self.host("Anna", 9, course="Söderåsen")
        code = anna.card.code
        ben = await self.join(code.lower(), "Ben")
        cia = await self.join(f" {code[:3].lower()}-{code[3:]} ", "Cia")
        everyone = anna, ben, cia
        await anna.write("add", {"player": 7, "name": "Grandpa"})
        for client in everyone:
            await client.until(lambda: len(client.card.players) == 4)
            await client.until(lambda: client.presence["here"] == [1, 2, 3])
        names = [[anna.card.name(p[0]) for p in client.card.players] for client in everyone]
        self.assertEqual(names, [["Anna", "Ben", "Cia", "Grandpa"]] * 3)
        snapshots = [len(client.messages("snapshot")) for client in everyone]
        self.assertEqual(snapshots, [0, 1, 1])

        await move(anna, *START)
        await self.meet(*everyone)
        columns = [player[0] for player in anna.card.players]
        for hole in range(1, 10):
            for turn, column in enumerate(columns):
                scorer = everyone[(hole + turn) % 3]
                await scorer.score(column, hole, 2 + (hole + turn) % 4)
            await self.meet(*everyone)
        await anna.set((0, 0, 9, PAR), 4)
        await ben.set((0, ben.player, 0, NAME), "Ben B.")
        await self.assert_same_card(*everyone)

        throws = [[2 + (hole + turn) % 4 for hole in range(1, 10)] for turn in range(4)]
        for client in everyone:
            card = client.card
            self.assertEqual([card.total(column) for column in columns], list(map(sum, throws)))
            self.assertEqual(
                [card.over_par(column) for column in columns], [sum(row) - 28 for row in throws]
            )
            self.assertEqual(card.name(ben.player), "Ben B.")
            self.assertEqual(card.disputes(), [])
        self.assertEqual([len(c.messages("snapshot")) for c in everyone], snapshots)

    async def test_everyone_sees_who_comes_and_goes(self) -> None:
        anna = await self.host()
        ben = await self.join(anna.card.code, "Ben")
        cia = await self.join(anna.card.code, "Cia")
        await anna.until(lambda: anna.presence["here"] == [1, 2, 3])
        self.assertEqual(anna.presence["spectators"], 0)
        await ben.close()
        self.assertEqual(ben.close_code, 1000)
        await anna.until(lambda: anna.presence["here"] == [1, 3])
        watcher = self.client(Journal("", code=anna.card.code))
        await watcher.connect("spectator")
        await anna.until(lambda: anna.presence["spectators"] == 1)
        self.assertEqual(anna.card.members[1][3], 0, "who is away is a member still")
        await anna.close()
        await watcher.until(lambda: watcher.presence["here"] == [3])
        self.assertGreater(watcher.presence["host_passes_in_ms"], 0)
        await anna.connect()
        await watcher.until(lambda: watcher.presence["here"] == [1, 3])
        self.assertNotIn("host_passes_in_ms", watcher.presence)

    async def test_who_leaves_in_setup_loses_the_column_and_may_come_back(self) -> None:
        anna = await self.host()
        ben = await self.join(anna.card.code, "Ben")
        await ben.write("leave")
        with self.assertRaises(Refused) as left:
            await ben.until(lambda: False)
        self.assertEqual(left.exception.close_code, 4504)
        self.assertTrue(ben.has_sent_all)
        await anna.until(lambda: anna.card.players[1:] and anna.card.players[1][3] == 1)
        self.assertEqual((await ben.connect())["as"], "outsider")
        with self.assertRaises(Refused) as refused:
            await ben.until(lambda: False)
        self.assertEqual(refused.exception.error["name"], "not_member")
        self.assertEqual(refused.exception.close_code, 4504)
        self.assertEqual((await ben.connect("player"))["member"], 2)
        await anna.until(lambda: anna.card.members[1][3] == 0)
        await self.assert_same_card(anna, ben)

    async def test_every_kind_of_event_leads_to_the_servers_own_card(self) -> None:
        anna = await self.host(holes=3)
        ben = await self.join(anna.card.code, "Ben")
        cia = await self.join(anna.card.code, "Cia")
        everyone = anna, ben, cia
        await anna.write("late_join", {"allow": True})
        await anna.write("add", {"player": 7, "name": "Grandpa"})
        await anna.write("add", {"player": 8, "name": "Grandma"})
        await anna.write("remove", {"player": 8})
        await anna.write("appoint", {"person": ben.journal.person, "role": 1})
        await anna.write("move", dict(zip(("from", "to"), START)))
        await self.meet(*everyone)
        await cia.score(cia.player, 1, 3)
        await self.meet(*everyone)
        cia.lose()
        await cia.score(7, 1, 4)
        await anna.write("remove", {"player": 7})
        await self.meet(anna, ben)
        await cia.connect()
        await self.meet(*everyone)
        self.assertEqual([edit[1] for edit in anna.card.late], [3])
        late = anna.card.late[0][0]
        await anna.write("settle", {"late": late, "apply": True})
        await anna.write("host", {"from": anna.journal.person, "to": ben.journal.person})
        await anna.until_sent()
        await move(ben, ["playing", 1], ["ended", 1])
        await ben.write("kick", {"person": cia.journal.person})
        await cia.until(lambda: cia.close_code is not None)
        await self.assert_same_card(anna, ben)
        await move(ben, ["ended", 1], ["locked", 1])
        await self.meet(anna, ben)
        self.assertIsNone(anna.card.code)
        self.assertEqual(anna.card.lobby(), ben.card.lobby())
        rejects = [client.messages("reject") for client in everyone]
        self.assertEqual(rejects, [[], [], []])
        kinds = {event[0] for _, event in anna.log}
        self.assertEqual(len(kinds), 13, kinds)


class DeadSpotTests(GameTestCase):
    """The fate of entries when the signal doesn't come back for a while."""

    async def test_five_holes_offline_arrive_once_and_in_order(self) -> None:
        anna = await self.host()
        path = self.folder / "ben.json"
        ben = await self.join(anna.card.code, "Ben", path)
        await move(anna, *START)
        await self.meet(anna, ben)
        me = ben.player
        for hole in range(1, 5):
            await anna.score(anna.player, hole, 3)
            await ben.score(me, hole, 3)
            await self.meet(anna, ben)

        await anna.until(lambda: anna.presence["here"] == [1, 2])
        ben.lose()
        for hole in range(5, 10):
            await ben.score(me, hole, hole)
        await ben.score(me, 7, 2)
        await ben.score(me, 9, None)
        await anna.score(anna.player, 5, 6)
        await anna.score(7, 1, 6)
        await anna.until_sent()
        self.assertEqual([reject["name"] for reject in anna.messages("reject")], ["no_such_player"])
        self.assertEqual(anna.presence["here"], [1, 2], "nobody has noticed")

        again = self.client(Journal.load(path))
        self.assertEqual(again.card.lobby(), ben.card.lobby())
        await again.connect()
        await self.assert_same_card(anna, again)
        offline = [(5, 5), (6, 6), (7, 7), (8, 8), (9, 9), (7, 2), (9, None)]
        self.assertEqual(column_events(anna, ben.journal.tag)[4:], offline)
        self.assertEqual(again.card.throws(anna.player, 5), 6)
        self.assertEqual([anna.card.throws(me, hole) for hole in range(5, 10)], [5, 6, 2, 8, None])
        self.assertEqual(anna.card.total(me), 12 + 5 + 6 + 2 + 8)
        self.assertEqual(again.messages("snapshot"), [], "what was missed came as events")
        self.assertEqual(again.card.disputes(), [])
        await self.assert_nothing_is_done_twice(again)

    async def assert_nothing_is_done_twice(self, client: Client) -> None:
        """All ops once more, as if none had ever been acknowledged."""
        top, acks = client.journal.seq, len(client.messages("ack"))
        await client.send(op_message(client.journal.ops))
        await client.until(lambda: len(client.messages("ack")) > acks)
        self.assertEqual(client.messages("ack")[-1]["n"], len(client.journal.ops))
        self.assertEqual(client.journal.seq, top)

    async def test_an_op_done_but_never_acknowledged_isnt_done_again(self) -> None:
        anna = await self.host()
        ben = await self.join(anna.card.code, "Ben")
        await move(anna, *START)
        await self.meet(anna, ben)
        ben.stop_reading()
        await ben.score(ben.player, 1, 3)
        await anna.until(lambda: anna.card.throws(ben.player, 1) == 3)
        ben.lose()
        self.assertFalse(ben.has_sent_all)
        welcome = await ben.connect()
        self.assertEqual(welcome["last_n"], 1)
        await self.assert_same_card(anna, ben)
        self.assertEqual(column_events(anna, ben.journal.tag), [(1, 3)])

    async def test_a_hundred_and_fifty_entries_travel_in_batches(self) -> None:
        anna = await self.host()
        ben = await self.join(anna.card.code, "Ben")
        await move(anna, *START)
        await self.meet(anna, ben)
        ben.lose()
        for number in range(150):
            await ben.score(ben.player, 1 + number % 9, 1 + number % 99)
        await ben.connect()
        await self.assert_same_card(anna, ben)
        self.assertEqual([ack["n"] for ack in ben.messages("ack")], [64, 128, 150])
        entries = [(1 + number % 9, 1 + number % 99) for number in range(150)]
        self.assertEqual(column_events(anna, ben.journal.tag), entries)

    async def test_a_missing_op_is_asked_for(self) -> None:
        anna = await self.host()
        await move(anna, *START)
        be = anna.journal.epoch
        anna.journal.ops += [
            encode({"n": n, "at": 0, "be": be, "op": "set", "cell": [1, 1, n, 0], "value": n})
            for n in (3, 4, 5)
        ]
        await anna.send(op_message([anna.journal.ops[2], anna.journal.ops[4]]))
        await anna.until_sent()
        self.assertEqual([gap["expect"] for gap in anna.messages("gap")], [4])
        self.assertEqual(column_events(anna, anna.journal.tag), [(3, 3), (4, 4), (5, 5)])

    async def test_what_was_acknowledged_survives_a_crash_of_the_server(self) -> None:
        anna = await self.host()
        ben = await self.join(anna.card.code, "Ben")
        await move(anna, *START)
        for hole in range(1, 6):
            await anna.score(1, hole, hole)
        await self.meet(anna, ben)
        card = anna.card.lobby()
        await self.server.kill()
        await anna.until(lambda: anna.close_code is not None)
        await ben.until(lambda: ben.close_code is not None)
        await ben.score(ben.player, 1, 2)
        await self.server.start()
        await anna.connect()
        self.assertEqual(anna.card.lobby(), card)
        await ben.connect()
        await self.assert_same_card(anna, ben)
        self.assertEqual(anna.card.throws(ben.player, 1), 2)
        self.assertEqual(anna.messages("snapshot"), [])

    async def test_a_game_made_without_signal_begins_when_there_is_some(self) -> None:
        anna = self.client(Journal.host("Anna"))
        await anna.create([["1", 3]], course=None)
        await anna.write("add", {"player": 7, "name": "Grandpa"})
        await anna.write("move", dict(zip(("from", "to"), START)))
        for player, throws in (1, 3), (7, 5):
            await anna.write("set", {"cell": [1, player, 1, THROWS], "value": throws})
        await anna.connect()
        await anna.until_sent()
        self.assertEqual([anna.card.total(player) for player in (1, 7)], [3, 5])
        self.assertEqual(anna.messages("reject"), [])
        await self.assert_same_card(anna)

    async def test_a_creator_cut_off_before_the_create_tries_again(self) -> None:
        anna = self.client(Journal.host("Anna"))
        await anna.connect()
        self.assertEqual((anna.welcome["as"], anna.welcome["top"]), ("creator", 0))
        anna.lose()
        await anna.create([["1", 3]])
        await anna.connect()
        await anna.until_sent()
        self.assertIsNotNone(anna.card.code)

    async def test_a_copied_journal_goes_on_under_a_name_of_its_own(self) -> None:
        anna = await self.host()
        path = self.folder / "ben.json"
        ben = await self.join(anna.card.code, "Ben", path)
        await move(anna, *START)
        await self.meet(anna, ben)
        copy = self.client(Journal.load(path))
        copy.journal.path = None
        await ben.score(ben.player, 1, 3)
        await ben.until_sent()
        await copy.score(copy.player, 2, 4)
        await copy.connect()
        self.assertNotEqual(copy.journal.rid, ben.journal.rid)
        await anna.until(lambda: anna.card.throws(ben.player, 2) == 4)
        await self.assert_same_card(anna, copy)
        self.assertEqual(anna.card.total(ben.player), 7)


class DisputeTests(GameTestCase):
    """Two people enter the same score without seeing each other's entry."""

    OWN, OTHERS, SAME, MINE = 1, 2, 3, 4
    """The holes on which Ben and Cia disagree about Ben, about Anna; agree; Ben about himself."""

    async def play(self, upload: str) -> tuple[Client, Client, Client]:
        """A game in which Ben and Cia enter scores offline and come back in the order given."""
        start = int(time.time() * 1000) - 600_000
        anna = self.client(Journal.host("Anna"))
        await anna.create([[str(hole), 3] for hole in range(1, 10)], at=start)
        await anna.connect()
        await anna.until_sent()
        friends = {name: await self.join(anna.card.code, name) for name in ("Ben", "Cia")}
        ben, cia = friends["Ben"], friends["Cia"]
        await move(anna, *START)
        await self.meet(anna, ben, cia)
        ben.lose()
        cia.lose()
        await ben.score(ben.player, self.OWN, 3, at=start + 60_000)
        await cia.score(ben.player, self.OWN, 4, at=start + 90_000)
        await ben.score(anna.player, self.OTHERS, 5, at=start + 120_000)
        await cia.score(anna.player, self.OTHERS, 6, at=start + 150_000)
        await ben.score(anna.player, self.SAME, 2, at=start + 180_000)
        await cia.score(anna.player, self.SAME, 2, at=start + 180_001)
        for name in upload.split():
            await friends[name].connect()
            await friends[name].until_sent()
        await self.assert_same_card(anna, ben, cia)
        return anna, ben, cia

    @staticmethod
    def shown(card: Card) -> dict[Key, list[tuple]]:
        """All that a person can see of the cells: nothing of who regained signal first."""
        return {
            key: [(s.value, card.members[s.member - 1][5], s.at, s.rank) for s in cell.siblings]
            for key, cell in card.cells.items()
        }

    async def test_whoever_regains_signal_first_the_card_is_the_same(self) -> None:
        one = await self.play("Ben Cia")
        other = await self.play("Cia Ben")
        cards = [
            {(key[2], card.name(key[1])): seen for key, seen in self.shown(card).items()}
            for card in (one[0].card, other[0].card)
        ]
        expected = {
            (self.OWN, "Ben"): [(3, "Ben", 60_000, 1), (4, "Cia", 90_000, 0)],
            (self.OTHERS, "Anna"): [(6, "Cia", 150_000, 0), (5, "Ben", 120_000, 0)],
            (self.SAME, "Anna"): [(2, "Cia", 180_001, 0), (2, "Ben", 180_000, 0)],
        }
        self.assertEqual(cards, [expected, expected])
        for anna, ben, cia in one, other:
            for client in anna, ben, cia:
                disputes = {(key[2], client.card.name(key[1])) for key in client.card.disputes()}
                self.assertEqual(disputes, {(self.OWN, "Ben"), (self.OTHERS, "Anna")})
                self.assertEqual([client.card.total(p) for p in (1, ben.player)], [8, 3])

    async def test_a_confirmation_ends_the_dispute_for_everyone(self) -> None:
        anna, ben, cia = await self.play("Cia Ben")
        own = (1, ben.player, self.OWN, THROWS)
        await anna.set(own, 4, confirm=True)
        others = (1, anna.player, self.OTHERS, THROWS)
        await cia.set(others, 5)
        await self.assert_same_card(anna, ben, cia)
        for client in anna, ben, cia:
            self.assertEqual(client.card.disputes(), [])
            self.assertEqual([client.card.cell(key).shown for key in (own, others)], [4, 5])
        self.assertEqual(anna.card.cell(own).siblings[0].rank, 2)

    async def test_one_person_on_two_devices_has_no_dispute(self) -> None:
        anna = await self.host()
        phone = await self.join(anna.card.code, "Ben")
        me = phone.journal
        tablet = self.client(Journal("Ben", code=anna.card.code, token=me.token))
        await tablet.connect("player")
        await move(anna, *START)
        await self.meet(anna, phone, tablet)
        self.assertEqual((phone.member, tablet.member), (2, 2))
        phone.lose()
        tablet.lose()
        await phone.score(phone.player, 1, 3)
        await tablet.score(phone.player, 1, 4)
        await tablet.connect()
        await phone.connect()
        await self.assert_same_card(anna, phone, tablet)
        cell = anna.card.cell((1, phone.player, 1, THROWS))
        self.assertEqual({sibling.value for sibling in cell.siblings}, {3, 4})
        self.assertFalse(cell.disputed)
        self.assertEqual(anna.card.disputes(), [])


class PipeTests(GameTestCase):
    """The client as a program, driven by lines of commands."""

    async def test_a_participant_plays_by_commands(self) -> None:
        anna = await self.host()
        program = await asyncio.create_subprocess_exec(
            *(sys.executable, Path(folf_client.__file__), "play", "--server", self.server.url),
            *("--code", anna.card.code, "--name", "Eva", "--script", "-"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        self.addAsyncCleanup(program.wait)
        self.addCleanup(program.stdin.close)

        async def tell(command: str) -> dict:
            program.stdin.write(f"{command}\n".encode())
            return json.loads(await program.stdout.readline())

        joined = json.loads(await program.stdout.readline())
        self.assertEqual((joined["did"], joined["member"]), ("join", 2))
        await move(anna, *START)
        self.assertEqual((await tell(f"wait seq {anna.journal.seq}"))["seq"], anna.journal.seq)
        self.assertEqual((await tell("score Eva 1 4"))["n"], 1)
        self.assertEqual((await tell("wait sent"))["acknowledged"], 1)
        await tell("drop")
        await tell("score Anna 1 5")
        await anna.score(anna.player, 1, 4)
        await anna.until_sent()
        await tell("resume")
        await tell("wait sent")
        card = await tell("card")
        self.assertEqual([player["total"] for player in card["players"]], [4, 4])
        self.assertEqual([player["over_par"] for player in card["players"]], [1, 1])
        siblings = [(s["value"], s["by"]) for s in card["disputes"][0]["siblings"]]
        self.assertEqual(siblings, [(4, "Anna"), (5, "Eva")])
        self.assertEqual(await tell("dance"), {"did": "dance", "error": "unknown command"})
        self.assertEqual((await tell("quit"))["did"], "quit")
        self.assertEqual(await program.wait(), 0)


if __name__ == "__main__":
    unittest.main()
