"""Very small screens and very large ones."""

import re

from phone import SMALL, place_of
from playwright.sync_api import expect
from run import test
from test_signal import playing

TELEVISION = (1920, 1080)
# A desktop's window at 400 %.
ZOOMED = (320, 256)


@test("At 400 % nothing is wider than the window, and every key can be scrolled to")
def zoomed(world):
    anna = world.phone(size=ZOOMED, touch=False)
    anna.create_game("Anna", "Meadow", 18)
    anna.fits()
    anna.start_round()
    anna.fits()
    for key in ("1", "9"):
        anna.key(key).click()
    anna.sees_score("Anna", 1, "1, ace")
    anna.sees_score("Anna", 2, "9, 6 over par")


TINY = (198, 242)


def enlarge(phone):
    """Text twice as large, as it can be set in a browser."""
    phone.page.evaluate("document.documentElement.style.fontSize = '200%'")


@test("With text twice as large every screen fits a phone, and marks and names keep what is in them")
def large_text(world):
    anna = world.phone(size=(360, 640))
    for path in ("/", "/new"):
        anna.open(path)
        enlarge(anna)
        anna.fits()
    anna.button("Set each par").click()
    anna.fits()
    anna.create_game("Guðmundur Þór", "Klambratún", 9)
    anna.add_guest("Grandma")
    enlarge(anna)
    anna.fits()
    anna.start_round()
    for score in (2, 5):
        anna.key(str(score)).click()
    anna.cell("Guðmundur Þór", 1).click()
    anna.fits()
    name = anna.keypad.locator("strong")
    assert name.inner_text() == "Guðmundur Þór"
    assert name.evaluate("(name) => name.scrollWidth <= name.clientWidth || !name.clientWidth")
    expect(anna.key("9")).to_be_in_viewport()
    for mark in anna.page.locator(".score").all():
        box, digit = mark.evaluate(
            """(mark) => [mark.getBoundingClientRect().height, parseFloat(getComputedStyle(mark).fontSize)]"""
        )
        assert digit >= 2 * 1.1 * 16 and box > 1.3 * digit, (box, digit)
    anna.menu("End game")
    anna.confirm("End game")
    expect(anna.heading("Klambratún")).to_be_visible()
    anna.fits()


@test("On a screen of 198 by 242 pixels a score is entered without scrolling")
def tiny(world):
    anna = world.phone(size=(360, 640))
    anna.create_game("Anna", "Meadow", 18)
    anna.add_guest("Grandma")
    anna.page.set_viewport_size({"width": TINY[0], "height": TINY[1]})
    anna.fits()
    anna.start_round()
    for player in ("Anna", "Grandma"):
        expect(anna.keypad).to_have_accessible_name(f"Keypad: Hole 1, {player}")
        for key in (*range(1, 10), "10+"):
            expect(anna.key(str(key))).to_be_in_viewport(ratio=1)
        expect(anna.cell(player, 1)).to_be_in_viewport(ratio=0.9)
        expect(anna.keypad.get_by_text(player).first).to_be_in_viewport()
        anna.page.touchscreen.tap(*centre(anna.key("3" if player == "Anna" else "4")))
    anna.sees_score("Grandma", 1, "4, bogey")
    assert anna.page.evaluate("[scrollX, scrollY]") == [0, 0]
    anna.fits()


def centre(thing):
    box = place_of(thing)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@test("The card of nine holes fits a phone of 360 pixels, with its total")
def whole_card(world):
    anna = world.phone(size=(360, 640))
    anna.create_game("Guðmundur", "Meadow", 9)
    anna.start_round()
    for hole, key in enumerate("152346281"):
        expect(anna.keypad).to_have_accessible_name(f"Keypad: Hole {hole + 1}, Guðmundur")
        anna.page.keyboard.press(key)
    anna.button("End game").click()
    anna.confirm("End game")
    card = anna.page.get_by_role("region", name="Holes 1–9")
    expect(card).to_contain_text("32")
    wide, visible = card.evaluate("(card) => [card.scrollWidth, card.clientWidth]")
    assert wide <= visible <= 328, (wide, visible)
    # No mark touches its neighbour's.
    for mark in card.locator(".score").all():
        box = place_of(mark)
        assert box["width"] <= 24.5, box


@test("A name without any space is broken, not the page")
def unbroken_name(world):
    anna = world.phone(size=SMALL)
    anna.create_game("W" * 32, "Meadow", 9)
    anna.start_round()
    anna.key("3").click()
    anna.fits()
    anna.menu("Standings")
    expect(anna.heading("Meadow")).to_be_visible()
    anna.fits()
    for box in anna.page.get_by_text("W" * 32).all():
        assert place_of(box)["width"] < SMALL[0], box


