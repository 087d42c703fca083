"""Two people edit one automation in two browsers while others run, on a demo hub of the walk's own; scenes too.

    pip install playwright
    swift build --product hearth
    python3 Web/tests/editing.py .build/debug/hearth [/usr/bin/chromium] [--web Web]

A draft stays unchanged, whatever runs or is saved meanwhile. Another person's version is only overwritten by a writer who
has seen it.
"""

import re
import sys
import tempfile

from playwright.sync_api import Page, expect, sync_playwright

from own_hub import Hub

HEARTH = sys.argv[1] if len(sys.argv) > 1 else ".build/debug/hearth"
CHROMIUM = sys.argv[2] if len(sys.argv) > 2 and not sys.argv[2].startswith("--") else "/usr/bin/chromium"
OPTIONS = sys.argv[sys.argv.index("--web"):][:2] if "--web" in sys.argv else []


class Home:
    """The home as the hub reports it."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.structure = hub.call("HomeService/List", {})["structures"][0]["id"]

    def add(self, name: str, text: str, **more) -> dict:
        parsed = self.hub.call("AutomationService/ParseAutomations", {
            "structureId": self.structure, "text": f'automation: "{name}"\nsteps:\n  when started by hand\n  {text}\n'})
        program = parsed["automations"][0]["program"] | more
        return self.hub.call("AutomationService/CreateAutomation", {
            "structureId": self.structure, "name": name, "program": program})["automation"]

    def automation(self, id: str) -> dict | None:
        found = self.hub.call("AutomationService/ListAutomations", {"structureId": self.structure, "automationId": id})
        return (found.get("automations") or [None])[0]

    def text(self, id: str) -> str:
        one = self.automation(id)
        return self.hub.call("AutomationService/FormatAutomation", {
            "structureId": self.structure, "name": one["name"], "description": one.get("description", ""), "isActive": True,
            "program": one["program"]})["text"]

    def run(self, id: str) -> None:
        self.hub.call("AutomationService/ExecuteAutomation", {"automationId": id})


def opened(page: Page, hub: Hub, id: str) -> Page:
    page.goto(f"http://{hub.listen}/#/automation/{id}")
    expect(page.get_by_role("textbox", name="Name")).not_to_have_value("", timeout=20_000)
    return page


def wait_of(page: Page):
    return page.get_by_role("region", name="Then").get_by_label("How long")


def give(page: Page, minutes: str) -> None:
    wait_of(page).fill(minutes)
    wait_of(page).press("Tab")


def save(page: Page) -> None:
    page.get_by_role("button", name="Save", exact=True).click()


def saved(page: Page) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text("Automations")


CONFLICT = "Somebody else has saved it meanwhile."


def runs_of_others(home: Home, ann: Page) -> None:
    """A draft survives runs and other people's changes."""
    rule = home.add("Evening", "wait 5 min", mode="AUTOMATION_MODE_PARALLEL")
    ticker = home.add("Ticker", "wait 0 s")
    opened(ann, home.hub, rule["id"])
    ann.get_by_label("What it is for").fill("Something long")
    give(ann, "7")
    for _ in range(5):
        home.run(ticker["id"])
        home.run(rule["id"])
        expect(ann.get_by_label("What it is for")).to_have_value("Something long")
    # Once the page shows an automation that was created after the runs, it has also received the runs.
    home.add("Afterwards", "wait 0 s")
    ann.get_by_role("button", name="+ Scene or automation").click()
    expect(ann.get_by_label("Automation", exact=True).locator("option", has_text="Afterwards")).to_have_count(1, timeout=10_000)
    expect(ann.get_by_label("What it is for")).to_have_value("Something long")
    expect(wait_of(ann)).to_have_value("7")
    expect(ann.get_by_text(CONFLICT)).to_have_count(0)
    save(ann)
    saved(ann)
    assert "wait 7 min" in home.text(rule["id"]), home.text(rule["id"])
    assert home.automation(rule["id"])["description"] == "Something long"


