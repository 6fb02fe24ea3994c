"""Courses: found, liked, played."""

import json
import re
import subprocess
import time

from playwright.sync_api import expect
from run import test
from test_line import FILES, LINE, rounds, slow_phone
from test_screens import Gallery, type_scores
from world import program

MEADOW = "Example meadow"
# What the five taps of a newcomer are counted by: those of a finger, not of a script.
COUNT_TAPS = """
    window.taps = Number(sessionStorage.taps ?? 0);
    addEventListener('click', (event) => {
        if (event.isTrusted && event.detail > 0) sessionStorage.taps = window.taps += 1;
    }, true);
"""


def open_courses(phone):
    phone.open("/")
    phone.link("Courses").click()
    expect(phone.heading("Courses")).to_be_visible()
    expect(phone.link(re.compile(MEADOW))).to_be_visible()


def row(phone, name):
    return phone.page.get_by_role("listitem").filter(has_text=name)


@test("A newcomer comes from the first screen to the first score with five taps")
def newcomer(world):
    anna = world.phone()
    anna.page.add_init_script(COUNT_TAPS)
    anna.open("/")
    anna.link("Courses").click()
    anna.link(re.compile(MEADOW)).click()
    anna.page.get_by_label("Your name").press_sequentially("Anna")
    anna.button("Play").click()
    anna.start_round()
    anna.key("3").click()
    anna.sees_score("Anna", 1, "3, par")
    # The one in the name's field isn't needed where the keyboard is up, so it isn't left out.
    assert anna.page.evaluate("window.taps") <= 5


@test("On a bad line and a slow phone a newcomer comes to the first score in a few rounds, by five taps")
def newcomer_on_a_bad_line(world):
    anna = slow_phone(world)
    anna.page.add_init_script(COUNT_TAPS)
    start = time.monotonic()
    anna.page.goto(f"http://{anna.line.address}/", wait_until="commit")
    anna.link("Courses").click()
    anna.link(re.compile(MEADOW)).click()
    anna.page.get_by_label("Your name").press_sequentially("Anna")
    anna.button("Play").click()
    anna.start_round()
    anna.key("3").click()
    anna.sees_score("Anna", 1, "3, par")
    scored = time.monotonic() - start
    # Only what came over the line, not what the phone had by then.
    files = [
        each
        for each in anna.page.evaluate(FILES)
        if each["path"] != "/icon.svg" and each["end"] - each["start"] >= LINE["latency"]
    ]
    world.note(f"first score after {scored:.1f} s, {len(files)} answers, {rounds(files)} rounds")
    assert anna.page.evaluate("window.taps") <= 5
    assert rounds(files) <= 8, [(each["path"], each["start"], each["end"]) for each in files]


def begin(phone, name, course=MEADOW, tee=None):
    open_courses(phone)
    phone.link(re.compile(course)).click()
    expect(phone.heading("Holes from red")).to_be_visible()
    if tee:
        phone.button(tee).click()
        expect(phone.heading(f"Holes from {tee}")).to_be_visible()
    if phone.page.get_by_label("Your name").count():
        phone.enter_name(name)
    phone.button("Play").click()
    expect(phone.heading(re.compile(course))).to_be_visible()


@test("Whoever plays from another tee has the pars and lengths of that, and the next time again")
def tees(world):
    anna = world.phone()
    begin(anna, "Anna", tee="white")
    expect(anna.button(re.compile("^Anna"))).to_contain_text("white")
    # The tee stays the usual one.
    anna.open("/courses")
    anna.link(re.compile("Example shore")).click()
    expect(anna.heading("Holes from white")).to_be_visible()


@test("Two on different tees see their own tees, and one sheet tells a hole's lengths from each")
def different_tees(world):
    anna, ben = world.phone(), world.phone()
    begin(anna, "Anna", tee="white")
    ben.join(anna.read_code(), "Ben")
    anna.sees("Ben")
    ben.button(re.compile("^Ben")).click()
    ben.button("white").click()
    ben.button("red").click()
    expect(ben.button("red")).to_have_attribute("aria-pressed", "true")
    ben.page.keyboard.press("Escape")
    expect(ben.button(re.compile("^Ben"))).to_contain_text("red")
    expect(anna.button(re.compile("^Ben"))).to_contain_text("red")
    anna.start_round()
    ben.sees_card()
    ben.button(re.compile("^Hole 4 par")).click()
    dialog = ben.page.get_by_role("dialog")
    expect(dialog.get_by_role("listitem").filter(has_text="134 m").first).to_contain_text("Ben")
    expect(dialog.get_by_role("listitem").filter(has_text="108 m").first).to_contain_text("Anna")


