"""Ways into a game, and ways to use it."""

import re
import urllib.parse
import urllib.request

from phone import SMALL, place_of
from playwright.sync_api import expect
from run import test
from test_signal import banner_says, playing


@test("Who comes late joins the card, and sees what has been played")
def late_join(world):
    code, (anna, _) = playing(world, lets_late=True)
    anna.score("Anna", 1, 2)
    cleo = world.phone()
    cleo.join(code, "Cleo")
    cleo.sees_score("Anna", 1, "2, birdie")
    cleo.score("Cleo", 1, 4)
    anna.sees_score("Cleo", 1, "4, bogey")


@test("Who comes late isn't on the card unless the host has said so, but may watch")
def too_late(world):
    code, (anna,) = playing(world, ("Anna",))
    ben = world.phone()
    ben.open(f"/j/{code}")
    ben.sees("The round has begun. Anna can let you in")
    expect(ben.button("Join")).to_have_count(0)
    ben.link("Just watch").click()
    expect(ben.heading("Meadow")).to_be_visible()
    ben.sees("Anna")
    expect(anna.page.get_by_text("would like to join")).to_have_count(0)


@test("Who watches sees the scores come in, and can't change them")
def spectator(world):
    code, (anna, _) = playing(world)
    club = world.phone(size=(1280, 800), touch=False)
    club.open(f"/w/{code}")
    club.sees("Anna")
    club.sees("Ben")
    expect(club.keypad).to_have_count(0)
    anna.score("Ben", 1, 9)
    club.sees(re.compile("^9$"))


@test("A second tab says that the first has the game, and takes it over when asked")
def two_tabs(world):
    _, (anna, ben) = playing(world)
    first = anna.page
    anna.new_tab(re.sub(r"^http://[^/]+", "", first.url))
    expect(anna.heading("Open in another tab")).to_be_visible()
    anna.button("Use it here").click()
    anna.score("Anna", 1, 3)
    ben.sees_score("Anna", 1, "3, par")
    second, anna.page = anna.page, first
    expect(anna.heading("Open in another tab")).to_be_visible()
    second.close()
    anna.button("Use it here").click()
    anna.sees_score("Anna", 1, "3, par")
    anna.score("Anna", 2, 4)
    ben.sees_score("Anna", 2, "4, bogey")


@test("A game can be set up, joined and scored with the keyboard alone")
def keyboard_only(world):
    anna = world.phone(size=(1280, 800), touch=False)
    anna.open("/")
    press = anna.page.keyboard.press

    def reach(locator):
        for _ in range(80):
            if locator.evaluate("element => element === document.activeElement"):
                return
            press("Tab")
        raise AssertionError(f"the Tab key doesn't reach {locator}")

    reach(anna.link("New game"))
    press("Enter")
    expect(anna.heading("New game")).to_be_visible()
    reach(anna.page.get_by_label("Your name"))
    anna.page.keyboard.type("Anna")
    reach(anna.page.get_by_label("Course", exact=True))
    anna.page.keyboard.type("Meadow")
    reach(anna.button("9"))
    press("Enter")
    reach(anna.button("Create game"))
    press("Enter")
    expect(anna.heading("Meadow")).to_be_visible()
    reach(anna.page.get_by_label("Player without a phone"))
    anna.page.keyboard.type("Ben")
    press("Enter")
    anna.sees("Ben")
    reach(anna.button("Start round"))
    press("Enter")
    anna.sees_card()
    expect(anna.keypad).to_be_visible()
    press("3")
    anna.sees_score("Anna", 1, "3, par")
    press("4")
    anna.sees_score("Ben", 1, "4, bogey")
    press("ArrowDown")
    press("ArrowUp")
    press("2")
    reach(anna.button("Menu"))
    press("Enter")
    expect(anna.page.get_by_role("dialog")).to_be_visible()
    press("Escape")
    expect(anna.page.get_by_role("dialog")).to_have_count(0)
    expect(anna.button("Menu")).to_be_focused()


@test("An Icelandic phone gets the page in Icelandic, and can be told otherwise")
def icelandic(world):
    anna = world.phone(language="is-IS")
    anna.open("/")
    expect(anna.page.locator("html")).to_have_attribute("lang", "is")
    anna.link("Nýr leikur").click()
    anna.page.get_by_label("Nafnið þitt").fill("Þórdís")
    anna.page.get_by_label("Völlur", exact=True).fill("Klambratún")
    anna.button("9").click()
    anna.button("Stofna leik").click()
    expect(anna.heading("Klambratún")).to_be_visible()
    anna.button("Byrja hring").click()
    anna.key("3").click()
    anna.sees_score("Þórdís", 1, "3, par, sent")
    anna.open("/")
    anna.button("Stillingar").click()
    anna.button("English").click()
    expect(anna.page.locator("html")).to_have_attribute("lang", "en")
    anna.button("Close").click()
    expect(anna.link("New game")).to_be_visible()
    anna.reload()
    expect(anna.link("New game")).to_be_visible()


