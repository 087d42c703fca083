"""Messages to the home's people appear on open pages at once, the most urgent first, until somebody dismisses them."""

import json
import urllib.request

from playwright.sync_api import Page, expect


class Notices:
    def __init__(self, base: str) -> None:
        self.base = base
        self.home = self.call("hearth.v1.HomeService/List", {})["structures"][0]["id"]

    def call(self, method: str, body: dict) -> dict:
        request = urllib.request.Request(f"{self.base}/{method}", data=json.dumps(body).encode(), headers={"content-type": "application/json"})
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer)

    def send(self, method: str, command: dict) -> None:
        self.call(f"hearth.traits.hearth_project.v1.NoticesService/{method}", {"target": {"deviceId": self.home}, "command": command})

    def examples(self) -> None:
        for urgency, title in [("URGENCY_ENUM_INFORMATION", "Dinner is ready"), ("URGENCY_ENUM_ALARM", "The freezer is open"), ("URGENCY_ENUM_WARNING", "Rain comes")]:
            self.send("Notify", {"title": title, "text": "<b>In the kitchen</b>", "urgency": urgency})


def notices(page: Page, base: str) -> None:
    hub = Notices(base)
    page.goto(f"{base}/#/")
    hub.send("Dismiss", {})
    shown = page.locator(".notices .notice")
    expect(shown).to_have_count(0)
    hub.examples()
    expect(shown).to_have_count(3)
    expect(shown.locator("strong")).to_have_text(["The freezer is open", "Rain comes", "Dinner is ready"])
    expect(page.get_by_role("alert").locator(".notice")).to_contain_text("<b>In the kitchen</b>")
    expect(shown.first).to_contain_text("just now")
    page.get_by_role("button", name="Remove: Rain comes").click()
    expect(shown).to_have_count(2)
    for number in range(4):
        hub.send("Notify", {"title": f"Message {number}"})
    expect(shown).to_have_count(4)
    page.get_by_role("button", name="All 6 messages").click()
    expect(shown).to_have_count(6)
    page.get_by_role("button", name="Remove all").click()
    expect(shown).to_have_count(0)
    page.goto(f"{base}/#/log")
    expect(page.get_by_text("sent a message: Message 3").or_(page.get_by_text("Message: Message 3")).first).to_be_visible()
    page.goto(f"{base}/#/")
