"""Accounts: how people come in, on one phone and on the next, how they become friends, and go."""

import re

from phone import place_of
from playwright.sync_api import expect
from run import test

PASSWORD = "river stone lamp cloud"


def near(world, **options):
    """A phone that calls the server by a name, as people do."""
    line = world.line()
    return world.phone(line, origin=f"http://localhost:{line.address.split(':')[1]}", **options)


def nearest(world):
    """One that calls it without anything between: passkeys are for one address only."""
    return world.phone(origin=f"http://localhost:{world.server.port}")


def fill_in(phone, name, password=PASSWORD, older=True):
    """What is asked of whoever signs up, but for the button."""
    expect(phone.heading("Keep my games")).to_be_visible()
    if phone.page.get_by_label("Your name").count():
        phone.enter_name(name)
    expect(phone.page.get_by_text("Free")).to_be_visible()
    if phone.button("Use a password instead").count():
        phone.button("Use a password instead").click()
    phone.page.get_by_label("Password").fill(password)
    phone.page.get_by_label("13 or older" if older else "Younger").check()


def sign_up(phone, name, path="/a/new", **options):
    """The user name is the one that is suggested."""
    phone.open(path)
    fill_in(phone, name, **options)
    handle = phone.page.get_by_label("User name").input_value()
    phone.button("Keep my games").click()
    expect(phone.heading("Your recovery codes")).to_be_visible()
    codes = phone.page.get_by_role("region").get_by_role("listitem").all_inner_texts()
    phone.button("I have them").click()
    expect(phone.heading("Your recovery codes")).to_have_count(0)
    return handle, codes


def sign_in(phone, handle, password=PASSWORD, path="/a/in"):
    phone.open(path)
    phone.page.get_by_label("User name or e-mail").fill(handle)
    phone.page.get_by_label("Password").fill(password)
    phone.button("Sign in").click()


def befriend(one, other, handle, name):
    """The one asks by user name, the other accepts on the first screen."""
    one.open("/a/friends")
    one.page.get_by_label("By user name or name").fill(handle)
    one.button("Ask").click()
    one.sees("is asked")
    other.open("/")
    other.button(f"Accept: {name}").click()
    other.sees(f"You and {name} are friends now.")


@test("Who has played keeps the games with three fields and one tap, and gets codes once")
def sign_up_by_password(world):
    anna = near(world)
    anna.create_game("Anna Lind", "Meadow", 9)
    anna.start_round()
    anna.score("Anna Lind", 1, 3)
    anna.menu("End game")
    anna.confirm("End game")
    anna.link("Keep my games").click()
    fill_in(anna, "Anna Lind")
    expect(anna.page.get_by_label("User name")).to_have_value("anna.lind")
    expect(anna.page.get_by_role("textbox")).to_have_count(2)
    anna.button("Keep my games").click()
    expect(anna.heading("Your recovery codes")).to_be_visible()
    expect(anna.page.get_by_role("region").get_by_role("listitem")).to_have_count(5)
    anna.button("I have them").click()
    expect(anna.heading("Meadow")).to_be_visible()
    anna.link(re.compile("Home$")).click()
    anna.link("Account").click()
    expect(anna.heading("Anna Lind")).to_be_visible()
    anna.sees("@anna.lind")


@test("What is wrong at sign-up stands beside its field, in words, and that field gets the focus")
def faults(world):
    sign_up(near(world), "Anna")
    anna = near(world)
    anna.open("/a/new")
    anna.button(re.compile("^Keep my games$|^Keep them")).click()
    anna.sees("What are you called?")
    expect(anna.page.get_by_label("Your name")).to_be_focused()
    fill_in(anna, "Anna", password="short")
    expect(anna.page.get_by_label("User name")).not_to_have_value("anna")
    anna.page.get_by_label("User name").fill("anna")
    anna.sees("Somebody has that name already.")
    anna.button("Keep my games").click()
    anna.sees("At least 10 characters.")
    anna.page.get_by_label("User name").fill("Á b")
    anna.sees("Letters a–z first")
    anna.page.get_by_label("User name").fill("@Anna.Two")
    expect(anna.page.get_by_label("User name")).to_have_value("anna.two")
    anna.page.get_by_label("Password").fill("password1234")
    anna.button("Keep my games").click()
    anna.sees("too easy to guess")
    expect(anna.page.get_by_label("Password")).to_be_focused()
    anna.button("Offer four words").click()
    expect(anna.page.get_by_label("Password")).to_have_value(re.compile(r"^(\w+ ){3}\w+$"))
    anna.button("Keep my games").click()
    expect(anna.heading("Your recovery codes")).to_be_visible()


