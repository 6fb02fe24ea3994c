"""Very small screens and very large ones."""

from phone import SMALL
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
        assert box.bounding_box()["width"] < SMALL[0], box


@test("A code and its picture are large on a phone, and seven holes fit above the keypad")
def large_code(world):
    anna = world.phone(size=SMALL)
    anna.create_game("Anna", "Meadow", 9)
    picture = anna.page.get_by_role("img", name="QR code").bounding_box()
    assert picture["width"] >= 200, picture
    code = anna.page.locator(".code").bounding_box()
    assert code["height"] >= 60, code
    anna.start_round()
    expect(anna.cell("Anna", 7)).to_be_in_viewport()
    bottom = anna.cell("Anna", 6).bounding_box()
    assert bottom["y"] + bottom["height"] <= anna.keypad.bounding_box()["y"], bottom


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
    last = club.page.locator("tbody tr").last.bounding_box()
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
    last = club.page.locator("tbody tr").last.bounding_box()
    assert 0.7 * TELEVISION[1] < last["y"] + last["height"] < TELEVISION[1], last
    expect(club.button("Stop scrolling")).to_have_count(0)
