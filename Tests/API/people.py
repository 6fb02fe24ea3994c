"""The people in whose names the API is called: their accounts, devices, friends and games.

What they are and draw is the same in each run. Each call comes from another of many networks, as the
proxy says that the server is told to believe: what one network is allowed isn't used up by the first
calls.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import re
import threading
import time
from pathlib import Path

import requests

URL = os.environ["FOLF_API_URL"]
NOTES = Path(os.environ["FOLF_API_NOTES"])
LETTERS = Path(os.environ["FOLF_API_LETTERS"])
# There are two runs against one server: whoever is gone in the first is nobody in the second.
RUN = os.environ["FOLF_API_RUN"]
PASSWORD = "korktappi ja harmonikka"
NETWORKS = 10_000
# Who holds a device is believed for five minutes; then they have to show it again.
FRESH_SECONDS = 240
# What all networks together may make in an hour (200) is for the calls under test as well.
ACCOUNTS_MAX = 80
MAILS_MAX = 30

numbers = itertools.count()
_lock = threading.RLock()
_notes = NOTES.open("a", buffering=1)


def note(*texts: str) -> None:
    """Keeps what the server was told and may not write down."""
    with _lock:
        for text in texts:
            _notes.write(json.dumps(text) + "\n")


def digits(what: str, count: int) -> str:
    """Digits that seem to be random, and are the same whenever a run is repeated."""
    return hashlib.sha256(f"{RUN} {what}".encode()).hexdigest()[:count]


def half_hash(hexadecimal: str) -> str:
    return hashlib.sha256(bytes.fromhex(hexadecimal)).hexdigest()[:32]


class Network(requests.auth.AuthBase):
    """Says where a request comes from. `requests` asks it last, so that schemathesis knows nothing of
    it."""

    def __init__(self):
        place = next(numbers) % NETWORKS
        self.address = f"10.{place // 200}.{place % 200}.1"

    def __call__(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        request.headers["X-Forwarded-For"] = self.address
        return request


_session = threading.local()


def ask(method: str, path: str, token: str, body: object = None) -> requests.Response:
    if not hasattr(_session, "own"):
        _session.own = requests.Session()
    return _session.own.request(
        method, f"{URL}/api/v1{path}", json=body, timeout=20, auth=Network(),
        headers={"Authorization": f"Bearer {token}"},
    )


class Person:
    """Somebody with an account and a device."""

    def __init__(self, number: int):
        name = f"folk-{number}-{digits(f'handle {number}', 6)}"
        self.handle = name
        self.account = digits(f"account of {name}", 32)
        self.token = digits(f"token of {name}", 64)
        self.proved = time.monotonic()
        note(name, f"Player {name}", self.token, PASSWORD)
        answer = ask("PUT", f"/accounts/{self.account}", self.token, {
            "handle": name, "name": f"Player {name}", "age": 0, "password": PASSWORD,
        })
        assert answer.status_code == 201, answer.text

    @property
    def person(self) -> str:
        return half_hash(self.token)

    def is_fresh(self) -> bool:
        """Whether the account is there, and its holder may do all that there is to be done."""
        return (time.monotonic() - self.proved < FRESH_SECONDS
                and ask("GET", "/me", self.token).status_code == 200)


class People:
    """Who asks: somebody as long as they have their account, and then the next one."""

    def __init__(self):
        self.count = 0
        self.mails = 0
        self.known: dict[str, Person] = {}
        # The tokens by which accounts were made, of those that a call under test has made.
        self.newcomers: dict[str, str] = {}

    def person(self, role: str) -> Person:
        with _lock:
            known = self.known.get(role)
            if known is None or self.count < ACCOUNTS_MAX and not known.is_fresh():
                self.count += 1
                known = self.known[role] = Person(self.count)
                if role == "player":
                    self.settle(known)
                if role == "mailed":
                    ask("POST", "/mails/confirm", known.token, {"mail": self.mail_code(known)})
            return known

    def settle(self, player: Person) -> None:
        """Whoever plays has a friend who invites them, a game, a program, and somebody who is blocked:
        so that each list has something in it to go on with."""
        secret, host = self.friend_secret(), self.person("host")
        friend = ask("PUT", f"/me/friends/{secret}", player.token)
        game = self.game(host)
        invitation = ask("PUT", f"/me/invitations/{self.secret()}", host.token, {
            "lobby": game["lobby"], "invitation": game["invitation"], "to": [player.account]})
        program = ask("PUT", f"/me/tokens/{half_hash(self.device())}", player.token, {
            "label": "a program", "scope": "read"})
        blocked = ask("PUT", f"/me/blocks/{self.person('blocked').account}", player.token)
        self.game(player)
        answers = [friend, invitation, program, blocked]
        assert [answer.status_code for answer in answers] == [200, 201, 201, 204], answers

    def device(self) -> str:
        """A token that nobody has had before."""
        token = digits(f"device {next(numbers)}", 64)
        note(token)
        return token

    def guest(self) -> str:
        """The token of a device that has just signed in."""
        person, token = self.person("host"), self.device()
        ask("POST", "/sessions", token, {"handle": person.handle, "password": PASSWORD})
        return token

    def secret(self) -> str:
        return digits(f"secret {next(numbers)}", 32)

    def game(self, player: Person) -> dict[str, str]:
        """A game of somebody's."""
        nonce = self.secret()
        game = {"lobby": half_hash(player.person + nonce), "watch": self.secret(),
                "invitation": self.secret()}
        answer = ask("PUT", f"/games/{game['lobby']}", player.token, {
            "nonce": nonce, "invitation": game["invitation"], "watch": game["watch"],
            "name": "Anna", "holes": [{"label": "1", "par": 3}],
        })
        assert answer.status_code in (200, 201), answer.text
        return game

    def layout(self) -> dict[str, object]:
        """A layout that may be given."""
        return {"id": self.secret(), "name": "1", "kind": "lasting", "status": "offered", "series": 1,
                "facts": '{"holes":[["1",3,[],[]]],"name":"1","tees":[]}'}

    def course(self, player: Person) -> str:
        """A course of somebody's, shown by its address."""
        course = self.secret()
        answer = ask("PUT", f"/courses/{course}", player.token,
                     {"name": "Barn", "country": "IS", "layouts": [self.layout()]})
        assert answer.status_code == 201, answer.text
        return course

    def change(self, player: Person) -> tuple[str, str]:
        """A course that somebody wants to be in the list, and that wish."""
        course, change = self.course(player), self.secret()
        answer = ask("PUT", f"/courses/{course}/changes/{change}", player.token,
                     {"publish": True, "licence": "ODbL 1.0"})
        assert answer.status_code in (201, 409), answer.text
        return course, change

    def listed_course(self) -> str:
        token = self.person("player").token
        return ask("GET", "/courses?country=IS", token).json()["items"][0]["id"]

    def comment(self, player: Person) -> tuple[str, str]:
        """A course of the list, and what somebody has said of it."""
        course, comment = self.listed_course(), digits("comment", 32)
        ask("PUT", f"/courses/{course}/comments/{comment}", player.token, {"text": "A ditch"})
        return course, comment

    def friend_secret(self) -> str:
        secret = self.secret()
        ask("PUT", f"/me/invites/{self.secret()}", self.person("host").token, {"secret": secret})
        return secret

    def link(self) -> dict[str, str]:
        """A way in for another device."""
        answer = ask("POST", "/me/links", self.person("player").token)
        return answer.json() if answer.status_code == 201 else {"link": self.secret(), "secret": self.secret()}

    def claimed(self, role: str) -> str:
        """A person that came along with a device."""
        token = self.device()
        ask("POST", "/me/persons", self.person(role).token, {"tokens": [token]})
        return half_hash(token)

    def mail_code(self, person: Person) -> str:
        """The code of a letter that confirms an address."""
        self.mails += 1
        if self.mails > MAILS_MAX:
            return "none"
        address = f"{person.handle}-{next(numbers)}@x.example"
        note(address)
        before = LETTERS.stat().st_size if LETTERS.exists() else 0
        if ask("PUT", "/me/email", person.token, {"email": address}).status_code == 202:
            for _ in range(200):
                with LETTERS.open(encoding="utf-8", errors="replace") as letters:
                    letters.seek(before)
                    if found := re.search(r"/a/m#([0-9A-Za-z_-]+)", letters.read()):
                        return found[1]
                time.sleep(0.01)
        return "none"
