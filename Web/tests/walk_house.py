"""Steps of the walk through a home's arrangement: favorites, rooms, homes and invitations."""

import re

from playwright.sync_api import Page, expect


def go(page: Page, base: str, path: str, heading: str) -> None:
    page.goto(f"{base}/{path}")
    expect(page.get_by_role("heading", level=1)).to_have_text(heading)


def favorites(page: Page, base: str) -> None:
    section = page.get_by_role("region", name="Favorites")
    go(page, base, "#/device/living-ceiling", "Ceiling Light")
    star = page.get_by_role("button", name="Favorite")
    expect(star).to_have_attribute("aria-pressed", "false")
    star.press("Enter")
    expect(star).to_have_attribute("aria-pressed", "true")
    go(page, base, "#/", "Home")
    expect(section.get_by_role("article")).to_have_count(1)
    expect(page.get_by_role("region").first).to_have_accessible_name("Favorites")
    lamp = page.get_by_role("button", name=re.compile("^Floor Lamp, ")).last
    lamp.press("f")
    expect(section.get_by_role("article")).to_have_count(2)
    page.reload()
    expect(section.get_by_role("article")).to_have_count(2)
    for _ in range(2):
        before = section.get_by_role("article").count()
        section.locator(".tile-body").first.press("f")
        expect(section.get_by_role("article")).to_have_count(before - 1)
    expect(section).to_have_count(0)


def rooms(page: Page, base: str) -> None:
    go(page, base, "#/settings", "Settings")
    names = page.get_by_role("region", name="Rooms").get_by_role("heading", level=3)
    first, second = names.all_inner_texts()[:2]
    down = page.get_by_role("button", name=f"Move {first} down")
    down.press("Enter")
    expect(names.first).to_have_text(second)
    expect(down).to_be_focused()
    up = page.get_by_role("button", name=f"Move {first} up")
    up.press("Enter")
    expect(names.first).to_have_text(first)
    expect(up).to_be_disabled()
    expect(down).to_be_focused()


def homes(page: Page, base: str) -> None:
    switch = page.get_by_role("button", name=re.compile("^Home: "))
    expect(switch).to_have_count(0)
    page.get_by_role("button", name="Add a home").click()
    page.get_by_role("textbox", name="Name").fill("Cabin")
    page.get_by_role("button", name="Save").click()
    expect(switch).to_have_accessible_name("Home: Cabin")
    # The new home is empty, so its setup is shown.
    go(page, base, "#/", "Set up your home")
    expect(page.get_by_role("heading", level=2)).to_have_text("Where is your home?")
    page.get_by_role("button", name="Skip").press("Enter")
    expect(page.get_by_role("heading", level=2)).to_have_text("Which rooms does it have?")
    page.get_by_role("button", name="Kitchen").click()
    page.get_by_label("Another room").fill("Sauna")
    page.reload()
    expect(page.get_by_role("heading", level=2)).to_have_text("Which rooms does it have?")
    page.get_by_label("Another room").fill("Sauna")
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("heading", level=2)).to_have_text("Add the first device")
    page.get_by_role("button", name=re.compile("Rooms")).click()
    page.get_by_label("Another room").fill("sauna")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("alert").filter(has_text="already has a room named “Sauna”")).to_be_visible()
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("heading", level=2)).to_have_text("Add the first device")
    page.get_by_role("button", name="To the home").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Cabin")
    go(page, base, "#/people", "People")
    expect(page.locator(".card")).to_have_count(1)
    page.reload()
    expect(switch).to_have_accessible_name("Home: Cabin")
    switch.press("Enter")
    page.get_by_role("dialog").get_by_role("button", name=re.compile("^Home ")).press("Enter")
    expect(switch).to_have_accessible_name("Home: Home")
    switch.click()
    page.get_by_role("dialog").get_by_role("button", name=re.compile("^Cabin ")).click()
    go(page, base, "#/settings", "Settings")
    page.get_by_role("button", name="Delete this home").click()
    page.get_by_role("textbox", name="Type its name").fill("Cabin")
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(switch).to_have_count(0)
    page.evaluate("localStorage.clear()")


