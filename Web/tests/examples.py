"""Takes over examples of automations, and opens links with automations, on a demo hub of the walk's own.

    pip install playwright
    swift build --product hearth
    python3 Web/tests/examples.py .build/debug/hearth [/usr/bin/chromium] [--web Web]

Nothing is saved before a person saves it, whatever a link contains.
"""

import base64
import re
import sys
import tempfile
import urllib.parse

from playwright.sync_api import Page, expect, sync_playwright

from own_hub import Hub

HEARTH = sys.argv[1] if len(sys.argv) > 1 else ".build/debug/hearth"
CHROMIUM = sys.argv[2] if len(sys.argv) > 2 and not sys.argv[2].startswith("--") else "/usr/bin/chromium"
OPTIONS = sys.argv[sys.argv.index("--web"):][:2] if "--web" in sys.argv else []
HOSTILE = "<img src=x onerror=alert(1)>"


class Home:
    def __init__(self, hub: Hub) -> None:
        self.hub, self.base = hub, f"http://{hub.listen}/"
        self.structure = hub.call("HomeService/List", {})["structures"][0]["id"]
        hub.call("HomeService/UpdateStructure", {
            "structureId": self.structure, "timeZone": "Europe/Berlin", "location": {"latitude": 52.5, "longitude": 13.4}})
        self.first = self.names()

    def names(self) -> list[str]:
        found = self.hub.call("AutomationService/ListAutomations", {"structureId": self.structure})
        return sorted(one["name"] for one in found.get("automations", []))

    def link(self, page: Page, text: str, is_base64: bool = False) -> None:
        encoded = base64.urlsafe_b64encode(text.encode()).decode() if is_base64 else urllib.parse.quote(text)
        page.goto("about:blank")
        page.goto(f"{self.base}#automation={encoded}")


def text_of(page: Page):
    return page.get_by_role("region", name="As text").last


def dry_run(page: Page):
    return page.get_by_role("region", name="What would it have done?")


def list_of_examples(home: Home, page: Page) -> None:
    page.goto(f"{home.base}#/automation/new")
    page.get_by_role("link", name="Start from an example …").click()
    here = page.get_by_role("region", name="For the devices of this home")
    expect(here.get_by_role("listitem")).to_have_count(19, timeout=20_000)
    other = page.get_by_role("region", name="For other devices").get_by_role("listitem")
    expect(other).to_have_count(1)
    expect(other).to_contain_text("Needs: leak sensor, water valve")
    expect(other).to_contain_text("Not in this home: water valve")
    here.get_by_role("link", name="Light on motion").click()


def an_example_is_filled_in(home: Home, page: Page) -> None:
    """There are several lights: one in the sensor's room is offered."""
    light = page.get_by_role("combobox", name="light", exact=True)
    expect(light.locator("option:checked")).to_have_text("Hallway Light")
    sensor = page.get_by_role("combobox", name="motion sensor")
    expect(sensor.locator("option")).to_have_count(1)
    light.select_option(label="Piano Light")
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("textbox", name="Name")).to_have_value("Light on motion")
    expect(page.get_by_text("This is an example. It does nothing until you save it.")).to_be_visible()
    expect(text_of(page)).to_contain_text('"Piano Light" OnOff.on')
    expect(text_of(page)).to_contain_text('when "Hallway Motion" OccupancySensing changes')
    expect(dry_run(page)).to_contain_text("It would have run", timeout=20_000)
    assert home.names() == home.first
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Automations")
    assert home.names() == sorted([*home.first, "Light on motion"])
    saved = next(one for one in home.hub.call("AutomationService/ListAutomations", {"structureId": home.structure})["automations"]
                 if one["name"] == "Light on motion")
    assert "issues" not in saved, saved["issues"]
    home.hub.call("AutomationService/DeleteAutomation", {"automationId": saved["id"]})


def one_device_fits(home: Home, page: Page) -> None:
    """Nothing is to be chosen: the editor opens at once, in the page's language."""
    page.goto(f"{home.base}#/automation/new?example=lock-at-night")
    expect(page.get_by_role("textbox", name="Name")).to_have_value("Lock at night", timeout=20_000)
    expect(text_of(page)).to_contain_text('"Front Door" DoorLock.lockDoor')
    german = page.context.browser.new_context(locale="de-DE").new_page()
    german.goto(f"{home.base}#/automation/new?example=laundry-done")
    expect(german.get_by_role("textbox", name="Name")).to_have_value("Die Wäsche ist fertig", timeout=20_000)
    expect(german.get_by_text('title: "Die Wäsche ist fertig"')).to_be_visible()
    german.context.close()
    page.goto(f"{home.base}#/automation/new?example=../../etc")
    expect(page.get_by_role("alert").filter(has_text="There is no such example.")).to_be_visible()


