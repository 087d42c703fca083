"""Walks through the dashboard of a running demo home in Chromium, and fails for problems that people would have.

    pip install playwright axe-playwright-python
    hearth serve --demo
    python3 Web/tests/walk.py [http://127.0.0.1:4327] [/usr/bin/chromium]

It changes the demo home, and undoes its changes.
"""

import re
import sys

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect, sync_playwright

from showcase import showcase
from walk_house import house
from walk_notices import Notices, notices
import walk_plots

BASE = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:4327"
CHROMIUM = sys.argv[2] if len(sys.argv) > 2 else "/usr/bin/chromium"
VIEWS = ["#/", "#/device/living-ceiling", "#/device/thermostat", "#/device/living-spinner", "#/device/front-door-lock",
         "#/automations", "#/people", "#/settings", "#/log", "#/problems", "#/welcome",
         "#/history", "#/history?of=1.513.0.thermostat&of=1.6.0.living-ceiling", "#/energy",
         "#/automation/new", "#/automation/examples", "#/automation/new?example=motion-light"]
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
# A device that the demo home's simulated family does not use, so that only the walk changes it.
STAND = re.compile("^Display Stand, ")
HOSTILE = "A<img src=x onerror=alert(1)> \u05d0\u05d1 𝒵"


def open_page(context, problems: list[str], path: str = "#/") -> Page:
    page = context.new_page()
    page.on("pageerror", lambda error: problems.append(f"{path}: {error}"))
    page.on("console", lambda message: message.type == "error" and problems.append(f"{path}: {message.text}"))
    page.goto(f"{BASE}/{path}")
    expect(page.locator("h1")).to_be_visible(timeout=20_000)
    return page


def controls(page: Page) -> None:
    stand = page.get_by_role("button", name=STAND)
    before = stand.get_attribute("aria-pressed")
    after = "false" if before == "true" else "true"
    stand.click()
    expect(stand).to_have_attribute("aria-pressed", after)
    stand.press("Enter")
    expect(stand).to_have_attribute("aria-pressed", before)

    tile = page.locator(".tile", has=page.get_by_role("button", name=re.compile("^Light, ")))
    slider = tile.get_by_role("slider")
    slider.focus()
    for key in ["Home", "PageUp", "ArrowRight"]:
        slider.press(key)
    wanted = slider.input_value()
    expect(tile).to_contain_text(f"{wanted} %")
    expect(tile.get_by_role("button")).to_have_attribute("aria-label", f"Light, On, Glow Speaker · {wanted}\u00a0%")
    tile.get_by_role("button").click()

    lock = page.locator(".tile", has_text="Front Door")
    # The simulated family may leave meanwhile and lock the door.
    expect(lock).to_contain_text("Locked", timeout=60_000)
    lock.get_by_role("button", name="Unlock Front Door").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Unlock Front Door?")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    # The simulated family may leave meanwhile and lock the door.
    expect(lock).to_contain_text("Locked", timeout=60_000)
    lock.get_by_role("button", name="Unlock Front Door").click()
    dialog.get_by_role("button", name="Unlock", exact=True).click()
    expect(lock).to_contain_text("Unlocked", timeout=10_000)
    lock.get_by_role("button", name="Lock Front Door").click()
    expect(lock).to_contain_text(re.compile("Locked"), timeout=10_000)


def names(page: Page) -> None:
    page.keyboard.press("/")
    page.get_by_role("combobox").fill("desk la")
    expect(page.get_by_role("option").first).to_contain_text("Desk Lamp")
    page.keyboard.press("Enter")
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("Desk Lamp")
    page.get_by_role("button", name="Rename or move").click()
    page.get_by_role("textbox", name="Name").fill(HOSTILE)
    page.get_by_role("button", name="Save").click()
    expect(heading).to_have_text(HOSTILE)
    page.go_back()
    expect(page.locator(".tile", has_text=HOSTILE)).to_be_visible()
    page.go_forward()
    page.get_by_role("button", name="Undo").click()
    expect(heading).to_have_text("Desk Lamp")