def people(page: Page, base: str) -> None:
    go(page, base, "#/people", "People")
    page.get_by_role("button", name="Invite somebody").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Some rooms").check()
    dialog.get_by_role("button", name="Make a link").click()
    expect(dialog.get_by_role("alert")).to_have_text("Choose a room or a device.")
    dialog.get_by_label("Kitchen").check()
    dialog.get_by_role("button", name="Make a link").click()
    expect(dialog.locator("code").first).to_have_text(re.compile("[A-Za-z0-9_-]{22}"))
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def places(page: Page, base: str) -> None:
    """Going back restores the scroll position, by the browser's button and by the page's link; the search understands verbs."""
    wide = page.viewport_size
    page.set_viewport_size({"width": 390, "height": 844})
    go(page, base, "#/", "Home")
    lamp = page.locator("[data-device=office-desk-lamp]")
    details = lamp.locator("a").first
    lamp.wait_for()
    lamp.evaluate("one => one.scrollIntoView({ block: 'center' })")
    page.wait_for_timeout(700)
    before = lamp.bounding_box()["y"]
    for back in (page.go_back, lambda: page.locator("a.back").click()):
        details.click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Desk Lamp")
        back()
        page.wait_for_function("y => Math.abs(document.querySelector('[data-device=office-desk-lamp]')?.getBoundingClientRect().top - y) < 5", arg=before)
    page.set_viewport_size(wide)
    page.keyboard.press("/")
    for words, first in [("turn off coffee", "Turn off Coffee Maker"), ("coffee on", "Turn on Coffee Maker"), ("coffee", "Coffee Maker")]:
        page.get_by_role("combobox").fill(words)
        expect(page.get_by_role("option").first).to_contain_text(first)
    # The hub reads whole sentences, and does them.
    page.get_by_role("combobox").fill("turn on the lights in the kitchen")
    expect(page.get_by_role("option").first).to_contain_text(re.compile(r"^Turn on .*Kitchen"))
    page.keyboard.press("Enter")
    expect(page.locator(".toast").filter(has_text=re.compile("(is|are) on")).first).to_be_visible()
    page.keyboard.press("/")
    page.get_by_role("combobox").fill("unlock the front door")
    expect(page.get_by_role("option").first).to_contain_text("Unlock Front Door (")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text="Say yes or no.")).to_be_visible()
    page.get_by_role("option").filter(has_text="Cancel").click()
    expect(page.locator(".toast").filter(has_text="nothing was done").first).to_be_visible()
    page.keyboard.press("/")
    page.get_by_role("combobox").fill("do not turn on the coffee maker")
    expect(page.get_by_role("option")).to_have_count(0)
    # Escape clears a search input, and closes the dialog if the input is empty.
    page.get_by_role("combobox").fill("")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def narrow(page: Page) -> None:
    """Lines that were laid out in a wide window still fit after it becomes narrow."""
    wide = page.viewport_size
    page.get_by_role("button", name="Everything").click()
    expect(page.locator(".log li").first).to_be_visible()
    page.wait_for_timeout(2_500)
    for width in (640, 320):
        page.set_viewport_size({"width": width, "height": 800})
        page.wait_for_function("width => [...document.querySelectorAll('.log li')].every((one) => one.getBoundingClientRect().right <= width)", arg=width, timeout=10_000)
    page.set_viewport_size(wide)


