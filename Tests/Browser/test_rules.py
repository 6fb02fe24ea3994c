"""What goes beyond keeping score: sides, presses, closed holes, penalties, and signed cards."""

import re

from playwright.sync_api import expect
from run import test
from test_formats import OTHER
from test_screens import Gallery
from test_signal import taps_until_gone

MATCH_LINE = re.compile("^Match: ")
SKINS_LINE = re.compile("^Skins: ")
NASSAU_LINE = re.compile("^Nassau: ")


def close_sheets(phone):
    while phone.page.locator("dialog[open]").count():
        phone.page.keyboard.press("Escape")
        phone.page.wait_for_timeout(50)


def sheet(phone):
    return phone.page.locator("dialog[open]").last


def two_playing(world):
    anna, ben = world.phone(size=(360, 740)), world.phone(size=(360, 740))
    anna.create_game("Anna")
    ben.join(anna.read_code(), "Ben")
    anna.start_round()
    ben.sees_card()
    return anna, ben


def set_up(phone, name, *choices):
    """As host plays such a game with everybody; `choices`: groups, and what is chosen there."""
    phone.open_menu()
    phone.button(OTHER).click()
    phone.button("Set up another game").click()
    expect(phone.page.get_by_role("heading", name="Another game", exact=True)).to_be_visible()
    sheet(phone).get_by_role("button", name=name, exact=True).click()
    for group, choice in choices:
        place = sheet(phone).get_by_role("group", name=group, exact=True)
        place.get_by_role("button", name=choice, exact=True).click()


def save_game(phone):
    sheet(phone).get_by_role("button", name="Save", exact=True).click()
    phone.sees("Everybody sees this on the card.")
    close_sheets(phone)


def close_holes(phone, *holes):
    phone.menu("Closed holes, first hole, index")
    for hole in holes:
        sheet(phone).get_by_label(str(hole), exact=True).check()
    close_sheets(phone)


@test("A match among three is decided by a phone that was cut off")
def match_of_three(world):
    gallery = Gallery(world)
    anna, ben, cleo = (world.phone(size=(360, 740)) for _ in range(3))
    anna.create_game("Anna")
    code = anna.read_code()
    ben.join(code, "Ben")
    cleo.join(code, "Cleo")
    anna.start_round()
    for phone in (ben, cleo):
        phone.sees_card()
    set_up(anna, "Match", ("Who plays", "In teams"), ("Anna", "Team A"), ("Ben", "Team B"),
           ("Cleo", "Team B"))
    gallery.show(anna, "rules-game-form")
    save_game(anna)
    close_holes(anna, *range(4, 10))
    line = [phone.page.get_by_role("button", name=MATCH_LINE) for phone in (anna, ben, cleo)]
    # Ben is out of reach, and has scores that nobody else has.
    ben.lose_signal()
    for hole in (1, 2):
        anna.score("Anna", hole, 4)
        cleo.score("Cleo", hole, 4)
    expect(line[0]).to_have_text("Match: All square, 3 holes to play")
    gallery.show(anna, "rules-match-waits")
    for hole in (1, 2):
        ben.score("Ben", hole, 3)
    ben.regain_signal()
    for each in line:
        expect(each).to_have_text("Match: Ben & Cleo wins 2 & 1")
    gallery.show(cleo, "rules-match-won")
    gallery.close()


@test("A skin rides over a hole that people disagree about, until they agree")
def skins_over_a_dispute(world):
    gallery = Gallery(world)
    anna, ben = two_playing(world)
    set_up(anna, "Skins")
    save_game(anna)
    lines = [phone.page.get_by_role("button", name=SKINS_LINE) for phone in (anna, ben)]
    anna.score("Anna", 1, 3)
    anna.score("Ben", 1, 3)
    expect(lines[1]).to_have_text("Skins: Hole 2: 2 skins can be won.")
    # Each is sure of another score of Ben's on hole 2.
    ben.lose_signal()
    ben.score("Ben", 2, 2)
    anna.score("Ben", 2, 4)
    anna.score("Anna", 2, 3)
    ben.regain_signal()
    expect(anna.page.get_by_role("button", name=re.compile("disputed"))).to_have_count(1)
    # Hole 3 has a winner of its own all the same.
    anna.score("Anna", 3, 3)
    anna.score("Ben", 3, 4)
    for line in lines:
        expect(line).to_have_text("Skins: Anna 1")
    lines[0].click()
    anna.sees("Not decided yet: hole 1 and 2")
    gallery.show(anna, "rules-skins-open")
    close_sheets(anna)
    anna.cell("Ben", 2).click()
    gallery.show(anna, "rules-skins-dispute")
    taps_until_gone(anna, "2 is right", anna.page.get_by_role("dialog"))
    for line in lines:
        expect(line).to_have_text("Skins: Ben 2, Anna 1")
    gallery.close()


