"""Games where there is no signal, or the server isn't there."""

import re

from playwright.sync_api import expect
from run import test


def playing(world, names=("Anna", "Ben"), holes=9, lets_late=False):
    """Phones in a game that has begun, and its code; `lets_late`: others may still join."""
    phones = [world.phone() for _ in names]
    host, *others = phones
    host.create_game(names[0], "Meadow", holes)
    code = host.read_code()
    for phone, name in zip(others, names[1:]):
        phone.join(code, name)
        host.sees(name)
    if lets_late:
        host.page.get_by_label("Players may join after the start").check()
    host.start_round()
    for phone in others:
        phone.sees_card()
    return code, phones


def banner_says(phone, text):
    expect(phone.page.get_by_role("status").filter(has_text=text).first).to_be_visible()


def banner_is_gone(phone):
    expect(phone.page.get_by_text(re.compile("No signal|server doesn’t answer"))).to_have_count(0)


def taps_until_gone(phone, name, within=None):
    """A question that has just come takes no answer yet: nobody has read it."""
    button = phone.button(name, within)
    expect(button).to_be_visible()
    while button.count():
        button.click()
        phone.page.wait_for_timeout(100)


@test("Without signal entries are kept through a closed tab, and all are there afterwards")
def closed_tab(world):
    _, (anna, ben) = playing(world)
    # The page's files have to be on the phone before they are needed without signal.
    ben.is_kept()
    ben.lose_signal()
    ben.score("Ben", 1, 2)
    ben.score("Anna", 1, 4)
    ben.sees_score("Ben", 1, "2, birdie, saved on this phone")
    banner_says(ben, "2 entries wait on this phone")
    address = ben.page.url
    ben.close_tab()
    anna.score("Anna", 2, 3)
    ben.new_tab(re.sub(r"^http://[^/]+", "", address))
    ben.sees_score("Ben", 1, "2, birdie, saved on this phone")
    banner_says(ben, "2 entries wait on this phone")
    ben.score("Ben", 2, 5)
    banner_says(ben, "3 entries wait on this phone")
    anna.sees_score("Ben", 1, "no score")
    ben.regain_signal()
    for phone in (anna, ben):
        phone.sees_score("Ben", 1, "2, birdie")
        phone.sees_score("Anna", 1, "4, bogey")
        phone.sees_score("Anna", 2, "3, par")
        phone.sees_score("Ben", 2, "5, double bogey")
    ben.sees_score("Ben", 2, "5, double bogey, sent")
    banner_is_gone(ben)


@test("A phone whose line dies without a word notices, and hands over what was entered")
def silent_line(world):
    _, (anna, ben) = playing(world)
    ben.may_lose_line = True
    ben.line.cut()
    ben.score("Ben", 1, 3)
    banner_says(ben, "1 entry waits on this phone")
    ben.line.mend()
    anna.sees_score("Ben", 1, "3, par")
    ben.sees_score("Ben", 1, "3, par, sent")


@test("A game that is begun, played and ended without network appears for others afterwards")
def all_without_network(world):
    anna, ben = world.phone(), world.phone()
    anna.open("/")
    anna.is_kept()
    anna.lose_signal()
    anna.reload()
    anna.create_game("Anna", "Far away", 9, is_open=True)
    anna.sees("The code comes when there is signal")
    anna.add_guest("Grandma")
    anna.start_round()
    for hole in (1, 2):
        anna.score("Anna", hole, 3)
        anna.score("Grandma", hole, 6)
    anna.menu("End game")
    anna.confirm("End game")
    expect(anna.page.get_by_text("Grandma").first).to_be_visible()
    anna.close_tab()
    anna.regain_signal()
    anna.new_tab("/")
    code = anna.code_of_past_game("Far away")
    ben.open(f"/w/{code}")
    ben.sees("Grandma")
    ben.sees("Far away")


@test("In the lobby without signal nothing is counted but what people count")
def counts_in_the_lobby(world):
    anna = world.phone()
    anna.create_game("Anna", "Meadow", 9)
    anna.lose_signal()
    anna.add_guest("Grandma")
    anna.add_guest("Grandpa")
    banner_says(anna, "No signal. What you did waits on this phone.")
    anna.start_round()
    anna.score("Anna", 1, 3)
    anna.score("Anna", 1, 4)
    banner_says(anna, "No signal. Keep scoring. 1 entry waits on this phone.")


@test("A page that is loaded anew in the middle shows the same card")
def reloaded(world):
    _, (anna, ben) = playing(world)
    anna.score("Anna", 1, 2)
    anna.score("Ben", 1, 4)
    anna.sees_score("Ben", 1, "4, bogey, sent")
    anna.reload()
    anna.sees_score("Anna", 1, "2, birdie")
    anna.sees_score("Ben", 1, "4, bogey")
    ben.score("Ben", 2, 3)
    anna.sees_score("Ben", 2, "3, par")


@test("A server that is killed and started again has what was confirmed, and gets the rest")
def killed_server(world):
    _, (anna, ben) = playing(world)
    anna.score("Anna", 1, 3)
    anna.sees_score("Anna", 1, "3, par, sent")
    for phone in (anna, ben):
        phone.may_lose_line = True
    world.server.kill()
    ben.score("Ben", 1, 4)
    anna.score("Anna", 2, 2)
    banner_says(ben, "1 entry waits on this phone")
    world.server.start()
    for phone in (anna, ben):
        phone.sees_score("Anna", 1, "3, par")
        phone.sees_score("Ben", 1, "4, bogey")
        phone.sees_score("Anna", 2, "2, birdie")


