"""The page's own files: how soon they show, and how a new version comes."""

import re
import shutil
from urllib.parse import urlsplit

from playwright.sync_api import expect
from run import test
from test_signal import playing
from world import ROOT

FIRST_PAINT = """new Promise((resolve) => {
  const found = performance.getEntriesByName('first-contentful-paint')[0];
  if (found) return resolve(found.startTime);
  new PerformanceObserver((list) => {
    const [paint] = list.getEntriesByName('first-contentful-paint');
    if (paint) resolve(paint.startTime);
  }).observe({ type: 'paint', buffered: true });
})"""


@test("The page opens from the phone itself, without a server")
def without_server(world):
    anna = world.phone()
    anna.open("/")
    anna.is_kept()
    anna.lose_signal()
    world.server.kill()
    anna.reload()
    expect(anna.link("New game")).to_be_visible()
    for path in ("/new", "/j/K7MPQX", "/g/nothing"):
        anna.open(path)
        expect(anna.page.get_by_role("heading", level=1)).to_be_visible()


@test("The first paint comes from the phone")
def first_paint(world):
    anna = world.phone()
    anna.open("/")
    anna.is_kept()
    paints = []
    for _ in range(5):
        anna.reload()
        paints.append(anna.page.evaluate(FIRST_PAINT))
        expect(anna.link("New game")).to_be_visible()
    served = anna.page.evaluate(
        "performance.getEntriesByType('resource').filter((each) => each.transferSize > 0).length"
    )
    world.note(f"first paint from the phone: {sorted(round(paint) for paint in paints)} ms")
    assert served == 0, f"{served} files came from the server"


def requests_of(phone):
    """Paths to what the page itself asks for, from now on; not what the service worker does."""
    requests = {}
    phone.page.on("request", lambda each: requests.update({urlsplit(each.url).path: each}))
    return requests


def without_worker(world):
    """A phone for which each file comes from the server when it is asked for."""
    phone = world.phone()
    phone.context.route("**/service-worker.js", lambda route: route.abort())
    phone.may_lose_line = True
    return phone


def keep_back(phone, files):
    phone.context.route(files, lambda route: route.abort("internetdisconnected"))


@test("Words that can't be loaded leave the page in its language, and its screens open")
def missing_words(world):
    anna = without_worker(world)
    keep_back(anna, "**/*.is.js")
    anna.open("/")
    anna.button("Settings").click()
    anna.button("Íslenska").click()
    anna.button("Close").click()
    anna.link("New game").click()
    expect(anna.heading("New game")).to_be_visible()
    expect(anna.page.locator("html")).to_have_attribute("lang", "en")


@test("A game that can't be opened for want of a file is there once the file is")
def missing_file(world):
    anna = without_worker(world)
    anna.create_game("Anna", "Meadow", 9)
    keep_back(anna, "**/device/game.js")
    anna.open("/")
    anna.link(re.compile("Meadow")).click()
    expect(anna.heading("Something went wrong here.")).to_be_visible()
    anna.context.unroute("**/device/game.js")
    anna.link("Back to start").click()
    anna.link(re.compile("Meadow")).click()
    expect(anna.heading("Meadow")).to_be_visible()
    expect(anna.button("Start round")).to_be_visible()


@test("A first visit loads what it shows, and the service worker keeps the rest")
def first_visit(world):
    anna = world.phone()
    anna.page.clock.install()
    requests = requests_of(anna)
    anna.open("/")
    anna.is_kept()
    anna.page.clock.run_for(15_000)
    expect(anna.link("New game")).to_be_visible()
    assert "/ui/screens/home.js" in requests and "/ui/more.js" not in requests, sorted(requests)
    size = sum(len(each.response().body()) for each in requests.values())
    world.note(f"{len(requests)} files, {size} bytes")
    assert 0 < size <= 73_000, sorted(requests)
    anna.lose_signal()
    anna.link("New game").click()
    expect(anna.heading("New game")).to_be_visible()


@test("Where no service worker keeps the page, all of it is loaded in good time")
def all_without_worker(world):
    anna = without_worker(world)
    anna.page.clock.install()
    requests = requests_of(anna)
    anna.open("/")
    expect(anna.link("New game")).to_be_visible()
    anna.page.clock.run_for(15_000)
    anna.becomes_true("() => document.styleSheets.length === 10")
    scripts = ("more.js", "more.is.js", "play.js", "account.js")
    for path in ("/device/game.js", *(f"/ui/{script}" for script in scripts)):
        assert path in requests, sorted(requests)


@test("A new version waits while a game is open, and is there at the next start")
def new_version(world):
    copy = page_to_change(world)
    world.serve(copy)
    _, (anna,) = playing(world, ("Anna",))
    takes_new_version(anna, copy)


def page_to_change(world):
    copy = world.folder / "page"
    shutil.copytree(ROOT / "Sources/WebClient", copy)
    return copy


def takes_new_version(anna, copy):
    """Of a page that is changed while she plays."""
    anna.is_kept()
    names = "caches.keys().then((names) => names.filter((name) => name.startsWith('folf-')))"
    (old,) = anna.page.evaluate(names)
    strings = copy / "ui/strings.en.js"
    strings.write_text(strings.read_text().replace("'New game'", "'Brand-new game'"))
    anna.page.evaluate("navigator.serviceWorker.getRegistration().then((each) => each.update())")
    anna.becomes_true(
        "() => navigator.serviceWorker.getRegistration().then((each) => Boolean(each.waiting))"
    )
    anna.score("Anna", 1, 3)
    anna.sees_score("Anna", 1, "3, par, sent")
    assert old in anna.page.evaluate(names)
    anna.close_tab()
    anna.new_tab("/")
    expect(anna.link("Brand-new game")).to_be_visible()
    anna.becomes_true(f"() => {names}.then((all) => all.length === 1)")
    assert anna.page.evaluate(names) != [old]
