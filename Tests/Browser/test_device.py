"""What the browser does to a page: frozen tabs, emptied databases, sleeping phones."""

import re

from playwright.sync_api import expect
from run import test
from test_signal import banner_is_gone, banner_says, playing


@test("A tab that was frozen while another took its game writes nothing more")
def frozen_tab(world):
    _, (anna, ben) = playing(world)
    first = anna.page
    # As in a frozen tab: nobody answers, and the lock isn't let go.
    first.evaluate("BroadcastChannel.prototype.postMessage = () => {}")
    anna.new_tab(re.sub(r"^http://[^/]+", "", first.url))
    expect(anna.heading("Open in another tab")).to_be_visible()
    anna.button("Use it here").click()
    anna.score("Anna", 1, 3)
    ben.sees_score("Anna", 1, "3, par")
    anna.page, second = first, anna.page
    expect(anna.heading("Open in another tab")).to_be_visible()
    anna.page = second
    anna.score("Anna", 2, 4)
    ben.sees_score("Anna", 2, "4, bogey")
    anna.reload()
    anna.sees_score("Anna", 2, "4, bogey")


@test("Without Web Locks the tabs ask each other, and the journal has one owner all the same")
def without_locks(world):
    _, (anna, ben) = playing(world)
    anna.context.add_init_script("delete Navigator.prototype.locks")
    anna.reload()
    anna.score("Anna", 1, 3)
    anna.sees_score("Anna", 1, "3, par, sent")
    first = anna.page
    anna.new_tab(re.sub(r"^http://[^/]+", "", first.url))
    expect(anna.heading("Open in another tab")).to_be_visible()
    anna.button("Use it here").click()
    anna.score("Anna", 2, 4)
    ben.sees_score("Anna", 2, "4, bogey")
    anna.page = first
    expect(anna.heading("Open in another tab")).to_be_visible()


@test("A journal that the browser has emptied is written again, with all that the page knows")
def emptied(world):
    _, (anna, ben) = playing(world)
    anna.score("Anna", 1, 3)
    anna.sees_score("Anna", 1, "3, par, sent")
    anna.page.evaluate(
        """new Promise((resolve) => {
          const opening = indexedDB.open('folf');
          opening.onsuccess = () => {
            const stores = ['journal', 'owners'];
            const tx = opening.result.transaction(stores, 'readwrite');
            for (const store of stores) tx.objectStore(store).clear();
            tx.oncomplete = () => resolve();
          };
        })"""
    )
    anna.score("Anna", 2, 4)
    ben.sees_score("Anna", 2, "4, bogey")
    anna.reload()
    anna.sees_score("Anna", 1, "3, par")
    anna.sees_score("Anna", 2, "4, bogey")


@test("A phone that is full says so, keeps scoring, and writes everything once it can")
def full(world):
    _, (anna, ben) = playing(world)
    anna.page.evaluate(
        """() => {
          const { add } = IDBObjectStore.prototype;
          self.emptySome = () => void (IDBObjectStore.prototype.add = add);
          IDBObjectStore.prototype.add = () => {
            throw new DOMException('full', 'QuotaExceededError');
          };
        }"""
    )
    anna.score("Anna", 1, 3)
    ben.sees_score("Anna", 1, "3, par")
    banner_says(anna, "can’t save right now")
    anna.page.evaluate("emptySome()")
    anna.score("Anna", 2, 4)
    ben.sees_score("Anna", 2, "4, bogey")
    expect(anna.page.get_by_text("can’t save right now")).to_have_count(0)
    anna.reload()
    anna.sees_score("Anna", 1, "3, par")
    anna.sees_score("Anna", 2, "4, bogey")


@test("While a phone can't save, no entry is said to be saved on it or to wait there")
def unkept(world):
    _, (anna, _) = playing(world)
    anna.page.evaluate(
        """() => {
          IDBObjectStore.prototype.add = () => {
            throw new DOMException('full', 'QuotaExceededError');
          };
        }"""
    )
    anna.lose_signal()
    anna.score("Anna", 1, 3)
    banner_says(anna, "can’t save right now")
    banner_says(anna, "Keep scoring. 1 entry waits")
    anna.sees_score("Anna", 1, "3, par, not saved yet")
    expect(anna.page.get_by_text("on this phone")).to_have_count(0)
    with anna.page.expect_event("dialog") as asked:
        anna.page.close(run_before_unload=True)
    assert asked.value.type == "beforeunload"
    asked.value.dismiss()


@test("A phone that wakes up asks at once whether its connection still lives")
def woken(world):
    _, (anna, ben) = playing(world)
    # The line is dead, but nobody has told the browser.
    anna.may_lose_line = True
    anna.line.hold()
    anna.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    banner_says(anna, "The server doesn’t answer")
    anna.line.mend()
    ben.score("Ben", 1, 4)
    anna.page.evaluate("dispatchEvent(new Event('online'))")
    anna.sees_score("Ben", 1, "4, bogey")
    banner_is_gone(anna)


@test("Games that were begun before any signal make one person of the phone")
def one_person(world):
    anna = world.phone()
    anna.open("/")
    anna.is_kept()
    anna.lose_signal()
    anna.reload()
    for course in ("First", "Second"):
        anna.create_game("Anna", course, 9, is_open=True)
        anna.link(re.compile("Home")).click()
        expect(anna.link("New game")).to_be_visible()
    anna.close_tab()
    anna.regain_signal()
    anna.new_tab("/")
    expect(anna.page.get_by_text("entry waits")).to_have_count(0)
    anna.becomes_true(
        """() => import('/ui/app.js').then(async ({ $: { storage: { Storage } } }) => {
          const games = await new Storage().all('games');
          return games.length === 2 && games.every(({ code }) => code);
        })"""
    )
    people = anna.page.evaluate(
        """import('/ui/app.js').then(async ({ $: { storage: { Storage } } }) => {
          const records = await new Storage().all('journal');
          return [...records.join('').matchAll(/"person":"(\\w+)"/g)].map(([, person]) => person);
        })"""
    )
    assert len(set(people)) == 1, people


@test("A game that another tab has removed is not waited for")
def removed_by_another_tab(world):
    anna = world.phone()
    anna.create_game("Anna", "Meadow", 9)
    anna.start_round()
    anna.menu("End game")
    anna.confirm("End game")
    expect(anna.button("Share")).to_be_visible()
    # A tab in the background doesn't look by itself whether the other has let the game go.
    anna.page.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
    other = anna.context.new_page()
    other.goto(f"http://{anna.line.address}/")
    other.get_by_role("button", name="Remove from this phone: Meadow").click()
    other.get_by_role("dialog").get_by_role("button", name="Remove from this phone").click()
    expect(other.get_by_role("link", name="Meadow")).to_have_count(0)
    other.close()
    anna.button("Use it here").click()
    expect(anna.heading("This game isn’t on this phone")).to_be_visible()


@test("A game that is open in another tab comes here by itself when that one is gone")
def other_tab_is_closed(world):
    anna = world.phone()
    anna.create_game("Anna", "Meadow", 9)
    anna.start_round()
    other = anna.context.new_page()
    other.goto(anna.page.url)
    expect(other.get_by_role("heading", name="Open in another tab")).to_be_visible()
    anna.close_tab()
    expect(other.get_by_role("region", name="Scorecard")).to_be_visible()