@test("A card of which two have entered each score is signed by four, and a change is told")
def signed_by_four(world):
    gallery = Gallery(world)
    names = ("Anna", "Ben", "Cleo", "Dan")
    phones = [world.phone(size=(360, 740)) for _ in names]
    anna = phones[0]
    anna.create_game("Anna")
    code = anna.read_code()
    for phone, name in zip(phones[1:], names[1:]):
        phone.join(code, name)
    anna.menu("Who is here")
    anna.button("How strict: one is enough").click()
    anna.page.get_by_role("button", name=re.compile("^Two enter the same")).click()
    anna.button("Save").click()
    close_sheets(anna)
    anna.start_round()
    for phone in phones[1:]:
        phone.sees_card()
    close_holes(anna, *range(3, 10))
    for phone in phones[:2]:
        for name in names:
            for hole in (1, 2):
                phone.score(name, hole, 3)
        if phone is anna:
            anna.menu("Sign the card")
            expect(sheet(anna)).to_contain_text("only entered by Anna")
            expect(anna.button("Sign my card")).to_have_count(0)
            gallery.show(anna, "rules-sign-waits")
            close_sheets(anna)
    anna.open_menu()
    sheet(anna).get_by_role("button", name="End game", exact=True).click()
    anna.confirm("End game")
    for phone in phones:
        phone.button("More").click()
        phone.button("Sign the card").click()
        phone.button("Sign my card").click()
        expect(phone.button("Sign my card")).to_have_count(0)
    anna.sees("Everybody has signed.")
    gallery.show(anna, "rules-signed")
    for phone in phones:
        close_sheets(phone)
        expect(phone.button("Signed: 4 of 4")).to_be_visible()
    # Who changes something afterwards makes that signature void, for all to see.
    for phone in phones[:2]:
        phone.correct_score()
    anna.score("Dan", 2, 4)
    expect(phones[1].page.get_by_role("button", name=re.compile("disputed"))).to_have_count(1)
    phones[1].cell("Dan", 2).click()
    taps_until_gone(phones[1], "4 is right", phones[1].page.get_by_role("dialog"))
    dan = phones[3]
    expect(dan.button(re.compile("^Signed: 3 of 4 · void: Dan"))).to_be_visible()
    dan.button(re.compile("^Signed: 3 of 4")).click()
    dan.sees("Changed since it was signed")
    gallery.show(dan, "rules-signature-void")
    gallery.close()


@test("A Nassau is pressed without signal, and everybody's phone counts the press later")
def pressed_in_the_rain(world):
    gallery = Gallery(world)
    anna, ben = two_playing(world)
    set_up(anna, "Nassau", ("Press", "When said"))
    save_game(anna)
    for hole in (1, 2):
        anna.score("Anna", hole, 3)
        anna.score("Ben", hole, 4)
    line = ben.page.get_by_role("button", name=NASSAU_LINE)
    expect(line).to_contain_text("First half: Anna 2 up, 3 holes to play")
    ben.lose_signal()
    line.click()
    ben.button("Give up, agree, press").click()
    gallery.show(ben, "rules-press")
    ben.button("Ben presses after hole 2").click()
    close_sheets(ben)
    pressed = [
        phone.page.get_by_role("button", name=re.compile("Press: All square, 3 holes to play"))
        for phone in (anna, ben)
    ]
    expect(pressed[1]).to_be_visible()
    expect(pressed[0]).to_have_count(0)
    ben.regain_signal()
    expect(pressed[0]).to_be_visible()
    gallery.show(anna, "rules-pressed")
    gallery.close()