@test("Who joins throws from the tee that they usually throw from")
def usual_tee(world):
    anna, ben = world.phone(), world.phone()
    begin(ben, "Ben", tee="white")
    begin(anna, "Anna")
    ben.open(f"/j/{anna.read_code()}")
    expect(anna.button(re.compile("^Ben"))).to_contain_text("white")
    expect(anna.button(re.compile("^Anna"))).to_contain_text("red")


@test("The host exchanges the course in the lobby, and all have the new one")
def exchange(world):
    anna, ben = world.phone(), world.phone()
    begin(anna, "Anna", tee="white")
    ben.join(anna.read_code(), "Ben")
    expect(ben.heading(re.compile(MEADOW))).to_be_visible()
    expect(ben.link("change")).to_have_count(0)
    anna.link("change").click()
    anna.link(re.compile("Example shore")).click()
    anna.button("Take it for your round").click()
    for phone in (anna, ben):
        expect(phone.heading(re.compile("Example shore"))).to_be_visible()
        phone.sees("6 holes")
    expect(anna.button(re.compile("^Anna"))).to_contain_text("white")
    anna.start_round()
    anna.key("3").click()
    anna.sees_score("Anna", 1, "3, par")


TEE_4 = {"latitude": 64.1410734, "longitude": -21.9360599, "accuracy": 6}


@test("In play the distance to the basket is told with its error, and only on a tap; nobody else hears it")
def distance(world):
    anna = world.phone()
    said = []
    anna.context.on("request", lambda request: said.append(request.url + (request.post_data or "")))
    anna.page.on("websocket", lambda line: line.on("framesent", lambda data: said.append(str(data))))
    sensors = ["accelerometer", "gyroscope", "magnetometer"]
    anna.context.grant_permissions(["geolocation", *sensors])
    anna.context.set_geolocation({"latitude": 64.14, "longitude": -21.94, "accuracy": 6})
    begin(anna, "Anna")
    anna.start_round()
    anna.key("3").click()
    anna.button(re.compile("^Hole 4 par")).click()
    heard = len(said)
    anna.context.set_geolocation({**TEE_4, "latitude": 64.1411734})
    anna.button("Distance to the basket").click()
    anna.sees(re.compile(r"^14\d m ± 6$"))
    anna.sees("to the south-east")
    anna.sees("That is no measure for the circle of 10 m.")
    # An arrow, where the phone has a compass and is held flat.
    arrow = anna.page.locator(".distance .arrow")
    expect(arrow).to_have_count(0)

    def hold(alpha, beta=0):
        anna.page.evaluate(
            "([alpha, beta]) => dispatchEvent(new DeviceOrientationEvent("
            "'deviceorientationabsolute', { absolute: true, alpha, beta, gamma: 0 }))",
            [alpha, beta])

    def turn():
        return int(arrow.evaluate("(element) => element.style.rotate").removesuffix("deg"))

    hold(0)
    expect(arrow).to_be_visible()
    before = turn()
    hold(90)
    anna.page.wait_for_function(
        "(before) => document.querySelector('.distance .arrow').style.rotate !== `${before}deg`",
        arg=before)
    assert (turn() - before) % 360 == 90, (before, turn())
    hold(90, beta=80)
    expect(arrow).to_have_count(0)
    anna.context.set_geolocation({**TEE_4, "accuracy": 45})
    anna.sees(re.compile("^about 130 m$"))
    text = json.dumps(said[heard:])
    for part in ("64.141", "641411734", "21.936"):
        assert part not in text, text


@test("A phone that may not say where it is keeps the drawing and the lengths, and says why")
def no_distance(world):
    anna = world.phone()
    begin(anna, "Anna")
    anna.start_round()
    anna.button(re.compile("^Hole 4 par")).click()
    anna.button("Distance to the basket").click()
    anna.sees(re.compile("^This page may not know where you are"))
    expect(anna.page.get_by_role("img", name=re.compile("^Hole 4, red 134 m"))).to_be_visible()
    anna.button("Close").click()
    anna.key("3").click()
    anna.sees_score("Anna", 1, "3, par")


