"""A card that is read as other games, and games that are played with its scores."""

import re

from playwright.sync_api import expect
from run import test
from test_screens import Gallery

OTHER = "Other games: match, skins, points"


@test("The card is read as skins, a match, a Nassau and points, in play and at its end")
def other_games(world):
    gallery = Gallery(world)
    anna = world.phone(size=(360, 740))
    anna.create_game("Anna")
    anna.add_guest("Ben")
    anna.start_round()
    for hole, (own, other) in enumerate(((2, 3), (3, 3)), 1):
        anna.score("Anna", hole, own)
        anna.score("Ben", hole, other)
    anna.open_menu()
    anna.button(OTHER).click()
    anna.sees("Worked out from this card, for you alone.")
    expect(anna.page.get_by_role("row", name="Anna 1 +1")).to_be_visible()
    anna.sees("Hole 3: 2 skins can be won.")
    gallery.show(anna, "also-skins")
    anna.button("Match").click()
    anna.sees("Anna 1 up, 7 holes to play")
    anna.button("Nassau").click()
    anna.sees("First half: Anna 1 up, 3 holes to play")
    anna.sees("All holes: Anna 1 up, 7 holes to play")
    gallery.show(anna, "also-nassau")
    anna.button("Points").click()
    expect(anna.page.get_by_role("row", name="1 Anna 5 2")).to_be_visible()
    expect(anna.page.get_by_role("row", name="2 Ben 4 2")).to_be_visible()
    # The next score is in it at once.
    anna.page.keyboard.press("Escape")
    anna.page.keyboard.press("Escape")
    anna.score("Ben", 3, 2)
    anna.score("Anna", 3, 3)
    anna.open_menu()
    anna.button(OTHER).click()
    expect(anna.page.get_by_role("row", name="Ben 2 +1")).to_be_visible()
    anna.page.keyboard.press("Escape")
    anna.page.keyboard.press("Escape")
    anna.menu("End game")
    anna.confirm("End game")
    anna.button("More").click()
    anna.button(OTHER).click()
    expect(anna.page.get_by_role("row", name="Ben 2 +1")).to_be_visible()
    anna.sees("Ben: holes 2 and 3")
    gallery.close()


SKINS_LINE = re.compile("^Skins: ")


@test("What the host plays with everybody stands on all cards, also on one without signal")
def games_for_everybody(world):
    gallery = Gallery(world)
    anna, ben = world.phone(size=(360, 740)), world.phone(size=(360, 740))
    anna.create_game("Anna")
    code = anna.read_code()
    ben.join(code, "Ben")
    anna.open_menu()
    anna.button(OTHER).click()
    anna.button("Play Skins with everybody").click()
    anna.sees("Everybody sees this on the card.")
    gallery.show(anna, "games-before-start")
    anna.page.keyboard.press("Escape")
    anna.page.keyboard.press("Escape")
    expect(ben.button("Also played: Skins")).to_be_visible()
    gallery.show(ben, "games-gathering")
    anna.start_round()
    ben.sees_card()
    anna.score("Anna", 1, 2)
    anna.score("Ben", 1, 3)
    lines = [phone.page.get_by_role("button", name=SKINS_LINE) for phone in (anna, ben)]
    expect(lines[1]).to_have_text("Skins: Anna 1")
    gallery.show(ben, "games-card")
    # Without signal Ben wins the next hole: his phone says so, and later everybody's.
    ben.lose_signal()
    ben.score("Ben", 2, 2)
    ben.score("Anna", 2, 4)
    expect(lines[1]).to_have_text("Skins: Anna 1, Ben 1")
    expect(lines[0]).to_have_text("Skins: Anna 1")
    ben.regain_signal()
    expect(lines[0]).to_have_text("Skins: Anna 1, Ben 1")
    # Only the host decides about it; everybody can look.
    lines[1].click()
    expect(ben.page.get_by_role("row", name="Ben 1 0")).to_be_visible()
    gallery.show(ben, "games-sheet")
    expect(ben.button("No longer with everybody")).to_have_count(0)
    ben.page.keyboard.press("Escape")
    lines[0].click()
    gallery.show(anna, "games-sheet-host")
    anna.button("No longer with everybody").click()
    expect(lines[1]).to_have_count(0)
    anna.button("Play Skins with everybody").click()
    expect(lines[1]).to_have_text("Skins: Anna 1, Ben 1")
    anna.page.keyboard.press("Escape")
    anna.menu("End game")
    anna.confirm("End game")
    expect(lines[1]).to_have_text("Skins: Anna 1, Ben 1")
    gallery.show(ben, "games-result")
    # Who only watches sees it too, on a phone and on a wall; and whoever gets the result as text.
    for size in ((360, 740), (1280, 800)):
        club = world.phone(size=size)
        club.open(f"/w/{code}")
        club.sees("Skins: Anna 1, Ben 1")
        gallery.show(club, f"games-board-{size[0]}")
    anna.context.grant_permissions(["clipboard-read", "clipboard-write"])
    anna.button("More").click()
    anna.button("Share as text").click()
    anna.sees("Copied")
    text = anna.page.evaluate("navigator.clipboard.readText()")
    assert text.endswith("Skins: Anna 1, Ben 1"), text
    gallery.close()


@test("Where two people must enter the same score, one is marked until another has entered it too")
def two_people(world):
    gallery = Gallery(world)
    anna, ben = world.phone(size=(360, 740)), world.phone(size=(360, 740))
    anna.create_game("Anna")
    ben.join(anna.read_code(), "Ben")
    anna.menu("Who is here")
    anna.button("How strict: one is enough").click()
    anna.page.get_by_role("button", name=re.compile("^Two enter the same")).click()
    gallery.show(anna, "people-strict")
    anna.button("Save").click()
    expect(anna.button("How strict: two enter the same")).to_be_visible()
    anna.page.keyboard.press("Escape")
    anna.page.keyboard.press("Escape")
    anna.start_round()
    ben.sees_card()
    anna.score("Anna", 1, 3)
    waiting = ben.page.get_by_role("button", name=re.compile("to be entered by somebody else too"))
    expect(waiting).to_have_count(1)
    gallery.show(ben, "card-unsure")
    # What Ben enters doesn't take Anna's place: they disagree, and both stand there.
    ben.score("Anna", 1, 4)
    expect(anna.page.get_by_role("button", name=re.compile("disputed"))).to_have_count(1)
    ben.cell("Anna", 1).click()
    gallery.show(ben, "dispute-strict")
    ben.button("3 is right").last.click()
    for phone in (anna, ben):
        expect(phone.page.get_by_role("button", name=re.compile("disputed"))).to_have_count(0)
        expect(phone.page.get_by_role("button", name=re.compile("somebody else"))).to_have_count(0)
    # One's own once more is no second one.
    ben.score("Ben", 1, 4)
    ben.score("Ben", 1, 4)
    expect(waiting).to_have_count(1)
    gallery.close()