def both_edit(home: Home, ann: Page, bob: Page) -> None:
    rule = home.add("Lamp", "wait 5 min")
    for page in (ann, bob):
        opened(page, home.hub, rule["id"])
    give(ann, "8")
    give(bob, "9")
    save(bob)
    saved(bob)

    # Ann's draft is unchanged, and both versions are shown.
    conflict = ann.get_by_role("alert", name=CONFLICT)
    expect(conflict).to_contain_text("wait 9 min", timeout=10_000)
    expect(conflict).to_contain_text("wait 8 min")
    expect(wait_of(ann)).to_have_value("8")
    save(ann)
    expect(conflict).to_be_focused()
    assert "wait 9 min" in home.text(rule["id"])

    # Ann takes the saved version, and then restores her own.
    conflict.get_by_role("button", name="Take the saved one").click()
    expect(wait_of(ann)).to_have_value("9")
    expect(conflict).to_have_count(0)
    ann.get_by_role("button", name="Back to mine").click()
    expect(wait_of(ann)).to_have_value("8")

    # Meanwhile Bob saves again: Ann is asked again, keeps hers, and saves it over the revision that she has seen.
    opened(bob, home.hub, rule["id"])
    give(bob, "10")
    save(bob)
    saved(bob)
    expect(conflict).to_contain_text("wait 10 min", timeout=10_000)
    conflict.get_by_role("button", name="Keep mine").click()
    expect(conflict).to_have_count(0)
    save(ann)
    saved(ann)
    assert "wait 8 min" in home.text(rule["id"]), home.text(rule["id"])


def hub_refuses(home: Home, ann: Page) -> None:
    """A page that has not received another person's change yet can't overwrite it."""
    rule = home.add("Unheard", "wait 5 min")
    opened(ann, home.hub, rule["id"])
    give(ann, "6")

    def saved_by_bob(route, request) -> None:
        other = home.add("Other", "wait 11 min")["program"]
        home.hub.call("AutomationService/UpdateAutomation", {"automationId": rule["id"], "program": other})
        route.continue_()

    ann.route("**/UpdateAutomation", saved_by_bob, times=1)
    save(ann)
    expect(ann.get_by_role("alert").filter(has_text=CONFLICT).first).to_be_visible(timeout=10_000)
    assert "wait 11 min" in home.text(rule["id"]), home.text(rule["id"])
    expect(wait_of(ann)).to_have_value("6")
    ann.get_by_role("alert", name=CONFLICT).get_by_role("button", name="Take the saved one").click()
    expect(wait_of(ann)).to_have_value("11")


def others_rename(home: Home, ann: Page) -> None:
    """Another person's new name comes into the draft, unless the draft has a new name of its own."""
    rule = home.add("Old name", "wait 5 min")
    opened(ann, home.hub, rule["id"])
    name = ann.get_by_role("textbox", name="Name")
    give(ann, "6")
    home.hub.call("AutomationService/UpdateAutomation", {"automationId": rule["id"], "name": "New name"})
    expect(name).to_have_value("New name", timeout=10_000)
    expect(wait_of(ann)).to_have_value("6")
    save(ann)
    saved(ann)
    assert home.automation(rule["id"])["name"] == "New name" and "wait 6 min" in home.text(rule["id"])

    opened(ann, home.hub, rule["id"])
    name.fill("Ann's name")
    home.hub.call("AutomationService/UpdateAutomation", {"automationId": rule["id"], "name": "Bob's name"})
    conflict = ann.get_by_role("alert", name=CONFLICT)
    expect(conflict).to_contain_text("Bob's name", timeout=10_000)
    expect(name).to_have_value("Ann's name")
    conflict.get_by_role("button", name="Take the saved one").click()
    expect(name).to_have_value("Bob's name")
    give(ann, "12")
    save(ann)
    saved(ann)
    assert home.automation(rule["id"])["name"] == "Bob's name" and "wait 12 min" in home.text(rule["id"])


