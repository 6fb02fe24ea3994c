"""What the card does while others change it."""

import re
import time

from phone import PATIENCE_SECONDS, SMALL, place_of
from playwright.sync_api import expect
from run import test
from test_signal import playing


@test("A keypad stays with its player when a column before is taken off the card")
def keypad_stays_with_its_player(world):
    anna, ben = world.phone(), world.phone()
    anna.create_game("Anna", "Meadow", 9)
    anna.add_guest("Bo")
    anna.add_guest("Cleo")
    ben.join(anna.read_code(), "Ben")
    ben.button("No, I am someone else").click()
    anna.sees("Ben")
    anna.start_round()
    ben.sees_card()
    ben.cell("Cleo", 1).click()
    expect(ben.keypad).to_have_accessible_name("Keypad: Hole 1, Cleo")
    anna.button("Bo –").click()
    anna.button("Take off the card").click()
    anna.confirm("Take off the card")
    expect(ben.cell("Bo", 1)).to_have_count(0)
    expect(ben.keypad).to_have_accessible_name("Keypad: Hole 1, Cleo")
    ben.key("4").click()
    anna.sees_score("Cleo", 1, "4, bogey")
    anna.sees_score("Ben", 1, "no score")


@test("Who has just entered a score is named beside it, and not beside what another enters")
def named_beside_what_they_entered(world):
    _, (anna, ben) = playing(world)
    anna.score("Ben", 1, 3)
    ben.sees_score("Ben", 1, "3, par, just entered by Anna")
    ben.score("Ben", 1, 5)
    ben.sees_score("Ben", 1, "5, double bogey")
    name = ben.cell("Ben", 1).get_attribute("aria-label")
    assert "Anna" not in name, name


# Whether nothing lies over the selected cell.
IS_SELECTED_IN_SIGHT = """() => {
  const cell = document.querySelector('.cell.selected');
  const { x, width, top, bottom } = cell.getBoundingClientRect();
  return [top + 3, bottom - 3].every((y) =>
    cell.contains(document.elementFromPoint(x + width / 2, y)));
}"""

# Presses a key in the moment in which the keypad is for another hole.
STARTLED = """() => new MutationObserver((_, watching) => {
  const keypad = document.querySelector('.keypad');
  if (keypad?.getAttribute('aria-label') !== 'Keypad: Hole 1, Ben') return;
  watching.disconnect();
  [...keypad.querySelectorAll('button')].find((key) => key.textContent === '4').click();
  window.startledAt = performance.now();
}).observe(document.body, { subtree: true, childList: true, attributes: true })"""


@test("A key that is pressed while the next round begins writes nothing into it")
def tap_at_change_of_round(world):
    _, (anna, ben) = playing(world)
    ben.score("Ben", 1, 3)
    expect(ben.keypad).to_have_accessible_name("Keypad: Hole 1, Anna")
    ben.page.evaluate(STARTLED)
    anna.menu("End round")
    anna.confirm("End round")
    anna.button("Another round").click()
    ben.becomes_true("() => performance.now() > window.startledAt + 1_000")
    ben.sees_score("Ben", 1, "no score")
    expect(ben.keypad).to_have_accessible_name("Keypad: Hole 1, Ben")
    ben.key("5").click()
    ben.sees_score("Ben", 1, "5, double bogey")


@test("Who has left and comes back scores at once")
def come_back(world):
    _, (anna, ben) = playing(world)
    ben.menu("Leave the game")
    ben.confirm("Leave the game")
    ben.link(re.compile("Meadow")).click()
    ben.button("Come back").click()
    anna.sees("2 here")
    ben.score("Ben", 1, 3)
    anna.sees_score("Ben", 1, "3, par")


@test("Undoing on the card changes what it shows; the menu says what it has undone elsewhere")
def undo_of_another_round(world):
    anna = world.phone()
    anna.create_game("Anna", "Meadow", 9)
    anna.start_round()
    anna.score("Anna", 1, 4)
    anna.sees_score("Anna", 1, "4, bogey, sent")
    anna.menu("End round")
    anna.confirm("End round")
    anna.button("Another round").click()
    expect(anna.keypad).to_have_accessible_name("Keypad: Hole 1, Anna")
    expect(anna.button("Undo")).to_be_disabled()
    anna.menu("Undo my last entry")
    anna.sees("Last entry taken back: Anna, hole 1, round 1")
    anna.button("Round 1").click()
    anna.sees_score("Anna", 1, "no score")


