"""Who comes when the round has begun asks the host, who decides."""

import re

from playwright.sync_api import expect
from run import test
from test_signal import banner_says, playing, taps_until_gone


def ask_in(world, code, name):
    phone = world.phone()
    phone.open(f"/j/{code}")
    phone.sees("The round has begun.")
    phone.enter_name(name)
    phone.button("Ask to join").click()
    return phone


def is_asked(host, name):
    banner_says(host, f"{name} would like to join.")


@test("Who comes late asks the host, watches meanwhile, and plays once they are let in")
def let_in(world):
    code, (anna, ben) = playing(world)
    anna.score("Anna", 1, 2)
    cleo = ask_in(world, code, "Cleo")
    banner_says(cleo, "Anna is asked to let you in.")
    cleo.sees_score("Anna", 1, "2, birdie")
    expect(cleo.keypad).to_have_count(0)
    cleo.cell("Anna", 2).click()
    expect(cleo.keypad).to_have_count(0)
    anna.score("Anna", 2, 3)
    cleo.sees_score("Anna", 2, "3, par")
    is_asked(anna, "Cleo")
    expect(ben.page.get_by_text("would like to join")).to_have_count(0)
    taps_until_gone(anna, "Let in")
    cleo.score("Cleo", 1, 4)
    anna.sees_score("Cleo", 1, "4, bogey")
    expect(cleo.page.get_by_text("is asked to let you in")).to_have_count(0)
    expect(cleo.page).to_have_url(re.compile(f"/j/{code}$"))
    expect(anna.page.get_by_text("would like to join")).to_have_count(0)


@test("The host is asked about one after the other, and whoever is put off can be let in from the menu")
def one_after_the_other(world):
    code, (anna,) = playing(world, ("Anna",))
    cleo = ask_in(world, code, "Cleo")
    is_asked(anna, "Cleo")
    dora = ask_in(world, code, "Dora")
    banner_says(dora, "Anna is asked to let you in.")
    is_asked(anna, "Cleo")
    expect(anna.page.get_by_text("Dora would like")).to_have_count(0)
    while anna.page.get_by_text("Cleo would like").count():
        anna.button("Not now").click()
        anna.page.wait_for_timeout(100)
    is_asked(anna, "Dora")
    taps_until_gone(anna, "Let in")
    dora.score("Dora", 1, 3)
    anna.sees_score("Dora", 1, "3, par")
    banner_says(cleo, "Anna is asked to let you in.")
    anna.menu("Let Cleo in")
    cleo.score("Cleo", 1, 5)
    anna.sees_score("Cleo", 1, "5, double bogey")


@test("The host is asked on the screen of the result too, and a lost line loses nobody who waits")
def on_the_result(world):
    code, (anna,) = playing(world, ("Anna",))
    cleo = ask_in(world, code, "Cleo")
    banner_says(cleo, "Anna is asked to let you in.")
    cleo.may_lose_line = True
    cleo.line.cut()
    cleo.sees("The server doesn’t answer.")
    cleo.cell("Anna", 1).click()
    expect(cleo.keypad).to_have_count(0)
    anna.menu("Standings")
    expect(anna.page.get_by_text("would like to join")).to_have_count(0)
    cleo.line.mend()
    is_asked(anna, "Cleo")
    cleo.reload()
    banner_says(cleo, "Anna is asked to let you in.")
    is_asked(anna, "Cleo")
    taps_until_gone(anna, "Let in")
    cleo.score("Cleo", 1, 3)
    anna.sees("Cleo")


@test("A phone that knows its owner's name is told that the round has begun, and asks with one tap")
def known_name(world):
    code, (anna,) = playing(world, ("Anna",))
    cleo = world.phone(language="is-IS")
    cleo.open("/")
    cleo.button("Stillingar").click()
    cleo.page.get_by_label("Nafnið þitt").fill("Cleo")
    cleo.button("Vista").click()
    cleo.has_no_sheet()
    cleo.open(f"/j/{code}")
    cleo.button("Biðja um að vera með").click()
    banner_says(cleo, "Beðið er eftir að Anna hleypi þér inn.")
    is_asked(anna, "Cleo")


@test("Nobody is asked in about a game that is locked meanwhile, and no more than eight at a time")
def no_room(world):
    code, (anna,) = playing(world, ("Anna",))
    waiting = [ask_in(world, code, f"Guest {number}") for number in range(1, 9)]
    for phone in waiting:
        banner_says(phone, "Anna is asked to let you in.")
    ninth = ask_in(world, code, "Cleo")
    expect(ninth.heading("You can’t join")).to_be_visible()
    ninth.sees("The game has started.")
    waiting[0].close_tab()
    ninth.button("Ask to join").click()
    banner_says(ninth, "Anna is asked to let you in.")
    anna.menu("End game")
    anna.confirm("End game")
    anna.button("More").click()
    anna.button("Lock the game").click()
    anna.confirm("Lock the game")
    expect(anna.page.get_by_text("would like to join")).to_have_count(0)
    expect(ninth.heading("Meadow")).to_be_visible()
    expect(ninth.page.get_by_text("is asked to let you in")).to_have_count(0)


@test("A full card takes in nobody more, and the host is told")
def full(world):
    anna = world.phone()
    anna.create_game("Anna", "Meadow", 9)
    code = anna.read_code()
    for number in range(1, 40):
        anna.add_guest(f"Guest {number}")
    anna.start_round()
    cleo = ask_in(world, code, "Cleo")
    is_asked(anna, "Cleo")
    # A question that has just come takes no answer yet.
    while not anna.page.get_by_text("The card is full.").count():
        anna.button("Let in").click()
        anna.page.wait_for_timeout(100)
    banner_says(cleo, "Anna is asked to let you in.")
    is_asked(anna, "Cleo")