@test("On the smallest phone nothing is wider than the screen, and five players fit")
def smallest_phone(world):
    anna = world.phone(size=SMALL)
    anna.open("/")
    expect(anna.link("New game")).to_be_visible()
    anna.fits()
    anna.create_game("Anna", "A course with quite a long name", 18)
    anna.fits()
    for name in ("Benedikt", "Cleo", "Dora", "Ewald"):
        anna.add_guest(name)
    anna.fits()
    anna.start_round()
    anna.fits()
    for name in ("Anna", "Benedikt", "Cleo", "Dora", "Ewald"):
        box = place_of(anna.cell(name, 1))
        assert box["x"] >= 0 and box["x"] + box["width"] <= SMALL[0] + 0.5, (name, box)
    expect(anna.key("9")).to_be_in_viewport()
    anna.score("Ewald", 1, 3)
    anna.sees_score("Ewald", 1, "3, par")
    anna.open_menu()
    anna.fits()


@test("Twenty-four players can be scored on one phone, and their names stay in view")
def many_players(world):
    anna = world.phone()
    anna.create_game("Anna", "Meadow", 9)
    names = [f"Guest {number}" for number in range(1, 24)]
    for name in names:
        anna.add_guest(name)
    anna.sees("24 players")
    anna.start_round()
    for name in ("Anna", "Guest 1", "Guest 23"):
        anna.score(name, 1, 4)
        anna.sees_score(name, 1, "4, bogey, sent")
    anna.fits()
    anna.cell("Guest 23", 9).click()
    for name in ("Guest 23", "Guest 22"):
        header = anna.page.get_by_role("columnheader", name=re.compile(name))
        expect(header).to_be_in_viewport()
    expect(anna.page.get_by_role("rowheader", name=re.compile("Hole 9"))).to_be_in_viewport()


@test("The host moves a player on the card, and everyone has the new order")
def order(world):
    _, (anna, ben) = playing(world)
    anna.menu("Who is here")
    people = anna.page.get_by_role("dialog")
    anna.button(re.compile("^Ben"), people).click()
    expect(anna.button("Later on the card")).to_be_in_viewport(ratio=1)
    anna.button("Earlier on the card").click()
    expect(anna.button("Earlier on the card")).to_be_disabled()
    for phone in (anna, ben):
        headers = phone.page.get_by_role("columnheader", include_hidden=True)
        expect(headers).to_contain_text(["Hole", "Ben", "Anna"])


@test("Twenty-seven holes come in stretches of nine, or all together")
def many_holes(world):
    anna = world.phone()
    anna.create_game("Anna", "Long one", 27)
    anna.start_round()
    expect(anna.cell("Anna", 10)).to_have_count(0)
    anna.button("19–27").click()
    anna.score("Anna", 27, 5)
    anna.button("19–27").click()
    anna.sees_score("Anna", 27, "5, double bogey")
    anna.button("All").click()
    for hole in (1, 10, 27):
        expect(anna.cell("Anna", hole)).to_have_count(1)


@test("A wrong code is said to be one before a name is asked, and nothing of it stays")
def wrong_code(world):
    anna = world.phone()
    anna.open("/j/ZZZZZZ")
    anna.sees("No open game has this code")
    expect(anna.page.get_by_label("Your name")).to_have_count(0)
    anna.button("Enter the code again").click()
    expect(anna.link("New game")).to_be_visible()
    anna.reload()
    expect(anna.page.get_by_role("heading", name="Go on playing")).to_have_count(0)


@test("Who opens a link sees whose round it is before the name is asked")
def whose_round(world):
    anna = world.phone()
    anna.create_game("Anna", "Meadow", 9)
    anna.add_guest("Grandma")
    code = anna.read_code()
    ben = world.phone()
    ben.open(f"/j/{code}")
    expect(ben.heading("Anna’s round at Meadow")).to_be_visible()
    ben.sees("2 players · 9 holes")
    expect(ben.page.get_by_label("Your name")).to_be_focused()
    expect(anna.page.get_by_text("is watching")).to_have_count(0)


@test("A running game is found again on the first screen")
def found_again(world):
    _, (anna, _) = playing(world)
    anna.score("Anna", 1, 3)
    anna.sees_score("Anna", 1, "3, par, sent")
    anna.open("/")
    anna.link(re.compile("Meadow")).click()
    anna.sees_score("Anna", 1, "3, par")