@test("A look at an earlier round doesn't say that every hole of this one is scored")
def earlier_round_says_nothing(world):
    anna = world.phone()
    anna.create_game("Anna", "Meadow", 9)
    anna.start_round()
    for hole in range(9):
        expect(anna.keypad).to_have_accessible_name(f"Keypad: Hole {hole + 1}, Anna")
        anna.page.keyboard.press("3")
    anna.sees("Every hole is scored.")
    anna.button("Another round").click()
    anna.confirm("Another round")
    expect(anna.keypad).to_have_accessible_name("Keypad: Hole 1, Anna")
    expect(anna.cell("Anna", 1)).to_be_focused()
    anna.button("Round 1").click()
    anna.sees_score("Anna", 9, "3, par")
    expect(anna.page.get_by_text("Every hole is scored.")).to_have_count(0)


@test("Clearing a cell in which nothing is writes nothing")
def clearing_nothing_writes_nothing(world):
    anna = world.phone()
    anna.create_game("Anna", "Meadow", 9)
    anna.start_round()
    expect(anna.button("Clear")).to_be_disabled()
    for key in ("Backspace", "ArrowDown", "3"):
        anna.page.keyboard.press(key)
    anna.sees_score("Anna", 2, "3, par, sent")
    anna.sees_score("Anna", 1, "no score$")
    anna.button("Undo").click()
    anna.sees_score("Anna", 2, "no score, sent")
    expect(anna.button("Undo")).to_be_disabled()


@test("Whoever takes an entry back is there to enter it anew")
def undo_leads_back(world):
    anna = world.phone()
    anna.create_game("Anna", "Meadow", 9)
    anna.add_guest("Grandma")
    anna.start_round()
    anna.key("4").click()
    expect(anna.keypad).to_have_accessible_name("Keypad: Hole 1, Grandma")
    anna.button("Undo").click()
    expect(anna.keypad).to_have_accessible_name("Keypad: Hole 1, Anna")
    anna.sees_score("Anna", 1, "no score")


@test("Arrow keys go on from the cell that has the focus, also after the keypad was closed")
def arrows_go_on(world):
    anna = world.phone(touch=False)
    anna.create_game("Anna", "Meadow", 9)
    anna.start_round()
    anna.cell("Anna", 4).click()
    anna.page.keyboard.press("Escape")
    expect(anna.keypad).to_have_count(0)
    anna.page.keyboard.press("ArrowDown")
    expect(anna.keypad).to_have_accessible_name("Keypad: Hole 5, Anna")
    expect(anna.cell("Anna", 5)).to_be_focused()


@test("A banner lies over the end of the card: nothing moves, and the selected cell stays in view")
def banner_moves_nothing(world):
    anna = world.phone(size=SMALL)
    anna.create_game("Anna", "Meadow", 9)
    anna.start_round()
    anna.cell("Anna", 7).click()
    anna.becomes_true(IS_SELECTED_IN_SIGHT)
    places = [place_of(anna.cell("Anna", hole)) for hole in range(1, 10)]
    keys = place_of(anna.keypad)
    anna.lose_signal()
    anna.sees("No signal")
    anna.becomes_true(IS_SELECTED_IN_SIGHT)
    assert places == [place_of(anna.cell("Anna", hole)) for hole in range(1, 10)]
    assert keys == place_of(anna.keypad)
    # What is under the banner can be scrolled to.
    anna.cell("Anna", 9).click()
    anna.becomes_true(IS_SELECTED_IN_SIGHT)


@test("A key that is touched twice within 120 ms enters one score, and another key the next")
def bouncing_key(world):
    anna = world.phone()
    anna.create_game("Anna", "Meadow", 9)
    anna.start_round()
    # A wet finger: the second touch is over before the first is drawn.
    anna.page.evaluate(
        """() => {
          const key = [...document.querySelectorAll('.key')].find((each) => each.innerText === '4');
          const touch = () => key.dispatchEvent(new MouseEvent('click', { detail: 1, bubbles: true }));
          touch();
          touch();
        }"""
    )
    anna.sees_score("Anna", 1, "4, bogey, sent")
    expect(anna.keypad).to_have_accessible_name("Keypad: Hole 2, Anna")
    anna.sees_score("Anna", 2, "no score")


