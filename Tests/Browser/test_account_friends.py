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
