"""Many tabs of one browser, some of them frozen."""

import re

from playwright.sync_api import Browser, Page, expect

from own_hub import Hub

STAND = re.compile("^Display Stand, ")
#: More tabs than the six connections that a browser opens to an origin with HTTP/1.1.
TABS = 10


def stand(page: Page):
    return page.get_by_role("button", name=STAND)


def until(page: Page, what: str, condition) -> None:
    for _ in range(100):
        if condition():
            return
        # Playwright only delivers the browser's events while one of its own functions waits.
        page.wait_for_timeout(100)
    raise AssertionError(f"timed out waiting until {what}")


class Streams:
    """The tabs that have an open watch."""

    def __init__(self, context) -> None:
        self.open: dict[object, Page] = {}
        context.on("request", lambda request: self.opens(request))
        for event in ("requestfinished", "requestfailed"):
            context.on(event, lambda request: self.open.pop(request, None))

    def opens(self, request) -> None:
        if request.url.endswith("/Watch"):
            self.open[request] = request.frame.page

    @property
    def pages(self) -> list[Page]:
        return [page for page in self.open.values() if not page.is_closed()]


def switch(hub: Hub, is_on: bool) -> None:
    """A change by another client, which tabs only learn from the hub."""
    target = {"deviceId": hub.device("Display Stand")["id"], "endpoint": 1}
    hub.call(f"hearth.traits.matter.v1.OnOffService/{'On' if is_on else 'Off'}", {"target": target})


def all_show(pages: list[Page], is_on: bool) -> None:
    for page in pages:
        expect(stand(page)).to_have_attribute("aria-pressed", str(is_on).lower(), timeout=10_000)
        expect(page.locator(".stale")).to_have_count(0)


def ten_tabs(browser: Browser, hub: Hub, problems: list[str]) -> None:
    """Ten tabs share one stream. When its tab closes, no tab misses a change or keeps a removed device."""
    context = browser.new_context(viewport={"width": 1000, "height": 800})
    streams = Streams(context)
    context.on("weberror", lambda error: problems.append(f"tabs: {error.error}"))
    before = hub.number("hearth_rpc_open_streams")
    pages = [context.new_page() for _ in range(TABS)]
    for number, page in enumerate(pages):
        page.goto(f"http://{hub.listen}/")
        expect(stand(page)).to_be_visible(timeout=20_000)
        # A tab also gets changes that happen while it loads.
        switch(hub, number % 2 == 0)
    all_show(pages, TABS % 2 == 1)
    assert streams.pages == [pages[0]], f"{len(streams.pages)} tabs stream"
    until(pages[0], "the hub has one stream", lambda: hub.number("hearth_rpc_open_streams") == before + 1)

    # The tab with the stream closes, and meanwhile one device is renamed and one is removed.
    spot = hub.device("Glow Speaker")["id"]
    for _ in range(3):
        leader = streams.pages[0]
        pages.remove(leader)
        leader.close()
        is_on = stand(pages[0]).get_attribute("aria-pressed") != "true"
        switch(hub, is_on)
        all_show(pages, is_on)
        until(pages[0], "one tab streams", lambda: len(streams.pages) == 1)
    leader = streams.pages[0]
    pages.remove(leader)
    leader.close()
    hub.call("HomeService/RemoveDevice", {"deviceId": spot})
    for page in pages:
        expect(page.locator(".tile", has_text="Glow Speaker")).to_have_count(0, timeout=10_000)
    # A press in one tab shows in all.
    is_on = stand(pages[0]).get_attribute("aria-pressed") != "true"
    stand(pages[-1]).click()
    all_show(pages, is_on)
    hub.call("HomeService/RestoreDevices", {})
    for page in pages:
        expect(page.locator(".tile", has_text="Glow Speaker").first).to_be_visible(timeout=10_000)
    context.close()


def two_browsers(browser: Browser, hub: Hub, problems: list[str]) -> None:
    """One browser's arrangement shows in another at once, and in a disconnected one when it is back."""
    contexts = [browser.new_context(viewport={"width": 1000, "height": 800}) for _ in range(3)]
    pages = [context.new_page() for context in contexts]
    for page in pages:
        page.on("pageerror", lambda error: problems.append(f"browsers: {error}"))
        page.goto(f"http://{hub.listen}/")
        expect(stand(page)).to_have_count(1, timeout=20_000)
    here, there, away = pages
    away.evaluate("void document.dispatchEvent(new Event('freeze'))")
    here.goto(f"http://{hub.listen}/#/device/{hub.device('Display Stand')['id']}")
    for count in (2, 1):
        here.get_by_role("button", name="Favorite").click()
        expect(stand(there)).to_have_count(count, timeout=10_000)
        if count == 2:
            expect(stand(away)).to_have_count(1)
            away.evaluate("void document.dispatchEvent(new Event('resume'))")
        expect(stand(away)).to_have_count(count, timeout=10_000)
    for context in contexts:
        context.close()


def frozen_tab(browser: Browser, hub: Hub, problems: list[str]) -> None:
    """The browser freezes the tab with the stream. The others continue, and it shows no old data when it is visible again."""
    context = browser.new_context(viewport={"width": 1000, "height": 800})
    streams = Streams(context)
    context.on("weberror", lambda error: problems.append(f"frozen: {error.error}"))
    first, second = context.new_page(), context.new_page()
    for page in (first, second):
        page.goto(f"http://{hub.listen}/")
        expect(stand(page)).to_be_visible(timeout=20_000)
    until(second, "the first streams", lambda: streams.pages == [first])
    is_on = stand(second).get_attribute("aria-pressed") != "true"
    # Browsers never freeze visible pages, and pages under test count as visible, so the test sends the freeze event.
    first.evaluate("void document.dispatchEvent(new Event('freeze'))")
    until(second, "the second streams", lambda: streams.pages == [second])
    switch(hub, is_on)
    all_show([second], is_on)
    # A tab that opens meanwhile gets changes, too.
    third = context.new_page()
    third.goto(f"http://{hub.listen}/")
    all_show([third], is_on)
    # It resumes from its position, and says until then that its data is old.
    assert first.evaluate("document.dispatchEvent(new Event('resume')), document.querySelector('.stale') !== null")
    all_show([first, second, third], is_on)
    switch(hub, not is_on)
    all_show([first, second, third], not is_on)
    until(second, "one tab streams", lambda: len(streams.pages) == 1)
    context.close()


def silent_tab(browser: Browser, hub: Hub, problems: list[str]) -> None:
    """The tab with the stream stops silently, as in a debugger. A new tab takes over the stream."""
    context = browser.new_context(viewport={"width": 1000, "height": 800})
    context.on("weberror", lambda error: problems.append(f"silent: {error.error}"))
    first = context.new_page()
    first.goto(f"http://{hub.listen}/")
    expect(stand(first)).to_be_visible(timeout=20_000)
    session = context.new_cdp_session(first)
    session.send("Debugger.enable")
    session.send("Debugger.pause")
    # The pause takes effect with the next script that the tab runs.
    second = context.new_page()
    second.wait_for_timeout(2_000)
    second.goto(f"http://{hub.listen}/")
    expect(stand(second)).to_be_visible(timeout=20_000)
    is_on = stand(second).get_attribute("aria-pressed") != "true"
    switch(hub, is_on)
    all_show([second], is_on)
    session.send("Debugger.disable")
    all_show([first, second], is_on)
    context.close()
