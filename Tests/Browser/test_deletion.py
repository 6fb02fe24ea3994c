"""A game that its host deletes, and brings back."""

import re

from playwright.sync_api import expect
from run import test
from test_signal import playing


@test("A game goes for everyone after two questions, and comes back with one tap")
def deletion(world):
    code, (anna, ben) = playing(world)
    ben.score("Anna", 1, 3)
    ben.button("Done").click()
    ben.open_menu()
    expect(ben.button("Leave the game")).to_be_visible()
    expect(ben.button("Delete the game")).to_have_count(0)
    ben.page.keyboard.press("Escape")
    anna.menu("Delete the game")
    anna.sees("with the card of 2 players")
    anna.confirm("Go on")
    anna.sees("You can bring it back for 30 days.")
    anna.confirm("Cancel")
    anna.has_no_sheet()
    ben.sees_score("Anna", 1, "3, par")

    anna.menu("Delete the game")
    anna.confirm("Go on")
    anna.confirm("Delete for everyone")
    anna.sees("Past games")
    anna.sees("deleted")
    ben.sees(re.compile("^This game has been deleted. Anna can bring it back until "))
    expect(ben.button("Bring it back")).to_have_count(0)

    cleo = world.phone()
    cleo.open(f"/j/{code}")
    cleo.sees("This game has been deleted.")

    anna.link(re.compile("Meadow")).click()
    anna.sees(re.compile("^This game has been deleted. You can bring it back until "))
    anna.button("Bring it back").click()
    for phone in (anna, ben):
        expect(phone.page.get_by_text("has been deleted")).to_have_count(0)
    cleo.open(f"/j/{code}")
    cleo.sees("The round has begun")


@test("What is scored in a deleted game waits for the host, who decides once it is back")
def late_entries(world):
    _, (anna, ben) = playing(world)
    ben.lose_signal()
    ben.score("Ben", 1, 4)
    anna.menu("Delete the game")
    anna.confirm("Go on")
    anna.confirm("Delete for everyone")
    anna.sees("Past games")
    ben.regain_signal()
    ben.sees(re.compile("^This game has been deleted."))
    anna.link(re.compile("Meadow")).click()
    anna.button("Bring it back").click()
    anna.sees("1 late entry")
    anna.button("Look").click()
    anna.sees("The game was deleted when it came.")
    anna.confirm("Put on the card")
    ben.sees_score("Ben", 1, "4")


def result_of_game(world):
    anna = world.phone()
    anna.create_game("Anna", "Meadow", 9)
    anna.start_round()
    anna.menu("Standings")
    expect(anna.page.get_by_role("heading", name="Scorecard")).to_be_visible()
    return anna


@test("A server that doesn't keep games for good says so beforehand, with the result")
def kept_for_a_time(world):
    world.serve(options=("--delete-days", "365"))
    result_of_game(world).sees("The server keeps this game for 365 days after its last entry.")


@test("A server that keeps games for good doesn't speak of that")
def kept(world):
    anna = result_of_game(world)
    expect(anna.page.get_by_text("The server keeps this game")).to_have_count(0)
