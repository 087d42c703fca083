"""Creates a family's automations in the page's forms alone, and checks their text, on a demo hub of the test's own.

    pip install playwright
    swift build --product hearth
    python3 Web/tests/family.py .build/debug/hearth [/usr/bin/chromium] [--web Web] [--pictures folder]
"""

import pathlib
import re
import sys
import tempfile

from playwright.sync_api import Locator, Page, expect, sync_playwright

from own_hub import Hub

HEARTH = sys.argv[1] if len(sys.argv) > 1 else ".build/debug/hearth"
CHROMIUM = sys.argv[2] if len(sys.argv) > 2 and not sys.argv[2].startswith("--") else "/usr/bin/chromium"
OPTIONS = sys.argv[sys.argv.index("--web"):][:2] if "--web" in sys.argv else []
PICTURES = pathlib.Path(sys.argv[sys.argv.index("--pictures") + 1]) if "--pictures" in sys.argv else None


LIGHTS = ("OnOffLight", "DimmableLight", "ColorTemperatureLight", "ExtendedColorLight")


def all_lights(command: str) -> str:
    return "  at the same time:\n" + "".join(f"    all in home as {light} OnOff.{command}\n" for light in LIGHTS)


#: The expected text of each automation.
MADE = {
    "motion_light": """\
  when "Hallway Motion" OccupancySensing changes so that its occupancy has occupied
  read home Time
  only if home Time.currentTime between home Time.sunsetTime and home Time.sunriseTime
  "Floor Lamp" LevelControl.moveToLevelWithOnOff(level: 40 %, transitionTime: null, optionsMask: 0, optionsOverride: 0)
  wait at most 12 h until (not "Hallway Motion" OccupancySensing.occupancy has occupied) held for 300
  "Floor Lamp" OnOff.off
""",
    "shutters": """\
  every day at sunset
  read "Office Window" BooleanState
  only if "Office Window" BooleanState.stateValue = true
  all in home as WindowCovering WindowCovering.downOrClose
""",
    "heating": """\
  any of:
    in order:
      every monday, tuesday, wednesday, thursday, friday at 6:30
      set "Thermostat" Thermostat (occupiedHeatingSetpoint: 21 °C)
    in order:
      every sunday, saturday at 8:00
      set "Thermostat" Thermostat (occupiedHeatingSetpoint: 21 °C)
    in order:
      every day at 22:00
      set "Thermostat" Thermostat (occupiedHeatingSetpoint: 17.5 °C)
""",
    "leak": '  when "Sink Leak Sensor" BooleanState changes so that its stateValue = true\n' + all_lights("on")
            + '  home Notices.notify(title: "Water in the kitchen", urgency: alarm)\n',
    "good_night": """\
  any of:
    when home VoiceStarter sends OkGoogle(query: "good night")
    when "Bedside Button" Switch sends InitialPress
""" + all_lights("off") + """\
  "South Blind" WindowCovering.goToLiftPercentage(liftPercent100thsValue: 70 %)
""",
    "impossible": """\
  when "Humidity Sensor" RelativeHumidityMeasurement changes so that its measuredValue > 70 %
""",
    "everybody_left": "  when home AreaPresenceState changes so that its presenceState = presenceStateVacant\n" + all_lights("off")
                      + '  set "Thermostat" Thermostat (occupiedHeatingSetpoint: 16 °C)\n',
}


#: Ids of people differ between homes.
MADE["laundry"] = """\
  when "Washing Machine" OnOff changes so that its onOff = false
  home Notices.notify(title: "The laundry is done", text: "Basement", urgency: warning, recipients: ["…"])
"""


