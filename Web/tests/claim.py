"""Claims a hub by an invitation's link in Chromium, as browsers on other machines do.

    pip install playwright
    python3 Web/tests/claim.py .build/debug/hearth [/usr/bin/chromium]

It starts a hub of its own, on which local callers have no rights by themselves.
"""

import json
import re
import sys
import tempfile

from playwright.sync_api import BrowserContext, Page, expect, sync_playwright

from own_hub import Hub

HEARTH = sys.argv[1] if len(sys.argv) > 1 else ".build/debug/hearth"
CHROMIUM = sys.argv[2] if len(sys.argv) > 2 else "/usr/bin/chromium"
KEPT = """async () => {
  const names = (await indexedDB.databases()).map((one) => one.name);
  return JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }, location.href, history.length, names]);
}"""


def home(page: Page) -> None:
    expect(page.get_by_role("button", name=re.compile("^Display Stand, "))).to_be_visible(timeout=20_000)


def claim(page: Page, link: str, name: str) -> None:
    """Opens an invitation's link and claims it."""
    page.goto(link)
    expect(page.get_by_role("heading", name="Connect this browser")).to_be_visible(timeout=20_000)
    assert "claim" not in page.url, f"the code stays in the address: {page.url}"
    expect(page.locator("#hub-key")).to_be_visible()
    page.get_by_role("textbox", name="What to call this browser").fill(name)
    page.get_by_role("button", name="Connect", exact=True).click()
    home(page)


def nothing_secret(page: Page, code: str, tokens: list[str]) -> None:
    """There is no cookie, token or code in what the browser stores or shows."""
    kept = page.evaluate(KEPT)
    assert json.loads(kept)[0] == "", kept
    for secret in [code, "hthp_", *set(tokens)]:
        assert secret not in kept, f"{secret[:6]}… is kept: {kept}"
    extractable = page.evaluate("""() => new Promise((resolve) => {
      indexedDB.open("hearth-key").onsuccess = (event) => {
        event.target.result.transaction("key").objectStore("key").get("key").onsuccess = (got) => resolve(got.target.result.keys.privateKey.extractable);
      };
    })""")
    assert extractable is False


def new_context(browser, problems: list[str], tokens: list[str]) -> BrowserContext:
    context = browser.new_context(viewport={"width": 1000, "height": 800}, ignore_https_errors=True)
    context.on("page", lambda page: page.on("pageerror", lambda error: problems.append(str(error))))
    context.on("request", lambda request: tokens.extend(re.findall(r"hthp_\w+", request.headers.get("authorization", ""))))
    return context


