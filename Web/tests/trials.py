"""Adverse conditions for the dashboard: many tabs, sleep, a hub that is away, a wrong clock, no JavaScript, and signing in with
a key after all of that. In Chromium, on hubs of its own.

    pip install playwright
    python3 Web/tests/trials.py .build/debug/hearth [/usr/bin/chromium] [OPTION of hearth serve…]
"""

import datetime
import re
import sys
import tempfile

from playwright.sync_api import Browser, Page, expect, sync_playwright

from own_hub import Hub
from trials_away import asleep, half_moved_slider, hub_restarts
from trials_tabs import frozen_tab, silent_tab, stand, switch, ten_tabs, two_browsers

HEARTH = sys.argv[1] if len(sys.argv) > 1 else ".build/debug/hearth"
CHROMIUM = sys.argv[2] if len(sys.argv) > 2 else "/usr/bin/chromium"
OPTIONS = sys.argv[3:]
DAY = datetime.timedelta(days=1)


def no_script(browser: Browser, hub: Hub, problems: list[str]) -> None:
    """Without JavaScript, the page only says that it needs it."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"http://{hub.listen}/")
    expect(page.locator("noscript p")).to_be_visible()
    expect(page.locator("noscript p")).to_contain_text("This page needs JavaScript")
    expect(page.locator("#app")).to_be_hidden()
    context.close()


def room_by_query(browser: Browser, hub: Hub, problems: list[str]) -> None:
    """A wall tablet's address with ?view= opens a room, and is replaced by the room's usual address."""
    context = browser.new_context(viewport={"width": 1000, "height": 800})
    page = context.new_page()
    page.on("pageerror", lambda error: problems.append(f"room: {error}"))
    room = next(one for one in hub.call("HomeService/List", {})["rooms"] if one["name"] == "Living Room")["id"]
    page.goto(f"http://{hub.listen}/?view=room&id={room}")
    expect(page.get_by_role("heading", level=1, name="Living Room")).to_be_visible(timeout=20_000)
    assert page.url == f"http://{hub.listen}/#/room/{room}", page.url
    page.reload()
    expect(page.get_by_role("heading", level=1, name="Living Room")).to_be_visible(timeout=20_000)
    page.goto(f"http://{hub.listen}/?view=%2F%2Fevil.example&id=%3Cimg%3E")
    expect(page.locator("h1")).to_be_visible(timeout=20_000)
    assert page.url.startswith(f"http://{hub.listen}/#/"), page.url
    context.close()


def moved_while_used(browser: Browser, hub: Hub, problems: list[str]) -> None:
    """A tile in use keeps its element as its device is renamed and the tile moves, also to another part of the grid."""
    home = hub.call("HomeService/List", {})
    rooms = {one["id"]: one.get("roomId", "") for one in home["devices"]}
    room = next(one for one in home["rooms"] if one["name"] == "Living Room")["id"]
    lamp = next(one for one in home["devices"] if one["name"] == "Floor Lamp")["id"]
    for device in rooms:
        hub.call("HomeService/UpdateDevice", {"deviceId": device, "roomId": room})
    context = browser.new_context(viewport={"width": 1000, "height": 800})
    page = context.new_page()
    page.on("pageerror", lambda error: problems.append(f"moved: {error}"))
    page.goto(f"http://{hub.listen}/#/room/{room}")
    expect(stand(page)).to_be_visible(timeout=20_000)
    tile = page.locator(f'.tile[data-device="{lamp}"]')
    parts = page.locator(".tiles > ul")
    expect(parts).to_have_count(2)

    def rename(name: str, part: int) -> None:
        hub.call("HomeService/UpdateDevice", {"deviceId": lamp, "name": name})
        expect(parts.nth(part).locator(f'[data-device="{lamp}"]')).to_have_count(1)

    def devices(part: int) -> list[str]:
        return parts.nth(part).evaluate("(one) => [...one.querySelectorAll('.tile')].map((tile) => tile.dataset.device)")

    # Names that move it to either side of the first part's end; both places are on the screen.
    names = {one["id"]: one["name"] for one in home["devices"]}
    rename("Aaa", 0)
    end = devices(0)[-1]
    before = next(names[one] for one in reversed(devices(0)) if one != end)
    after = next(names[one] for one in devices(1) if one != end)
    tile.locator(".tile-body").focus()
    rename(f"{after} b", 1)
    expect(tile.locator(".tile-body")).to_be_focused()
    slider = tile.get_by_role("slider")
    slider.scroll_into_view_if_needed()
    # A tile that comes into view for the first time is laid out in the next frames.
    page.wait_for_timeout(300)

    def hold(share: float) -> None:
        box = slider.bounding_box()
        assert box
        page.mouse.move(box["x"] + box["width"] * share, box["y"] + box["height"] / 2, steps=3)

    hold(0.3)
    page.mouse.down()
    hold(0.5)
    assert 40 <= int(slider.input_value()) <= 60, "the slider is not held"
    hub.call("HomeService/UpdateDevice", {"deviceId": lamp, "name": f"{before} b"})
    expect(tile).to_contain_text(f"{before} b")
    # A tile whose slider is held does not move.
    hold(0.8)
    assert lamp in devices(1)
    page.mouse.up()
    wanted = int(slider.input_value())
    assert 70 <= wanted <= 90, wanted
    expect(tile).to_contain_text(f"{wanted} %")
    expect(parts.nth(0).locator(f'[data-device="{lamp}"]')).to_have_count(1)
    hub.call("HomeService/UpdateDevice", {"deviceId": lamp, "name": "Floor Lamp"})
    for device, former in rooms.items():
        hub.call("HomeService/UpdateDevice", {"deviceId": device, "roomId": former})
    context.close()


def wrong_clock(browser: Browser, hub: Hub, problems: list[str]) -> None:
    """With a clock that is a day wrong, ages and times still follow the hub's clock."""
    for shift in (DAY, -DAY):
        context = browser.new_context(viewport={"width": 1000, "height": 800})
        context.clock.install(time=datetime.datetime.now() + shift)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(f"clock: {error}"))
        page.goto(f"http://{hub.listen}/")
        expect(stand(page)).to_be_visible(timeout=20_000)
        switch(hub, stand(page).get_attribute("aria-pressed") != "true")
        device = hub.device("Display Stand")["id"]
        page.goto(f"http://{hub.listen}/#/device/{device}")
        expect(page.get_by_role("heading", level=1, name="Display Stand")).to_be_visible()
        expect(page.get_by_text(re.compile("just now", re.IGNORECASE)).first).to_be_visible()
        assert not re.search("yesterday|tomorrow|1 day ago|in 1 day", page.locator("main").inner_text())
        context.set_offline(True)
        hub.kill()
        expect(page.locator(".stale")).to_be_visible(timeout=15_000)
        said = re.search(r"at (\d\d):(\d\d) ?([AP]M)?", page.locator(".stale").inner_text())
        assert said, page.locator(".stale").inner_text()
        clock = datetime.datetime.now()
        hour = int(said[1]) % 12 + (12 if said[3] == "PM" else 0) if said[3] else int(said[1])
        assert abs((clock.hour * 60 + clock.minute) - (hour * 60 + int(said[2]))) in (0, 1, 1439), f"{said[0]} at {clock}"
        hub.start()
        context.set_offline(False)
        expect(page.locator(".stale")).to_have_count(0, timeout=15_000)
        context.close()


