"""Browsers that Playwright has no build of for Debian, driven through what they themselves offer:
Firefox through WebDriver BiDi (w3.org/TR/webdriver-bidi), WebKitGTK through WebDriver
(w3.org/TR/webdriver2).

Each gives windows, and nothing of one is known to another. A window opens addresses, runs
functions in the page, and presses and types as a person does.
"""

import base64
import itertools
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

# Firefox keeps a page that couldn't connect waiting for up to a minute before the next try
# (RFC 6455 section 7.2.3 asks for some delay).
PATIENCE_SECONDS = 120
PHONE = (390, 844)


class Missing(Exception):
    """A browser can't be had on this machine, and why."""


def wait_for(found, seconds=PATIENCE_SECONDS, what="it"):
    """Asks until the answer is true, and gives it."""
    deadline = time.monotonic() + seconds
    while not (answer := found()):
        if time.monotonic() > deadline:
            raise TimeoutError(f"waited for {what} in vain")
        time.sleep(0.05)
    return answer


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


def needed(program):
    path = shutil.which(program)
    if not path:
        raise Missing(f"there is no {program}")
    return path


def end(process):
    if process and process.poll() is None:
        process.terminate()
        try:
            process.wait(PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()


class Firefox:
    name = "Firefox"

    def __init__(self):
        try:
            from websockets.sync.client import connect
        except ImportError as error:
            raise Missing(str(error)) from error
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="folf-firefox-"))
        (self.folder / "user.js").write_text('user_pref("remote.active-protocols", 1);\n')
        log = open(self.folder / "log", "w+")
        self.process = subprocess.Popen(
            [needed("firefox-esr"), "--headless", "--no-remote", "--profile", str(self.folder)]
            + ["--remote-debugging-port", "0"],
            stdout=log,
            stderr=log,
            env={**os.environ, "HOME": str(self.folder), "MOZ_CRASHREPORTER_DISABLE": "1"},
        )
        listens = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
        path = self.folder / "log"
        found = wait_for(
            lambda: listens.search(path.read_text()) or self.process.poll() is not None,
            what="Firefox",
        )
        if found is True:
            raise Missing(f"firefox-esr ends at once: {path.read_text()[-200:]}")
        self.numbers = itertools.count(1)
        self.notices = []
        self.socket = connect(f"{found[1]}/session", max_size=None)
        self.call("session.new", capabilities={})
        self.call("session.subscribe", events=["log.entryAdded"])

    def call(self, method, **parameters):
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.socket.recv(timeout=PATIENCE_SECONDS))
            if message.get("type") == "event":
                self.notices.append(message["params"])
            elif message.get("id") == number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}: {message['message']}")
                return message["result"]

    def window(self):
        return FirefoxWindow(self)

    def close(self):
        self.socket.close()
        end(self.process)
        shutil.rmtree(self.folder, ignore_errors=True)


class FirefoxWindow:
    """A window in a container of its own: a tab behind others draws ever more rarely, in the end
    once in minutes."""

    def __init__(self, browser):
        self.browser = browser
        self.container = browser.call("browser.createUserContext")["userContext"]
        self.context = self.new_context()

    def new_context(self):
        context = self.browser.call(
            "browsingContext.create", type="window", userContext=self.container
        )["context"]
        width, height = PHONE
        self.browser.call(
            "browsingContext.setViewport",
            context=context,
            viewport={"width": width, "height": height},
        )
        return context

    def new_tab(self):
        """Closes the tab, and opens another where the same is known."""
        older, self.context = self.context, self.new_context()
        self.browser.call("browsingContext.close", context=older)

    def go(self, address):
        self.browser.call(
            "browsingContext.navigate", context=self.context, url=address, wait="interactive"
        )

    def reload(self):
        self.browser.call("browsingContext.reload", context=self.context, wait="interactive")

    def result(self, function, *arguments):
        answer = self.browser.call(
            "script.callFunction",
            functionDeclaration=f"async (given) => JSON.stringify(await ({function})"
            "(...JSON.parse(given)))",
            awaitPromise=True,
            target={"context": self.context},
            arguments=[{"type": "string", "value": json.dumps(arguments)}],
        )
        if answer["type"] == "exception":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        value = answer["result"]
        return json.loads(value["value"]) if value["type"] == "string" else None

    def element(self, function, *arguments):
        """The element that a function gives; None without one."""
        answer = self.browser.call(
            "script.callFunction",
            functionDeclaration=f"(given) => ({function})(...JSON.parse(given))",
            awaitPromise=False,
            target={"context": self.context},
            arguments=[{"type": "string", "value": json.dumps(arguments)}],
        )
        if answer["type"] == "exception":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return answer["result"].get("sharedId")

    def press(self, element):
        origin = {"type": "element", "element": {"sharedId": element}}
        self.perform(
            "pointer",
            {"type": "pointerMove", "x": 0, "y": 0, "origin": origin},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        )

    def type(self, text):
        self.perform(
            "key",
            *(
                {"type": kind, "value": sign}
                for sign in text
                for kind in ("keyDown", "keyUp")
            ),
        )

    def perform(self, kind, *actions):
        source = {"type": kind, "id": kind, "actions": list(actions)}
        self.browser.call("input.performActions", context=self.context, actions=[source])

    def picture(self):
        """What it shows, as a PNG."""
        answer = self.browser.call("browsingContext.captureScreenshot", context=self.context)
        return base64.b64decode(answer["data"])

    @property
    def problems(self):
        """What has gone wrong in its page without anybody catching it."""
        return [
            notice["text"]
            for notice in self.browser.notices
            if notice["type"] == "javascript"
            and notice["level"] == "error"
            and notice["source"].get("context") == self.context
        ]

    def close(self):
        self.browser.call("browser.removeUserContext", userContext=self.container)


