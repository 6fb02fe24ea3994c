"""The first minute on a bad line. Figures are printed; what is checked is how often something has to
come from the server before the next thing can, and how much."""

import time

from playwright.sync_api import expect
from run import test
from test_signal import playing

# 400 kbit/s, two seconds there and back.
LINE = {
    "offline": False,
    "latency": 2_000,
    "downloadThroughput": 50_000,
    "uploadThroughput": 50_000,
}
# Times that the phone is slower than this machine.
SLOWER = 6

FILES = """() => [...performance.getEntriesByType('navigation'),
  ...performance.getEntriesByType('resource')].map((each) => ({
    path: new URL(each.name).pathname, start: each.startTime, end: each.responseEnd,
    size: each.transferSize}))"""
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"


def slow_phone(world):
    phone = world.phone()
    phone.context.set_default_timeout(60_000)
    session = phone.context.new_cdp_session(phone.page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", LINE)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return phone


def rounds(files):
    """How many files came one behind the other, at most."""
    depths = []
    for file in sorted(files, key=lambda each: each["start"]):
        before = [depth for end, depth in depths if end <= file["start"]]
        depths.append((file["end"], 1 + max(before, default=0)))
    return max(depth for _, depth in depths)


@test("On a bad line the page shows after one round, and who opens a link scores after four")
def first_minute(world):
    code, (anna,) = playing(world, ("Anna",), lets_late=True)
    ben = slow_phone(world)
    # Who joins before the line is through on which the page looks at the game ends that.
    ben.may_lose_line = True
    lines = []
    ben.page.on("websocket", lambda line: lines.append(line))
    start = time.monotonic()
    ben.page.goto(f"http://{ben.line.address}/j/{code}", wait_until="commit")
    expect(ben.page.get_by_label("Your name")).to_be_visible(timeout=60_000)
    form = time.monotonic() - start
    files = [each for each in ben.page.evaluate(FILES) if each["path"] != "/icon.svg"]
    paint = ben.page.evaluate(PAINT)
    ben.enter_name("Ben")
    ben.button("Join").click()
    expect(ben.cell("Ben", 1)).to_be_visible(timeout=60_000)
    ben.score("Ben", 1, 4)
    ben.sees_score("Ben", 1, "4, bogey")
    scored = time.monotonic() - start
    size = sum(each["size"] for each in files)
    world.note(f"{len(files)} files, {size} bytes, {rounds(files)} rounds to the form")
    world.note(f"paint {paint / 1000:.1f} s, form {form:.1f} s, first score {scored:.1f} s")
    assert paint < min(each["end"] for each in files[1:]), "it paints before the second file"
    assert len(files) <= 6 and rounds(files) <= 2, files
    assert size < 61_000, files
    assert len(lines) <= 2, "one line to look, one to play"
    later = [each["path"] for each in ben.page.evaluate(FILES)[len(files):]]
    assert not [path for path in later if path.endswith((".js", ".css"))], later


@test("A tap on what isn't loaded yet is answered at once, and what is tapped comes first")
def answered(world):
    anna = world.phone()
    anna.context.route("**/service-worker.js", lambda route: route.abort())
    anna.may_lose_line = True
    held = []
    anna.context.route("**/ui/more.js", lambda route: held.append(route))
    anna.open("/")
    anna.link("New game").click()
    expect(anna.page.get_by_text("One moment…")).to_be_visible()
    expect(anna.link("New game")).to_be_visible()
    held[0].continue_()
    expect(anna.heading("New game")).to_be_visible()
    expect(anna.page.get_by_text("One moment…")).to_have_count(0)
