"""Who plays: names that are at hand, whose role it is, and who is told."""

import re

from playwright.sync_api import expect
from run import test
from test_signal import banner_says, playing


@test("Who was played with lately is put on the card with one tap, and then isn't offered any more")
def recent_names(world):
    anna = world.phone()
    anna.create_game("Anna", "Meadow", 9)
    for name in ("Ben", "Cleo"):
        anna.add_guest(name)
    anna.start_round()
    anna.open("/")
    anna.create_game("Anna", "Elsewhere", 9, is_open=True)
    recent = anna.page.get_by_role("group", name="Played with before")
    expect(recent.get_by_role("button")).to_have_text(["Ben", "Cleo"])
    recent.get_by_role("button", name="Cleo").click()
    anna.sees("2 players")
    expect(recent.get_by_role("button")).to_have_text(["Ben"])


@test("When the host's role is handed over, all are told")
def role_passes(world):
    _, (anna, ben, cleo) = playing(world, ("Anna", "Ben", "Cleo"))
    anna.menu("Who is here")
    anna.button(re.compile("^Ben")).last.click()
    anna.button("Make host").click()
    anna.confirm("Make host")
    banner_says(ben, "You are the host now.")
    for phone in (anna, cleo):
        banner_says(phone, "Ben is the host now.")


@test("Who waits for the start is told that the host is away, and who takes over")
def host_away(world):
    anna, ben = world.phone(), world.phone()
    anna.create_game("Anna", "Meadow", 9)
    ben.join(anna.read_code(), "Ben")
    anna.sees("Ben")
    anna.close_tab()
    banner_says(ben, "Anna, the host, is away. Soon it will be you.")


@test("The standings say which line is one's own")
def own_line(world):
    _, (anna, ben) = playing(world)
    anna.menu("Standings")
    for name, is_own in (("Anna", True), ("Ben", False)):
        row = anna.page.get_by_role("rowheader").filter(has_text=name).first
        expect(row).to_have_text(re.compile(f"^{name}you$" if is_own else f"^{name}$"))


@test("Who joins a game takes over the column that was made for them, with its scores")
def claim(world):
    anna, ben = world.phone(), world.phone()
    anna.create_game("Anna", "Meadow", 9)
    code = anna.read_code()
    anna.add_guest("Benni")
    ben.join(code, "Ben")
    sheet = ben.page.get_by_role("dialog", name="Is one of these you?")
    sheet.get_by_role("button", name="Benni").click()
    expect(sheet).to_have_count(0)
    for phone in (anna, ben):
        phone.sees("2 players")
    anna.start_round()
    ben.sees_card()
    anna.score("Benni", 1, 3)
    ben.sees_score("Benni", 1, "3, par")
    expect(ben.cell("Ben", 1)).to_have_count(0)
