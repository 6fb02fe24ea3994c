"""Watching: addresses that last longer than a game's code."""

import re

from playwright.sync_api import expect
from run import test
from test_signal import playing

LASTING = re.compile("/w/[0-9a-f]{32}-[0-9a-f]{32}$")


def path_of(phone):
    return re.sub(r"^http://[^/]+", "", phone.page.url)


def lock(host):
    """From a running game to a locked one."""
    host.menu("End game")
    host.confirm("End game")
    host.button("More").click()
    host.button("Lock the game").click()
    host.confirm("Lock the game")
    host.has_no_sheet()


@test("A board's address outlives the lock: who loads it anew still sees the result, which is final")
def lasting_address(world):
    code, (anna,) = playing(world, ("Anna",))
    club = world.phone()
    club.open(f"/w/{code}")
    expect(club.heading("Meadow")).to_be_visible()
    expect(club.page).to_have_url(LASTING)
    expect(club.page.get_by_text("Live", exact=True)).to_be_visible()
    anna.score("Anna", 1, 2)
    expect(club.page.get_by_role("row", name=re.compile("^1 Anna −1 1 2$"))).to_be_visible()
    lock(anna)
    expect(club.page.get_by_text("Final", exact=True)).to_be_visible()
    expect(club.page).to_have_title("Final · Folf")
    for read_anew in (club.reload, lambda: club.new_tab(path_of(club))):
        read_anew()
        expect(club.page.get_by_text("Final", exact=True)).to_be_visible()
        expect(club.heading("Meadow")).to_be_visible()
        expect(club.page.get_by_role("row", name=re.compile("^1 Anna −1 2$"))).to_be_visible()
    late = world.phone(language="is-IS")
    late.open(path_of(club))
    expect(late.page.get_by_text("Lokastaða", exact=True)).to_be_visible()
    late.open(f"/w/{code}")
    late.sees(f"Enginn opinn leikur er með kóðann {code}")


@test("Who has lost the line to a game that is over sees its result as final, not a lost connection")
def final_without_signal(world):
    code, (anna,) = playing(world, ("Anna",))
    club = world.phone()
    club.open(f"/w/{code}")
    expect(club.page.get_by_text("Live", exact=True)).to_be_visible()
    club.may_lose_line = True
    club.line.cut()
    club.sees("No connection")
    club.line.mend()
    expect(club.page.get_by_text("Live", exact=True)).to_be_visible()
    lock(anna)
    expect(club.page.get_by_text("Final", exact=True)).to_be_visible()
    club.line.cut()
    club.becomes_true("() => document.querySelector('.state').textContent === 'Final'")


@test("The link to watch that a player hands out lasts, is there as a picture, and can't be used to join")
def handed_out(world):
    _, (anna,) = playing(world, ("Anna",))
    anna.page.evaluate(
        "() => { navigator.share = async (given) => { window.given = given; }; }"
    )
    anna.menu("Share a link to watch")
    picture = anna.page.get_by_role("img", name="QR code of the link to watch")
    expect(picture).to_be_in_viewport(ratio=1)
    assert picture.evaluate("(image) => image.decode().then(() => image.naturalWidth > 0)")
    anna.button("Share the link").click()
    anna.becomes_true("() => window.given !== undefined")
    link = anna.page.evaluate("window.given.url")
    assert LASTING.search(link), link
    ben = world.phone()
    ben.open("/")
    ben.page.get_by_label("Code of the game").fill(f"Come and watch: {link}!")
    ben.page.keyboard.press("Enter")
    expect(ben.heading("Meadow")).to_be_visible()
    assert link.endswith(path_of(ben)), (link, ben.page.url)
    anna.page.keyboard.press("Escape")
    anna.page.keyboard.press("Escape")
    anna.has_no_sheet()
    lock(anna)
    anna.button("More").click()
    anna.button("Share a link to watch").click()
    expect(picture).to_be_visible()
    expect(ben.page.get_by_text("Final", exact=True)).to_be_visible()


@test("Several lasting addresses make one board, which tells the games apart without a code")
def lasting_wall(world):
    ways = []
    codes = []
    for name in ("Anna", "Ben"):
        code, (phone,) = playing(world, (name,))
        codes.append(code)
        phone.score(name, 1, 3)
        club = world.phone()
        club.open(f"/w/{code}")
        expect(club.page).to_have_url(LASTING)
        ways.append(path_of(club).removeprefix("/w/"))
    club.open(f"/w/{'+'.join(ways)}")
    for name in ("Anna", "Ben"):
        expect(club.page.get_by_role("rowheader", name=re.compile(rf"^{name} \d\d:\d\d$"))).to_be_visible()
    expect(club.heading(re.compile(r"^Meadow · \d\d:\d\d$"))).to_have_count(2)
    for code in codes:
        expect(club.page.get_by_text(code)).to_have_count(0)
    ids = club.page.evaluate("[...document.querySelectorAll('[id]')].map(({ id }) => id)")
    assert len(ids) == len(set(ids)), ids


@test("A board goes on at its lasting address when the host's kick has made its code invalid")
def code_renewed(world):
    code, (anna, _) = playing(world)
    club = world.phone()
    club.open(f"/w/{code}")
    expect(club.page).to_have_url(LASTING)
    anna.menu("Who is here")
    anna.button(re.compile("^Ben")).last.click()
    anna.button("Remove from the game").click()
    anna.confirm("Remove from the game")
    anna.page.keyboard.press("Escape")
    anna.page.keyboard.press("Escape")
    anna.has_no_sheet()
    club.may_lose_line = True
    club.line.cut()
    club.sees("No connection")
    club.line.mend()
    anna.score("Anna", 1, 2)
    expect(club.page.get_by_role("row", name=re.compile("^1 Anna −1 1 2$"))).to_be_visible()
