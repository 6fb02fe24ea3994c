"""What whoever runs the server says to all who are connected."""

from playwright.sync_api import expect
from run import test
from test_screens import Gallery
from test_signal import playing

WORDS = {
    "en-GB": ("The server announces:", "OK", "We stop for ten minutes at nine. Just keep scoring."),
    "is": ("Tilkynning frá þjóninum:", "Í lagi", "Við stoppum í tíu mínútur klukkan níu. Skráðu áfram."),
}
SIZES = {"phone": (360, 740), "desktop": (1280, 800)}


def announcement(phone, text):
    return phone.page.get_by_role("status").filter(has_text=text)


@test("What the operator says stands on the card as the server's, until it is read or said anew")
def on_the_card(world):
    _, (anna, ben) = playing(world)
    title, ok, text = WORDS["en-GB"]
    world.server.say(text)
    for phone in (anna, ben):
        expect(announcement(phone, text)).to_have_text(f"{title}{text}{ok}")
    anna.button(ok).click()
    expect(announcement(anna, text)).to_have_count(0)
    expect(announcement(ben, text)).to_be_visible()
    anna.score("Anna", 1, 3)
    anna.sees_score("Anna", 1, "3, par, sent")
    expect(announcement(anna, text)).to_have_count(0)
    world.server.say(text)
    expect(announcement(anna, text)).to_be_visible()
    world.server.say("<b>Later</b>")
    expect(announcement(anna, "<b>Later</b>")).to_be_visible()
    expect(announcement(anna, text)).to_have_count(0)


@test("What the operator says is read before the start and on the card, in both languages")
def looks(world):
    gallery = Gallery(world)
    for language, (title, ok, text) in WORDS.items():
        phone = world.phone(language=language)
        phone.open("/new")
        phone.page.get_by_role("textbox").first.fill("Anna")
        phone.page.locator("form button:not([type=button])").last.click()
        expect(phone.page.locator(".lobby")).to_be_visible()
        world.server.say(text)
        expect(announcement(phone, text)).to_be_visible()
        gallery.show(phone, f"said-lobby-{language}", SIZES)
        phone.page.locator(".foot button").click()
        expect(phone.page.locator(".grid")).to_be_visible()
        expect(announcement(phone, text)).to_contain_text(title)
        gallery.show(phone, f"said-card-{language}", SIZES)
        phone.button(ok).click()
        expect(announcement(phone, text)).to_have_count(0)
    gallery.close()
