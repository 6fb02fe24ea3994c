"""Runs the tests of the page in a browser, or those whose name holds one of the words given."""

import argparse
import pathlib
import shutil
import sys
import time
import traceback

sys.path.insert(0, str(pathlib.Path(__file__).parent))
sys.dont_write_bytecode = True

from engines import Missing  # noqa: E402
from phone import PATIENCE_SECONDS  # noqa: E402
from playwright.sync_api import Error, expect, sync_playwright  # noqa: E402

TESTS = []
CANNOT_RUN = 77


def test(sentence):
    """Marks a test, which is named by a sentence and gets a `World`."""

    def mark(function):
        TESTS.append((sentence, function))
        return function

    return mark


class Browsers:
    """Each browser, started when it is first needed."""

    def __init__(self, playwright):
        self.playwright = playwright
        self.browser = None
        self.engines = {}

    def engine(self, kind):
        """One of `engines`; `Missing` says each time why it can't be had."""
        if kind not in self.engines:
            try:
                self.engines[kind] = kind()
            except Missing as reason:
                self.engines[kind] = reason
        found = self.engines[kind]
        if isinstance(found, Missing):
            raise found
        return found

    def close(self):
        for engine in self.engines.values():
            if not isinstance(engine, Missing):
                engine.close()

    def get(self):
        if not self.browser or not self.browser.is_connected():
            self.browser = self.playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox"]
            )
        return self.browser


def run(sentence, function, browsers, pictures):
    """True if the test has passed, False if not, None if it can't be run here."""
    from world import World

    world = World(browsers)
    world.pictures = pictures
    start = time.monotonic()
    failure = None
    try:
        function(world)
        if world.problems:
            failure = "the console says:\n" + "\n".join(world.problems)
    except Missing as reason:
        print(f"skipped – {sentence}: {reason}", flush=True)
        return None
    except Exception:
        failure = traceback.format_exc() + "".join(f"\n{each}" for each in world.problems)
        for number, phone in enumerate(world.phones):
            if pictures:
                phone.picture(pictures / f"failed-{function.__name__}-{number}.png")
    finally:
        world.close()
    seconds = time.monotonic() - start
    print(f"{'not ok' if failure else 'ok'} – {sentence} ({seconds:.1f} s)", flush=True)
    if failure:
        print("    " + failure.strip().replace("\n", "\n    "), flush=True)
    return failure is None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--screenshots", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    for module in sorted(pathlib.Path(__file__).parent.glob("test_*.py")):
        __import__(module.stem)
    chosen = [
        (sentence, function)
        for sentence, function in TESTS
        if not options.names or any(name.lower() in sentence.lower() for name in options.names)
    ]
    if options.screenshots:
        options.screenshots.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=PATIENCE_SECONDS * 1_000)
    with sync_playwright() as playwright:
        browsers = Browsers(playwright)
        try:
            browsers.get()
        except Error as error:
            print(f"browser-tests: skipped: no Chromium: {str(error).splitlines()[0]}")
            return CANNOT_RUN
        results = [run(*each, browsers, options.screenshots) for each in chosen]
        browsers.close()
    passed, failed, skipped = (results.count(result) for result in (True, False, None))
    print(f"browser tests: {passed} passed, {failed} failed, {skipped} skipped")
    return 0 if passed and not failed else 1


if __name__ == "__main__":
    # Tests import this file by its name.
    sys.modules["run"] = sys.modules["__main__"]
    sys.exit(main())