def press(page: Page) -> None:
    """The page shows the real state: a press switches to the other one."""
    wanted = "false" if stand(page).get_attribute("aria-pressed") == "true" else "true"
    stand(page).click()
    expect(stand(page)).to_have_attribute("aria-pressed", wanted)


def wrong_clock_with_key(browser: Browser, folder: str, problems: list[str]) -> None:
    """A browser with a key signs in with any clock, and stays signed in when the clock is corrected."""
    hub = Hub(HEARTH, folder, "--local-owner", "nobody", *OPTIONS)
    hub.start()
    try:
        link = hub.find(r"(#claim=\S+)")
        context = browser.new_context(viewport={"width": 1000, "height": 800}, ignore_https_errors=True)
        context.clock.install(time=datetime.datetime.now() + DAY)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(f"key: {error}"))
        page.goto(f"https://{hub.listen}/{link}")
        page.get_by_role("textbox", name="What to call this browser").fill("Ada's laptop")
        page.get_by_role("button", name="Connect", exact=True).click()
        expect(stand(page)).to_be_visible(timeout=20_000)
        for shift in (-DAY, DAY, DAY - DAY):
            # By the browser's clock, its token has expired or is not valid yet, and the restarted hub does not know it.
            page.clock.set_system_time(datetime.datetime.now() + shift)
            hub.kill()
            expect(page.locator(".stale")).to_be_visible(timeout=15_000)
            hub.start()
            expect(page.locator(".stale")).to_have_count(0, timeout=20_000)
            press(page)
        # The browser sleeps longer than its token's life, and the hub restarts meanwhile.
        with page.expect_request(lambda request: request.url.endswith("/Watch")):
            hub.kill()
            hub.start()
            page.clock.fast_forward("01:00:00")
        expect(page.locator(".stale")).to_have_count(0, timeout=20_000)
        press(page)
        page.goto(f"https://{hub.listen}/#/settings")
        expect(page.get_by_role("heading", name="Ada's laptop").first).to_be_visible()
        context.close()
    finally:
        hub.kill()


def main() -> None:
    problems: list[str] = []
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as other, sync_playwright() as playwright:
        hub = Hub(HEARTH, folder, *OPTIONS)
        hub.start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            for trial in [no_script, room_by_query, moved_while_used, ten_tabs, two_browsers, frozen_tab, silent_tab, hub_restarts, half_moved_slider, asleep, wrong_clock]:
                print(f"{trial.__name__}…", flush=True)
                trial(browser, hub, problems)
            wrong_clock_with_key(browser, other, problems)
        finally:
            hub.kill()
            browser.close()
    assert not problems, "\n".join(problems)
    print("The dashboard passed all trials.")


main()