@test("A touch is felt and a number falls into place, but not for whoever wants no motion")
def touches_are_answered(world):
    for motion in ("no-preference", "reduce"):
        anna = world.phone()
        anna.page.emulate_media(reduced_motion=motion)
        anna.create_game("Anna", "Meadow", 9)
        anna.start_round()
        anna.page.evaluate(
            """() => {
              self.felt = [];
              self.moved = [];
              navigator.vibrate = (milliseconds) => self.felt.push(milliseconds);
              const { animate } = Element.prototype;
              Element.prototype.animate = function (...how) {
                self.moved.push(this.className.split(' ')[0]);
                return animate.apply(this, how);
              };
            }"""
        )
        for hole, key in enumerate(("4", "3", "2")):
            anna.key(key).tap()
            anna.sees_score("Anna", hole + 1, f"{key}, .*sent")
        if motion == "reduce":
            assert anna.page.evaluate("[self.felt, self.moved]") == [[], []]
        else:
            anna.becomes_true("self.moved.includes('score') && self.moved.includes('frame')")
            anna.becomes_true("self.felt.length > 0 && self.felt.every((each) => each < 20)")


SIGN = """(cell) => getComputedStyle(cell, '::after').content !== 'none'"""


@test("A score that waits has a cloud, one that is sent has no sign at all")
def signs(world):
    _, (anna, ben) = playing(world)
    anna.score("Anna", 1, 3)
    anna.sees_score("Anna", 1, "3, par, sent")
    assert not anna.cell("Anna", 1).evaluate(SIGN)
    anna.lose_signal()
    anna.score("Anna", 2, 4)
    anna.sees_score("Anna", 2, "4, bogey, saved on this phone")
    assert anna.cell("Anna", 2).evaluate(SIGN)
    anna.regain_signal()
    anna.sees_score("Anna", 2, "4, bogey, sent")
    assert not anna.cell("Anna", 2).evaluate(SIGN)


@test("Who entered a score, and when, is told by the keypad and by another tap on it")
def who_and_when(world):
    _, (anna, ben) = playing(world)
    ben.score("Anna", 1, 3)
    anna.sees_score("Anna", 1, "3, par")
    anna.cell("Anna", 5).click()
    anna.cell("Anna", 1).click()
    dialog = anna.page.get_by_role("dialog")
    expect(dialog).to_have_count(0)
    for way in (anna.button("by Ben"), anna.cell("Anna", 1)):
        way.click()
        expect(dialog).to_contain_text("Ben just now")
        anna.button("All that was entered here").click()
        expect(dialog.last).to_contain_text("Ben entered 3")
        for back in ("Back", "Close"):
            anna.button(back, dialog.last).click()
        expect(dialog).to_have_count(0)
    # Whoever can't enter anything needs one tap.
    ben.menu("Leave the game")
    ben.confirm("Leave the game")
    ben.link(re.compile("Meadow")).click()
    ben.cell("Anna", 1).click()
    expect(ben.page.get_by_role("dialog")).to_contain_text("Ben just now")


@test("Whether the keypad goes on with players or with holes is set in the menu")
def along(world):
    _, (anna, _) = playing(world)
    anna.menu(re.compile("next hole"))
    anna.key("3").click()
    expect(anna.keypad).to_have_accessible_name("Keypad: Hole 2, Anna")
    anna.menu(re.compile("next player"))
    anna.key("4").click()
    expect(anna.keypad).to_have_accessible_name("Keypad: Hole 2, Ben")


@test("The keypad keeps the focus while its keys change, and leaves it to the cell when it closes")
def keypad_focus(world):
    anna = world.phone()
    anna.create_game("Anna", "Meadow", 9)
    anna.start_round()
    anna.key("10+").click()
    expect(anna.key("10")).to_be_focused()
    anna.key("12").click()
    anna.sees_score("Anna", 1, "12, 9 over par")
    anna.button("Done").click()
    expect(anna.keypad).to_have_count(0)
    expect(anna.cell("Anna", 2)).to_be_focused()


def stopped_clock(phone):
    """From here on the page's time goes on only as a test says."""
    phone.page.clock.install()
    phone.reload()
    expect(phone.keypad).to_be_visible()
    phone.page.clock.pause_at(phone.page.evaluate("Date.now() + 1_000"))


def draws_score(phone, player, hole, text):
    """Lets the page's time go on, frame by frame, until it shows the score."""
    pattern = re.compile(rf"^\w+ {hole}, {player}, {text}")
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not pattern.search(phone.cell(player, hole).get_attribute("aria-label")):
        assert time.monotonic() < deadline, f"never drawn: {text}"
        # What comes from the server comes in real time.
        phone.page.wait_for_timeout(20)
        phone.page.clock.run_for(17)