class Editor:
    base = ""

    def __init__(self, page: Page, name: str) -> None:
        page.goto(f"{self.base}/#/automations")
        expect(page.get_by_role("heading", level=1)).to_have_text("Automations", timeout=20_000)
        page.get_by_role("link", name="New automation").click()
        page.get_by_role("textbox", name="Name").fill(name)
        self.page, self.name = page, name
        self.when, self.only_if, self.then = [page.get_by_role("region", name=name, exact=True) for name in ("When", "Only if", "Then")]

    def add(self, part: Locator, what: str) -> Locator:
        """Adds a node to a section by its last button. Returns the new row."""
        part.get_by_role("button", name=f"+ {what}", exact=True).last.click()
        return part.locator(".node").last

    def say(self, row: Locator, device: str, what: str, value: str | None = None) -> Locator:
        row.get_by_label("Device", exact=True).select_option(label=device)
        choice = row.locator("select").nth(1)
        choice.select_option(label=what)
        if value is not None:
            give(row.locator(".form-row").first.locator("input, select:nth-of-type(n + 3)").first, value)
        return row

    def text(self) -> str:
        """The automation's text from the hub, without the ids behind names."""
        area = self.page.get_by_role("region", name="As text").last
        expect(area).to_contain_text(self.name)
        self.page.wait_for_timeout(700)
        return "\n".join(line["text"] for line in self.page.evaluate(
            "[...document.querySelectorAll('.code > *')].map((one) => ({text: ' '.repeat(2 * one.style.getPropertyValue('--depth')) + one.textContent}))")).partition("steps:\n")[2]

    def save(self) -> None:
        wrong = self.page.locator(".node[data-wrong] .problem")
        assert wrong.count() == 0, wrong.all_inner_texts()
        if PICTURES:
            self.page.screenshot(path=str(PICTURES / f"{self.name.lower().replace(' ', '-')}.png"), full_page=True)
        self.page.get_by_role("button", name="Save", exact=True).click()
        expect(self.page.get_by_role("heading", level=1)).to_have_text("Automations")


def give(field: Locator, value: str) -> None:
    if field.evaluate("(one) => one.tagName") == "SELECT":
        field.select_option(label=value)
    else:
        field.fill(value)
        field.press("Tab")


def motion_light(page: Page) -> str:
    """The light turns on with motion after dark, and off after 5 minutes without motion."""
    one = Editor(page, "Motion light")
    one.say(one.add(one.when, "A device"), "Hallway Motion", "motion is seen")
    one.add(one.only_if, "The time").get_by_label("What", exact=True).select_option(label="the sun is down")
    one.say(one.add(one.then, "A device"), "Floor Lamp", "dim to", "40")
    row = one.say(one.add(one.then, "Wait until"), "Hallway Motion", "no motion is seen")
    row.get_by_role("button", name="For at least …").click()
    give(row.get_by_label("Without a break for"), "5")
    one.say(one.add(one.then, "A device"), "Floor Lamp", "turn off")
    text = one.text()
    one.save()
    return text


def shutters(page: Page) -> str:
    """The shutters close at sunset, unless the window is open."""
    one = Editor(page, "Shutters")
    one.add(one.when, "A time").get_by_label("Time", exact=True).select_option(label="Sunset")
    one.say(one.add(one.only_if, "A device"), "Office Window", "is closed")
    one.say(one.add(one.then, "A device"), "All blinds in the house", "close")
    text = one.text()
    one.save()
    return text


def heating(page: Page) -> str:
    """The heating is warm in the morning, earlier on workdays, and cool at night."""
    one = Editor(page, "Heating")
    row = one.add(one.when, "A time")
    give(row.get_by_label("Time of day"), "06:30")
    for day in ("Sat", "Sun"):
        row.get_by_role("button", name=day, exact=True).click()
    row.get_by_role("button", name="Another time on the other days").click()
    row = one.when.locator(".nodes > .node").nth(1)
    give(row.get_by_label("Time of day"), "08:00")
    row = one.add(one.when, "A time")
    give(row.get_by_label("Time of day"), "22:00")
    for index, degrees in enumerate(("21", "21", "17.5")):
        row = one.when.locator(":scope > .nodes > .node").nth(index)
        row.get_by_text("Done only for this one").click()
        row.get_by_role("button", name="+ A device", exact=True).click()
        one.say(row.locator(".node").last, "Thermostat", "heat to", degrees)
    text = one.text()
    one.save()
    return text