def a_link_opens_the_editor(home: Home, page: Page) -> None:
    text = 'automation: "From afar"\nuses:\n  "Her Lamp" = device 7d0e\nsteps:\n  when started by hand\n  "Her Lamp" OnOff.toggle\n'
    home.link(page, text, is_base64=True)
    choice = page.get_by_role("combobox", name="Her Lamp")
    expect(page.get_by_text("This automation comes from a link.")).to_be_visible(timeout=20_000)
    choice.select_option(label="Coffee Maker")
    page.get_by_role("button", name="Continue").click()
    expect(text_of(page)).to_contain_text('"Coffee Maker" OnOff.toggle')
    expect(page.get_by_text("This automation comes from a link.")).to_be_visible()
    # A reload shows the same, and so does a link in an open page.
    page.reload()
    expect(page.get_by_role("combobox", name="Her Lamp")).to_be_visible(timeout=20_000)
    other = 'automation: "Unlocks"\nmay unlock and open: yes\nsteps:\n  when started by hand\n  "Front Door" DoorLock.unlockDoor(pinCode: null)\n'
    page.evaluate("text => { location.hash = `#automation=${encodeURIComponent(text)}`; }", other)
    expect(page.get_by_role("textbox", name="Name")).to_have_value("Unlocks")
    expect(page.get_by_text("Once saved, it may unlock and open doors and switch alarms off.")).to_be_visible()
    assert home.names() == home.first


def a_bad_link_is_shown(home: Home, page: Page) -> None:
    home.link(page, f'automation: "{HOSTILE}"\nsteps:\n  when started by hand\n  "{HOSTILE}" OnOff.on\n')
    area = page.get_by_role("textbox", name="As text")
    expect(area).to_have_value(re.compile(re.escape(HOSTILE)), timeout=20_000)
    problem = page.get_by_role("alert").filter(has_text="Line 4")
    expect(problem).to_contain_text(HOSTILE)
    home.link(page, HOSTILE)
    expect(page.get_by_role("alert").filter(has_text="Line 1")).to_be_visible(timeout=20_000)
    expect(area).to_have_value(HOSTILE)
    # A mistake does not hide what the automation may do once it is corrected.
    sensitive = page.get_by_text("Once saved, it may unlock and open doors and switch alarms off.")
    mistake = page.get_by_text("Its text has a mistake")
    home.link(page, 'automation: "Unlocks"\nmay unlock and open: yes\nsteps:\n  when started by hnd\n')
    expect(mistake).to_be_visible(timeout=20_000)
    area.fill('automation: "Unlocks"\nmay unlock and open: yes\nsteps:\n  when started by hand\n')
    expect(sensitive).to_be_visible()
    expect(mistake).to_have_count(0)
    # Two automations are not one, and too long is not read at all.
    one = 'automation: "One"\nsteps:\n  when started by hand\n'
    home.link(page, one + one)
    expect(page.get_by_role("alert").filter(has_text="Line 1")).to_be_visible(timeout=20_000)
    home.link(page, one + "#" * 70_000)
    expect(page.get_by_role("alert").filter(has_text="more than 65,536 characters")).to_be_visible(timeout=20_000)
    assert page.locator("img").count() == 0
    assert home.names() == home.first


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        hub = Hub(HEARTH, folder, *OPTIONS)
        hub.start()
        try:
            home = Home(hub)
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            problems: list[str] = []
            page = browser.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB").new_page()
            page.on("pageerror", lambda error: problems.append(str(error)))
            page.on("console", lambda message: message.type == "error" and problems.append(message.text))
            page.on("dialog", lambda dialog: (problems.append(dialog.message), dialog.accept())
                    if dialog.type == "alert" else dialog.accept())
            list_of_examples(home, page)
            an_example_is_filled_in(home, page)
            one_device_fits(home, page)
            a_link_opens_the_editor(home, page)
            a_bad_link_is_shown(home, page)
            assert not problems, "\n".join(problems)
            browser.close()
        finally:
            hub.kill()
    print("examples and links open the editor, and save nothing")


if __name__ == "__main__":
    main()