@test("Who types over a score that stood in the selected cell for two seconds disagrees with nobody")
def typed_over_what_was_seen(world):
    _, (anna, nils) = playing(world, ("Anna", "Nils"))
    stopped_clock(nils)
    nils.cell("Nils", 1).click()
    anna.score("Nils", 1, 4)
    draws_score(nils, "Nils", 1, "4, bogey")
    nils.page.clock.run_for(2_050)
    nils.key("5").click()
    anna.sees_score("Nils", 1, "5, double bogey")
    draws_score(nils, "Nils", 1, "5, double bogey, sent$")
    expect(anna.cell("Nils", 1)).not_to_have_accessible_name(re.compile("disputed"))


@test("Who types within two seconds over what another has just entered is asked which is right")
def typed_over_what_came_just_then(world):
    _, (anna, nils) = playing(world, ("Anna", "Nils"))
    stopped_clock(nils)
    nils.cell("Nils", 1).click()
    anna.score("Nils", 1, 4)
    draws_score(nils, "Nils", 1, "4, bogey")
    nils.page.clock.run_for(1_000)
    nils.key("5").click()
    anna.sees_score("Nils", 1, "5, double bogey, .*disputed")


@test("A keypad in use stays, and one that was let be for three seconds goes where the game is")
def keypad_follows(world):
    _, (anna, ben) = playing(world)
    stopped_clock(anna)
    expect(anna.keypad).to_have_accessible_name("Keypad: Hole 1, Anna")
    ben.score("Anna", 1, 3)
    draws_score(anna, "Anna", 1, "3, par")
    anna.page.clock.run_for(2_000)
    anna.key("10+").click()
    anna.page.clock.run_for(2_500)
    expect(anna.keypad).to_have_accessible_name("Keypad: Hole 1, Anna")
    anna.page.clock.run_for(600)
    expect(anna.keypad).to_have_accessible_name("Keypad: Hole 1, Ben")


@test("Who was removed by the host sees the card, and isn’t offered a keypad")
def removed_has_no_keypad(world):
    _, (anna, ben) = playing(world)
    expect(ben.keypad).to_be_visible()
    anna.menu("Who is here")
    anna.button(re.compile("^Ben")).last.click()
    anna.button("Remove from the game").click()
    anna.confirm("Remove from the game")
    ben.sees("The host has removed you")
    expect(ben.keypad).to_have_count(0)
    ben.cell("Ben", 2).click()
    expect(ben.keypad).to_have_count(0)


@test("A long name on the keypad is cut, not the hole behind it")
def long_name_on_the_keypad(world):
    anna = world.phone(size=SMALL)
    anna.create_game("Guðmundur Þór Sigurðsson", "Meadow", 9)
    anna.start_round()
    hole = place_of(anna.keypad.get_by_text("Hole 1 · par 3"))
    done = place_of(anna.button("Done"))
    assert hole["x"] + hole["width"] <= done["x"], (hole, done)


@test("A tap at the very moment at which the keypad goes elsewhere by itself writes nothing")
def startled(world):
    _, (anna, ben) = playing(world)
    expect(anna.keypad).to_have_accessible_name("Keypad: Hole 1, Anna")
    anna.page.evaluate(
        """() => new MutationObserver((_, observer) => {
          observer.disconnect();
          document.querySelector('.key').click();
          self.hasTapped = true;
        }).observe(document.querySelector('.keypad'), { attributeFilter: ['aria-label'] })"""
    )
    ben.score("Anna", 1, 3)
    anna.becomes_true("self.hasTapped")
    expect(anna.keypad).to_have_accessible_name("Keypad: Hole 1, Ben")
    anna.sees_score("Ben", 1, "no score")
    anna.score("Ben", 1, 2)
    ben.sees_score("Ben", 1, "2, birdie")


@test("A key of a keyboard that is held down enters one score")
def held_key(world):
    anna = world.phone(touch=False)
    anna.create_game("Anna", "Meadow", 9)
    anna.start_round()
    for _ in range(3):
        anna.page.keyboard.down("3")
    anna.sees_score("Anna", 1, "3, par")
    expect(anna.keypad).to_have_accessible_name("Keypad: Hole 2, Anna")
    anna.sees_score("Anna", 2, "no score")


@test("Who was removed before the start isn’t shown how to invite others")
def removed_has_no_code(world):
    anna, ben = world.phone(), world.phone()
    anna.create_game("Anna", "Meadow", 9)
    ben.join(anna.read_code(), "Ben")
    anna.button(re.compile("^Ben")).click()
    anna.button("Remove from the game").click()
    anna.confirm("Remove from the game")
    ben.sees("The host has removed you")
    expect(ben.page.get_by_role("region", name="Code to join")).to_have_count(0)
    expect(ben.page.get_by_text("Anna starts the round")).to_have_count(0)
