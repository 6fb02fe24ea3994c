"""The pages that say what this is, to whoever doesn't know yet."""

from urllib.parse import urlsplit

from phone import DESKTOP
from playwright.sync_api import expect
from run import test
from test_screens import Gallery

LANGUAGES = {
    "/about": ("en", "Run it yourself", "New game", "Íslenska"),
    "/um": ("is", "Keyrðu eigin þjón", "Nýr leikur", "English"),
}
SIZES = {"small": (320, 568), "phone": (360, 740), "desktop": DESKTOP}


@test("What this is can be read without JavaScript, in both languages, and leads into the game")
def about(world):
    gallery = Gallery(world)
    for path, (language, run, new, other) in LANGUAGES.items():
        phone = world.phone(scripts=False).open(path)
        expect(phone.page.locator("html")).to_have_attribute("lang", language)
        expect(phone.page.get_by_role("heading", level=1)).to_be_visible()
        expect(phone.link(new)).to_have_attribute("href", "/new")
        phone.link(run).click()
        expect(phone.heading(run)).to_be_in_viewport()
        phone.link(other).click()
        assert urlsplit(phone.page.url).path in LANGUAGES.keys() - {path}
        reader = world.phone().open(path)
        gallery.show(reader, path.removeprefix("/"), SIZES, whole=True)
    gallery.close()


@test("The first screen leads to what this is, in its language, and only while there is signal")
def from_the_first_screen(world):
    for language, name, path in (("en", "What is Folf?", "/about"), ("is", "Hvað er Folf?", "/um")):
        phone = world.phone(language=language)
        phone.open("/")
        phone.link(name).click()
        expect(phone.page).to_have_url(f"http://{phone.line.address}{path}")
        phone.page.go_back()
        phone.is_kept()
        phone.lose_signal()
        expect(phone.link(name)).to_have_count(0)