def everybody_left(page: Page) -> str:
    one = Editor(page, "Everybody left")
    one.add(one.when, "People come or go").get_by_label("What happens").select_option(label="The last leaves")
    one.say(one.add(one.then, "A device"), "All lights in the house", "turn off")
    one.say(one.add(one.then, "A device"), "Thermostat", "heat to", "16")
    text = one.text()
    one.save()
    return text


def laundry(page: Page) -> str:
    """A message to one person, and then to everybody again."""
    one = Editor(page, "Laundry")
    one.say(one.add(one.when, "A device"), "Washing Machine", "is turned off")
    row = one.add(one.then, "A message")
    expect(row.get_by_label("Everybody")).to_be_checked()
    give(row.get_by_label("Text"), "Basement")
    row.get_by_label("How urgent").first.select_option(label="Warning")
    row.get_by_label("Owner").check()
    expect(row.get_by_label("Everybody")).not_to_be_checked()
    row.get_by_label("Everybody").check()
    expect(row.get_by_label("Owner")).not_to_be_checked()
    row.get_by_label("Owner").check()
    text = re.sub(r'recipients: \["[^"]+"\]', 'recipients: ["…"]', one.text())
    one.save()
    return text


def leak(page: Page) -> str:
    one = Editor(page, "Leak")
    one.say(one.add(one.when, "A device"), "Sink Leak Sensor", "water is found")
    one.say(one.add(one.then, "A device"), "All lights in the house", "turn on")
    row = one.add(one.then, "A message")
    give(row.get_by_label("Title"), "Water in the kitchen")
    row.get_by_label("How urgent").first.select_option(label="Alarm")
    text = one.text()
    one.save()
    return text


def leak_tells_everybody(hub: Hub, page: Page) -> None:
    """The automation that the form has written does what its sentence says."""
    hub.call("DemoService/PlayInput", {"deviceId": hub.device("Sink Leak Sensor")["id"], "input": "DEMO_INPUT_LEAK"})
    page.goto(f"http://{hub.listen}/#/")
    expect(page.locator(".notices .notice").filter(has_text="Water in the kitchen")).to_have_count(1, timeout=20_000)


def good_night(page: Page) -> str:
    one = Editor(page, "Good night")
    give(one.add(one.when, "Somebody says").get_by_label("Words"), "good night")
    one.say(one.add(one.when, "A device"), "Bedside Button", "is pressed")
    one.say(one.add(one.then, "A device"), "All lights in the house", "turn off")
    one.say(one.add(one.then, "A device"), "South Blind", "open to", "30")
    text = one.text()
    one.save()
    return text


def impossible(page: Page) -> str:
    """A condition that is never true is shown at once, and asked about before saving."""
    one = Editor(page, "Impossible")
    row = one.say(one.add(one.when, "A device"), "Humidity Sensor", "Relative humidity rises above", "130")
    expect(row.get_by_label("With")).to_have_value("100")
    expect(row).to_contain_text("This can never be true.")
    page.get_by_role("button", name="Save", exact=True).click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("This can never be true.")
    dialog.get_by_role("button", name="Keep editing").click()
    expect(row).to_be_focused()
    give(row.get_by_label("With"), "70")
    expect(row).not_to_contain_text("This can never be true.")
    text = one.text()
    one.save()
    return text


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        hub = Hub(HEARTH, folder, *OPTIONS)
        hub.start()
        try:
            structure = hub.call("HomeService/List", {})["structures"][0]["id"]
            hub.call("HomeService/UpdateStructure", {"structureId": structure, "location": {"latitude": 52.5, "longitude": 13.4}})
            Editor.base = f"http://{hub.listen}"
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            page = browser.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB").new_page()
            page.set_default_timeout(10_000)
            problems: list[str] = []
            page.on("pageerror", lambda error: problems.append(str(error)))
            for write in (motion_light, shutters, heating, leak, good_night, laundry, impossible, everybody_left):
                made = write(page) + "\n"
                assert made == MADE[write.__name__], f"{write.__name__}:\n{made}"
            leak_tells_everybody(hub, page)
            assert not problems, "\n".join(problems)
            browser.close()
            print("All are written in the forms alone.")
        finally:
            hub.kill()


if __name__ == "__main__":
    main()
