"""The end of a game: who has won, what can be done with the result, and what comes next."""

import struct

from playwright.sync_api import expect
from run import test
from test_screens import type_scores
from test_signal import playing

# Notes what is shared, as a phone does that can share files.
SHARES = """() => {
  window.shared = [];
  navigator.canShare = ({ files }) => files?.length > 0;
  navigator.share = async ({ files, text }) => {
    const [file] = files;
    const start = new Uint8Array(await file.slice(0, 24).arrayBuffer());
    window.shared.push({ name: file.name, type: file.type, text, start: [...start] });
  };
}"""


def finished(world, scores):
    code, (anna, ben) = playing(world)
    type_scores(anna, scores)
    anna.sees("Every hole is scored.")
    anna.button("End game").click()
    anna.confirm("End game")
    return code, anna, ben


def is_picture(start):
    """From the first bytes of a PNG: whether it is one, and as wide and high as a card."""
    width, height = struct.unpack(">II", bytes(start[16:24]))
    return bytes(start[1:4]) == b"PNG" and width == 1080 and height > 500


@test("The winner is named, who shares a place stands on one step, and the next place is left out")
def podium(world):
    code, (anna, ben) = playing(world)
    anna.menu("Who is here")
    people = anna.page.get_by_role("dialog").last
    people.get_by_label("Player without a phone").fill("Cleo")
    anna.button("Add", people).click()
    expect(people.get_by_role("listitem").filter(has_text="Cleo")).to_be_visible()
    for _ in range(2):
        anna.page.keyboard.press("Escape")
    expect(anna.page.get_by_role("dialog")).to_have_count(0)
    type_scores(anna, [2, 2, 3] + [3] * 24)
    anna.sees("Every hole is scored.")
    anna.button("End game").click()
    anna.confirm("End game")
    for phone in (anna, ben):
        expect(phone.heading("Anna and Ben share the win")).to_be_visible()
        steps = phone.page.locator(".podium li")
        expect(steps).to_have_count(2)
        expect(steps.first).to_contain_text("Anna")
        expect(steps.first).to_contain_text("Ben")
        expect(steps.last).to_contain_text("Cleo")
        expect(steps.last).to_contain_text("3")


@test("Share hands over a picture of the card; where that can't be, it is downloaded")
def share(world):
    code, anna, ben = finished(world, [2, 3] * 9)
    expect(ben.heading("Anna wins")).to_be_visible()
    with ben.page.expect_download() as saved:
        ben.button("Share").click()
    assert saved.value.suggested_filename.startswith("Meadow 20"), saved.value.suggested_filename
    assert is_picture(saved.value.path().read_bytes()[:24])
    ben.sees("The picture is among your downloads.")
    anna.page.evaluate(SHARES)
    anna.button("Share").click()
    anna.becomes_true("window.shared.length === 1")
    (given,) = anna.page.evaluate("window.shared")
    assert given["type"] == "image/png" and is_picture(given["start"]), given
    assert "/w/" in given["text"], given


@test("When every hole is scored, the host goes on with another round, or ends the game")
def another_round(world):
    _, (anna, ben) = playing(world)
    type_scores(anna, [3] * 18)
    for phone in (anna, ben):
        phone.sees("Every hole is scored.")
    expect(ben.button("Another round")).to_have_count(0)
    anna.button("Another round").click()
    anna.confirm("Another round")
    for phone in (anna, ben):
        expect(phone.page.get_by_role("banner")).to_contain_text("Round 2")
    anna.score("Anna", 1, 3)
    ben.sees_score("Anna", 1, "3, par")


@test("Playing again begins a game on the same course, with the same people on the card")
def again(world):
    code, anna, _ = finished(world, [2, 3] * 9)
    anna.button("Play again with the same people").click()
    expect(anna.heading("Meadow")).to_be_visible()
    anna.sees("2 players")
    assert anna.read_code() != code
    anna.sees("9 holes")
    anna.start_round()
    for name in ("Anna", "Ben"):
        anna.sees_score(name, 9, "no score")


# As Chromium does once it thinks that the page is worth it.
OFFERS_TO_INSTALL = """void dispatchEvent(Object.assign(new Event('beforeinstallprompt'), {
  prompt: () => { window.isPrompted = true; },
}))"""


@test("After a finished game it is told once that the page can stand beside the phone's apps")
def install_hint(world):
    _, anna, ben = finished(world, [2, 3] * 9)
    expect(ben.button("Share")).to_be_visible()
    expect(ben.button("Put it there")).to_have_count(0)
    for phone, name in ((anna, "Put it there"), (ben, "Not now")):
        phone.page.evaluate(OFFERS_TO_INSTALL)
        # Something has to change before anything is drawn anew.
        phone.button("More").click()
        phone.page.keyboard.press("Escape")
        phone.button(name).click()
        expect(phone.button("Not now")).to_have_count(0)
    assert anna.page.evaluate("window.isPrompted")
    anna.reload()
    expect(anna.button("Share")).to_be_visible()
    anna.page.evaluate(OFFERS_TO_INSTALL)
    anna.button("More").click()
    anna.page.keyboard.press("Escape")
    expect(anna.page.get_by_role("dialog")).to_have_count(0)
    expect(anna.button("Not now")).to_have_count(0)