def deleted(home: Home, ann: Page) -> None:
    rule = home.add("Going", "wait 5 min")
    opened(ann, home.hub, rule["id"])
    give(ann, "13")
    home.hub.call("AutomationService/DeleteAutomation", {"automationId": rule["id"]})
    panel = ann.get_by_role("alert", name="Somebody else has deleted it meanwhile.")
    expect(panel).to_be_visible(timeout=10_000)
    expect(wait_of(ann)).to_have_value("13")
    panel.get_by_role("button", name="Keep mine").click()
    save(ann)
    saved(ann)
    listed = home.hub.call("AutomationService/ListAutomations", {"structureId": home.structure})["automations"]
    assert [one["id"] != rule["id"] for one in listed if one["name"] == "Going"] == [True]


def as_text(home: Home, ann: Page) -> None:
    """A text being edited stays unchanged as well."""
    rule = home.add("Typed", "wait 5 min")
    opened(ann, home.hub, rule["id"])
    ann.get_by_role("button", name="Edit as text").click()
    area = ann.get_by_role("textbox", name="As text")
    area.fill(area.input_value().replace("wait 5 min", "wait 14 min"))
    home.run(rule["id"])
    home.hub.call("AutomationService/UpdateAutomation", {
        "automationId": rule["id"], "program": home.add("Other text", "wait 15 min")["program"]})
    conflict = ann.get_by_role("alert", name=CONFLICT)
    expect(conflict).to_contain_text("wait 15 min", timeout=10_000)
    expect(conflict).to_contain_text("wait 14 min")
    expect(area).to_have_value(re.compile("wait 14 min"))
    conflict.get_by_role("button", name="Keep mine").click()
    save(ann)
    saved(ann)
    assert "wait 14 min" in home.text(rule["id"]), home.text(rule["id"])


def scenes(home: Home, ann: Page) -> None:
    ann.goto(f"http://{home.hub.listen}/#/automations")
    ann.get_by_role("button", name="New scene").click()
    dialog = ann.get_by_role("dialog")
    dialog.get_by_role("textbox", name="Name").fill("Film")
    dialog.get_by_role("checkbox", name=re.compile("^Display Stand")).check()
    save(dialog)
    expect(dialog).to_have_count(0)
    ann.get_by_role("button", name="Make Film as it is now").click()
    expect(dialog.get_by_role("checkbox", name=re.compile("^Display Stand"))).to_be_checked()
    listed = home.hub.call("AutomationService/ListAutomations", {"structureId": home.structure})["automations"]
    film = next(one for one in listed if one["name"] == "Film")
    other = film["program"] | {"mode": "AUTOMATION_MODE_RESTART"}
    home.hub.call("AutomationService/UpdateAutomation", {"automationId": film["id"], "program": other})
    dialog.get_by_role("checkbox", name=re.compile("^South Blind")).check()
    save(dialog)
    expect(dialog).to_contain_text(CONFLICT)
    expect(dialog.locator(".conflict")).to_contain_text("Display Stand")
    assert "South Blind" not in home.text(film["id"])
    dialog.get_by_role("button", name="Keep mine").click()
    expect(dialog).to_have_count(0)
    assert "South Blind" in home.text(film["id"])
    assert home.automation(film["id"])["program"]["mode"] == "AUTOMATION_MODE_RESTART"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        hub = Hub(HEARTH, folder, *OPTIONS)
        hub.start()
        try:
            home = Home(hub)
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            problems: list[str] = []
            people = []
            for _ in range(2):
                page = browser.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB").new_page()
                page.on("pageerror", lambda error: problems.append(str(error)))
                page.on("dialog", lambda dialog: dialog.accept())
                people.append(page)
            ann, bob = people
            runs_of_others(home, ann)
            both_edit(home, ann, bob)
            others_rename(home, ann)
            deleted(home, ann)
            as_text(home, ann)
            hub_refuses(home, ann)
            scenes(home, ann)
            assert not problems, "\n".join(problems)
            browser.close()
        finally:
            hub.kill()
    print("two people edit, and no work is lost")


if __name__ == "__main__":
    main()
