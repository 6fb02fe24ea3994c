"""The first screen: what is typed or pasted there, and which games it lists."""

import re

from playwright.sync_api import expect
from run import test
from test_screens import type_scores
from test_signal import playing

TWO_DAYS_MILLISECONDS = 2 * 86_400_000


@test("A pasted link to watch leads to watching, and one to join to joining")
def pasted_links(world):
    anna, ben = world.phone(), world.phone()
    anna.create_game("Anna", "Meadow", 9)
    code = anna.read_code()
    for way, heading in (("w", "Meadow"), ("j", "Anna’s round at Meadow")):
        ben.open("/")
        ben.page.get_by_label("Code of the game").fill(f"Come: http://x.is/{way}/{code.lower()}?a")
        expect(ben.page.get_by_label("Code of the game")).to_have_value(code)
        ben.page.keyboard.press("Enter")
        expect(ben.page.get_by_role("heading", name=heading, exact=True)).to_be_visible()


@test("A pasted link ends where its code does, and a code can be corrected in its middle")
def odd_links_and_corrections(world):
    anna = world.phone()
    anna.open("/")
    code = anna.page.get_by_label("Code of the game")
    for written in ("See http://x.is/j/K7MPQX.", "<http://x.is/j/k7mpqx>", "http://X.IS/J/K7-MPQX,"):
        code.fill(written)
        expect(code).to_have_value("K7MPQX")
    code.fill("")
    code.press_sequentially("k7mpqx")
    for _ in range(3):
        code.press("ArrowLeft")
    code.press("Backspace")
    code.press_sequentially("ab")
    expect(code).to_have_value("K7ABPQX")


@test("Several codes with a plus between them open the wall that shows all of these games")
def typed_wall(world):
    codes = []
    for name, course in (("Anna", "Meadow"), ("Ben", "Elsewhere")):
        phone = world.phone()
        phone.create_game(name, course, 9)
        codes.append(phone.read_code())
    club = world.phone()
    for written in ("+".join(codes).lower(), f"see http://x.is/w/{'+'.join(codes)}"):
        club.open("/")
        club.page.get_by_label("Code of the game").fill(written)
        club.page.keyboard.press("Enter")
        expect(club.heading("Meadow · Elsewhere")).to_be_visible()


@test("A past game tells who has won, and how oneself did")
def past_results(world):
    _, (anna, ben) = playing(world)
    type_scores(anna, [2, 3] * 9)
    anna.sees("Every hole is scored.")
    anna.button("End game").click()
    anna.confirm("End game")
    for phone, text in ((anna, "Won by you · 18 (−9)"), (ben, "Won by Anna · you: place 2, 27 (E)")):
        expect(phone.button("Share")).to_be_visible()
        phone.has_no_sheet()
        phone.open("/")
        expect(phone.link(re.compile("^Meadow"))).to_contain_text(text)


@test("A game that was left is among the past ones, and goes on when its player comes back")
def left_game(world):
    _, (anna, ben) = playing(world)
    ben.menu("Leave the game")
    ben.confirm("Leave the game")
    expect(ben.heading("Continue")).to_have_count(0)
    expect(ben.heading("Past games")).to_be_visible()
    expect(ben.button(re.compile("Remove from this phone: Meadow"))).to_be_visible()
    ben.link(re.compile("Meadow")).click()
    ben.button("Come back").click()
    anna.sees("2 here")
    expect(ben.button("Come back")).to_have_count(0)
    ben.score("Ben", 1, 3)
    ben.sees_score("Ben", 1, "3, par, sent")
    ben.open("/")
    expect(ben.heading("Continue")).to_be_visible()


@test("A link's code may be written in small letters, in groups, or with a slash behind it")
def codes_as_people_write_them(world):
    anna, ben = world.phone(), world.phone()
    anna.create_game("Anna", "Meadow", 9)
    code = anna.read_code()
    small = code.lower()
    for written in (small, f"{small[:3]}-{small[3:]}", f"{code[:3]}%20{code[3:]}", f"{code}/"):
        ben.open(f"/j/{written}")
        spelled = ben.page.locator(".code .hidden")
        expect(spelled).to_have_text(" ".join(code))
    ben.open("/j/abc")
    ben.sees("A code has 6 letters or digits")
    expect(ben.page.get_by_label("Your name")).to_have_count(0)
    expect(ben.page.get_by_label("Code of the game")).to_be_visible()


