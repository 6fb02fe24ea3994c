"""What lets somebody in and what doesn't, how long it takes, and what is theirs to take along."""

import csv
import json
import re
import time

from playwright.sync_api import expect
from run import test
from test_account import (
    PASSWORD,
    authenticator,
    befriend,
    fill_in,
    near,
    nearest,
    sign_in,
    sign_up,
)

# As Chromium's own tools emulate a slow phone on a bad line: 400 kbit/s, two seconds there and back.
SLOW_LINE = {
    "offline": False,
    "latency": 2_000,
    "downloadThroughput": 50_000,
    "uploadThroughput": 50_000,
}
SLOWER_BY = 6


def passkey_of(phone):
    """What the phone keeps, as the makers of phones carry it to the next one."""
    session, device = authenticator(phone)

    def credential():
        found = session.send("WebAuthn.getCredentials", {"authenticatorId": device})["credentials"]
        return found[0]

    return credential


def keep_passkey(phone, credential):
    session, device = authenticator(phone)
    session.send(
        "WebAuthn.addCredential", {"authenticatorId": device, "credential": credential}
    )


def sign_up_by_passkey(world):
    anna = nearest(world)
    credential = passkey_of(anna)
    anna.open("/a/new")
    anna.enter_name("Anna")
    anna.page.get_by_label("13 or older").check()
    anna.button("Keep them with a passkey").click()
    anna.button("I have them").click()
    return anna, credential()


@test("A passkey that is used on a page of another address lets nobody in, and words say so")
def wrong_origin(world):
    _, credential = sign_up_by_passkey(world)
    # The same name, but through a line of its own: another port is another origin.
    elsewhere = near(world)
    keep_passkey(elsewhere, credential)
    elsewhere.open("/a/in")
    elsewhere.button("Sign in with a passkey").click()
    expect(elsewhere.page.get_by_role("alert")).to_have_text("That doesn't fit. Try again.")
    elsewhere.open("/")
    expect(elsewhere.link("Sign in")).to_be_visible()


@test("What a passkey has signed is good once")
def replayed(world):
    _, credential = sign_up_by_passkey(world)
    tablet = nearest(world)
    keep_passkey(tablet, credential)
    tablet.open("/a/in")
    with tablet.page.expect_request("**/api/v1/sessions") as sent:
        tablet.button("Sign in with a passkey").click()
    tablet.sees("Signed in as @anna.")
    answer = tablet.page.evaluate(
        """async (body) => {
            const answer = await fetch('/api/v1/sessions', {
                method: 'POST',
                headers: {
                    'Content-Type': 'application/json', Authorization: `Bearer ${'5'.repeat(64)}`,
                },
                body,
            });
            return [answer.status, (await answer.json()).name];
        }""",
        sent.value.post_data,
    )
    assert answer == [401, "wrong_proof"], answer


@test("A passkey whose counter has gone back, as a copy's does, lets nobody in, and words say so")
def counter_gone_back(world):
    _, credential = sign_up_by_passkey(world)
    owner, copy = nearest(world), nearest(world)
    ahead = credential | {"signCount": credential["signCount"] + 10}

    def enter(phone, kept):
        keep_passkey(phone, kept)
        phone.open("/a/in")
        phone.button("Sign in with a passkey").click()

    enter(owner, ahead)
    owner.sees("Signed in as @anna.")
    enter(copy, credential)
    expect(copy.page.get_by_role("alert")).to_have_text("That doesn't fit. Try again.")
    copy.open("/")
    expect(copy.link("Sign in")).to_be_visible()
    # The owner isn't kept out by it.
    later = nearest(world)
    enter(later, ahead | {"signCount": ahead["signCount"] + 10})
    later.sees("Signed in as @anna.")


def slow_down(phone):
    session = phone.context.new_cdp_session(phone.page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW_LINE)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER_BY})


def seconds_to_enter(phone, name, taps, tap):
    """From the last tap until one is in, with one round on the line: what else is asked for, nobody
    waits for."""
    asked = []
    phone.page.on("request", lambda each: "/api/v1/" in each.url and asked.append(each.method))
    phone.is_kept()
    slow_down(phone)
    start = time.monotonic()
    tap.click()
    phone.page.get_by_text("Signed in as").wait_for()
    seconds = time.monotonic() - start
    first = asked[0]
    print(f"    {name}: {taps}, then {seconds:.1f} s on a slow phone and line", flush=True)
    assert first == "POST", asked