@test("A penalty is noted with its rule, and added to the score that is shown if that is wanted")
def penalties(world):
    gallery = Gallery(world)
    anna = world.phone(size=(360, 740))
    anna.create_game("Anna")
    anna.add_guest("Ben")
    anna.start_round()
    anna.score("Anna", 1, 4)
    anna.cell("Anna", 1).click()
    anna.keypad.get_by_role("button", name="More", exact=True).click()
    noted = sheet(anna).get_by_role("group", name="Out of bounds", exact=True)
    noted.get_by_role("button", name=re.compile("More|more")).click()
    expect(noted).to_contain_text("1")
    anna.sees_score("Anna", 1, "4")
    sheet(anna).get_by_role("button", name="Add to score").click()
    noted.get_by_role("button", name=re.compile("More|more")).click()
    anna.sees_score("Anna", 1, "5")
    gallery.show(anna, "rules-penalties")
    sheet(anna).get_by_label("Picked up: no score on this hole").check()
    expect(anna.cell("Anna", 1)).to_have_text("X")
    sheet(anna).get_by_label("Note", exact=True).fill("In the creek")
    sheet(anna).get_by_role("button", name="Save").click()
    close_sheets(anna)
    # Throws say that nobody picked up, and the last entry is the one that is taken back.
    anna.key("6").click()
    anna.sees_score("Anna", 1, "6")
    anna.cell("Anna", 1).click()
    anna.keypad.get_by_role("button", name="More", exact=True).click()
    expect(sheet(anna).get_by_label("Picked up: no score on this hole")).not_to_be_checked()
    close_sheets(anna)
    # Beside the holes, on the total.
    anna.page.get_by_role("button", name=re.compile("^Ben")).first.click()
    anna.button("Penalties on the card").click()
    gallery.show(anna, "rules-card-penalties")
    late = sheet(anna).get_by_role("group", name="Card handed in late", exact=True)
    late.get_by_role("button").last.click()
    close_sheets(anna)
    anna.score("Ben", 1, 3)
    ben = anna.page.get_by_role("columnheader", name="Ben")
    expect(ben).to_contain_text("+2 5")
    gallery.close()


@test("A net match between two, with a first hole of its own, is told in Icelandic")
def icelandic(world):
    gallery = Gallery(world)
    anna = world.phone(size=(360, 740), language="is-IS")
    anna.open("/")
    anna.link("Nýr leikur").click()
    anna.page.get_by_label("Nafnið þitt").fill("Þórdís")
    anna.page.get_by_label("Völlur", exact=True).fill("Klambratún")
    anna.button("9").click()
    anna.button("Stofna leik").click()
    anna.page.get_by_label("Leikmaður án síma").fill("Jói")
    anna.button("Bæta við").click()
    anna.sees("Jói")
    anna.button("Byrja hring").click()
    anna.button("Valmynd").click()
    anna.button("Lokaðar holur, fyrsta hola, erfiðleiki").click()
    gallery.show(anna, "is-holes")
    sheet(anna).get_by_role("group", name="Fyrsta hola leiks").get_by_role("button").last.click()
    close_sheets(anna)
    for name, handicap in (("Þórdís", "2,5"), ("Jói", "11,4")):
        anna.page.get_by_role("columnheader").get_by_role("button", name=re.compile(f"^{name}")).click()
        anna.button("Forgjöf, seint, hætt").click()
        anna.page.get_by_label("PDGA-stig", exact=False).fill("895")
        anna.button("3,9: af stigum fyrir par 27, eins og íslenskir klúbbar reikna").click()
        expect(anna.page.get_by_label("Forgjöf", exact=False).first).to_have_value("3,9")
        anna.page.get_by_label("Forgjöf", exact=False).first.fill(handicap)
        gallery.show(anna, "is-facts")
        sheet(anna).get_by_role("button", name="Vista").click()
        close_sheets(anna)
    anna.button("Valmynd").click()
    anna.button("Aðrir leikir: holukeppni, skinn, punktar").click()
    anna.button("Setja upp annan leik").click()
    expect(anna.page.get_by_role("group", name="Forgjöf")).to_be_visible()
    sheet(anna).get_by_role("group", name="Forgjöf").get_by_role("button", name="Frá lægstu").click()
    gallery.show(anna, "is-game-form")
    sheet(anna).get_by_role("button", name="Vista").click()
    anna.sees("Allir sjá þetta á kortinu.")
    close_sheets(anna)
    # 11.4 is 11, 2.5 is 3: Jói receives eight throws on nine holes, and none on the easiest.
    anna.score("Þórdís", 2, 3)
    anna.score("Jói", 2, 3)
    expect(anna.page.get_by_role("button", name=re.compile("^Holukeppni: "))).to_have_text(
        "Holukeppni: Jói 1 yfir, 8 holur eftir")
    expect(anna.page.get_by_role("button", name=re.compile(r", Jói, .*fær 1"))).to_have_count(8)
    gallery.show(anna, "is-dots")
    anna.button("Valmynd").click()
    anna.button("Undirrita kortið").click()
    anna.sees("ekki hægt að undirrita enn")
    gallery.show(anna, "is-sign")
    gallery.close()
