"""A phone whose browser Playwright doesn't drive; it has the words of `Phone`. Things are found by
role and accessible name here too, as far as the page uses these."""

import re

from engines import PATIENCE_SECONDS, wait_for

# What Firefox writes about a connection that can't be had.
LOST_LINE = re.compile(r"can’t establish a connection to the server at ws://127\.0\.0\.1:\d+/sync")

# The visible elements of a role whose name or text a pattern fits. The name comes from what labels
# an element, or else from what is written in it for those who hear it (WAI-ARIA's names, without
# what the page has no use for).
FIND = r"""(role, pattern) => {
  const SELECTORS = {
    button: 'button, [role=button]', link: 'a[href]', textbox: 'input:not([type=checkbox])',
    heading: 'h1, h2, h3', region: 'section, [role=region]', dialog: 'dialog, [role=dialog]',
    status: '[role=status], [role=alert]', any: '*',
  };
  const said = (node) => node.nodeType === Node.TEXT_NODE ? node.data
    : node.nodeType !== Node.ELEMENT_NODE || node.getAttribute('aria-hidden') === 'true' ? ''
    : node.getAttribute('alt') ?? [...node.childNodes].map(said).join(' ');
  const byId = (id) => document.getElementById(id);
  const name = (element) => {
    const labels = element.getAttribute('aria-labelledby')?.split(' ').map(byId)
      ?? [...(element.labels ?? [])];
    const text = element.getAttribute('aria-label')
      ?? (labels.length ? labels : [element]).map((each) => each ? said(each) : '').join(' ');
    return text.replace(/\s+/g, ' ').trim();
  };
  const isVisible = (element) => element.getClientRects().length > 0
    && getComputedStyle(element).visibility === 'visible';
  const wanted = new RegExp(pattern, 'u');
  return [...document.querySelectorAll(SELECTORS[role])]
    .filter((element) => isVisible(element) && wanted.test(name(element)))
"""

FIRST = FIND + "[0] ?? null; }"
LAST = FIND + ".at(-1) ?? null; }"
COUNT = FIND + ".length; }"
INTO_VIEW = FIND + ".at(-1)?.scrollIntoView({ block: 'center' }); }"


def exactly(text):
    return f"^{re.escape(text)}$"


class Handset:
    def __init__(self, world, line, engine):
        self.world = world
        self.line = line
        self.window = engine.window()

    @property
    def problems(self):
        return [each for each in self.window.problems if not LOST_LINE.search(each)]

    def picture(self, path):
        path.write_bytes(self.window.picture())

    def close(self):
        self.window.close()

    def open(self, path="/"):
        self.window.go(f"http://{self.line.address}{path}")
        return self

    def reload(self):
        self.window.reload()

    def new_tab(self, path="/"):
        self.window.new_tab()
        return self.open(path)

    @property
    def path(self):
        return self.window.result("() => location.pathname")

    def is_kept(self):
        """Waits until the page's files are on the phone."""
        self.window.result("() => navigator.serviceWorker.ready.then(() => true)")

    def finds(self, role, pattern):
        """Waits for something that is there to see; gives its element, the last if several are."""
        try:
            return wait_for(
                lambda: self.window.element(LAST, role, pattern),
                PATIENCE_SECONDS,
                f"the {role} {pattern!r}",
            )
        except TimeoutError as error:
            shown = self.window.result("() => [document.visibilityState, document.body.innerText]")
            raise TimeoutError(f"{error}; the page is {shown}") from error

    def sees(self, pattern, role="any"):
        self.finds(role, pattern)

    def sees_no(self, pattern, role="any"):
        wait_for(
            lambda: self.window.result(COUNT, role, pattern) == 0,
            PATIENCE_SECONDS,
            f"no {role} {pattern!r}",
        )

    def press(self, pattern, role="button"):
        self.finds(role, pattern)
        self.window.result(INTO_VIEW, role, pattern)
        self.window.press(self.finds(role, pattern))

    def press_until_gone(self, pattern):
        """What has only just come takes no tap, lest one meant for something else answers it."""
        self.finds("button", pattern)

        def has_gone():
            if button := self.window.element(LAST, "button", pattern):
                self.window.press(button)
            return self.window.result(COUNT, "button", pattern) == 0

        wait_for(has_gone, PATIENCE_SECONDS, f"no button {pattern!r}")

    def enter(self, label, text):
        self.press(label, "textbox")
        self.window.type(text)

    def create_game(self, name, course):
        self.open("/")
        self.press("^New game$", "link")
        self.enter("^Your name", name)
        self.enter("^Course$", course)
        self.press("^9$")
        self.press("^Create game$")
        self.sees(exactly(course), "heading")

    def read_code(self):
        return wait_for(
            lambda: self.window.result(
                "() => document.querySelector('.code .hidden')?.textContent.replace(/ /g, '')"
            ),
            PATIENCE_SECONDS,
            "the code",
        )

    def join(self, code, name):
        self.open(f"/j/{code}")
        self.enter("^Your name", name)
        self.press("^Join$")

    def start_round(self):
        self.press("^Start round$")
        self.sees_card()

    def sees_card(self):
        self.sees("^Scorecard", "region")

    def score(self, player, hole, throws):
        self.press(rf"^\w+ {hole}, {player}, ")
        self.press(rf"^{throws}( ?par)?$")

    def sees_score(self, player, hole, text):
        """`text`: a pattern of what is said of the score, such as '3, par'."""
        self.sees(rf"^\w+ {hole}, {player}, {text}", "button")
