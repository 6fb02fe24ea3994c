"""What is shown once, or to one person only: links with a secret in them, and recovery codes."""

import re

from playwright.sync_api import expect
from run import test
from test_account import near, sign_up


@test("A QR code with a secret is drawn without an address that holds it; the link does without")
def secret_picture(world):
    anna = near(world)
    sign_up(anna, "Anna")
    anna.open("/a/friends")
    asked = []
    anna.page.on("request", lambda each: asked.append((each.method, each.url, each.post_data)))
    anna.may_lose_line = True
    anna.page.route("**/qr", lambda route: route.abort("connectionrefused"))
    with anna.page.expect_request(re.compile("/me/invites/")) as made:
        anna.button("Show my QR code").click()
    secret = made.value.post_data_json["secret"]
    sheet = anna.page.get_by_role("dialog", name="Show my QR code")
    anna.sees("The QR code can’t be drawn now.")
    expect(anna.button("Share as a link", sheet)).to_be_visible()
    anna.page.unroute("**/qr")
    anna.button("Try now", sheet).click()
    picture = anna.page.get_by_role("img", name="QR code that makes friends")
    expect(picture).to_be_visible()
    size = picture.evaluate("(each) => each.decode().then(() => each.naturalWidth)")
    assert size > 0, "it can be shown"
    link = f"{anna.origin}/a/f#{secret}"
    assert ("POST", f"{anna.origin}/qr", link) in asked, asked
    assert not any(secret in url for _, url, _ in asked), asked
