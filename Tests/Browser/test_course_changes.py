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
    # On that phone it stays to be found.
    open_courses(ben)
    ben.link(re.compile(BARN)).click()
    expect(ben.heading(BARN)).to_be_visible()
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
    cara.context.grant_permissions(["geolocation"])
    cara.context.set_geolocation({"latitude": 64.14, "longitude": -21.94, "accuracy": 6})
    cara.button("It is where I stand").click()
    cara.button("That will do").click()
    cara.sees("64.14000, -21.94000")
    cara.button("Send the change").click()
    cara.sees("It is in force.")
    cara.sees("Where it is: nothing → 64.14000, -21.94000")
    # Other holes are for whoever looks after the course to decide.
    cara.link("Change the holes").click()
    cara.page.get_by_role("group", name="Par of hole 1", exact=True).get_by_role("button").last.click()
    gallery.show(cara, "course-holes")
    cara.button("Send the change").click()
    cara.confirm("No: it plays differently now")
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


def give_for_all(world, phone):
    """Has a course of somebody's in the list; gives its path."""
    make_course(phone)
    place = phone.page.url.removeprefix(phone.origin)
    share(phone)
    phone.page.get_by_role("checkbox").check()
    phone.button("Propose it for the list").click()
    phone.sees("It is proposed.")
    world.server.run("course", "accept", world.server.run("course", "changes").split()[0])
    return place


@test("People say something of a course and of a hole, which is read in play, reported and hidden")
def comments(world):
    gallery = Gallery(world)
    anna, ben, cara = (world.phone(size=(360, 740)) for _ in range(3))
    sign_up(anna, "Anna")
    place = give_for_all(world, anna)
    sign_up(ben, "Ben")
    ben.open("/courses")
    ben.link(re.compile(BARN)).click()
    ben.link("Say something of this course").click()
    ben.sees("Nobody has said anything yet.")
    words = ben.page.get_by_label("Your comment")
    words.fill("A lovely place,\nbut mind the geese.")
    ben.button("Publish").click()
    expect(ben.page.get_by_text("mind the geese")).to_be_visible()
    expect(words).to_have_value("")
    words.fill("Aim left of the barn.")
    ben.page.get_by_label("About").select_option("Hole 3")
    ben.button("Publish").click()
    expect(ben.page.get_by_text("Hole 3 · Ben")).to_be_visible()
    gallery.show(ben, "course-comments", whole=True)
    # In other words.
    ben.button("Change").last.click()
    words.fill("Mind the geese.")
    ben.button("Save").click()
    expect(ben.page.get_by_text("A lovely place")).to_have_count(0)
    # Everybody reads it, without an account, and in play what is said of the hole.
    cara.open("/courses")
    cara.link(re.compile(BARN)).click()
    expect(cara.page.get_by_text("Mind the geese.")).to_be_visible()
    # Two groups or fewer are quiet; whoever doesn't want to be counted says so once.
    cara.sees("Quiet at ")
    counted = cara.page.get_by_role("checkbox", name="Count my games")
    expect(counted).to_be_checked()
    counted.uncheck()
    gallery.show(cara, "course-with-comments", whole=True)
    cara.enter_name("Cara")
    cara.button("Play").click()
    cara.start_round()
    cara.page.get_by_role("button", name=re.compile("^Hole 3")).first.click()
    expect(cara.page.get_by_text("Aim left of the barn.")).to_be_visible()
    gallery.show(cara, "hole-tip")
    cara.page.keyboard.press("Escape")
    cara.open(place)
    expect(cara.page.get_by_role("checkbox", name="Count my games")).not_to_be_checked()
    cara.open(f"{place}/comments")
    cara.sees("With an account you can say something yourself.")
    expect(cara.button("Report")).to_have_count(0)
    dora = world.phone(size=(360, 740))
    sign_up(dora, "Dora")
    dora.open(f"{place}/comments")
    dora.button("Report").last.click()
    dora.sees("Thank you. Those who look after the course")
    # Who looks after the course hears of it, and hides it.
    anna.open("/")
    anna.sees("reported comments: 1")
    gallery.show(anna, "inbox-course")
    anna.link("Have a look").click()
    anna.sees("Somebody has asked you to look at this.")
    anna.button("Hide").last.click()
    anna.sees("Hidden: only you")
    dora.open(f"{place}/comments")
    expect(dora.page.get_by_text("Aim left of the barn.")).to_be_visible()
    expect(dora.page.get_by_text("Mind the geese.")).to_have_count(0)
    ben.open(f"{place}/comments")
    ben.sees("Hidden: only you")
    ben.button("Remove").last.click()
    ben.confirm("Remove")
    expect(ben.page.get_by_text("Mind the geese.")).to_have_count(0)
    assert world.server.run("course", "comments") == ""
    gallery.close()


@test("After a round one tap says whether the course was as it is described")
def match(world):
    anna = world.phone(size=(360, 740))
    sign_up(anna, "Anna")
    place = give_for_all(world, anna)
    anna.open("/courses")
    anna.link(re.compile(BARN)).click()
    play(anna, "Anna", [3] * 9)
    anna.sees("Was the course as it is described?")
    anna.button("No").click()
    anna.sees("Thank you.")
    game = anna.page.url.removeprefix(anna.origin)
    anna.link("Say what is different").click()
    expect(anna.heading("Improve this course")).to_be_visible()
    anna.open(game)
    expect(anna.heading(BARN)).to_be_visible()
    expect(anna.page.get_by_text("Was the course as it is described?")).to_have_count(0)