@test("A code and its picture are large on a phone, and seven holes fit above the keypad")
def large_code(world):
    anna = world.phone(size=SMALL)
    anna.create_game("Anna", "Meadow", 9)
    anna.start_round()
    anna.menu(re.compile("^Invite: "))
    expect(anna.page.get_by_role("img", name="QR code")).to_be_in_viewport(ratio=1)
    picture = place_of(anna.page.get_by_role("img", name="QR code"))
    assert picture["width"] >= 200, picture
    code = place_of(anna.page.locator(".code"))
    assert code["height"] >= 60, code
    anna.page.keyboard.press("Escape")
    anna.page.keyboard.press("Escape")
    anna.has_no_sheet()
    expect(anna.cell("Anna", 7)).to_be_in_viewport()
    bottom = place_of(anna.cell("Anna", 6))
    assert bottom["y"] + bottom["height"] <= place_of(anna.keypad)["y"], bottom


@test("Four players fill the board on a wall, and many are scrolled")
def wall(world):
    code, (anna,) = playing(world, ("Anna",))
    club = world.phone(size=TELEVISION, touch=False)
    club.open(f"/w/{code}")
    club.sees("Anna")
    anna.menu("Who is here")
    people = anna.page.get_by_role("dialog").last

    def seats(count):
        while (present := club.page.locator("tbody tr").count()) < count:
            people.get_by_label("Player without a phone").fill(f"Guest {present}")
            anna.button("Add", people).click()
            expect(club.page.locator("tbody tr")).to_have_count(present + 1)

    seats(4)
    last = place_of(club.page.locator("tbody tr").last)
    assert 0.8 * TELEVISION[1] < last["y"] + last["height"] < TELEVISION[1], last
    expect(club.button("Stop scrolling")).to_have_count(0)
    seats(14)
    expect(club.button("Stop scrolling")).to_be_visible()


@test("Two games of four share a wall, and fill most of it")
def wall_of_two(world):
    games = [playing(world, (name,), holes) for name, holes in (("Anna", 9), ("Ben", 18))]
    for _, (host,) in games:
        host.menu("Who is here")
        people = host.page.get_by_role("dialog").last
        for guest in ("Cleo", "Dora", "Egon"):
            people.get_by_label("Player without a phone").fill(guest)
            host.button("Add", people).click()
    club = world.phone(size=TELEVISION, touch=False)
    club.open("/w/" + "+".join(code for code, _ in games))
    expect(club.page.locator("tbody tr")).to_have_count(8)
    last = place_of(club.page.locator("tbody tr").last)
    assert 0.7 * TELEVISION[1] < last["y"] + last["height"] < TELEVISION[1], last
    expect(club.button("Stop scrolling")).to_have_count(0)


# The buttons and links of bars and sheets, and of a result, that a message lies over; null while it
# isn't there.
COVERED = """(text) => {
  const all = [...document.querySelectorAll('.toast')];
  const toast = all.find((each) => each.textContent.includes(text));
  if (!toast) return null;
  const box = toast.getBoundingClientRect();
  const parts = toast.closest('dialog') ? ['.sheet'] : ['.foot', '.top', '.keypad', '.actions'];
  const buttons = parts.map((part) => `${part} :is(button, a, input)`).join();
  return [...document.querySelectorAll(buttons)].filter((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
  }).map(({ innerText }) => innerText);
}"""


@test("A message lies over no button: in the lobby, on the card, under a result, in a sheet")
def toasts(world):
    anna = world.phone(size=SMALL)

    def says(text):
        covered = anna.page.wait_for_function(COVERED, arg=text).json_value()
        assert not covered, f"{text}: {covered}"

    anna.create_game("Anna", "Meadow", 9)
    anna.add_guest("Ben")
    anna.context.grant_permissions(["clipboard-read", "clipboard-write"])
    anna.button("Share the link").click()
    says("Link copied")
    anna.start_round()
    # The next message has the same words.
    expect(anna.page.get_by_text("Link copied")).to_have_count(0)
    anna.menu(re.compile("^Invite: "))
    anna.button("Share the link").click()
    says("Link copied")
    anna.page.keyboard.press("Escape")
    anna.page.keyboard.press("Escape")
    anna.has_no_sheet()
    anna.key("3").click()
    anna.menu("Undo my last entry")
    says("Last entry taken back")
    for _ in range(18):
        anna.page.keyboard.press("3")
    anna.sees("Every hole is scored.")
    anna.button("End game").click()
    anna.confirm("End game")
    anna.button("Share").click()
    says("The picture is among your downloads.")


@test("Of several sheets one shows, and each way back leads to the one before")
def sheets(world):
    _, (anna, _) = playing(world)
    anna.menu("Who is here")
    dialog = anna.page.get_by_role("dialog")
    expect(dialog).to_have_count(1)
    anna.button(re.compile("^Ben")).last.click()
    expect(dialog).to_have_count(1)
    expect(dialog.get_by_role("heading", name="Ben")).to_be_visible()
    anna.button("Back").click()
    expect(dialog.get_by_role("heading", name="Who is here")).to_be_visible()
    expect(dialog.get_by_role("button", name=re.compile("^Ben"))).to_be_focused()
    anna.button("Back").click()
    expect(dialog.get_by_role("heading", name="Menu")).to_be_visible()
    anna.button("Close").click()
    expect(dialog).to_have_count(0)
