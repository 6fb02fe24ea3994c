"""What people see who go through the page with the Tab key."""

import re

from phone import SMALL
from playwright.sync_api import expect
from run import test
from test_signal import playing, taps_until_gone

# Whether what has the focus can be seen where it begins, where it ends, or between: WCAG 2.2, 2.4.11.
IS_IN_SIGHT = """() => {
  const element = document.activeElement;
  if (!element || element === document.body) return true;
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const x = (left + right) / 2;
  const isHit = (y) => {
    const hit = document.elementFromPoint(x, y);
    return Boolean(hit) && (element.contains(hit) || hit.contains(element));
  };
  return isHit((top + bottom) / 2) && isHit(top + 2) && isHit(bottom - 2);
}"""

NAME = "() => document.activeElement.ariaLabel || document.activeElement.innerText"


def go_through(phone, screen):
    """With the Tab key as far as there are steps on any screen, and back."""
    for key in ("Tab", "Shift+Tab"):
        for _ in range(30):
            phone.page.keyboard.press(key)
            is_in_sight = phone.once_drawn(IS_IN_SIGHT)
            name = phone.page.evaluate(NAME)
            assert is_in_sight, f"{screen}: {name} is hidden after {key}"


@test("What the Tab key has reached is never hidden behind a bar, on the smallest phone")
def focus_in_sight(world):
    anna = world.phone(size=SMALL)
    anna.open("/")
    expect(anna.link("New game")).to_be_visible()
    go_through(anna, "home")
    anna.create_game("Anna", holes=18, is_open=True)
    for name in ("Ben", "Cleo", "Dora", "Eve"):
        anna.add_guest(name)
    go_through(anna, "lobby")
    anna.start_round()
    go_through(anna, "card")
    anna.button("Done").click()
    # What goes away with the keypad mustn't take the focus along that the key has moved.
    expect(anna.keypad).to_have_count(0)
    go_through(anna, "card without keypad")
    anna.open_menu()
    expect(anna.page.get_by_role("dialog")).to_be_visible()
    go_through(anna, "menu")


IS_ON_THE_PAGE = "() => document.activeElement !== document.body"
IS_AT_HEADING = "() => document.activeElement.matches('main h1')"


@test("What closes a sheet, and goes with it, leaves the focus on the page")
def focus_after_sheets(world):
    _, (anna, ben) = playing(world)
    ben.lose_signal()
    ben.score("Anna", 1, 5)
    anna.score("Anna", 1, 4)
    ben.regain_signal()
    expect(anna.button("5 is right")).to_be_visible()
    anna.cell("Anna", 1).click()
    taps_until_gone(anna, "5 is right", anna.page.get_by_role("dialog"))
    anna.has_no_sheet()
    expect(anna.button("5 is right")).to_have_count(0)
    anna.becomes_true(IS_ON_THE_PAGE)
    anna.menu("End game")
    anna.confirm("End game")
    expect(anna.button("Share")).to_be_visible()
    anna.has_no_sheet()
    anna.open("/")
    anna.button(re.compile("Remove from this phone: Meadow")).click()
    anna.confirm("Remove from this phone")
    anna.has_no_sheet()
    expect(anna.link(re.compile("Meadow"))).to_have_count(0)
    anna.becomes_true(IS_AT_HEADING)
