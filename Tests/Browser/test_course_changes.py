"""Courses: shown by link, given to all, and changed by those who play them."""

import re

from playwright.sync_api import expect
from run import test
from test_account import sign_up
from test_courses import open_courses, row
from test_screens import Gallery, type_scores

BARN = "Behind the barn"


def make_course(phone, holes=9):
    phone.open("/courses/new")
    phone.page.get_by_label("Name of the course").fill(BARN)
    phone.button(str(holes)).click()
    phone.button("Save the course").click()
    expect(phone.heading(BARN)).to_be_visible()


def share(phone):
    phone.link("Share this course").click()
    phone.page.get_by_label("Country").fill("is")
    phone.button("Show it by link").click()
    expect(phone.button("Pass the link on")).to_be_visible()


def play(phone, name, scores):
    if phone.page.get_by_label("Your name").count():
        phone.enter_name(name)
    phone.button("Play").click()
    expect(phone.heading(BARN)).to_be_visible()
    phone.start_round()
    type_scores(phone, scores)
    phone.sees("Every hole is scored.")
    phone.button("End game").click()
    phone.confirm("End game")


@test("A course made on the spot is shown to a friend, given to all, changed, and old rounds stay right")
def course_for_all(world):
    gallery = Gallery(world)
    anna, ben, cara = (world.phone(size=(360, 740)) for _ in range(3))
    sign_up(anna, "Anna")
    make_course(anna)
    play(anna, "Anna", [4] * 9)
    anna.sees("+9")
    game = anna.page.url.removeprefix(anna.origin)
    open_courses(anna)
    anna.link(re.compile(BARN)).click()
    place = anna.page.url.removeprefix(anna.origin)
    share(anna)
    gallery.show(anna, "course-share", whole=True)
    # A friend without an account has the link, and plays there.
    ben.open(place)
    expect(ben.heading(BARN)).to_be_visible()
    ben.enter_name("Ben")
    ben.button("Play").click()
    expect(ben.heading(BARN)).to_be_visible()
    ben.sees("9 holes")
    # It comes into the list once the operator has seen it.
    propose = anna.button("Propose it for the list")
    expect(propose).to_be_disabled()
    anna.page.get_by_role("checkbox").check()
    propose.click()
    anna.sees("It is proposed.")
    waiting = world.server.run("course", "changes")
    assert BARN in waiting and "to be in the catalogue" in waiting, waiting
    world.server.run("course", "accept", waiting.split()[0])
    sign_up(cara, "Cara")
    cara.open("/courses")
    expect(row(cara, BARN)).to_be_visible()
    cara.link(re.compile(BARN)).click()
    # What nobody had said is in force at once.
    cara.link("Improve this course").click()
    cara.page.get_by_label("Fee").fill("500 kr")
    cara.button("Send the change").click()
    cara.sees("It is in force.")
    # Other holes are for whoever looks after the course to decide.
    cara.link("Change the holes").click()
    cara.page.get_by_role("group", name="Par of hole 1", exact=True).get_by_role("button").last.click()
    gallery.show(cara, "course-holes")
    cara.button("Send the change").click()
    expect(cara.page.get_by_text("Proposed", exact=True)).to_be_visible()
    cara.sees("9 holes, par 27 → ")
    anna.open(f"{place}/changes")
    anna.sees("You look after this course")
    anna.sees("9 holes, par 28")
    gallery.show(anna, "course-changes", whole=True)
    # What is typed meanwhile stays.
    anna.page.get_by_label("Place").fill("By the sea")
    anna.button("Accept").click()
    expect(anna.button("Accept")).to_have_count(0)
    expect(anna.page.get_by_label("Place")).to_have_value("By the sea")
    cara.open(place)
    expect(cara.page.get_by_role("row", name="1 4", exact=True)).to_be_visible()
    cara.sees("500 kr")
    # What was played stays what it was.
    anna.open(game)
    anna.sees("+9")
    # Its maker has it as everybody does, once.
    anna.open("/courses")
    expect(row(anna, BARN)).to_have_count(1)
    anna.sees("9 holes · par 28")
    anna.link(re.compile(BARN)).click()
    expect(anna.page.get_by_role("row", name="1 4", exact=True)).to_be_visible()
    expect(anna.link("Improve this course")).to_be_visible()
    # And it can be taken back.
    anna.open(f"{place}/changes")
    anna.button("Undo").first.click()
    anna.page.get_by_label("Why, in a sentence").fill("It is a par 3")
    anna.page.get_by_role("dialog").get_by_role("button", name="Undo").click()
    anna.sees("It is a par 3")
    cara.open(place)
    expect(cara.page.get_by_role("row", name="1 3", exact=True)).to_be_visible()
    gallery.close()


@test("Sharing needs an account, and what is wrong with a wish is said at its field")
def wishes(world):
    anna = world.phone()
    make_course(anna)
    anna.link("Share this course").click()
    anna.sees("To share a course you need an account")
    expect(anna.link("Sign in")).to_be_visible()
    sign_up(anna, "Anna")
    open_courses(anna)
    anna.link(re.compile(BARN)).click()
    place = anna.page.url.removeprefix(anna.origin)
    anna.link("Share this course").click()
    anna.page.get_by_label("Country").fill("1")
    anna.button("Show it by link").click()
    anna.sees("Two letters are needed here")
    anna.page.get_by_label("Country").fill("SE")
    anna.button("Show it by link").click()
    expect(anna.button("Show it to nobody any more")).to_be_visible()
    anna.button("Show it to nobody any more").click()
    expect(anna.button("Pass the link on")).to_have_count(0)
    ben = world.phone()
    ben.may_lose_line = True
    ben.open(place)
    expect(ben.heading("No such course")).to_be_visible()
    share_again = anna.button("Show it by link")
    share_again.click()
    anna.page.get_by_role("checkbox").check()
    anna.button("Propose it for the list").click()
    anna.sees("It is proposed.")
    waiting = world.server.run("course", "changes")
    world.server.run("course", "refuse", waiting.split()[0], "It is a garden")
    anna.open(f"{place}/share")
    anna.sees("It wasn’t taken into the list. It is a garden")