def walk(browser, hub: Hub, problems: list[str]) -> None:
    tokens: list[str] = []
    code = hub.find(r"#claim=([\w-]+)")
    key = hub.find(r"#claim=[\w-]+&fp=([\w-]+)")
    base = f"https://{hub.listen}"
    ada = new_context(browser, problems, tokens)

    # Without an invitation the page shows nothing of the home, and a wrong code is refused.
    page = ada.new_page()
    page.goto(base)
    expect(page.get_by_role("heading", name="Connect this browser")).to_be_visible(timeout=20_000)
    assert "Display Stand" not in page.content()
    page.get_by_role("textbox", name="Invitation").fill("A" * 22)
    page.get_by_role("button", name="Connect", exact=True).click()
    expect(page.get_by_text("This invitation is wrong, used or expired")).to_be_visible()
    # The page warns if the hub has another key than the invitation says.
    # The link is pasted into the open tab, so only the fragment changes.
    page.goto(f"{base}/#claim={code}&fp={'A' * 43}")
    expect(page.get_by_text("This is not the key")).to_be_visible(timeout=20_000)
    expect(page.get_by_role("button", name="Connect", exact=True)).to_have_count(0)

    claim(page, f"{base}/#claim={code}&fp={key}", "Ada's laptop")
    nothing_secret(page, code, tokens)
    assert tokens, "no call brought a token"

    # Another tab needs no claim, and its commands show in this one.
    other = ada.new_page()
    other.goto(base)
    home(other)
    stand = other.get_by_role("button", name=re.compile("^Display Stand, "))
    wanted = "false" if stand.get_attribute("aria-pressed") == "true" else "true"
    stand.click()
    expect(page.get_by_role("button", name=re.compile("^Display Stand, "))).to_have_attribute("aria-pressed", wanted)

    # After a crash, the hub knows no token any more; the page signs in again by itself.
    old = set(tokens)
    hub.kill()
    expect(page.locator(".stale")).to_be_visible(timeout=10_000)
    hub.start()
    for one in (page, other):
        expect(one.locator(".stale")).to_have_count(0, timeout=15_000)
    # A change that was not saved before the crash is undone.
    wanted = "false" if stand.get_attribute("aria-pressed") == "true" else "true"
    stand.click()
    expect(stand).to_have_attribute("aria-pressed", wanted)

    guest(browser, page, base, problems, tokens)

    # The first browser invites a second one of the same person, and then revokes it.
    again = one_more_device(hub, next(token for token in tokens if token not in old))
    phone = new_context(browser, problems, tokens)
    small = phone.new_page()
    claim(small, f"{base}/#claim={again}", "Ada's phone")
    nothing_secret(small, again, tokens)
    page.goto(f"{base}/#/settings")
    expect(page.get_by_role("heading", name="Ada's laptop").first).to_be_visible()
    page.reload()
    page.get_by_role("button", name="End access of Ada's phone").click()
    page.get_by_role("dialog").get_by_role("button", name="End", exact=True).click()
    expect(small.get_by_role("heading", name="Connect this browser")).to_be_visible(timeout=5_000)
    assert "Display Stand" not in small.content()
    small.reload()
    expect(small.get_by_role("heading", name="Connect this browser")).to_be_visible(timeout=10_000)

    # Signing out removes the key.
    page.goto(f"{base}/#/settings")
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", name="Connect this browser")).to_be_visible(timeout=10_000)
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(other.get_by_role("heading", name="Connect this browser")).to_be_visible(timeout=10_000)


def guest(browser, owner: Page, base: str, problems: list[str], tokens: list[str]) -> None:
    """A guest who is invited to one room sees only that room."""
    owner.goto(f"{base}/#/people")
    owner.get_by_role("button", name="Invite").first.click()
    dialog = owner.get_by_role("dialog")
    dialog.get_by_role("textbox", name="Name").fill("Bob")
    dialog.get_by_label("Some rooms").check()
    dialog.get_by_label("Kitchen", exact=True).check()
    dialog.get_by_role("button", name="Make a link").click()
    link = dialog.locator("code").first.inner_text()
    owner.keyboard.press("Escape")
    place = new_context(browser, problems, tokens)
    page = place.new_page()
    page.goto(base + link[link.index("/#"):])
    page.get_by_role("button", name="Connect", exact=True).click()
    expect(page.get_by_role("heading", name="Kitchen")).to_be_visible(timeout=20_000)
    assert page.get_by_role("heading", level=2, name="Living Room").count() == 0, "a guest of the kitchen sees the living room"
    for word in ["Display Stand", "Front Door", "Make a token for"]:
        assert word not in page.content(), f"a guest of the kitchen finds {word}"
    place.close()
    owner.goto(f"{base}/#/")


def one_more_device(hub: Hub, token: str) -> str:
    """The code of an invitation for another client of the token's person."""
    return hub.call("AccessService/CreateInvitation", {"role": "ROLE_MEMBER"}, token)["code"]


def main() -> None:
    problems: list[str] = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        hub = Hub(HEARTH, folder, "--local-owner", "nobody")
        hub.start()
        try:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            walk(browser, hub, problems)
            browser.close()
        finally:
            hub.kill()
    assert not problems, "\n".join(problems)
    print("Browsers claimed the hub by their links, and lost access when they were revoked.")


main()
