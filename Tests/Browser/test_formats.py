"""A card that is read as other games."""

from playwright.sync_api import expect
from run import test
from test_screens import Gallery

OTHER = "As skins, points or a match"


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
