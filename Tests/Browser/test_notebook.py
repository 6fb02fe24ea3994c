"""What one notes of courses: on each of one's devices, in each tab, and on no other."""

import re

from playwright.sync_api import expect
from run import test
from test_account import sign_in, sign_up
from test_courses import MEADOW, open_courses


def is_favourite(phone, name, is_so=True):
    star = phone.button(re.compile(f"^Favourite: {name}"))
    expect(star).to_have_attribute("aria-pressed", "true" if is_so else "false")


@test("What was noted before signing up is the account's, on each of its phones, and goes with signing out")
def notes_of_an_account(world):
    anna, old = world.phone(), world.phone()
    for phone, course in ((anna, MEADOW), (old, "Example shore")):
        open_courses(phone)
        phone.button(re.compile(f"^Favourite: {course}")).click()
        is_favourite(phone, course)
    handle, _ = sign_up(anna, "Anna")
    open_courses(anna)
    is_favourite(anna, MEADOW)
    # The second phone brings along what it has.
    sign_in(old, handle)
    expect(old.link("Account")).to_be_visible()
    open_courses(old)
    is_favourite(old, MEADOW)
    is_favourite(old, "Example shore")
    # What one has, all have, without looking again.
    is_favourite(anna, "Example shore")
    old.button(re.compile(f"^Favourite: {MEADOW}")).click()
    is_favourite(anna, MEADOW, False)
    # So it is on the next screen.
    anna.link(re.compile("Example shore")).click()
    is_favourite(anna, "Example shore")
    for is_so in (False, True):
        old.button(re.compile("^Favourite: Example shore")).click()
        is_favourite(anna, "Example shore", is_so)
    open_courses(anna)
    # What was noted without signal comes from the first screen on.
    anna.is_kept()
    anna.lose_signal()
    anna.button(re.compile("^Favourite: Example hill")).click()
    is_favourite(anna, "Example hill")
    anna.open("/")
    anna.regain_signal()
    is_favourite(old, "Example hill")
    # Whoever has this phone next finds nothing.
    old.open("/a")
    old.button("Sign out").click()
    old.confirm("Sign out")
    expect(old.link("Sign in")).to_be_visible()
    open_courses(old)
    for course in (MEADOW, "Example shore", "Example hill"):
        is_favourite(old, course, False)


@test("Two tabs of a phone share what is noted, whichever writes it")
def two_tabs(world):
    anna = world.phone()
    open_courses(anna)
    anna.button(re.compile(f"^Favourite: {MEADOW}")).click()
    is_favourite(anna, MEADOW)
    first = anna.page
    anna.new_tab("/courses")
    is_favourite(anna, MEADOW)
    anna.button(re.compile("^Favourite: Example hill")).click()
    is_favourite(anna, "Example hill")
    anna.page = first
    anna.button(re.compile("^Favourite: Example shore")).click()
    is_favourite(anna, "Example shore")
    is_favourite(anna, "Example hill")
    anna.reload()
    for course in (MEADOW, "Example hill", "Example shore"):
        is_favourite(anna, course)
