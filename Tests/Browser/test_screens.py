"""Every screen: read by an accessibility engine, and shown to whoever wants to look."""

import re

from axe_playwright_python.sync_playwright import Axe
from phone import DESKTOP, SMALL, USUAL
from playwright.sync_api import expect
from run import test
from test_signal import banner_says, playing

SIZES = {"phone": USUAL, "small": SMALL, "desktop": DESKTOP}
SERIOUS = ("serious", "critical")
# WCAG 2.2, 2.5.8; the engine leaves it out unless it is asked.
RULES = {"rules": {"target-size": {"enabled": True}}}
TELEVISION = (1920, 1080)


class Gallery:
    def __init__(self, world):
        self.world = world
        self.axe = Axe()
        self.findings = []

    def show(self, phone, name, sizes=SIZES, whole=False):
        """Looks at a screen in light and dark, and in every size; `whole`: all of it, not only what
        fits."""
        for scheme in ("light", "dark"):
            phone.page.emulate_media(color_scheme=scheme)
            for size, (width, height) in sizes.items():
                phone.page.set_viewport_size({"width": width, "height": height})
                self.picture(phone, f"{name}-{size}-{scheme}", whole)
            self.examine(phone, f"{name}, {scheme}")
        phone.page.emulate_media(color_scheme="light")
        width, height = phone.size
        phone.page.set_viewport_size({"width": width, "height": height})

    def picture(self, phone, name, whole=False):
        width, visible = phone.widths()
        if width > visible:
            self.findings.append(f"{name}: {width} px wide on a screen of {visible}")
        if self.world.pictures:
            phone.page.screenshot(path=self.world.pictures / f"{name}.png", full_page=whole)

    def examine(self, phone, name):
        # At the end, where the bar at the bottom lies over nothing.
        phone.page.evaluate("window.scrollTo(0, document.documentElement.scrollHeight)")
        for finding in self.axe.run(phone.page, options=RULES).response["violations"]:
            if finding["impact"] not in SERIOUS:
                continue
            for node in finding["nodes"]:
                about = " ".join(node["failureSummary"].split())
                self.findings.append(f"{name}: {finding['id']}: {node['html'][:120]}: {about}")

    def close(self):
        assert not self.findings, "\n".join(dict.fromkeys(self.findings))


def type_scores(phone, scores):
    phone.page.keyboard.press("Escape")
    phone.cell("Anna", 1).click()
    for score in scores:
        phone.page.keyboard.press(str(score))


