"""What is shown once, or to one person only: links with a secret in them, and recovery codes."""

import re

from playwright.sync_api import expect
from run import test
from test_account import PASSWORD, fill_in, near, sign_in, sign_up


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


UNSEEN = "You haven’t seen your recovery codes yet."


def codes_on(phone):
    expect(phone.heading("Your recovery codes")).to_be_visible()
    return phone.page.get_by_role("region").get_by_role("listitem").all_inner_texts()


@test("Recovery codes are shown to whoever left before they came, once they come back")
def codes_after_leaving(world):
    anna = near(world)
    anna.open("/a/new")
    fill_in(anna, "Anna")
    held = []
    anna.page.route("**/api/v1/accounts/*", lambda route: held.append(route))
    with anna.page.expect_request("**/api/v1/accounts/*"):
        anna.button("Keep my games").click()
    anna.link(re.compile("Home$")).click()
    expect(anna.link("New game")).to_be_visible()
    with anna.page.expect_response("**/api/v1/accounts/*"):
        held[0].continue_()
    anna.link("Account").click()
    anna.sees(UNSEEN)
    anna.link("Show them").click()
    assert len(codes_on(anna)) > 3
    anna.button("I have them").click()
    expect(anna.heading("Anna")).to_be_visible()
    expect(anna.page.get_by_text(UNSEEN)).to_have_count(0)


@test("Whoever left a sign-up whose first answer was lost isn’t led away by the second")
def left_after_lost_answer(world):
    anna = near(world)
    anna.may_lose_line = True
    anna.open("/a/new#to=/new")
    fill_in(anna, "Anna")
    tries, seen = [], []

    def lose_first(route):
        tries.append(route)
        if len(tries) == 1:
            route.fetch()
            route.abort("connectionrefused")

    def is_second(request):
        if "/api/v1/accounts/" in request.url:
            seen.append(request)
        return len(seen) == 2

    anna.page.route("**/api/v1/accounts/*", lose_first)
    with anna.page.expect_request(is_second):
        anna.button("Keep my games").click()
    anna.link(re.compile("Home$")).click()
    expect(anna.link("New game")).to_be_visible()
    with anna.page.expect_response("**/api/v1/accounts/*"):
        tries[1].continue_()
    anna.sees("Your games are kept.")
    assert anna.page.url == f"{anna.origin}/", anna.page.url


@test("Recovery codes outlive a closed tab, until somebody has them or signs out")
def codes_after_closing(world):
    anna = near(world)
    anna.open("/a/new")
    fill_in(anna, "Anna")
    anna.button("Keep my games").click()
    codes = codes_on(anna)
    anna.close_tab()
    anna.new_tab("/")
    anna.sees(UNSEEN)
    anna.link("Show them").click()
    assert codes_on(anna) == codes
    anna.button("I have them").click()
    expect(anna.button("I have them")).to_have_count(0)
    anna.open("/")
    expect(anna.link("Account")).to_have_text(re.compile("A"))
    expect(anna.page.get_by_text(UNSEEN)).to_have_count(0)
    anna.open("/a/codes")
    expect(anna.heading("Anna")).to_be_visible()
    anna.open("/a/ways")
    anna.button("New recovery codes").click()
    anna.confirm("New recovery codes")
    assert codes_on(anna) != codes
    anna.open("/a")
    anna.sees(UNSEEN)
    anna.button("Sign out").click()
    anna.sees("They are lost with that.")
    anna.confirm("Sign out")
    anna.sees("Signed out.")
    sign_in(anna, "anna", PASSWORD)
    anna.sees("Signed in as @anna.")
    anna.open("/a")
    expect(anna.heading("Anna")).to_be_visible()
    expect(anna.page.get_by_text(UNSEEN)).to_have_count(0)
