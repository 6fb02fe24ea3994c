"""A phone in somebody's hand: what a person sees and does, by what things are called."""

import re
import time

from playwright.sync_api import expect

# What a browser itself writes about a connection that can't be had.
LOST_LINE = re.compile(
    r"WebSocket connection to 'wss?://[\w.]+:\d+/sync' failed"
    r"|Failed to load resource: net::ERR_(INTERNET_DISCONNECTED|CONNECTION_\w+|EMPTY_RESPONSE"
    r"|SOCKET_NOT_CONNECTED|NETWORK_CHANGED)"
    r"|An unknown error occurred when fetching the script"
    r"|Failed to fetch dynamically imported module"
    r"|Error while trying to use the following icon from the Manifest"
)

# What a browser remarks when the page itself gives up a line that is still opening, as it may at any
# time when its player goes to another game.
OWN_CLOSE = "WebSocket is closed before the connection is established"

# What a browser writes about an answer of the API that isn't what was hoped for: that a name is taken
# is told so.
REFUSED = re.compile(r"Failed to load resource: the server responded with a status of 4\d\d")

# When something is believed never to come. A phone believes in a silent line for ten seconds, and
# a machine may be busy.
PATIENCE_SECONDS = 30

SMALL = (320, 568)
USUAL = (390, 844)
DESKTOP = (1280, 800)


def place_of(thing):
    """Where something lies, once it is seen. A screen that is drawn anew has nothing for a moment."""
    while not (box := thing.bounding_box()):
        expect(thing).to_be_visible()
    return box