@test("Who finds something wrong with a course writes that to whoever runs the server, with its name")
def wrong(world):
    anna = world.phone()
    open_courses(anna)
    anna.link(re.compile(MEADOW)).click()
    anna.link("Something is wrong here").click()
    text = anna.page.get_by_label("What would you like to say?")
    expect(text).to_have_value(re.compile(rf"^{MEADOW} \(invented\) \([0-9a-f]{{32}}\): $"))
    text.press_sequentially("The basket of 4 is gone.")
    anna.button("Send").click()
    anna.sees("Thank you. It has arrived.")


@test("A course is found by what it sounds like, and nothing is found in words")
def searching(world):
    anna = world.phone()
    open_courses(anna)
    search = anna.page.get_by_label("Search")
    search.fill("exampel maedow")
    expect(anna.page.locator(".courses li").first).to_contain_text(MEADOW)
    search.fill("qqqq")
    anna.sees("Nothing sounds like “qqqq”.")
    search.fill("akur")
    expect(anna.page.locator(".courses li").first).to_contain_text("Example hill")


@test("The star and the tick of a course stay, also without signal and after the tab was closed")
def marks(world):
    anna = world.phone()
    open_courses(anna)
    anna.is_kept()
    anna.lose_signal()
    anna.button(f"Favourite: {MEADOW} (invented)").click()
    expect(anna.button(f"Favourite: {MEADOW} (invented)")).to_have_attribute("aria-pressed", "true")
    anna.button("Played: Example shore (invented)").click()
    anna.page.get_by_label("Comment").fill("Windy")
    anna.button("Save").click()
    anna.has_no_sheet()
    anna.close_tab()
    anna.new_tab("/courses")
    expect(anna.button(f"Favourite: {MEADOW} (invented)")).to_have_attribute("aria-pressed", "true")
    anna.button("Favourites").click()
    expect(anna.page.locator(".courses li")).to_have_count(1)
    anna.button("Played").click()
    expect(anna.page.locator(".courses li")).to_contain_text("Example shore")
    anna.link(re.compile("Example shore")).click()
    anna.sees("Windy")


@test("Courses are there without signal, with their age in words")
def without_signal(world):
    anna = world.phone()
    open_courses(anna)
    anna.is_kept()
    anna.lose_signal()
    anna.reload()
    expect(anna.link(re.compile(MEADOW))).to_be_visible()
    anna.sees(re.compile("^No signal. As of "))
    anna.link(re.compile(MEADOW)).click()
    expect(anna.heading("Holes from red")).to_be_visible()


# What takes longer keeps a finger waiting.
LONG_TASKS = """
    window.longTasks = [];
    new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) window.longTasks.push(Math.round(duration));
    }).observe({ type: 'longtask' });
"""
SLOWER_BY = 6


def many_courses(count):
    """As a file that can be imported."""
    hole = {"par": 3, "basket": [641000000, -219000000]}
    tees = [{"name": "red", "length_m": 80, "at": [641007000, -219000000]}]
    holes = [{**hole, "label": str(number), "tees": tees} for number in range(1, 10)]
    courses = [
        {"id": f"c{at}", "name": f"Völlur {at}", "layouts": [{"id": "l", "name": "All", "holes": holes}]}
        for at in range(count)
    ]
    return {"format": "folf.courses", "version": 1, "courses": courses}


@test("A thousand courses are a list of which only what is seen is drawn, and any is found by its name")
def thousand_courses(world):
    file = world.folder / "courses.json"
    file.write_text(json.dumps(many_courses(1_000)))
    command = [program("folfd"), "import", "courses", str(file), "--country", "IS"]
    command += ["--data", str(world.folder / "data")]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    anna = world.phone(size=(360, 740))
    anna.page.add_init_script(LONG_TASKS)
    session = anna.context.new_cdp_session(anna.page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER_BY})
    anna.open("/courses")
    rows = anna.page.locator(".courses li")
    expect(rows.first).to_contain_text("Völlur 0")
    assert rows.count() < 60, rows.count()
    anna.page.evaluate("window.longTasks.length = 0")
    for _ in range(12):
        anna.page.mouse.wheel(0, 400)
        anna.page.wait_for_timeout(30)
    anna.becomes_true("() => scrollY > 3000")
    scrolling = anna.page.evaluate("window.longTasks.splice(0)")
    expect(rows.first).not_to_contain_text("Völlur 0")
    assert rows.count() < 60, rows.count()
    # To the end, whose row is the last of its name's order.
    anna.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    expect(rows.last).to_have_attribute("aria-posinset", "1000")
    search = anna.page.get_by_label("Search")
    search.press_sequentially("vollur 512")
    expect(rows.first).to_contain_text("Völlur 512")
    searching = anna.page.evaluate("window.longTasks")
    world.note(f"{SLOWER_BY} times slowed: tasks over 50 ms: {scrolling} scrolling, {searching} typing")


