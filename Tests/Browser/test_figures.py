"""What rounds on a course have come to."""

import contextlib
import re

from playwright.sync_api import expect
from run import test
from test_account import sign_in, sign_up
from test_courses import begin, open_courses, row
from test_screens import Gallery, type_scores


def has_counted(phone, course, text):
    """Looks again until the server has counted what was played."""
    for _ in range(120):
        open_courses(phone)
        with contextlib.suppress(AssertionError):
            return expect(row(phone, course)).to_contain_text(text, timeout=1_000)
    expect(row(phone, course)).to_contain_text(text)


def has_told(phone, course, text):
    """Opens the course again until the server has counted what everybody has thrown there."""
    for _ in range(60):
        with contextlib.suppress(AssertionError):
            return expect(phone.page.get_by_text(text)).to_be_visible(timeout=1_000)
        open_courses(phone)
        phone.link(re.compile(course)).click()
    expect(phone.page.get_by_text(text)).to_be_visible()


@test("What one has played counts on each of one's phones, beside what everybody has thrown")
def figures(world):
    gallery = Gallery(world)
    anna, ben, cara = world.phone(), world.phone(), world.phone()
    handle, _ = sign_up(anna, "Anna")
    begin(anna, "Anna", course="Example shore")
    code = anna.read_code()
    for phone, name in ((ben, "Ben"), (cara, "Cara")):
        phone.join(code, name)
        anna.sees(name)
    anna.start_round()
    type_scores(anna, [3] * 17 + [9])
    anna.sees("Every hole is scored.")
    anna.menu("End round")
    anna.confirm("End round")
    anna.button("Another round").click()
    type_scores(anna, [2] * 18)
    anna.sees("Every hole is scored.")
    anna.button("End game").click()
    anna.confirm("End game")
    # After a start the server looks at once for what it hasn't counted.
    for phone in (anna, ben, cara):
        phone.open("/")
        expect(phone.link("New game")).to_be_visible()
    world.server.stop()
    world.server.start()
    old = world.phone(size=(360, 740))
    sign_in(old, handle)
    expect(old.link("Account")).to_be_visible()
    has_counted(old, "Example shore", "yours −6")
    old.link(re.compile("Example shore")).click()
    own = old.page.get_by_role("definition")
    expect(own.filter(has_text="−3")).to_be_visible()
    has_told(old, "Example shore", "mean of all")
    expect(own.filter(has_text="6 rounds")).to_be_visible()
    expect(old.page.get_by_role("row", name=re.compile("^6 3 79 m 3.5$"))).to_be_visible()
    gallery.show(old, "course-figures", whole=True)
    # From another tee nobody has played.
    old.button("white").click()
    expect(old.page.get_by_text("mean of all")).to_have_count(0)
    old.button("red").click()
    # What was heard is there without signal.
    old.is_kept()
    old.lose_signal()
    old.open("/courses")
    expect(row(old, "Example shore")).to_contain_text("yours −6")
    old.link(re.compile("Example shore")).click()
    expect(old.page.get_by_text("mean of all")).to_be_visible()
    old.regain_signal()
    # Whoever has this phone next finds nothing of it.
    old.open("/a")
    old.button("Sign out").click()
    old.confirm("Sign out")
    expect(old.link("Sign in")).to_be_visible()
    open_courses(old)
    expect(row(old, "Example shore")).not_to_contain_text("yours")
    gallery.close()