class Phone:
    def __init__(
        self,
        world,
        line,
        size=USUAL,
        language="en-GB",
        scheme="light",
        touch=True,
        scripts=True,
        browser=None,
        origin=None,
    ):
        self.world = world
        self.line = line
        self.problems = []
        # Whether a lost line is part of the story.
        self.may_lose_line = False
        self.origin = origin or f"http://{line.address}"
        self.size = width, height = size
        make = browser or world.browsers.get().new_context
        self.context = make(
            viewport={"width": width, "height": height},
            locale=language,
            color_scheme=scheme,
            has_touch=touch,
            java_script_enabled=scripts,
            reduced_motion="reduce",
        )
        self.context.set_default_timeout(PATIENCE_SECONDS * 1_000)
        self.context.on("weberror", lambda error: self.problems.append(f"{error.error}"))
        self.context.on("console", self.note)
        self.page = self.context.new_page()

    def note(self, message):
        if message.type not in ("error", "warning"):
            return
        if OWN_CLOSE in message.text:
            return
        if REFUSED.search(message.text) and "/api/v1/" in message.location.get("url", ""):
            return
        if self.may_lose_line and LOST_LINE.search(message.text):
            return
        self.problems.append(f"{message.type}: {message.text} {message.location.get('url', '')}")

    def close(self):
        self.context.close()

    def picture(self, path):
        self.page.screenshot(path=path)

    # The browser.

    def open(self, path="/"):
        self.page.goto(f"{self.origin}{path}")
        return self

    def reload(self):
        self.page.reload()

    def close_tab(self):
        self.page.close()

    def new_tab(self, path="/"):
        self.page = self.context.new_page()
        return self.open(path)

    def lose_signal(self):
        """The real thing: the browser knows of no network, and the line is cut."""
        self.may_lose_line = True
        self.context.set_offline(True)
        self.line.cut()

    def regain_signal(self):
        self.line.mend()
        self.context.set_offline(False)

    def becomes_true(self, expression):
        """Waits until what a script finds, perhaps with a promise, is so."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not self.page.evaluate(expression):
            assert time.monotonic() < deadline, f"never true: {expression}"
            self.page.wait_for_timeout(50)

    # What there is to see.

    def button(self, name, within=None):
        return (within or self.page).get_by_role("button", name=name, exact=isinstance(name, str))

    def link(self, name):
        return self.page.get_by_role("link", name=name, exact=isinstance(name, str))

    def heading(self, name):
        return self.page.get_by_role("heading", name=name)

    def sees(self, text):
        expect(self.page.get_by_text(text).first).to_be_visible()

    def cell(self, player, hole):
        """A score of the card, as a screen reader finds it."""
        return self.page.get_by_role("button", name=re.compile(rf"^\w+ {hole}, {player}, "))

    def sees_score(self, player, hole, text):
        """`text`: a pattern of what is said of the score, such as '3, par'."""
        pattern = re.compile(rf"^\w+ {hole}, {player}, {text}")
        expect(self.cell(player, hole)).to_have_accessible_name(pattern)

    def once_drawn(self, expression):
        """What a script finds once a change that has just been made is on the screen."""
        return self.page.evaluate(
            f"""() => new Promise((done, fail) => {{
                const look = () => {{
                    try {{ done(({expression})()); }} catch (error) {{ fail(error); }}
                }};
                // The page hears of the change before the first, and draws before the second.
                requestAnimationFrame(() => requestAnimationFrame(look));
            }})"""
        )

    def widths(self):
        """Of the page and of the screen."""
        return self.once_drawn(
            """() => {
                const { documentElement } = document;
                return [documentElement.scrollWidth, documentElement.clientWidth];
            }"""
        )

    def has_no_sheet(self):
        """Waits until the last one is gone, and its step in the history too: that is taken back
        later, and would lead away from where the test goes in the meantime."""
        expect(self.page.get_by_role("dialog")).to_have_count(0)
        self.becomes_true("() => history.state?.sheet !== true")

    def fits(self):
        """The page itself never scrolls sideways."""
        width, visible = self.widths()
        assert width <= visible, f"{self.page.url} is {width} px wide on a screen of {visible}"

    # What a person does.

    def enter_name(self, name):
        self.page.get_by_label("Your name").fill(name)

    def is_kept(self):
        """Waits until the page's files are on the phone."""
        self.page.evaluate("navigator.serviceWorker.ready.then(() => true)")

    def create_game(self, name, course="Meadow", holes=9, is_open=False):
        if not is_open:
            self.open("/")
        self.link("New game").click()
        expect(self.heading("New game")).to_be_visible()
        if self.page.get_by_label("Your name").count():
            self.enter_name(name)
        self.page.get_by_label("Course", exact=True).fill(course)
        self.button(str(holes)).click()
        self.button("Create game").click()
        expect(self.heading(course)).to_be_visible()

    def read_code(self):
        """The code that the lobby shows."""
        spelled = self.page.get_by_role("region", name="Code to join").locator(".code .hidden")
        expect(spelled).to_have_text(re.compile(r"^(\w ){5}\w$"))
        return spelled.inner_text().replace(" ", "")

    def join(self, code, name):
        self.open(f"/j/{code}")
        self.enter_name(name)
        self.button("Join").click()

    def code_of_past_game(self, course):
        """From the menu of a game that the first screen lists."""
        self.link(re.compile(course)).click()
        self.correct_score()
        self.open_menu()
        invite = self.button(re.compile("^Invite: "))
        expect(invite).to_be_visible()
        return invite.inner_text().removeprefix("Invite: ")

    def correct_score(self):
        """From a result back to the card."""
        self.button("More").click()
        self.link("Correct a score").click()

    def add_guest(self, name):
        self.page.get_by_label("Player without a phone").fill(name)
        self.button("Add").click()
        self.sees(name)

    def start_round(self):
        self.button("Start round").click()
        self.sees_card()

    def sees_card(self):
        expect(self.page.get_by_role("region", name="Scorecard")).to_be_visible()

    @property
    def keypad(self):
        return self.page.get_by_role("region", name=re.compile("^(Keypad|Talnaborð)"))

    def key(self, text):
        name = "10 or more" if text == "10+" else re.compile(rf"^{re.escape(text)}( ?par)?$")
        return self.keypad.get_by_role("button", name=name)

    def score(self, player, hole, throws):
        self.cell(player, hole).click()
        self.key(str(throws)).click()

    def open_menu(self):
        self.button("Menu").click()

    def menu(self, name):
        self.open_menu()
        self.button(name).click()

    def remove_shown(self):
        """Removes whose sheet is open, and waits until the game has another code for that."""
        address = self.page.url
        self.button("Remove from the game").click()
        self.confirm("Remove from the game")
        expect(self.page).not_to_have_url(address)

    def confirm(self, name):
        """The button of the last sheet that asks again."""
        self.page.get_by_role("dialog").last.get_by_role("button", name=name, exact=True).click()
