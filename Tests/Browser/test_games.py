"""Games that several people play at once."""

from playwright.sync_api import expect
from run import test


@test("Three phones and a terminal client play a game, and see each other's entries at once")
def three_phones_and_a_terminal(world):
    anna, ben, cleo = world.phone(), world.phone(), world.phone()
    anna.create_game("Anna", "Meadow", 9)
    code = anna.read_code()
    ben.join(code, "Ben")
    cleo.join(code.lower(), "Cleo")
    world.folf("dora", "join", code, "--name", "Dora")
    for name in ("Ben", "Cleo", "Dora"):
        anna.sees(name)
    anna.start_round()
    ben.sees_card()
    cleo.sees_card()
    ben.score("Ben", 1, 2)
    anna.sees_score("Ben", 1, "2, birdie")
    cleo.sees_score("Ben", 1, "2, birdie")
    world.folf("dora", "score", code, "Dora", "1", "5")
    for phone in (anna, ben, cleo):
        phone.sees_score("Dora", 1, "5, double bogey")
    cleo.score("Anna", 1, 3)
    ben.sees_score("Anna", 1, "3, par")
    anna.score("Cleo", 1, 4)
    anna.sees_score("Cleo", 1, "4, bogey, sent")
    cleo.sees_score("Cleo", 1, "4, bogey")
    card = world.folf("dora", "watch", code, "--once")
    assert all(name in card for name in ("Anna", "Ben", "Cleo", "Dora")), card


@test("An entry goes on to the next player of the hole, and says whose it is")
def entry_goes_on(world):
    anna = world.phone()
    anna.create_game("Anna", "Meadow", 9)
    anna.add_guest("Grandma")
    anna.start_round()
    expect(anna.keypad).to_have_accessible_name("Keypad: Hole 1, Anna")
    anna.key("3").click()
    expect(anna.keypad).to_have_accessible_name("Keypad: Hole 1, Grandma")
    anna.key("10+").click()
    anna.key("12").click()
    expect(anna.keypad).to_have_accessible_name("Keypad: Hole 2, Anna")
    anna.sees_score("Grandma", 1, "12, 9 over par")
    anna.button("Undo").click()
    anna.sees_score("Grandma", 1, "no score")