def authenticator(phone):
    """The phone keeps passkeys, behind a finger that is always right."""
    session = phone.context.new_cdp_session(phone.page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    made = session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return session, made["authenticatorId"]


@test("A phone that has passkeys keeps the games with one, and the next phone comes in by it")
def passkeys(world):
    anna, tablet = nearest(world), nearest(world)
    session, device = authenticator(anna)
    anna.open("/a/new")
    anna.enter_name("Anna")
    anna.page.get_by_label("13 or older").check()
    expect(anna.page.get_by_label("Password")).to_have_count(0)
    anna.button("Keep them with a passkey").click()
    expect(anna.heading("Your recovery codes")).to_be_visible()
    anna.button("I have them").click()
    # As the makers of phones carry them from one to the next.
    kept = session.send("WebAuthn.getCredentials", {"authenticatorId": device})["credentials"]
    assert len(kept) == 1
    session, device = authenticator(tablet)
    session.send("WebAuthn.addCredential", {"authenticatorId": device, "credential": kept[0]})
    tablet.open("/a/in")
    tablet.button("Sign in with a passkey").click()
    tablet.sees("Signed in as @anna.")
    tablet.open("/a/ways")
    expect(tablet.button(re.compile("^Remove: "))).to_have_count(1)
    tablet.open("/a/devices")
    tablet.sees("this device")
    expect(tablet.button(re.compile("^Sign out: "))).to_have_count(1)


@test("Who signs in on a second phone in the middle of a game plays on there, and both score")
def second_phone(world):
    anna, ben, tablet = near(world), near(world), near(world)
    handle, _ = sign_up(anna, "Anna")
    anna.create_game("Anna", "Meadow", 9)
    code = anna.read_code()
    ben.join(code, "Ben")
    anna.sees("2 players")
    anna.start_round()
    anna.score("Anna", 1, 3)
    tablet.open(f"/j/{code}")
    tablet.link("Sign in").click()
    expect(tablet.heading("Sign in")).to_be_visible()
    tablet.page.get_by_label("User name or e-mail").fill(handle)
    tablet.page.get_by_label("Password").fill(PASSWORD)
    tablet.button("Sign in").click()
    tablet.sees_card()
    tablet.sees_score("Anna", 1, "3, par")
    tablet.score("Anna", 2, 2)
    for phone in (anna, ben):
        phone.sees_score("Anna", 2, "2, birdie")
    anna.score("Ben", 2, 4)
    tablet.sees_score("Ben", 2, "4, bogey")
    expect(ben.page.get_by_role("columnheader", name="Anna")).to_have_count(1)


@test("A wrong password is told in words, and doesn't say whether there is somebody of that name")
def wrong_password(world):
    anna, other = near(world), near(world)
    handle, _ = sign_up(anna, "Anna")
    for name in (handle, "nobody.here"):
        sign_in(other, name, "not the password")
        expect(other.page.get_by_role("alert")).to_have_text("That doesn't fit. Try again.")
    sign_in(other, f"@{handle.upper()} ")
    other.sees(f"Signed in as @{handle}.")


@test("A phone that is signed in lets another in by a picture, once it has said yes")
def by_picture(world):
    anna, tablet, thief = near(world), near(world), near(world)
    handle, _ = sign_up(anna, "Anna")
    anna.open("/a/devices")
    for phone, answer, said in ((thief, "No", "It stays outside."), (tablet, "Let it in", "It is in.")):
        with anna.page.expect_response(re.compile("/me/links$")) as made:
            anna.button("Add a device").click()
        expect(anna.page.get_by_role("img", name="QR code")).to_be_visible()
        phone.open(f"/a/l#{made.value.json()['secret']}")
        phone.button("Sign in here").click()
        phone.sees("Now say yes on the other phone.")
        anna.sees("wants in.")
        anna.button(answer).click()
        anna.sees(said)
        anna.has_no_sheet()
    tablet.sees(f"Signed in as @{handle}.")
    thief.sees("The other device has said no.")


@test("A recovery code lets in who has lost everything, once")
def by_code(world):
    handle, codes = sign_up(near(world), "Anna")
    phone = near(world)
    for code, is_good in ((codes[0].lower(), True), (codes[0], False)):
        phone.open("/a/in")
        phone.button("By a recovery code").click()
        phone.page.get_by_label("User name").fill(handle)
        phone.page.get_by_label("Recovery code").fill(code)
        phone.button("Sign in").click()
        if is_good:
            phone.sees(f"Signed in as @{handle}.")
            phone.link("Account").click()
            phone.button("Sign out").click()
            phone.confirm("Sign out")
            phone.sees("Signed out.")
        else:
            expect(phone.page.get_by_role("alert")).to_be_visible()


@test("Games that were played on a phone before go along if one says so, and can be given back")
def merge(world):
    anna, tablet = near(world), near(world)
    handle, _ = sign_up(anna, "Anna")
    tablet.create_game("Anna", "Elsewhere", 9)
    tablet.start_round()
    tablet.score("Anna", 1, 3)
    tablet.sees_score("Anna", 1, "3, par, sent")
    sign_in(tablet, handle)
    sheet = tablet.page.get_by_role("dialog", name="Take 1 game along?")
    sheet.get_by_role("button", name="Yes, that was me").click()
    tablet.sees("Taken along.")
    tablet.link(re.compile("^Elsewhere")).click()
    tablet.score("Anna", 2, 4)
    tablet.sees_score("Anna", 2, "4, bogey, sent")
    tablet.open("/a/devices")
    tablet.button(re.compile("^Give back")).click()
    tablet.sees("Given back.")
    expect(tablet.button(re.compile("^Give back"))).to_have_count(0)


@test("The games of an account are listed on the next phone, and go on there")
def games_on_the_next_phone(world):
    anna, tablet = near(world), near(world)
    handle, _ = sign_up(anna, "Anna")
    anna.create_game("Anna", "Old meadow", 9)
    anna.start_round()
    anna.score("Anna", 1, 3)
    anna.menu("End game")
    anna.confirm("End game")
    expect(anna.heading("Old meadow")).to_be_visible()
    anna.create_game("Anna", "Meadow", 9)
    anna.start_round()
    anna.score("Anna", 1, 3)
    anna.sees_score("Anna", 1, "3, par, sent")
    sign_in(tablet, handle)
    tablet.sees("Signed in as")
    expect(tablet.page.get_by_role("region", name="Past games")).to_contain_text("Old meadow")
    tablet.page.get_by_role("region", name="Continue").get_by_role("link", name="Meadow").click()
    tablet.score("Anna", 2, 4)
    anna.sees_score("Anna", 2, "4, bogey")
    tablet.link(re.compile("Home$")).click()
    expect(tablet.link(re.compile("^Meadow"))).to_have_count(1)


@test("Friends are asked for by name and accepted, an invitation leads into the game, and expires")
def friends_and_invitation(world):
    anna, ben, cleo = near(world), near(world), near(world)
    handles = [sign_up(phone, name)[0] for phone, name in ((anna, "Anna"), (ben, "Ben"), (cleo, "Cleo"))]
    befriend(anna, ben, handles[1], "Anna")
    befriend(cleo, anna, handles[0], "Cleo")
    anna.open("/")
    anna.create_game("Anna", "Meadow", 9, is_open=True)
    anna.read_code()
    anna.button("Invite friends").click()
    for name in ("Ben", "Cleo"):
        anna.button(f"Invite: {name}").click()
    expect(anna.page.get_by_text("invited")).to_have_count(2)
    anna.page.keyboard.press("Escape")
    ben.open("/")
    ben.sees("Anna invites you to a round: Meadow")
    ben.page.get_by_role("region", name="For you").get_by_role("button", name="Join").click()
    expect(ben.heading("Meadow")).to_be_visible()
    anna.sees("2 players")
    anna.start_round()
    cleo.open("/")
    cleo.sees("The invitation has expired")
    cleo.button("OK").click()
    expect(cleo.page.get_by_role("region", name="For you")).to_have_count(0)


@test("Somebody in the lobby is asked to be a friend, and after the game all play again in one tap")
def friends_from_the_lobby(world):
    anna, ben = near(world), near(world)
    for phone, name in ((anna, "Anna"), (ben, "Ben")):
        sign_up(phone, name)
    anna.create_game("Anna", "Meadow", 9)
    ben.open(f"/j/{anna.read_code()}")
    expect(ben.heading("Meadow")).to_be_visible()
    ben.button(re.compile("^Anna")).click()
    ben.button("Add as friend").click()
    ben.sees("Friends see each other’s full name")
    ben.button("Add Anna as a friend").click()
    ben.sees("Anna is asked")
    anna.link(re.compile("Home$")).click()
    anna.button("Accept: Ben").click()
    anna.sees("You and Ben are friends now.")
    anna.link(re.compile("^Meadow")).click()
    anna.start_round()
    anna.score("Anna", 1, 3)
    anna.menu("End game")
    anna.confirm("End game")
    anna.button("Play again with the same people").click()
    anna.sees("Invited: Ben")
    ben.open("/")
    ben.sees("Anna invites you to a round: Meadow")


@test("A link to become friends survives that its reader has to sign up first")
def friend_link(world):
    anna, ben = near(world), near(world)
    sign_up(anna, "Anna")
    anna.open("/a/friends")
    with anna.page.expect_request(re.compile("/me/invites/")) as made:
        anna.button("Show my QR code").click()
    expect(anna.page.get_by_role("img", name="QR code")).to_be_visible()
    ben.open(f"/a/f#{made.value.post_data_json['secret']}")
    ben.sees("For that both need an account.")
    ben.link("Keep my games").click()
    fill_in(ben, "Ben")
    ben.button("Keep my games").click()
    ben.button("I have them").click()
    ben.button("Become friends").click()
    ben.sees("You and Anna are friends now.")
    expect(ben.page.get_by_role("list", name="Friends")).to_contain_text("Anna")


@test("An account is erased by typing its name, and the other players' cards stay as they are")
def erase(world):
    anna, ben = near(world), near(world)
    handle, _ = sign_up(anna, "Anna")
    anna.create_game("Anna", "Meadow", 9)
    ben.join(anna.read_code(), "Ben")
    anna.sees("2 players")
    anna.start_round()
    anna.score("Anna", 1, 3)
    anna.score("Ben", 1, 4)
    ben.sees_score("Ben", 1, "4, bogey")

    def card_of(player):
        """What is said of each hole."""
        return [
            ben.cell(player, hole).get_attribute("aria-label") or ben.cell(player, hole).inner_text()
            for hole in range(1, 10)
        ]

    before = card_of("Ben")
    anna.open("/a/erase")
    anna.sees("The other players’ cards, as they are")
    anna.page.get_by_label("Type").fill("somebody")
    anna.button("Erase for good").click()
    anna.sees("That isn’t your user name.")
    anna.page.get_by_label("Type").fill(handle)
    anna.button("Erase for good").click()
    expect(anna.heading("Erased")).to_be_visible()
    anna.link("Back to start").click()
    expect(anna.link("Sign in")).to_be_visible()
    expect(anna.link(re.compile("^Meadow"))).to_have_count(0)
    ben.sees_score("Ben", 1, "4, bogey")
    expect(ben.page.get_by_role("columnheader", name="Anna")).to_have_count(0)
    assert card_of("Ben") == before
    ben.sees_score("Player 1", 1, "3, par")
    ben.score("Ben", 2, 3)
    ben.sees_score("Ben", 2, "3, par, sent")


@test("Without signal an account shows what the phone knew, and since when; signing in says it needs some")
def offline(world):
    anna, ben = near(world), near(world)
    names = [sign_up(phone, name)[0] for phone, name in ((anna, "Anna"), (ben, "Ben"))]
    befriend(anna, ben, names[1], "Anna")
    anna.open("/a/friends")
    expect(anna.page.get_by_role("list", name="Friends")).to_contain_text("Ben")
    anna.is_kept()
    anna.page.clock.install()
    anna.page.clock.fast_forward(3 * 3_600_000)
    anna.lose_signal()
    anna.open("/a/friends")
    expect(anna.page.get_by_role("list", name="Friends")).to_contain_text("Ben")
    anna.sees("As it was 3 hours ago.")
    anna.page.get_by_label("By user name or name").fill("cleo")
    anna.button("Ask").click()
    expect(anna.page.get_by_role("alert")).to_contain_text("No signal.")
    ben.open("/")
    ben.is_kept()
    ben.link("Account").click()
    ben.button("Sign out").click()
    ben.confirm("Sign out")
    ben.sees("Signed out.")
    ben.lose_signal()
    ben.open("/a/in")
    ben.sees("No signal. This needs some")


@test("Who was signed out from another phone is told so, and goes on after signing in again")
def revoked(world):
    anna, tablet = near(world), near(world)
    handle, _ = sign_up(anna, "Anna")
    sign_in(tablet, handle)
    tablet.sees("Signed in as")
    tablet.create_game("Anna", "Meadow", 9)
    tablet.read_code()
    tablet.start_round()
    tablet.score("Anna", 1, 3)
    tablet.sees_score("Anna", 1, "3, par, sent")
    anna.open("/a/devices")
    anna.button(re.compile("^Sign out: ")).click()
    anna.confirm("Sign out")
    tablet.sees("You were signed out on this device. Your entries stay here.")
    tablet.score("Anna", 2, 4)
    tablet.link("Sign in").click()
    tablet.page.get_by_label("Password").fill(PASSWORD)
    tablet.button("Sign in").click()
    tablet.sees_card()
    tablet.sees_score("Anna", 2, "4, bogey, sent")


@test("The first screen has what one has chosen, in that order, on the next phone too")
def first_screen(world):
    anna, tablet = near(world), near(world)
    handle, _ = sign_up(anna, "Anna")
    anna.open("/a/first")
    anna.page.get_by_role("checkbox", name="Friends").check()
    for _ in range(4):
        anna.button("Friends: further up").click()
    anna.page.get_by_role("checkbox", name="Join by code").uncheck()
    sign_in(tablet, handle)
    tablet.sees("Signed in as")
    for phone in (anna, tablet):
        phone.open("/")
        expect(phone.link("Friends")).to_be_visible()
        assert place_of(phone.link("Friends"))["y"] < place_of(phone.link("New game"))["y"]
        expect(phone.page.get_by_label("Code of the game")).to_have_count(0)


@test("Nobody but friends sees a page, until its owner says so")
def profile(world):
    anna, ben = near(world), near(world)
    handle, _ = sign_up(anna, "Anna")
    ben.open(f"/p/{handle}")
    ben.sees("Nobody of that name shows themselves here.")
    anna.open("/a/profile")
    anna.page.get_by_label("Everyone").check()
    anna.page.get_by_label("Full name").fill("Anna Lind")
    anna.button("Save").click()
    anna.sees("Saved")
    ben.reload()
    expect(ben.heading("Anna")).to_be_visible()


@test("What is said to whoever runs the server arrives, without an account too")
def suggestion(world):
    anna = near(world)
    anna.open("/a")
    anna.link("Write to whoever runs this server").click()
    anna.page.get_by_label("What would you like to say?").fill("Thank you")
    anna.button("Send").click()
    anna.sees("Thank you. It has arrived.")
