"""Shows devices of kinds that the demo home lacks, and checks their tiles and pages as walk.py checks the others.

    pip install playwright axe-playwright-python
    hearth serve --demo
    python3 Web/tests/showcase.py [http://127.0.0.1:4327] [/usr/bin/chromium] [FOLDER for pictures]

The house is in showcase/house.js. A fake hub inside the page answers for it, with the schemas of the running hub.
"""

import pathlib
import re
import sys

from playwright.sync_api import Browser, Page, expect, sync_playwright

WEB = pathlib.Path(__file__).parents[1]
HOUSE = WEB / "tests" / "showcase" / "house.js"
NAMES = re.findall(r'^  \{ name: "([^"]+)"', HOUSE.read_text(), re.MULTILINE)
TYPES = {".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".svg": "image/svg+xml"}
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Showcase</title><meta name="viewport" content="width=device-width">
<link rel="stylesheet" href="{app}app.css"><link rel="stylesheet" href="{app}later.css"></head><body><script type="module" src="{app}tests/showcase/page.js"></script></body></html>"""


def open_showcase(browser: Browser, base: str, width: int, scheme: str, problems: list[str]) -> Page:
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme, bypass_csp=True, locale="en-GB")
    page = context.new_page()
    page.on("pageerror", lambda error: problems.append(f"showcase: {error}"))
    page.on("console", lambda message: message.type == "error" and problems.append(f"showcase: {message.text}"))
    page.goto(base)
    app = re.search(r"/app/[^\"]*?(?=main\.js)", page.content()).group()

    def serve(route) -> None:
        path = WEB / route.request.url.split(app, 1)[1]
        route.fulfill(path=path, content_type=TYPES[path.suffix])

    # Served from the folder: the built-in scripts are joined into one program, which starts by itself.
    page.route(f"**{app}**", serve)
    page.route("**/showcase", lambda route: route.fulfill(body=PAGE.format(app=app), content_type="text/html"))
    page.goto(f"{base}/showcase")
    expect(page.locator("h1")).to_be_visible(timeout=20_000)
    return page


def go(page: Page, path: str) -> None:
    page.evaluate("path => { location.hash = path }", path)
    page.wait_for_timeout(350)


def missing_texts(page: Page) -> list[str]:
    """Finds text keys and invalid values on the page."""
    text = page.locator("main").inner_text()
    return re.findall(r"\b[a-z]+[A-Za-z]*\.[a-z]+[A-Za-z]*\b|undefined|\[object|NaN", text)


def controls(page: Page, folder: str | None) -> None:
    go(page, "#/")
    washer = page.locator(".tile", has_text="Washing machine")
    expect(washer).to_contain_text("left")
    washer.get_by_role("button", name="Pause").click()
    expect(washer).to_contain_text("Paused")
    washer.get_by_role("button", name="Go on").click()
    expect(washer).to_contain_text("Rinse")
    door = page.locator(".tile", has_text="Front door")
    door.get_by_role("button", name="Unlock Front door").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Unlock").click()
    expect(dialog).to_contain_text("asks for a PIN")
    pin = dialog.get_by_label("PIN").and_(dialog.locator("input"))
    pin.fill("1234")
    pin.press("Enter")
    expect(dialog).to_have_count(0)
    expect(door).to_contain_text("Unlocked")
    alarm = page.locator(".tile", has_text="House alarm")
    alarm.get_by_role("button", name="Disarm").click()
    dialog.get_by_role("button", name="Disarm").click()
    expect(dialog).to_contain_text("asks for a code")
    code = dialog.get_by_label("Code", exact=True).and_(dialog.locator("input"))
    for _ in range(2):
        code.fill("9999")
        code.press("Enter")
        expect(dialog.get_by_role("alert")).to_have_text("Refused. Check the code. The code is wrong.")
        expect(code).to_have_value("")
        expect(code).to_be_focused()
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_have_count(0)
    expect(alarm).to_contain_text("Armed")
    alarm.get_by_role("button", name="Disarm").click()
    for digit in "1239":
        dialog.get_by_role("button", name=digit, exact=True).click()
    dialog.get_by_role("button", name="Erase a digit").click()
    dialog.get_by_role("button", name="4", exact=True).click()
    expect(code).to_have_value("1234")
    if folder:
        dialog.screenshot(path=f"{folder}/code.png")
    dialog.get_by_role("button", name="Disarm").click()
    expect(dialog).to_have_count(0)
    expect(alarm).to_contain_text("Disarmed")
    go(page, "#/device/robot")
    kitchen = page.get_by_role("button", name="Kitchen")
    expect(kitchen).to_have_attribute("aria-pressed", "true")
    kitchen.click()
    expect(kitchen).to_have_attribute("aria-pressed", "false")
    expect(kitchen).to_be_focused()
    go(page, "#/device/dishwasher")
    page.get_by_role("button", name="Heavy").click()
    expect(page.get_by_role("status").filter(has_text="Empty it first.")).to_be_visible()
    go(page, "#/device/camera")
    picture = page.get_by_role("img", name="Taken at")
    expect(picture).to_be_visible()
    assert picture.evaluate("one => one.decode().then(() => one.naturalWidth)") == 64
    live_view(page)
    go(page, "#/device/air-conditioner")
    # The set points are as far apart as the dead band, 2.5 °C.
    expect(page.get_by_role("button", name="Heat to: more")).to_be_disabled()
    expect(page.get_by_role("button", name="Cool to: less")).to_be_disabled()


def live_view(page: Page) -> None:
    """Watches the camera live, in its page and from its tile."""
    def shown(player: str) -> None:
        group = page.get_by_role("group", name="Camera, live")
        expect(group).to_contain_text("Live")
        expect(group.locator(player)).to_be_visible()

    page.get_by_role("button", name="Watch live").click()
    shown("canvas")
    # The fake hub's stream is almost over.
    page.get_by_role("button", name="Keep watching").click()
    expect(page.get_by_role("button", name="Keep watching")).to_have_count(0)
    # A camera with a muted microphone has no sound to turn on.
    loud = page.get_by_role("button", name="Turn sound on")
    expect(loud).to_have_count(0)
    page.get_by_role("switch", name="Mute its microphone").click()
    page.evaluate("""() => {
      window.packets = 0;
      const { start } = AudioBufferSourceNode.prototype;
      AudioBufferSourceNode.prototype.start = function (when) { window.packets += 1; start.call(this, when); };
    }""")
    loud.click()
    page.wait_for_function("window.packets > 10")
    shown("canvas")
    page.get_by_role("button", name="Turn sound off").click()
    expect(loud).to_be_visible()
    private = page.get_by_role("switch", name="Show nothing live")
    private.click()
    expect(page.get_by_text("Private: it shows nothing").last).to_be_visible()
    expect(page.locator("canvas")).to_have_count(0)
    private.click()
    page.get_by_role("button", name="Watch live").click()
    page.get_by_role("button", name="Stop watching").click()
    expect(page.locator("canvas")).to_have_count(0)
    go(page, "#/")
    # Without a decoder for scripts, a media source plays it.
    page.evaluate("() => { globalThis.VideoDecoder = undefined; }")
    page.get_by_role("button", name="Watch Camera live").click()
    shown("video")
    page.wait_for_function("document.querySelector('video').currentTime > 0.5")
    page.keyboard.press("Escape")
    expect(page.locator("video")).to_have_count(0)
    # Without both, the small stream is shown, which has JPEG.
    page.evaluate("() => { globalThis.MediaSource = globalThis.ManagedMediaSource = undefined; }")
    page.get_by_role("button", name="Watch Camera live").click()
    shown("canvas")
    page.keyboard.press("Escape")


def showcase(browser: Browser, base: str, problems: list[str], look, folder: str | None = None) -> None:
    """Opens the page of each device; `look` checks it."""
    page = open_showcase(browser, base, 1280, "light", problems)
    controls(page, folder)
    page.context.close()
    for width, scheme in [(320, "light"), (1280, "dark")]:
        page = open_showcase(browser, base, width, scheme, problems)
        for name in ["", *NAMES]:
            path = f"#/device/{name.lower().replace(' ', '-')}" if name else "#/"
            go(page, path)
            expect(page.locator("h1")).to_be_visible()
            if folder:
                page.screenshot(path=f"{folder}/{name or 'all'}-{width}-{scheme}.png", full_page=True)
            for summary in page.locator("summary:visible").all():
                summary.click()
            page.wait_for_timeout(100)
            look(page, f"showcase {path}", width, scheme)
            problems += [f"{path}: it says {key}" for key in missing_texts(page)]
        page.context.close()


if __name__ == "__main__":
    found: list[str] = []
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=sys.argv[2] if len(sys.argv) > 2 else "/usr/bin/chromium", args=["--no-sandbox"])
        showcase(chromium, sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:4327", found, lambda *_: None, sys.argv[3] if len(sys.argv) > 3 else None)
        chromium.close()
    assert not found, "\n".join(found)