class WebKit:
    """WebKitGTK's own small browser. It wants a screen: one that nobody sees."""

    name = "WebKitGTK"

    def __init__(self):
        browsers = sorted(pathlib.Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
        if not browsers:
            raise Missing("there is no MiniBrowser of WebKitGTK")
        self.binary = str(browsers[-1])
        self.driver = needed("WebKitWebDriver")
        needed("Xvfb")
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="folf-webkit-"))
        read, write = os.pipe()
        self.screen = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x1024x24"]
            + ["-nolisten", "tcp"],
            pass_fds=[write],
            stderr=subprocess.DEVNULL,
        )
        os.close(write)
        with os.fdopen(read) as answer:
            display = answer.readline().strip()
        if not display:
            raise Missing("Xvfb doesn't start")
        self.environment = {
            **os.environ,
            "DISPLAY": f":{display}",
            "HOME": str(self.folder),
            "XDG_RUNTIME_DIR": str(self.folder),
            "GDK_BACKEND": "x11",
            # Without a bus of its own and as root it can't shut its processes in.
            "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
            "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
            "GTK_A11Y": "none",
            "NO_AT_BRIDGE": "1",
        }

    def window(self):
        return WebKitWindow(self)

    def close(self):
        end(self.screen)
        shutil.rmtree(self.folder, ignore_errors=True)


# How WebDriver names an element in an answer (section 11).
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class WebKitWindow:
    """A browser of its own: its driver takes one session at a time."""

    def __init__(self, browser):
        port = free_port()
        self.log = open(browser.folder / f"log-{port}", "w")
        self.process = subprocess.Popen(
            [browser.driver, f"--port={port}"],
            env=browser.environment,
            stdout=self.log,
            stderr=self.log,
        )
        self.address = f"http://127.0.0.1:{port}"
        options = {"binary": browser.binary, "args": ["--automation"]}
        capabilities = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        wait_for(self.is_listening, what="WebKitWebDriver")
        session = self.ask("POST", "/session", {"capabilities": capabilities})
        self.address += f"/session/{session['sessionId']}"
        width, height = PHONE
        self.ask("POST", "/window/rect", {"width": width, "height": height})

    def is_listening(self):
        try:
            return self.ask("GET", "/status")["ready"]
        except urllib.error.URLError:
            return False

    def ask(self, method, path, content=None):
        body = None if content is None else json.dumps(content).encode()
        request = urllib.request.Request(
            self.address + path,
            data=body,
            method=method,
            headers={"Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{path}: {error.read().decode()}") from error

    def go(self, address):
        self.ask("POST", "/url", {"url": address})

    def reload(self):
        self.ask("POST", "/refresh", {})

    def new_tab(self):
        """Closes the tab, and opens another where the same is known."""
        older = self.ask("GET", "/window")
        newer = self.ask("POST", "/window/new", {"type": "tab"})["handle"]
        self.ask("POST", "/window", {"handle": older})
        self.ask("DELETE", "/window")
        self.ask("POST", "/window", {"handle": newer})

    def result(self, function, *arguments):
        script = (
            "const done = arguments[arguments.length - 1];"
            f"Promise.resolve().then(() => ({function})(...JSON.parse(arguments[0])))"
            ".then((value) => done([JSON.stringify(value ?? null)]), (error) => done(`${error}`));"
        )
        content = {"script": script, "args": [json.dumps(arguments)]}
        answer = self.ask("POST", "/execute/async", content)
        if isinstance(answer, str):
            raise RuntimeError(answer)
        return json.loads(answer[0])

    def element(self, function, *arguments):
        """The element that a function gives; None without one."""
        content = {
            "script": f"return ({function})(...JSON.parse(arguments[0]))",
            "args": [json.dumps(arguments)],
        }
        found = self.ask("POST", "/execute/sync", content)
        return found and found[ELEMENT]

    def press(self, element):
        self.ask("POST", f"/element/{element}/click", {})

    def type(self, text):
        element = self.ask("GET", "/element/active")[ELEMENT]
        self.ask("POST", f"/element/{element}/value", {"text": text})

    def picture(self):
        """What it shows, as a PNG."""
        return base64.b64decode(self.ask("GET", "/screenshot"))

    @property
    def problems(self):
        """WebDriver doesn't tell what the console says."""
        return []

    def close(self):
        self.ask("DELETE", "")
        end(self.process)
        self.log.close()