@test("On a slow phone and a bad line each way in takes one round")
def slow(world):
    anna, credential = sign_up_by_passkey(world)
    by_passkey = nearest(world)
    keep_passkey(by_passkey, credential)
    by_passkey.open("/")
    with by_passkey.page.expect_response("**/passkeys/challenges"):
        by_passkey.link("Sign in").click()
    expect(by_passkey.button("Sign in with a passkey")).to_be_visible()
    tap = by_passkey.button("Sign in with a passkey")
    seconds_to_enter(by_passkey, "passkey", "2 taps and a finger", tap)
    ben = near(world)
    handle, codes = sign_up(ben, "Ben")
    by_password = near(world)
    by_password.open("/")
    by_password.link("Sign in").click()
    by_password.page.get_by_label("User name or e-mail").fill(handle)
    by_password.page.get_by_label("Password").fill(PASSWORD)
    seconds_to_enter(by_password, "password", "2 taps and 2 fields", by_password.button("Sign in"))
    by_code = near(world)
    by_code.open("/a/in")
    by_code.button("By a recovery code").click()
    by_code.page.get_by_label("User name").fill(handle)
    by_code.page.get_by_label("Recovery code").fill(codes[1])
    seconds_to_enter(by_code, "recovery code", "3 taps and 2 fields", by_code.button("Sign in"))


@test("On a slow phone and a bad line a picture lets in with the first question after the yes")
def slow_picture(world):
    anna, tablet = near(world), near(world)
    sign_up(anna, "Anna")
    anna.open("/a/devices")
    with anna.page.expect_response(re.compile("/me/links$")) as made:
        anna.button("Add a device").click()
    tablet.open(f"/a/l#{made.value.json()['secret']}")
    expect(tablet.button("Sign in here")).to_be_visible()
    tablet.is_kept()
    slow_down(tablet)
    start = time.monotonic()
    tablet.button("Sign in here").click()
    anna.sees("wants in.")
    asked = []
    tablet.page.on("request", lambda each: "/sessions" in each.url and asked.append(each.method))
    yes = time.monotonic()
    anna.button("Let it in").click()
    tablet.page.get_by_text("Signed in as").wait_for()
    end = time.monotonic()
    print(
        f"    QR: 2 taps there and 1 here, then {end - start:.1f} s on a slow phone and line, "
        f"{end - yes:.1f} s of them after the yes",
        flush=True,
    )
    # One may have been on its way when it was said.
    assert len(asked) <= 2, asked


@test("A guest’s column becomes that of who says so, with all its scores, and is in their account")
def claim(world):
    anna, ben, tablet = near(world), near(world), near(world)
    handle, _ = sign_up(ben, "Ben")
    anna.create_game("Anna", "Meadow", 9)
    code = anna.read_code()
    anna.add_guest("Benni")
    anna.button("Players may join after the start").or_(
        anna.page.get_by_role("checkbox", name="Players may join after the start")
    ).first.click()
    anna.start_round()
    anna.score("Benni", 1, 3)
    anna.score("Anna", 1, 4)
    ben.open(f"/j/{code}")
    sheet = ben.page.get_by_role("dialog", name="Is one of these you?")
    sheet.get_by_role("button", name="Benni").click()
    ben.has_no_sheet()
    ben.sees_score("Benni", 1, "3, par")
    ben.score("Benni", 2, 2)
    anna.sees_score("Benni", 2, "2, birdie")
    sign_in(tablet, handle)
    tablet.sees("Signed in as")
    tablet.link(re.compile("^Meadow")).click()
    tablet.score("Benni", 3, 5)
    anna.sees_score("Benni", 3, "5")


def offer_column(host, guest):
    """A locked game, and the ticket by which a guest of it can say who they were."""
    host.open("/")
    host.link("New game").click()
    host.page.get_by_label("Course", exact=True).fill("Meadow")
    host.button("Create game").click()
    host.add_guest(guest)
    host.start_round()
    host.score(guest, 1, 3)
    host.menu("End game")
    host.confirm("End game")
    host.button("More").click()
    host.button("Lock the game").click()
    host.confirm("Lock the game")
    host.has_no_sheet()
    host.button("More").click()
    host.button("“This is me”: for a guest").click()
    with host.page.expect_response("**/api/v1/tickets") as made:
        host.button(guest).click()
    expect(host.page.get_by_role("img", name="QR code")).to_be_visible()
    return made.value.json()["ticket"]


@test("Who was a guest in a game that is locked says so later, and the game is among theirs")
def claim_when_locked(world):
    anna, ben = near(world), near(world)
    sign_up(anna, "Anna")
    ticket = offer_column(anna, "Benni")
    ben.open(f"/a/c#{ticket}")
    ben.sees("Benni")
    ben.link("Keep my games").click()
    fill_in(ben, "Ben")
    ben.button("Keep my games").click()
    ben.button("I have them").click()
    ben.button("Yes, that was me").click()
    ben.sees("It is in your games now.")
    ben.link(re.compile("^Meadow")).click()
    expect(ben.heading("Meadow")).to_be_visible()
    ben.sees("Benni")
    anna.open("/")
    anna.sees("Ben says: Benni was me, Meadow")
    anna.button("Undo").click()
    expect(anna.page.get_by_role("region", name="For you")).to_have_count(0)
    ben.open("/")
    ben.sees("Benni is a guest again, Meadow")


