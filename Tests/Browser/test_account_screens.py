"""How the screens of an account look: every size, light and dark, with what lies above them."""

import re

from phone import DESKTOP, SMALL
from playwright.sync_api import expect
from run import test
from test_account import befriend, fill_in, near, sign_in, sign_up
from test_account_proofs import offer_column
from test_screens import Gallery

SIZES = {"small": SMALL, "phone": (360, 740), "desktop": DESKTOP}

OWN_SCREENS = ("", "/friends", "/profile", "/first", "/ways", "/devices", "/data", "/keys", "/erase", "/write")


@test("No screen of an account has a serious finding of the accessibility engine")
def screens(world):
    gallery = Gallery(world)
    for language in ("en-GB", "is-IS"):
        sizes = SIZES if language == "en-GB" else {"small": SMALL}
        stranger = near(world, language=language)
        for path in ("/a", "/a/new", "/a/in", "/a/l#x", f"/a/f#{'0' * 32}", "/p/nobody"):
            stranger.open(path)
            stranger.page.wait_for_load_state("networkidle")
            gallery.show(stranger, f"stranger{path[:4].replace('/', '-')}-{language}", sizes, whole=True)
    anna, ben = near(world), near(world)
    names = [sign_up(phone, name)[0] for phone, name in ((anna, "Anna Lind"), (ben, "Ben"))]
    befriend(anna, ben, names[1], "Anna Lind")
    for path in OWN_SCREENS:
        anna.open(f"/a{path}")
        anna.page.wait_for_load_state("networkidle")
        gallery.show(anna, f"account{path.replace('/', '-')}", SIZES, whole=True)
    gallery.close()


@test("Nor has what lies above them, or waits for somebody")
def sheets(world):
    gallery = Gallery(world)
    sizes = {"small": SMALL, "phone": (360, 740)}

    def show(phone, name):
        gallery.show(phone, f"sheet-{name}", sizes)

    anna, ben = near(world), near(world)
    anna.open("/a/new")
    anna.button("Keep my games").click()
    anna.sees("What are you called?")
    gallery.show(anna, "sheet-faults", sizes, whole=True)
    fill_in(anna, "Anna Lind")
    anna.button("Keep my games").click()
    expect(anna.heading("Your recovery codes")).to_be_visible()
    gallery.show(anna, "sheet-codes", sizes, whole=True)
    anna.button("I have them").click()
    sign_up(ben, "Ben")
    anna.open("/a/devices")
    anna.button("Add a device").click()
    expect(anna.page.get_by_role("img", name="QR code")).to_be_visible()
    show(anna, "device")
    anna.open("/a/devices")
    anna.button(re.compile("^Rename: ")).click()
    show(anna, "rename")
    anna.open("/a/friends")
    anna.button("Show my QR code").click()
    expect(anna.page.get_by_role("img", name="QR code")).to_be_visible()
    show(anna, "friend")
    befriend(anna, ben, "ben", "Anna Lind")
    anna.open("/a/friends")
    anna.button("Ben: more").click()
    show(anna, "more")
    anna.open("/p/ben")
    anna.sees("You and Ben are friends.")
    show(anna, "person")
    anna.open("/a")
    anna.button("Sign out").click()
    expect(anna.page.get_by_role("dialog", name="Sign out")).to_be_visible()
    show(anna, "out")
    anna.open("/")
    anna.create_game("Anna Lind", "Meadow", 9, is_open=True)
    code = anna.read_code()
    anna.button("Invite friends").click()
    anna.button("Invite: Ben").click()
    anna.sees("invited")
    show(anna, "invite")
    cleo = near(world)
    sign_up(cleo, "Cleo")
    cleo.open("/a/friends")
    cleo.page.get_by_label("By user name or name").fill("ben")
    cleo.button("Ask").click()
    cleo.sees("is asked")
    ben.open("/")
    ben.sees("Anna Lind invites you")
    gallery.show(ben, "sheet-letters", sizes, whole=True)
    cleo.open(f"/j/{code}")
    expect(cleo.heading("Meadow")).to_be_visible()
    cleo.button(re.compile("^Anna Lind")).click()
    cleo.button("Add as friend").click()
    cleo.sees("Friends see each other’s full name")
    show(cleo, "befriend")
    tablet = near(world)
    tablet.create_game("Anna", "Elsewhere", 9)
    tablet.read_code()
    sign_in(tablet, "anna.lind")
    expect(tablet.page.get_by_role("dialog", name="Take 1 game along?")).to_be_visible()
    show(tablet, "take")
    tablet.button("No, leave it here").click()
    tablet.has_no_sheet()
    tablet.open("/a/ways")
    tablet.button("New recovery codes").click()
    show(tablet, "again")
    gallery.close()


@test("Nor has what shows a guest who they were, and who says so")
def columns(world):
    gallery = Gallery(world)
    sizes = {"small": SMALL, "phone": (360, 740)}
    anna, ben, stranger = near(world), near(world), near(world)
    for phone, name in ((anna, "Anna Lind"), (ben, "Ben")):
        sign_up(phone, name)
    ticket = offer_column(anna, "Benni")
    gallery.show(anna, "column-offer", sizes)
    for phone, name in ((stranger, "stranger"), (ben, "own")):
        phone.open(f"/a/c#{ticket}")
        phone.sees("Was that you?")
        gallery.show(phone, f"column-{name}", sizes)
    ben.button("Yes, that was me").click()
    ben.sees("It is in your games now.")
    gallery.show(ben, "column-home", sizes, whole=True)
    ben.link(re.compile("^Meadow")).click()
    ben.sees("Benni")
    gallery.show(ben, "column-card", sizes)
    anna.open("/")
    anna.sees("Ben says: Benni was me, Meadow")
    gallery.show(anna, "column-letter", sizes, whole=True)
    gallery.close()