def rename_race(page: Page, other: Page) -> None:
    """Two people rename one lamp: the last name wins, and both are notified."""
    headings = [one.get_by_role("heading", level=1) for one in (page, other)]
    page.goto(f"{BASE}/#/")
    path = page.locator(".tile", has_text="Desk Lamp").locator("a[href^='#/device/']").first.get_attribute("href")
    for one, heading in zip((page, other), headings):
        one.goto(f"{BASE}/{path}")
        expect(heading).to_have_text("Desk Lamp")
    page.get_by_role("button", name="Rename or move").click()
    for name in ["Her Lamp", "Desk Lamp"]:
        other.get_by_role("button", name="Rename or move").click()
        other.get_by_role("textbox", name="Name").fill(name)
        other.get_by_role("button", name="Save").click()
        expect(other.get_by_role("dialog")).to_have_count(0)
        if name == "Desk Lamp":
            break
        expect(page.get_by_role("dialog")).to_contain_text("Somebody has just named it “Her Lamp”")
        page.get_by_role("textbox", name="Name").fill("His Lamp")
        page.get_by_role("button", name="Save").click()
        expect(other.get_by_role("status").filter(has_text="“Her Lamp” is called “His Lamp” now")).to_be_visible()
        expect(headings[1]).to_have_text("His Lamp")
    for heading in headings:
        expect(heading).to_have_text("Desk Lamp")


def two_tabs(context, problems: list[str], first: Page) -> None:
    watches = []
    context.on("request", lambda request: request.url.endswith("/Watch") and watches.append(request))
    second = open_page(context, problems)
    stands = [page.get_by_role("button", name=STAND) for page in (first, second)]
    before = stands[0].get_attribute("aria-pressed")
    stands[0].click()
    for stand in stands:
        expect(stand).not_to_have_attribute("aria-pressed", before)
    assert not watches, "the second tab has a stream of its own"
    first.close()
    stands[1].click()
    expect(stands[1]).to_have_attribute("aria-pressed", before)
    assert len(watches) == 1, "the tab that is left has no stream"


def fits(page: Page, path: str, width: int) -> None:
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= width, f"{path} is {wide} px wide at {width} px"
    small = page.evaluate("""[...document.querySelectorAll('a[href], button, input:not([type=checkbox], [type=radio]), select, summary')]
        .filter((one) => one.checkVisibility({ contentVisibilityAuto: true }) && !one.classList.contains('skip'))
        .filter((one) => one.getBoundingClientRect().height < 44 || one.getBoundingClientRect().width < 24)
        .map((one) => one.outerHTML.slice(0, 120))""")
    assert not small, f"{path} at {width} px has small targets: {small}"


def look(page: Page, axe: Axe, path: str, width: int, scheme: str, problems: list[str]) -> None:
    fits(page, path, width)
    found = axe.run(page, options={"runOnly": RULES})
    problems += [f"{path} {width} {scheme}: {one['id']} {[node['target'] for node in one['nodes']][:3]}" for one in found.response["violations"]]


def main() -> None:
    problems: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        context = browser.new_context(viewport={"width": 1280, "height": 900})
        page = open_page(context, problems)
        controls(page)
        names(page)
        notices(page, BASE)
        house(page, BASE)
        walk_plots.history(page, BASE)
        walk_plots.automation_editor(page, BASE)
        walk_plots.scene(page, BASE)
        other = open_page(context, problems)
        rename_race(page, other)
        other.close()
        page.goto(f"{BASE}/#/")
        two_tabs(context, problems, page)
        kept = context.pages[-1].evaluate("[document.cookie, JSON.stringify(localStorage), JSON.stringify(sessionStorage)]")
        assert kept == ["", "{}", "{}"], kept
        context.close()

        # axe is injected as a script, which the page's own policy forbids.
        axe = Axe()
        Notices(BASE).examples()
        for width, scheme in [(320, "light"), (360, "dark"), (1280, "light"), (1280, "dark")]:
            context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme, bypass_csp=True)
            page = open_page(context, problems)
            room = page.get_by_role("link", name="Living Room").get_attribute("href")
            for path in [*VIEWS, room]:
                page.goto(f"{BASE}/{path}")
                page.wait_for_timeout(700)
                expect(page.locator("h1")).to_be_visible()
                for summary in page.locator("summary:visible").all():
                    summary.click()
                page.wait_for_timeout(400)
                look(page, axe, path, width, scheme, problems)
            context.close()
        Notices(BASE).send("Dismiss", {})
        showcase(browser, BASE, problems, lambda page, path, width, scheme: look(page, axe, path, width, scheme, problems))
        browser.close()
    assert not problems, "\n".join(problems)
    print("The walk found no problems.")


main()