@test("What is taken along is asked for with a word on undoing it, and that is offered for seven days")
def undone_for_seven_days(world):
    anna, tablet = near(world), near(world)
    handle, _ = sign_up(anna, "Anna")
    tablet.create_game("Anna", "Elsewhere", 9)
    tablet.start_round()
    tablet.score("Anna", 1, 3)
    tablet.sees_score("Anna", 1, "3, par, sent")
    sign_in(tablet, handle)
    sheet = tablet.page.get_by_role("dialog", name="Take 1 game along?")
    expect(sheet).to_contain_text("It can be undone for seven days.")
    sheet.get_by_role("button", name="Yes, that was me").click()
    tablet.sees("Taken along.")
    tablet.page.clock.install()
    back = tablet.button(re.compile("^Give back what I took on"))
    for hours, count in ((7 * 24 - 1, 1), (2, 0)):
        tablet.page.clock.fast_forward(hours * 3_600_000)
        tablet.open("/a/devices")
        tablet.sees("this device")
        expect(back).to_have_count(count)
    # The other phone, on which it is today, still undoes it.
    anna.open("/a/devices")
    anna.button(re.compile("^Give back what I took on")).click()
    anna.sees("Given back.")
    tablet.open("/")
    expect(tablet.link(re.compile("^Elsewhere"))).to_be_visible()


def saved(phone, name):
    with phone.page.expect_download() as download:
        phone.button(name).click()
    return download.value.path().read_text()


@test("All that is kept of somebody comes as one file, and the scores as a table, without the others")
def export(world):
    anna, ben = near(world), near(world)
    sign_up(anna, "Anna")
    anna.create_game("Anna", "Meadow", 9)
    ben.join(anna.read_code(), "Benjamin")
    anna.sees("2 players")
    anna.start_round()
    anna.score("Anna", 1, 3)
    anna.score("Benjamin", 1, 4)
    anna.sees_score("Benjamin", 1, "4, bogey, sent")
    anna.open("/a/data")
    text = saved(anna, "All as JSON")
    whole = json.loads(text)
    assert whole["account"]["handle"] == "anna", whole
    assert "Meadow" in text and "Benjamin" not in text, text
    rows = list(csv.reader(saved(anna, "Scores as CSV").splitlines()))
    assert len(rows) > 1 and any("3" in row for row in rows[1:]), rows
    assert not any("Benjamin" in cell for row in rows for cell in row), rows


@test("The first screen asks what waits every fifteen seconds, and only as long as it is seen")
def asks_while_seen(world):
    anna, ben = near(world), near(world)
    for phone, name in ((anna, "Anna"), (ben, "Ben")):
        sign_up(phone, name)
    anna.page.clock.install()
    with anna.page.expect_response("**/me/inbox"):
        anna.open("/")
    ben.open("/a/friends")
    ben.page.get_by_label("By user name or name").fill("anna")
    ben.button("Ask").click()
    ben.sees("is asked")
    asked = []
    anna.page.on("request", lambda each: "/me/inbox" in each.url and asked.append(each))
    anna.page.evaluate("Object.defineProperty(document, 'hidden', { value: true, writable: true })")
    anna.page.clock.run_for(60_000)
    assert not asked
    anna.page.evaluate("document.hidden = false")
    with anna.page.expect_request("**/me/inbox"):
        anna.page.clock.run_for(15_000)
    expect(anna.button("Accept: Ben")).to_be_visible()


@test("Who lets themselves be found is found by name, and is asked in one tap")
def found(world):
    anna, ben = near(world), near(world)
    sign_up(anna, "Anna Lind")
    sign_up(ben, "Ben")
    ben.open("/a/friends")
    ben.page.get_by_label("By user name or name").fill("Anna")
    expect(ben.button("Ask: Anna Lind")).to_have_count(0)
    anna.open("/a/profile")
    anna.page.get_by_label("Whoever is signed in").check()
    anna.button("Save").click()
    anna.sees("Saved")
    ben.reload()
    ben.page.get_by_label("By user name or name").fill("Anna")
    ben.button("Ask: Anna Lind").click()
    ben.sees("is asked")


@test("Who was removed or blocked as a friend can’t be invited, and isn’t told")
def remove_and_block(world):
    anna, ben = near(world), near(world)
    for phone, name in ((anna, "Anna"), (ben, "Ben")):
        sign_up(phone, name)
    befriend(anna, ben, "ben", "Anna")
    anna.open("/a/friends")
    anna.button("Ben: more").click()
    anna.button("Block Ben").click()
    anna.confirm("Block Ben")
    anna.sees("Ben is blocked.")
    ben.open("/a/friends")
    ben.sees("No friends here yet.")
    ben.page.get_by_label("By user name or name").fill("anna")
    ben.button("Ask").click()
    ben.sees("is asked")
    anna.open("/")
    expect(anna.page.get_by_role("region", name="For you")).to_have_count(0)
    anna.open("/a/friends")
    anna.button("Blocked people").click()
    anna.button(re.compile("^Unblock")).click()
    anna.sees("Nobody is blocked.")