@test("A phone that can't keep anything says so, and the game goes on")
def full_phone(world):
    anna = world.phone()
    anna.page.add_init_script("delete IDBFactory.prototype.open")
    anna.create_game("Anna", "Meadow", 9)
    anna.start_round()
    banner_says(anna, "can’t save right now")
    anna.score("Anna", 1, 3)
    anna.sees_score("Anna", 1, "3, par, sent")


@test("The address of a game lets others in, and opens it again where it is known")
def address_of_a_game(world):
    anna = world.phone()
    anna.create_game("Anna", "Meadow", 9)
    code = anna.read_code()
    expect(anna.page).to_have_url(re.compile(f"/j/{code}$"))
    anna.reload()
    expect(anna.heading("Meadow")).to_be_visible()
    anna.start_round()
    anna.reload()
    anna.sees_card()
    expect(anna.page).to_have_url(re.compile(f"/j/{code}$"))
    anna.score("Anna", 1, 3)
    anna.sees_score("Anna", 1, "3, par, sent")
    anna.menu("End game")
    anna.confirm("End game")
    anna.button("More").click()
    anna.button("Lock the game").click()
    anna.confirm("Lock the game")
    expect(anna.page).to_have_url(re.compile("/g/"))


@test("A game that isn't on this phone asks for its code")
def unknown_game(world):
    code, _ = playing(world, ("Anna",))
    ben = world.phone()
    ben.open("/g/0123456789abcdef")
    expect(ben.heading("This game isn’t on this phone")).to_be_visible()
    ben.page.get_by_label("Code of the game").fill(code)
    ben.button("Join").click()
    expect(ben.page).to_have_url(re.compile(f"/j/{code}$"))


@test("The link that the terminal prints leads into the game")
def terminal_link(world):
    said = world.folf("anna", "host", "--name", "Anna", "--course", "Meadow", "--holes", "9")
    link = re.search(r"/#[0-9a-f]{32}\.[0-9a-f]{32}", said)
    ben = world.phone()
    ben.open(link[0])
    ben.enter_name("Ben")
    ben.button("Join").click()
    expect(ben.heading("Meadow")).to_be_visible()
    expect(ben.page).to_have_url(re.compile("/j/[A-Z2-9]{6}$"))


@test("A replay that is loaded anew is there at once, by either address")
def reloaded_replay(world):
    _, (anna,) = playing(world, ("Anna",))
    anna.score("Anna", 1, 3)
    anna.sees_score("Anna", 1, "3, par, sent")
    anna.menu("Replay")
    expect(anna.page.get_by_role("slider")).to_be_visible()
    key = re.search("/g/([0-9a-f]+)/replay", anna.page.url)[1]
    for path in (f"/g/{key}/replay", f"/r/{key}"):
        anna.open(path)
        expect(anna.page.get_by_role("slider")).to_be_visible()
        expect(anna.button("Ask again")).to_have_count(0)


@test("A link says what it is for wherever it is pasted, and tells nothing of its game, nor if there is one")
def preview(world):
    hostile = '"><script>alert(1)</script>'
    anna = world.phone()
    anna.create_game(f"Anna{hostile}"[:32], f"Meadow{hostile}"[:40], 9)
    code = anna.read_code()

    def told(path):
        with urllib.request.urlopen(f"http://127.0.0.1:{world.server.port}{path}") as answer:
            return answer.read().decode()

    text = told(f"/j/{code}")
    for name in ("og:title", "og:description", "og:type"):
        assert re.search(rf'<meta property="{name}" content="[^"<>]+">', text), name
    lasting = f"/w/{'9ce1de43' * 4}-{'1a2b3c4d' * 4}"
    for path in ("/j/ZZZZZZ", f"/j/{code}?\"><script>", f"/w/{code}", lasting):
        assert told(urllib.parse.quote(path, safe="/?")) == text, path
    for word in (code, "Anna", "Meadow", "alert"):
        assert word not in text, word


@test("The lobby fits one screen, and the code's picture is in the running game too")
def lobby_on_one_screen(world):
    anna = world.phone(size=(360, 640))
    anna.create_game("Anna", "Meadow", 9)
    for name in ("Ben", "Cleo", "Grandma"):
        anna.add_guest(name)
    height = "document.documentElement.scrollHeight"
    assert anna.page.evaluate(height) <= 640, anna.page.evaluate(height)
    expect(anna.page.get_by_role("img", name="QR code")).to_be_in_viewport(ratio=1)
    if world.pictures:
        anna.page.screenshot(path=world.pictures / "lobby-360.png")
    anna.start_round()
    anna.menu(re.compile("^Invite: "))
    expect(anna.page.get_by_role("img", name="QR code")).to_be_in_viewport(ratio=1)
    if world.pictures:
        anna.page.screenshot(path=world.pictures / "invite-360.png")
