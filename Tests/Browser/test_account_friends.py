"""Friends, where they play: who of those in a game is one."""

import re

from playwright.sync_api import expect
from run import test
from test_account import befriend, near, sign_up


@test("A friend in the lobby and on the card has a mark, without signal too; others have none")
def friend_marks(world):
    anna, ben, cleo = (near(world, size=(360, 740)) for _ in range(3))
    sign_up(anna, "Anna")
    handle, _ = sign_up(ben, "Ben")
    befriend(anna, ben, handle, "Anna")
    anna.create_game("Anna", "Meadow", 9)
    code = anna.read_code()
    ben.open(f"/j/{code}")
    expect(ben.heading("Meadow")).to_be_visible()
    cleo.join(code, "Cleo")
    for phone, friend in ((anna, "Ben"), (ben, "Anna")):
        expect(phone.button(re.compile(f"^{friend} friend"))).to_be_visible()
        expect(phone.button(re.compile("^Cleo friend"))).to_have_count(0)
    if world.pictures:
        for scheme in ("light", "dark"):
            anna.page.emulate_media(color_scheme=scheme)
            anna.picture(world.pictures / f"friends-lobby-{scheme}.png")
    anna.start_round()
    for phone, friend in ((anna, "Ben"), (ben, "Anna")):
        head = phone.page.get_by_role("columnheader")
        expect(head.filter(has_text=f"{friend}, friend")).to_be_visible()
        expect(head.filter(has_text="friend")).to_have_count(1)
    if world.pictures:
        for scheme in ("light", "dark"):
            anna.page.emulate_media(color_scheme=scheme)
            anna.picture(world.pictures / f"friends-card-{scheme}.png")
    anna.is_kept()
    anna.lose_signal()
    anna.reload()
    expect(anna.page.get_by_role("columnheader").filter(has_text="Ben, friend")).to_be_visible()
    expect(cleo.page.get_by_role("columnheader").filter(has_text="friend")).to_have_count(0)


@test("A friend link is the same the next time, and good for nobody once it is ended")
def ended_link(world):
    anna, ben = near(world), near(world)
    sign_up(anna, "Anna")
    sign_up(ben, "Ben")
    anna.open("/a/friends")

    def shown():
        with anna.page.expect_request(re.compile("/me/invites/")) as made:
            anna.button("Show my QR code").click()
        expect(anna.page.get_by_role("img", name="QR code")).to_be_visible()
        return made.value.post_data_json["secret"]

    secret = shown()
    anna.page.keyboard.press("Escape")
    anna.has_no_sheet()
    assert shown() == secret
    anna.button("End this link").click()
    anna.sees("That link isn’t good any more.")
    anna.has_no_sheet()
    ben.open(f"/a/f#{secret}")
    ben.button("Become friends").click()
    expect(ben.page.get_by_role("alert")).to_have_text(
        "This link isn’t good any more. Ask for a new one."
    )
    assert shown() != secret


@test("A device gets another name, and what is wrong with one is said beside it")
def renamed_device(world):
    anna = near(world, size=(360, 740))
    sign_up(anna, "Anna")
    anna.open("/a/devices")
    anna.button(re.compile("^Rename: ")).click()
    name = anna.page.get_by_label("Name of the device")
    name.fill(" ")
    anna.button("Save").click()
    expect(name).to_have_accessible_description("What is it called?")
    name.fill("þ" * 60)
    anna.button("Save").click()
    expect(name).to_have_accessible_description("That isn't filled in as it has to be.")
    expect(name).to_be_focused()
    if world.pictures:
        anna.picture(world.pictures / "devices-rename.png")
    name.fill("Anna’s phone ")
    anna.button("Save").click()
    anna.has_no_sheet()
    expect(anna.page.get_by_role("main").get_by_role("list")).to_contain_text("Anna’s phone")
    anna.fits()
    if world.pictures:
        anna.picture(world.pictures / "devices-list.png")