@test("Two who disagree without signal both see it, and one tap settles it")
def dispute(world):
    _, (anna, ben) = playing(world)
    ben.lose_signal()
    ben.score("Anna", 1, 4)
    banner_says(ben, "1 entry waits on this phone")
    anna.score("Anna", 1, 3)
    anna.sees_score("Anna", 1, "3, par, sent")
    ben.regain_signal()
    anna.sees_score("Anna", 1, "3, par, .*disputed")
    ben.sees_score("Anna", 1, "3, par, .*disputed")
    banner_says(anna, "Anna, hole 1: 3 or 4?")
    banner_says(anna, "You wrote 3. Ben wrote 4. Tap the right one.")
    banner_says(ben, "Anna wrote 3. You wrote 4. Tap the right one.")
    taps_until_gone(anna, "4 is right")
    for phone in (anna, ben):
        expect(phone.cell("Anna", 1)).not_to_have_accessible_name(re.compile("disputed"))
        phone.sees_score("Anna", 1, "4, bogey")


@test("Disputes are asked one after the other, and a tap too many answers none unread")
def disputes_in_turn(world):
    _, (anna, ben) = playing(world)
    ben.lose_signal()
    for hole in (1, 2):
        ben.score("Anna", hole, 4)
        anna.score("Anna", hole, 3)
        anna.sees_score("Anna", hole, "3, par, sent")
    ben.regain_signal()
    banner_says(anna, "Anna, hole 1: 3 or 4?")
    anna.page.wait_for_timeout(600)
    # As a wet finger does it.
    anna.page.evaluate(
        """() => {
          const find = () => [...document.querySelectorAll('.dispute button')]
            .find((button) => button.textContent === '4');
          find().click();
          new MutationObserver((_, watching) => {
            if (!document.querySelector('.dispute').textContent.includes('hole 2')) return;
            watching.disconnect();
            find().click();
            self.hasTapped = true;
          }).observe(document.body, { subtree: true, childList: true, characterData: true });
        }"""
    )
    anna.becomes_true("self.hasTapped")
    banner_says(anna, "Anna, hole 2: 3 or 4?")
    anna.sees_score("Anna", 1, "4, bogey")
    anna.sees_score("Anna", 2, "3, par, .*disputed")
    # On the sheet too, one leads to the next.
    anna.cell("Anna", 2).click()
    dialog = anna.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Tap the right one")
    taps_until_gone(anna, "3 is right", dialog)
    anna.sees_score("Anna", 2, "3, par")
    expect(anna.cell("Anna", 2)).not_to_have_accessible_name(re.compile("disputed"))


@test("Who is removed while out of signal is told, and the host decides on the late entries")
def kicked_out_of_signal(world):
    _, (anna, ben) = playing(world)
    ben.lose_signal()
    ben.score("Ben", 1, 2)
    banner_says(ben, "1 entry waits on this phone")
    anna.menu("Who is here")
    anna.button(re.compile("^Ben")).last.click()
    anna.remove_shown()
    ben.regain_signal()
    ben.sees("The host has removed you")
    expect(ben.keypad).to_have_count(0)
    banner_says(anna, "1 late entry")
    anna.button("Look").click()
    sheet = anna.page.get_by_role("dialog")
    expect(sheet).to_contain_text("Ben")
    sheet.get_by_role("button", name="Put on the card").click()
    anna.page.keyboard.press("Escape")
    anna.sees_score("Ben", 1, "2, birdie")


@test("Who enters a score in a locked game is told that it waits for the host")
def entry_in_a_locked_game(world):
    _, (anna, ben) = playing(world)
    anna.score("Ben", 2, 3)
    ben.sees_score("Ben", 2, "3, par")
    anna.menu("End game")
    anna.confirm("End game")
    anna.button("More").click()
    anna.button("Lock the game").click()
    anna.confirm("Lock the game")
    ben.correct_score()
    ben.score("Ben", 1, 4)
    ben.sees("The game is locked. The host decides on what you change now.")
    ben.sees_score("Ben", 1, "no score, waits for the host")
    banner_says(ben, "1 late entry")
    anna.button("Look").click()
    anna.button("Put on the card").click()
    ben.sees_score("Ben", 1, "4, bogey, sent")
    # Only the one who has entered it waits.
    anna.page.keyboard.press("Escape")
    anna.correct_score()
    ben.score("Ben", 2, 5)
    ben.sees_score("Ben", 2, "3, par, waits for the host")
    banner_says(anna, "1 late entry")
    anna.sees_score("Ben", 2, "3, par, sent")


@test("Whom the server doesn't answer is told why they wait, and can try again at once")
def try_now(world):
    _, (anna, ben) = playing(world)
    ben.may_lose_line = True
    # By itself it is tried again as late as may be.
    ben.page.evaluate("void (crypto.getRandomValues = (all) => all.fill(-1))")
    ben.line.cut()
    ben.score("Ben", 1, 3)
    banner_says(ben, "The server doesn’t answer.")
    expect(ben.button("Try now")).to_be_visible()
    ben.line.mend()
    ben.button(re.compile("Try now|Trying…")).click()
    anna.sees_score("Ben", 1, "3, par")
    expect(ben.button("Try now")).to_have_count(0)