HERE = {"latitude": 65.6801, "longitude": -18.09, "accuracy": 20}


@test("What is near comes first, and no request says where the phone is")
def near(world):
    anna = world.phone()
    said = []
    anna.context.on("request", lambda request: said.append(request.url + (request.post_data or "")))
    anna.page.on("websocket", lambda line: line.on("framesent", lambda data: said.append(str(data))))
    anna.context.grant_permissions(["geolocation"])
    anna.context.set_geolocation(HERE)
    open_courses(anna)
    anna.button("Near me").click()
    expect(anna.page.locator(".courses li").first).to_contain_text("Example hill")
    expect(anna.page.locator(".courses li").first).to_contain_text("10 m")
    anna.button(f"Favourite: {MEADOW} (invented)").click()
    text = json.dumps(said)
    assert len(said) > 5
    for part in ("65.68", "6568", "18.09", "1809"):
        assert part not in text, text


@test("Who doesn't want to say where they are is told what that means, and sees all courses")
def refused(world):
    anna = world.phone()
    open_courses(anna)
    anna.button("Near me").click()
    anna.sees(re.compile("^This page may not know where you are"))
    expect(anna.link(re.compile(MEADOW))).to_be_visible()


@test("No screen of courses has a serious finding of the accessibility engine")
def screens(world):
    gallery = Gallery(world)
    anna = world.phone(size=(360, 740))
    open_courses(anna)
    gallery.show(anna, "courses")
    anna.link("Make a course").click()
    expect(anna.heading("Make a course")).to_be_visible()
    gallery.show(anna, "course-make")
    anna.open("/courses")
    anna.link(re.compile(MEADOW)).click()
    expect(anna.heading("Holes from red")).to_be_visible()
    gallery.show(anna, "course", whole=True)
    anna.button("I’ve played it").click()
    gallery.show(anna, "course-played")
    anna.page.keyboard.press("Escape")
    anna.has_no_sheet()
    anna.enter_name("Anna")
    anna.button("Play").click()
    expect(anna.heading(re.compile(MEADOW))).to_be_visible()
    gallery.show(anna, "lobby-course")
    anna.start_round()
    gallery.show(anna, "card-course")
    anna.context.grant_permissions(["geolocation"])
    anna.context.set_geolocation({**TEE_4, "latitude": 64.1409})
    anna.button(re.compile("^Hole 4 par")).click()
    anna.button("Distance to the basket").click()
    anna.sees("to the south-east")
    gallery.show(anna, "hole")
    gallery.close()


PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360f8cf50"
    "0f0003860180dd97a6f80000000049454e44ae426082")


@test("A map lies behind the drawing of a course where the operator says from where, on a tap")
def on_map(world):
    gallery = Gallery(world)
    tiles = "https://tile.example/{z}/{x}/{y}.png"
    world.serve(options=["--tiles", tiles, "--tiles-credit", "© the mappers"])
    anna = world.phone(size=(360, 740))
    asked = []

    def answer(route):
        asked.append((route.request.url, route.request.headers.get("referer", "")))
        route.fulfill(body=PIXEL, content_type="image/png")

    anna.context.route("https://tile.example/**", answer)
    open_courses(anna)
    anna.link(re.compile(MEADOW)).click()
    show = anna.button("Show it on a map (tile.example learns which course)")
    expect(show).to_be_visible()
    assert not asked
    show.click()
    anna.sees("© the mappers")
    expect(anna.page.locator(".map img").first).to_be_visible()
    anna.page.locator(".map").scroll_into_view_if_needed()
    anna.page.wait_for_function(
        "[...document.querySelectorAll('.map img')].some((image) => image.naturalWidth === 1)")
    address, referer = asked[0]
    assert re.fullmatch(r"https://tile\.example/\d+/\d+/\d+\.png", address), address
    # Which server it is stands there, as those who give tiles want; not which page.
    assert referer in ("", f"{anna.origin}/"), referer
    gallery.show(anna, "course-map", whole=True)
    gallery.close()