def log(page: Page, base: str) -> None:
    go(page, base, "#/", "Home")
    page.get_by_role("link", name="What happened").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("What happened")
    lines = page.locator(".log li")
    expect(lines.first).to_be_visible()
    other = page.context.new_page()
    go(other, base, "#/", "Home")
    stand = other.get_by_role("button", name=re.compile("^Display Stand, "))
    for _ in range(2):
        stand.click()
        # The cause is a person's name or "Somebody at a dashboard".
        expect(lines.filter(has_text=re.compile(r"\w switched (on|off) Display Stand")).first).to_be_visible()
        other.wait_for_timeout(500)
    other.close()
    unreadable = re.compile(r"hearth-\d+|[0-9a-f]{8}-[0-9a-f]{4}-|Unknown|Measured value|no\. \d|lx")
    told = lines.all_text_contents()
    assert not [line for line in told if unreadable.search(line)], told
    where = page.get_by_label("Where")
    where.select_option(label="Display Stand")
    expect(lines.filter(has_not_text="Display Stand")).to_have_count(0)
    expect(lines.first).to_contain_text("Display Stand")
    where.select_option(label="Garden")
    expect(lines.filter(has_text="Display Stand")).to_have_count(0)
    where.select_option(label="Everywhere")
    page.get_by_label("Day").fill("2020-02-29")
    expect(lines).to_have_count(0)
    page.get_by_label("Day").fill("")
    page.get_by_role("button", name="Measurements").click()
    expect(page.get_by_role("button", name="Measurements")).to_have_attribute("aria-pressed", "true")
    expect(lines.filter(has_text=re.compile("lx|°C|%")).first).to_be_visible(timeout=120_000)
    narrow(page)
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Home")
    go(page, base, "#/problems", "What needs a look")
    expect(page.locator(".notice, .empty").first).to_be_visible()


def wall(page: Page, base: str) -> None:
    go(page, base, "#/", "Home")
    page.get_by_role("link", name="Living Room").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Living Room")
    expect(page.get_by_role("button", name=re.compile("^Ceiling Light, "))).to_be_visible()
    awake = page.get_by_role("switch", name="Keep the screen on")
    for wanted in ["true", "false"]:
        awake.press("Enter")
        expect(awake).to_have_attribute("aria-checked", wanted)
    full = page.get_by_role("button", name="Full screen")
    full.click()
    expect(page.get_by_role("navigation")).to_be_hidden()
    page.get_by_role("button", name="Leave full screen").click()
    expect(page.get_by_role("navigation")).to_be_visible()
    manifest = page.request.get(page.evaluate("document.querySelector('link[rel=manifest]').href")).json()
    assert manifest["start_url"] == "/" and {icon["sizes"] for icon in manifest["icons"]} == {"any", "192x192", "512x512"}, manifest


def density(page: Page, base: str) -> None:
    """A phone shows nine tiles without scrolling, and a computer twenty."""
    wide = page.viewport_size
    for width, height, least in [(390, 844, 9), (1280, 800, 20)]:
        page.set_viewport_size({"width": width, "height": height})
        go(page, base, "#/", "Home")
        page.wait_for_function("""least => [...document.querySelectorAll('.tile')].map((one) => one.getBoundingClientRect())
            .filter((box) => box.width > 0 && box.top >= 0 && box.bottom <= innerHeight).length >= least""", arg=least, timeout=10_000)
    page.set_viewport_size(wide)


def scenes(page: Page, base: str) -> None:
    """A scene on the home view does what it says."""
    go(page, base, "#/", "Home")
    lamp = page.get_by_role("button", name=re.compile("^Desk Lamp, "))
    if lamp.get_attribute("aria-pressed") == "false":
        lamp.click()
        expect(lamp).to_have_attribute("aria-pressed", "true")
    page.get_by_role("group", name="At once").get_by_role("button", name="Good Night").click()
    expect(page.locator(".toast").filter(has_text="Good Night")).to_be_visible()
    expect(lamp).to_have_attribute("aria-pressed", "false", timeout=10_000)


def presence(page: Page, base: str) -> None:
    """A person says whether they are at home, and another page shows it."""
    go(page, base, "#/people", "People")
    other = page.context.new_page()
    go(other, base, "#/people", "People")
    selects = [one.get_by_role("combobox", name=re.compile("at home")) for one in (page, other)]
    for wanted in ["Away", "At home", "Does not say"]:
        selects[0].select_option(label=wanted)
        for select in selects:
            expect(select.locator("option:checked")).to_have_text(wanted)
    other.close()


def house(page: Page, base: str) -> None:
    density(page, base)
    favorites(page, base)
    rooms(page, base)
    homes(page, base)
    people(page, base)
    presence(page, base)
    scenes(page, base)
    log(page, base)
    places(page, base)
    wall(page, base)
