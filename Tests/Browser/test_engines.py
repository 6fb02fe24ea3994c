"""The stories that matter most, in the browsers that aren't Chromium: Firefox, and WebKit, which is
Safari's engine. Their signal is cut by the line alone: they aren't told that they are offline."""

import functools

from engines import Firefox, WebKit
from handset import Handset
from run import test


def in_both(sentence):
    """Marks a story, which gets two phones that play a game."""

    def mark(story):
        for engine in (Firefox, WebKit):
            told = functools.wraps(story)(functools.partial(tell, story, engine))
            test(f"{engine.name}: {sentence}")(told)
        return story

    return mark


def tell(story, engine, world):
    browser = world.browsers.engine(engine)
    anna, ben = (world.keep(Handset(world, world.line(), browser)) for _ in range(2))
    anna.create_game("Anna", "Meadow")
    ben.join(anna.read_code(), "Ben")
    anna.sees("Ben")
    anna.start_round()
    ben.sees_card()
    story(anna, ben)


@in_both("Without signal entries are kept through a closed tab, and all are there afterwards")
def offline_reload(anna, ben):
    ben.is_kept()
    ben.line.cut()
    ben.score("Ben", 1, 2)
    ben.sees_score("Ben", 1, "2, birdie, saved on this phone")
    address = ben.path
    ben.reload()
    ben.sees_score("Ben", 1, "2, birdie, saved on this phone")
    ben.score("Anna", 1, 4)
    ben.new_tab(address)
    ben.sees_score("Anna", 1, "4, bogey, saved on this phone")
    anna.score("Anna", 2, 3)
    ben.line.mend()
    for phone in (anna, ben):
        phone.sees_score("Ben", 1, "2, birdie")
        phone.sees_score("Anna", 1, "4, bogey")
        phone.sees_score("Anna", 2, "3, par")


@in_both("Two who disagree without signal both see it, and one tap settles it")
def dispute(anna, ben):
    ben.line.cut()
    ben.score("Anna", 1, 4)
    ben.sees("1 entry waits on this phone", "status")
    anna.score("Anna", 1, 3)
    # What comes first is shown: the phone writes an entry down before it sends it.
    anna.sees_score("Anna", 1, "3, par, sent")
    ben.line.mend()
    for phone in (anna, ben):
        phone.sees_score("Anna", 1, "3, par, .*disputed")
    anna.press_until_gone("^4 is right")
    for phone in (anna, ben):
        phone.sees_score("Anna", 1, "4, bogey")
        phone.sees_no(r"^\w+ 1, Anna, .*disputed", "button")


@in_both("A game comes to its end on both phones, with the winner")
def finale(anna, ben):
    for hole in range(1, 10):
        anna.score("Anna", hole, 3)
        ben.score("Ben", hole, 4)
    anna.sees_score("Ben", 9, "4, bogey")
    anna.press("^Menu$")
    anna.press("^End game$")
    anna.press("^End game$")
    for phone in (anna, ben):
        phone.sees("Anna wins")