@test("A name that takes too many bytes is cut while it is typed, between signs")
def long_names(world):
    anna = world.phone()
    anna.open("/new")
    anna.enter_name("漢" * 32)
    expect(anna.page.get_by_label("Your name")).to_have_value("漢" * 21)
    anna.enter_name("👨‍👩‍👧" * 4)
    expect(anna.page.get_by_label("Your name")).to_have_value("👨‍👩‍👧" * 3)
    anna.enter_name("\u2028" * 32)
    expect(anna.page.get_by_label("Your name")).to_have_value("\u2028" * 21)
    anna.enter_name("Anna")
    anna.page.get_by_label("Course", exact=True).fill("Ð" * 40)
    anna.button("Create game").click()
    expect(anna.heading("Ð" * 32)).to_be_visible()
    anna.page.get_by_label("Player without a phone").fill("字" * 32)
    anna.button("Add").click()
    anna.sees("字" * 21)


COLOURS = """() => {
  const bars = [...document.querySelectorAll('meta[name="theme-color"]')];
  const shown = bars.filter(({ media }) => matchMedia(media).matches).map(({ content }) => content);
  return [...shown, getComputedStyle(document.documentElement).getPropertyValue('--paper').trim()];
}"""
LIGHT = "#fbfaf6"
DARK = "#0f1613"


@test("The page and the browser's bars take the colours that are chosen, and keep them")
def chosen_colours(world):
    anna = world.phone()
    anna.open("/")
    anna.button("Settings").click()
    for choice, colour in (("Dark", DARK), ("Light", LIGHT), ("Automatic", LIGHT), ("Dark", DARK)):
        anna.button(choice).click()
        expect(anna.button(choice)).to_have_attribute("aria-pressed", "true")
        assert anna.page.evaluate(COLOURS) == [colour, colour], choice
    anna.reload()
    expect(anna.link("New game")).to_be_visible()
    assert anna.page.evaluate(COLOURS) == [DARK, DARK]


@test("The first screen hears when what waited has been handed over")
def handed_over(world):
    _, (anna, _) = playing(world)
    anna.is_kept()
    anna.lose_signal()
    anna.score("Anna", 1, 3)
    anna.link("Home").click()
    anna.sees("1 entry waits")
    anna.regain_signal()
    expect(anna.page.get_by_text("entry waits")).to_have_count(0)


@test("A game that nobody ended is past after two days, and what waits in it is told first")
def never_ended(world):
    _, (anna, _) = playing(world)
    anna.is_kept()
    anna.lose_signal()
    anna.score("Anna", 1, 3)
    anna.sees_score("Anna", 1, "3, par, saved on this phone")
    anna.page.clock.install()
    anna.open("/")
    expect(anna.heading("Continue")).to_be_visible()
    anna.page.clock.fast_forward(TWO_DAYS_MILLISECONDS)
    anna.link("New game").click()
    anna.link(re.compile("Home")).click()
    expect(anna.heading("Past games")).to_be_visible()
    expect(anna.heading("Continue")).to_have_count(0)
    anna.button(re.compile("^Remove from this phone: Meadow")).click()
    expect(anna.page.get_by_role("dialog")).to_contain_text(
        "1 of your entries has not reached the server."
    )
    anna.confirm("Remove from this phone")
    expect(anna.heading("Past games")).to_have_count(0)


@test("A link that can be neither shared nor copied is shown, chosen for copying by hand")
def share_by_hand(world):
    anna = world.phone()
    anna.create_game("Anna", "Meadow", 9)
    code = anna.read_code()
    anna.page.evaluate(
        """() => Object.defineProperty(navigator, 'clipboard', {
          value: { writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) },
        })"""
    )
    anna.button("Share the link").click()
    link = anna.page.get_by_label("Copy this link")
    expect(link).to_be_focused()
    expect(link).to_have_value(re.compile(rf"/j/{code}$"))
    assert anna.page.evaluate("getSelection().toString()").endswith(code)


TWO_TAPS = "button => { button.click(); button.click(); }"


@test("Two quick taps join once, and open one sheet")
def two_taps(world):
    anna, ben = world.phone(), world.phone()
    anna.create_game("Anna", "Meadow", 9)
    ben.open(f"/j/{anna.read_code()}")
    ben.enter_name("Ben")
    ben.button("Join").evaluate(TWO_TAPS)
    expect(ben.heading("Meadow")).to_be_visible()
    anna.sees("Ben")
    anna.sees("2 players")
    anna.button("Menu").evaluate(TWO_TAPS)
    expect(anna.page.get_by_role("dialog")).to_have_count(1)
    anna.page.keyboard.press("Escape")
    expect(anna.page.get_by_role("dialog")).to_have_count(0)
    ben.open("/")
    expect(ben.link(re.compile("Meadow"))).to_have_count(1)