@test("No screen of a game has a serious finding of the accessibility engine")
def screens_of_a_game(world):
    gallery = Gallery(world)
    anna, ben, cleo = world.phone(), world.phone(), world.phone()
    anna.open("/")
    expect(anna.link("New game")).to_be_visible()
    gallery.show(anna, "home-first")
    anna.button("Settings").click()
    gallery.show(anna, "settings")
    anna.page.keyboard.press("Escape")
    anna.link("New game").click()
    expect(anna.heading("New game")).to_be_visible()
    gallery.show(anna, "set-up")
    anna.button("Set each par").click()
    gallery.show(anna, "set-up-pars")
    anna.create_game("Anna", "Klambratún", 9)
    code = anna.read_code()
    ben.open(f"/j/{code}")
    expect(ben.page.get_by_label("Your name")).to_be_visible()
    gallery.show(ben, "join")
    ben.join(code, "Ben")
    cleo.join(code, "Cleo")
    anna.sees("Cleo")
    anna.add_guest("Grandma")
    anna.page.evaluate("scrollTo(0, 0)")
    gallery.show(anna, "lobby-host")
    ben.sees("Grandma")
    gallery.show(ben, "lobby-guest")
    anna.start_round()
    ben.sees_card()
    cleo.sees_card()
    type_scores(anna, [3, 2, 4, 5, 3, 3, 1, 6, 2, 4, 3, 3])
    anna.sees_score("Grandma", 3, "3, par, sent")
    gallery.show(anna, "card-keypad")
    anna.page.keyboard.press("Escape")
    expect(anna.keypad).to_have_count(0)
    gallery.show(anna, "card")
    anna.open_menu()
    gallery.show(anna, "menu")
    anna.page.keyboard.press("Escape")
    ben.lose_signal()
    cleo.lose_signal()
    ben.score("Anna", 4, 5)
    ben.score("Ben", 4, 3)
    cleo.score("Cleo", 4, 3)
    banner_says(ben, "2 entries wait on this phone")
    gallery.show(ben, "card-offline")
    anna.score("Anna", 4, 3)
    anna.menu("Who is here")
    gallery.show(anna, "people")
    anna.button(re.compile("^Cleo")).last.click()
    anna.remove_shown()
    ben.regain_signal()
    cleo.regain_signal()
    banner_says(anna, "Anna, hole 4: 3 or 5?")
    banner_says(anna, "1 late entry")
    gallery.show(anna, "card-disputed")
    cleo.sees("The host has removed you")
    gallery.show(cleo, "card-removed")
    anna.cell("Anna", 4).click()
    expect(anna.page.get_by_role("dialog")).to_be_visible()
    gallery.show(anna, "dispute")
    anna.button("All that was entered here").click()
    gallery.show(anna, "history")
    anna.page.keyboard.press("Escape")
    anna.page.keyboard.press("Escape")
    expect(anna.page.get_by_role("dialog")).to_have_count(0)
    anna.menu("1 late entry")
    gallery.show(anna, "late")
    anna.page.keyboard.press("Escape")
    anna.page.keyboard.press("Escape")
    expect(anna.page.get_by_role("dialog")).to_have_count(0)
    club = world.phone(size=TELEVISION, touch=False)
    # Since Cleo was removed there is another code.
    club.open(f"/w/{anna.page.url.split('/')[-1]}")
    club.sees("Grandma")
    gallery.show(club, "watch", {**SIZES, "television": TELEVISION})
    anna.menu("End game")
    anna.confirm("End game")
    expect(anna.button("Share")).to_be_visible()
    gallery.show(anna, "result")
    anna.button("More").click()
    gallery.show(anna, "result-more")
    anna.page.keyboard.press("Escape")
    anna.open("/")
    anna.sees("Klambratún")
    gallery.show(anna, "home-later")
    gallery.close()


@test("No screen of a replay, of two games on one board, or of an error has a serious finding")
def other_screens(world):
    gallery = Gallery(world)
    code, (anna, ben) = playing(world)
    type_scores(anna, [3, 2] * 9)
    anna.sees_score("Ben", 9, "2, birdie, sent")
    ben.open("/")
    ben.create_game("Ben", "Elsewhere", 18)
    other = ben.read_code()
    ben.start_round()
    ben.score("Ben", 1, 4)
    ben.sees_score("Ben", 1, "4, bogey, sent")
    club = world.phone(size=TELEVISION, touch=False)
    club.open(f"/w/{code}+{other}")
    club.sees("Anna")
    club.sees("Elsewhere")
    gallery.show(club, "watch-two", {**SIZES, "television": TELEVISION})
    cleo = world.phone()
    cleo.open(f"/j/{code}")
    cleo.sees("The round has begun.")
    gallery.show(cleo, "ask-to-join")
    cleo.enter_name("Cleo")
    cleo.button("Ask to join").click()
    banner_says(cleo, "Anna is asked to let you in.")
    gallery.show(cleo, "card-knocking")
    banner_says(anna, "Cleo would like to join.")
    gallery.show(anna, "card-asked")
    anna.menu("Share a link to watch")
    expect(anna.page.get_by_role("img", name="QR code of the link to watch")).to_be_visible()
    gallery.show(anna, "watch-link")
    anna.page.keyboard.press("Escape")
    anna.page.keyboard.press("Escape")
    anna.has_no_sheet()
    anna.menu("Replay")
    expect(anna.page.get_by_role("slider")).to_be_visible()
    gallery.show(anna, "replay")
    anna.open("/g/nothing")
    expect(anna.heading("This game isn’t on this phone")).to_be_visible()
    gallery.show(anna, "missing")
    anna.open("/j/ZZZZZZ")
    anna.sees("No open game has this code")
    gallery.show(anna, "refused")
    gallery.close()
