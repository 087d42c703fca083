"""The hub is away while the page is open, and the page sleeps while the hub runs."""

import os
import re
import signal
import time

from playwright.sync_api import Browser, BrowserContext, Page, expect

from own_hub import Hub
from trials_tabs import all_show, stand, switch

#: Matter's device type of a dimmable light.
DIMMABLE_LIGHT = 257
#: Samples the page at each frame: whether it says that its data is old, and whether the stand is on.
WATCH = """() => {
  window.shown = [];
  const look = () => {
    const stand = [...document.querySelectorAll("button")].find((one) => (one.getAttribute("aria-label") ?? "").startsWith("Display Stand, "));
    window.shown.push([Date.now(), document.querySelector(".stale") !== null, stand?.getAttribute("aria-pressed")]);
    requestAnimationFrame(look);
  };
  look();
}"""


def open_home(context: BrowserContext, hub: Hub, problems: list[str]) -> Page:
    page = context.new_page()
    page.on("pageerror", lambda error: problems.append(f"away: {error}"))
    page.goto(f"http://{hub.listen}/")
    expect(stand(page)).to_be_visible(timeout=20_000)
    page.evaluate("window.isSame = true")
    return page


def is_same(page: Page) -> None:
    assert page.evaluate("window.isSame"), "the page was loaded again"


def hub_restarts(browser: Browser, hub: Hub, problems: list[str]) -> None:
    """Without the hub, the page stays, greyed and with its time. It is up to date again by itself, without removed devices."""
    context = browser.new_context(viewport={"width": 1000, "height": 800})
    page = open_home(context, hub, problems)
    tiles = page.locator(".tile")
    before = tiles.count()
    is_on = stand(page).get_attribute("aria-pressed") == "true"
    hub.kill()
    expect(page.locator(".stale")).to_contain_text(re.compile(r"This is how it was at \d"), timeout=10_000)
    expect(page.locator(".frame")).to_have_attribute("data-stale", "")
    # Tiles below the screen may have been added since.
    assert tiles.count() >= before, f"{tiles.count()} tiles of {before}"
    assert "grayscale" in page.locator(".page").evaluate("one => getComputedStyle(one).filter")
    # The home is changed before the page reconnects.
    context.set_offline(True)
    hub.start()
    switch(hub, not is_on)
    gone = hub.device("Glow Speaker")["id"]
    hub.call("HomeService/RemoveDevice", {"deviceId": gone})
    began = time.monotonic()
    context.set_offline(False)
    all_show([page], not is_on)
    expect(page.locator(".tile", has_text="Glow Speaker")).to_have_count(0)
    print(f"The page was up to date {time.monotonic() - began:.1f} s after the hub was back.")
    is_same(page)
    hub.call("HomeService/RestoreDevices", {})
    expect(page.locator(".tile", has_text="Glow Speaker").first).to_be_visible(timeout=10_000)
    context.close()


def half_moved_slider(browser: Browser, hub: Hub, problems: list[str]) -> None:
    """The hub goes away and returns while a slider is held."""
    context = browser.new_context(viewport={"width": 1000, "height": 800})
    page = open_home(context, hub, problems)
    speaker = hub.device("Glow Speaker")
    light = next(one["id"] for one in speaker["endpoints"] if any(kind["id"] == DIMMABLE_LIGHT for kind in one["deviceTypes"]))
    tile = page.locator(".tile", has=page.get_by_role("button", name=re.compile("^Light, ")))
    slider = tile.get_by_role("slider")
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    assert box

    def move(part: float) -> None:
        page.mouse.move(box["x"] + box["width"] * part, box["y"] + box["height"] / 2, steps=5)

    for is_back in (True, False):
        move(0.3)
        page.mouse.down()
        move(0.5)
        hub.kill()
        move(0.6)
        expect(page.locator(".stale")).to_be_visible(timeout=10_000)
        move(0.7)
        if is_back:
            hub.start()
            expect(page.locator(".stale")).to_have_count(0, timeout=15_000)
        move(0.8)
        page.mouse.up()
        if is_back:
            # The last value was sent, and the tile shows it.
            wanted = slider.input_value()
            expect(tile).to_contain_text(f"{wanted} %", timeout=10_000)
        else:
            # It was not sent, and the page says so.
            expect(page.get_by_role("status").filter(has_text="can't be reached").or_(page.get_by_role("alert").filter(has_text="can't be reached")).last).to_be_visible(timeout=20_000)
            hub.start()
            expect(page.locator(".stale")).to_have_count(0, timeout=15_000)
        level = hub.trait(speaker["id"], light, "LevelControl")["currentLevel"]
        expect(slider).to_have_value(str(round(level / 254 * 100)), timeout=10_000)
        expect(tile).to_contain_text(f"{round(level / 254 * 100)} %")
    is_same(page)
    context.close()


def renderers(browser: Browser) -> list[int]:
    processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    return [one["id"] for one in processes if one["type"] == "renderer"]


def asleep(browser: Browser, hub: Hub, problems: list[str]) -> None:
    """A laptop sleeps for an hour, while the hub runs or restarts: the page is up to date soon after."""
    for is_restarted in (False, True):
        context = browser.new_context(viewport={"width": 1000, "height": 800})
        context.clock.install()
        pages = [open_home(context, hub, problems) for _ in range(2)]
        is_on = stand(pages[0]).get_attribute("aria-pressed") == "true"
        for page in pages:
            page.evaluate(WATCH)
        sleeping = renderers(browser)
        for process in sleeping:
            os.kill(process, signal.SIGSTOP)
        if is_restarted:
            hub.kill()
            hub.start()
        switch(hub, not is_on)
        time.sleep(1)
        for process in sleeping:
            os.kill(process, signal.SIGCONT)
        began = time.monotonic()
        for page in pages:
            page.clock.fast_forward("01:00:00")
        all_show(pages, not is_on)
        print(f"The page was up to date {time.monotonic() - began:.1f} s after it woke.")
        for page in pages:
            is_same(page)
            shown = page.evaluate("window.shown")
            woke = next(index for index in range(1, len(shown)) if shown[index][0] - shown[index - 1][0] > 3_000_000)
            lies = [one for one in shown[woke:] if not one[1] and one[2] == str(is_on).lower()]
            assert len(lies) * 16 < 1_000, f"what was an hour old was shown as of now, for {len(lies)} frames"
        context.close()


