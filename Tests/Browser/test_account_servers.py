"""What an account is on servers that are run another way: with mail, by a code, restored."""

import re
import shutil
import subprocess

from letters import Mailbox
from playwright.sync_api import expect
from run import test
from test_account import fill_in, near, sign_up
from world import PATIENCE_SECONDS, program

ADDRESS = "anna@example.org"


def link_in(text):
    """Where the link of a mail leads, whichever name the server has given itself."""
    return re.search(r"/a/m#\S+", text)[0]


@test("An address is confirmed by the link of a mail, and later another link lets its owner in")
def by_mail(world):
    box = Mailbox()
    world.serve(options=box.options)
    anna, tablet = near(world), near(world)
    handle, _ = sign_up(anna, "Anna")
    anna.open("/a/ways")
    anna.button("Add an e-mail").click()
    anna.page.get_by_role("textbox", name="E-mail").fill(ADDRESS)
    anna.button("Save").click()
    anna.sees("waits for the link in the mail")
    to, text = box.next()
    assert to == ADDRESS, to
    anna.open(link_in(text))
    anna.sees("The e-mail address is yours.")
    anna.sees(f"{ADDRESS} · yours")
    tablet.open("/a/in")
    tablet.button("By a link in a mail").click()
    tablet.page.get_by_role("textbox", name="E-mail").fill("ana@example.org")
    tablet.button("Send me a link").click()
    tablet.sees("If the address is known here, a mail is on its way.")
    tablet.button("Another address, or another mail").click()
    tablet.page.get_by_role("textbox", name="E-mail").fill(ADDRESS)
    tablet.button("Send me a link").click()
    tablet.sees("If the address is known here, a mail is on its way.")
    link = link_in(box.next()[1])
    tablet.open(link)
    tablet.sees(f"Signed in as @{handle}.")
    late = near(world)
    late.open(link)
    expect(late.page.get_by_role("alert")).to_be_visible()
    late.link("Other ways").click()
    expect(late.heading("Sign in")).to_be_visible()


@test("The mail of a sign-up signs in whichever phone opens it, and goes on to the game that waits")
def on_to_the_game(world):
    box = Mailbox()
    world.serve(options=box.options)
    host, anna, tablet = near(world), near(world), near(world)
    host.create_game("Ben", "Meadow", 9)
    code = host.read_code()
    anna.open(f"/a/new#to=/j/{code}")
    fill_in(anna, "Anna")
    anna.button("Add an e-mail").click()
    anna.page.get_by_label("E-mail").fill(ADDRESS)
    handle = anna.page.get_by_label("User name").input_value()
    anna.button("Keep my games").click()
    expect(anna.heading("Your recovery codes")).to_be_visible()
    to, text = box.next()
    assert to == ADDRESS and code not in text, (to, text)
    link = link_in(text)
    tablet.open(link)
    tablet.sees(f"Signed in as @{handle}.")
    expect(tablet.heading("Meadow")).to_be_visible()
    host.sees("2 players")
    # The phone that has signed up goes on there too, as the same player.
    anna.button("I have them").click()
    expect(anna.heading("Meadow")).to_be_visible()
    host.sees("2 players")


def leads_to(path):
    """The server's answer, but for where it says that one goes on."""

    def answer(route):
        said = route.fetch()
        route.fulfill(response=said, json={**said.json(), "to": path})

    return answer


@test("The mail of a sign-up leads whoever is in already on to the game, and to no other page")
def on_to_nothing_else(world):
    box = Mailbox()
    world.serve(options=box.options)
    host, anna, tablet = near(world), near(world), near(world)
    host.create_game("Ben", "Meadow", 9)
    code = host.read_code()

    def sign_up_by_mail(phone, name, path):
        phone.open(path)
        fill_in(phone, name)
        phone.button("Add an e-mail").click()
        phone.page.get_by_label("E-mail").fill(f"{name.lower()}@example.org")
        phone.button("Keep my games").click()
        expect(phone.heading("Your recovery codes")).to_be_visible()
        return link_in(box.next()[1])

    link = sign_up_by_mail(anna, "Anna", f"/a/new#to=/j/{code}")
    anna.open(link)
    anna.sees("The e-mail address is yours.")
    expect(anna.heading("Meadow")).to_be_visible()
    link = sign_up_by_mail(tablet, "Cleo", "/a/new#to=//evil.example/")
    other = near(world)
    other.page.route("**/api/v1/mails/confirm", leads_to("//evil.example/"))
    other.open(link)
    other.sees("Signed in as @cleo.")
    expect(other.link("New game")).to_be_visible()
    assert other.page.url == f"{other.origin}/", other.page.url


@test("The link that whoever runs the server makes for somebody lets them in, once")
def by_reset(world):
    anna, tablet = near(world), near(world)
    handle, _ = sign_up(anna, "Anna")
    data = str(world.server.folder / "data")
    command = [program("folfd"), "account", "reset", handle, "--data", data]
    said = subprocess.run(
        command, check=True, capture_output=True, text=True, timeout=PATIENCE_SECONDS
    ).stdout
    tablet.open(link_in(said))
    tablet.sees(f"Signed in as @{handle}.")


@test("A server that asks for a code lets sign up who knows it, and says so to others")
def by_code_only(world):
    world.serve(options=["--sign-up", "code", "--sign-up-code", "sky-blue"])
    anna = near(world)
    anna.open("/a/new")
    fill_in(anna, "Anna")
    anna.button("Keep my games").click()
    anna.sees("This server asks for a code.")
    expect(anna.page.get_by_label("Sign-up code")).to_be_focused()
    anna.page.get_by_label("Sign-up code").fill("sky-red")
    anna.button("Keep my games").click()
    expect(anna.page.get_by_label("Sign-up code")).to_have_attribute("aria-invalid", "true")
    anna.page.get_by_label("Sign-up code").fill("sky-blue")
    anna.button("Keep my games").click()
    expect(anna.heading("Your recovery codes")).to_be_visible()


@test("Links to news and to a way to give money are there where the server has them, not elsewhere")
def links(world):
    anna = near(world)
    anna.may_lose_line = True
    anna.open("/a")
    expect(anna.link("Write to whoever runs this server")).to_be_visible()
    for name in (re.compile("^News"), re.compile("^Support this")):
        expect(anna.link(name)).to_have_count(0)
    news, donations = "https://news.example/folf", "https://give.example/"
    world.serve(options=["--news", news, "--donations", donations])
    ben = near(world)
    ben.open("/a")
    expect(ben.link(re.compile("^News"))).to_have_attribute("href", news)
    expect(ben.link(re.compile("^Support this"))).to_have_attribute("href", donations)


@test("Whose account the server has lost is told so, and makes the same again")
def lost(world):
    data, copy = (world.server.folder / name for name in ("data", "copy"))
    world.server.stop()
    shutil.copytree(data, copy)
    world.server.start()
    anna = near(world)
    anna.may_lose_line = True
    sign_up(anna, "Anna")
    world.server.stop()
    shutil.rmtree(data)
    shutil.copytree(copy, data)
    world.server.start()
    anna.open("/a")
    anna.sees("doesn’t know your account any more")
    anna.link("Make it again").click()
    fill_in(anna, "Anna")
    anna.button("Keep my games").click()
    expect(anna.heading("Your recovery codes")).to_be_visible()
    anna.button("I have them").click()
    anna.open("/a")
    expect(anna.heading("Anna")).to_be_visible()
    expect(anna.link("Make it again")).to_have_count(0)
