"""Adds a first real device as a person would: an empty home in Chromium, a plug that announces itself, its key, its name and
room, its tile, an automation, its history, and its way into Home Assistant. Prints the seconds of each step.

    pip install playwright
    python3 Web/tests/first_device.py .build/debug/hearth --address ADDRESS --build .build/esphome [--pictures FOLDER]

ADDRESS is one of this machine, other than loopback. Tests/Integrations/plug.py is started with the Python of --python, which
has ESPHome. Clicks and keys take as long as a person's. With --homekit and --home-assistant, also other programs use the plug;
the latter needs mosquitto.
"""

import argparse
import base64
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

from playwright.sync_api import Locator, Page, expect, sync_playwright

ROOT = pathlib.Path(__file__).parents[2]
sys.path += [str(ROOT / "Tests" / name) for name in ("Integrations", "PythonTestSupport")]

from peers import Broker, HomeAssistant  # noqa: E402
from processes import HubProcess, until  # noqa: E402

#: The seconds of a person: until a click, for a key, and for pasting.
CLICK, KEY, PASTE = 1.2, 0.15, 1.5
#: The goal for all steps in the page.
MOST_SECONDS = 300
SIZES = ((1280, 860), (390, 820))
#: Whether a hidden step of an addition is visible.
HIDDEN_STEP = """() => {
  const steps = Object.assign(document.createElement('ol'), { className: 'adding' });
  const step = Object.assign(document.createElement('li'), { hidden: true });
  steps.append(step);
  document.querySelector('main').append(steps);
  const isShown = step.checkVisibility();
  steps.remove();
  return isShown;
}"""


class Plug:
    """The plug, which can be pulled out."""

    def __init__(self, options) -> None:
        self.key = base64.b64encode(os.urandom(32)).decode()
        self.command = [options.python, ROOT / "Tests/Integrations/plug.py", "--build", options.build,
                        "--address", options.address, "--key", self.key]
        self.process: subprocess.Popen | None = None

    def start(self) -> None:
        self.process = subprocess.Popen([str(one) for one in self.command], stdout=subprocess.PIPE, text=True, start_new_session=True)
        assert self.process.stdout and self.process.stdout.readline() == "ready\n", "the plug did not start"

    def pull(self) -> None:
        """As a power cut does: it says nothing."""
        if self.process:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None


class Hub(HubProcess):
    """A hub with an empty home, at the usual address."""

    def __init__(self, hearth: str, folder: str, options: list[str]) -> None:
        home = {"HOME": folder, "XDG_CONFIG_HOME": f"{folder}/.config", "XDG_DATA_HOME": f"{folder}/.local/share"}
        super().__init__(hearth, f"{folder}/home.db", *options, listen="127.0.0.1:4327", environment=os.environ | home)

    def terminal(self, *words: str) -> str:
        """A command, and what it prints on a terminal of 80 columns."""
        done = subprocess.run([self.program, *words, "--color", "always"], env=self.environment | {"COLUMNS": "80"}, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr
        return f"\x1b[2m$\x1b[0m hearth {' '.join(words)}\n{done.stdout}{done.stderr}"


class Person:
    """Uses the page at a person's speed, and takes pictures of what is seen."""

    def __init__(self, page: Page, pictures: pathlib.Path | None) -> None:
        self.page, self.pictures = page, pictures
        self.steps: list[tuple[str, float]] = []
        self.began = time.monotonic()

    def click(self, what: Locator) -> None:
        expect(what).to_be_visible(timeout=20_000)
        self.page.wait_for_timeout(CLICK * 1000)
        what.click()

    def press(self, name: str) -> None:
        self.click(self.page.get_by_role("button", name=name, exact=True))

    def write(self, field: Locator, text: str) -> None:
        self.click(field)
        field.fill("")
        field.press_sequentially(text, delay=KEY * 1000)

    def paste(self, field: Locator, text: str) -> None:
        self.click(field)
        self.page.wait_for_timeout(PASTE * 1000)
        field.fill(text)

    def choose(self, field: Locator, label: str) -> None:
        self.page.wait_for_timeout(2 * CLICK * 1000)
        field.select_option(label=label)

    def sees(self, what: Locator, seconds: float = 20) -> None:
        expect(what.first).to_be_visible(timeout=seconds * 1000)

    def done(self, step: str) -> None:
        """Ends a step. Pictures take none of its time."""
        self.steps.append((step, time.monotonic() - self.began))
        self.picture(f"{len(self.steps):02}-{step.replace(' ', '-')}")
        self.began = time.monotonic()

    def picture(self, name: str) -> None:
        if self.pictures is None:
            return
        usual = self.page.viewport_size
        for width, height in SIZES:
            self.page.set_viewport_size({"width": width, "height": height})
            self.page.wait_for_timeout(400)
            self.page.screenshot(path=str(self.pictures / f"{name}-{width}.png"))
        if usual:
            self.page.set_viewport_size(usual)


def set_up(one: Person) -> None:
    page = one.page
    page.goto("http://127.0.0.1:4327/")
    one.click(page.get_by_role("button", name=re.compile("^New home")))
    one.sees(page.get_by_role("heading", name="What is your home called?"))
    one.done("open the page")
    one.write(page.get_by_label("Name"), "Elm Street")
    one.press("Next")
    one.sees(page.get_by_role("heading", name="Where is your home?"))
    one.done("name the home")
    one.press("Next")
    one.sees(page.get_by_role("heading", name="Which rooms does it have?"))
    one.done("say where it is")
    for room in ("Kitchen", "Living room"):
        one.press(room)
    one.press("Next")
    one.sees(page.get_by_role("heading", name="Add the first device"))
    one.sees(page.get_by_text("Needs its key"))
    one.done("choose rooms and find the plug")


def add(one: Person, key: str) -> None:
    page = one.page
    one.press("Add Kitchen Plug")
    one.sees(page.get_by_label("Encryption key"))
    one.done("add the plug")
    # A step that is left out, such as pressing a button, is not seen.
    assert not page.evaluate(HIDDEN_STEP), "a hidden step of an addition is shown"
    one.paste(page.get_by_label("Encryption key"), key)
    one.press("Add")
    one.sees(page.get_by_text("1 device was added."), 60)
    one.done("give its key")
    one.write(page.get_by_label("Name"), "Kettle")
    one.choose(page.get_by_label("Room"), "Kitchen")
    one.picture("named")
    one.press("Done")
    one.sees(page.get_by_role("heading", name="Elm Street"))
    one.done("name it and choose its room")


def tile(page: Page) -> Locator:
    return page.locator(".tile", has=page.get_by_role("button", name=re.compile("^(Kettle|Socket)")))


def use(one: Person) -> None:
    page = one.page
    body = tile(page).get_by_role("button").first
    one.click(body)
    expect(body).to_have_attribute("aria-pressed", "true", timeout=10_000)
    page.wait_for_timeout(2_000)
    one.done("switch it on by its tile")


def automate(one: Person) -> None:
    page = one.page
    one.click(page.get_by_role("link", name="Automations"))
    one.click(page.get_by_role("link", name="New automation").first)
    one.write(page.get_by_role("textbox", name="Name"), "Tea time")
    when = page.get_by_role("region", name="When", exact=True)
    one.click(when.get_by_role("button", name="+ A device", exact=True).last)
    row = when.locator(".node").last
    one.choose(row.get_by_label("Device", exact=True), "Kettle")
    one.choose(row.locator("select").nth(1), "Socket: is turned on")
    then = page.get_by_role("region", name="Then", exact=True)
    one.click(then.get_by_role("button", name="+ A message", exact=True).last)
    one.write(then.locator(".node").last.get_by_label("Title"), "Tea is on")
    one.picture("automation")
    one.press("Save")
    one.sees(page.get_by_text("Tea time is saved."))
    one.done("make an automation")
    one.click(page.get_by_role("link", name="Home", exact=True))
    body = tile(page).get_by_role("button").first
    for wanted in ("false", "true"):
        one.click(body)
        expect(body).to_have_attribute("aria-pressed", wanted, timeout=10_000)
    one.sees(page.get_by_text("Tea is on"))
    one.done("see it run")


def look_back(one: Person) -> None:
    page = one.page
    one.click(page.get_by_role("link", name="Details of ").first)
    one.sees(page.get_by_role("heading", name="Kettle", level=1))
    page.wait_for_timeout(1_500)
    one.done("open its page and history")
    one.click(page.get_by_role("link", name="Back to the home"))


def unplug(one: Person, plug: Plug) -> None:
    page = one.page
    plug.pull()
    one.sees(page.locator(".tile", has_text="Offline").or_(page.locator(".tile", has_text="Can't be reached")), 90)
    one.done("pull it out")
    plug.start()
    expect(tile(page).get_by_role("button").first).to_have_attribute("aria-pressed", re.compile("."), timeout=90_000)
    one.done("plug it in again")


def homekit(one: Person, program: str, hub: Hub) -> str:
    """What Examples/homekit-catalogue shows of the plug; it switches the plug off and on."""
    app = subprocess.Popen([program, "127.0.0.1:4327"], env=hub.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert app.stdin and app.stdout
    said = [app.stdout.readline()]
    for line, last in (("show Kettle", "Outlet In Use"), ('write Kettle "Power State" false', "false"), ('write Kettle "Power State" true', "true")):
        said.append(f"> {line}\n")
        app.stdin.write(line + "\n")
        app.stdin.flush()
        while last not in said[-1] or said[-1].startswith(">"):
            said.append(app.stdout.readline())
            assert said[-1], "".join(said)
        if last in ("false", "true"):
            expect(tile(one.page).get_by_role("button").first).to_have_attribute("aria-pressed", last, timeout=10_000)
    app.stdin.write("quit\n")
    app.stdin.close()
    app.wait(10)
    return "".join(said)


def home_assistant(one: Person, options, folder: str) -> None:
    """The plug in a Home Assistant, and a command from there."""
    broker, other = Broker(folder), HomeAssistant(options.home_assistant, folder)
    broker.port = 1883
    pathlib.Path(folder, "mosquitto.conf").write_text("listener 1883\nallow_anonymous true\npersistence false\nuser root\n")
    try:
        broker.start()
        other.start()
        other.add_broker(broker)
        one.began = time.monotonic()
        page = one.page
        one.click(page.get_by_role("link", name="Add a device"))
        one.click(page.get_by_role("link", name="Add Home Assistant"))
        one.write(page.get_by_label("Address of the broker"), options.address)
        one.press("Add")
        one.sees(page.get_by_text("It was added."), 60)
        one.done("connect Home Assistant")
        one.press("Done")
        entity = until("the plug in Home Assistant", lambda: next((name for name in other.states() if name.startswith("switch.kettle")), None))
        for service, wanted in (("switch.turn_off", "false"), ("switch.turn_on", "true")):
            other.serve(service, entity)
            expect(tile(page).get_by_role("button").first).to_have_attribute("aria-pressed", wanted, timeout=10_000)
        one.done("switch it from Home Assistant")
        states = {name: state["state"] for name, state in other.states().items() if "kettle" in name}
        print("Home Assistant has:", json.dumps(states))
        if one.pictures:
            dashboard(one, other)
    finally:
        other.stop()
        broker.stop()


def dashboard(one: Person, other: HomeAssistant) -> None:
    """Home Assistant's own page."""
    for step in ("core_config", "analytics", "integration"):
        data = {"client_id": other.address + "/", "redirect_uri": other.address + "/"} if step == "integration" else {}
        try:
            other.call("/api/onboarding/" + step, data)
        except OSError as reason:
            print(f"Home Assistant's step {step}: {reason}")
    browser = one.page.context.browser
    assert browser and one.pictures
    context = browser.new_context(viewport={"width": 1000, "height": 640})
    tokens = {"access_token": other.token, "token_type": "Bearer", "expires_in": 1800, "hassUrl": other.address,
              "clientId": other.address + "/", "expires": 4102444800000, "refresh_token": ""}
    context.add_init_script(f"localStorage.setItem('hassTokens', {json.dumps(json.dumps(tokens))})")
    page = context.new_page()
    page.goto(other.address + "/lovelace/0")
    page.wait_for_timeout(15_000)
    page.screenshot(path=str(one.pictures / "home-assistant.png"))
    context.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hearth")
    parser.add_argument("--address", required=True)
    parser.add_argument("--build", required=True, help="a folder that keeps the plug's firmware")
    parser.add_argument("--python", default=sys.executable, help="a Python with ESPHome")
    parser.add_argument("--homekit", help="the program homekit-catalogue")
    parser.add_argument("--home-assistant", help="the program hass")
    parser.add_argument("--web", help="the page from a folder in place of the built-in one")
    parser.add_argument("--pictures", type=pathlib.Path)
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    options = parser.parse_args()
    if options.pictures:
        options.pictures.mkdir(parents=True, exist_ok=True)
    problems: list[str] = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        plug, hub = Plug(options), Hub(options.hearth, folder, ["--web", options.web] if options.web else [])
        try:
            plug.start()
            hub.start()
            browser = playwright.chromium.launch(executable_path=options.chromium, args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": 1280, "height": 860}, locale="en-GB", timezone_id="Europe/Berlin")
            page.on("pageerror", lambda error: problems.append(str(error)))
            one = Person(page, options.pictures)
            set_up(one)
            add(one, plug.key)
            use(one)
            automate(one)
            look_back(one)
            seconds = sum(time for _, time in one.steps)
            unplug(one, plug)
            if options.homekit:
                print(terminal := homekit(one, options.homekit, hub))
                if options.pictures:
                    (options.pictures / "homekit.txt").write_text(terminal)
            if options.home_assistant:
                home_assistant(one, options, folder)
            print(terminal := "".join(hub.terminal(*words) for words in (("history", "Kettle"), ("history", "Kettle", "power", "--since", "2min"))))
            if options.pictures:
                (options.pictures / "history.txt").write_text(terminal)
            browser.close()
        finally:
            hub.stop()
            plug.pull()
    for step, time_taken in one.steps:
        print(f"{time_taken:6.1f} s  {step}")
    print(f"{seconds:6.1f} s  from the empty home to the device's history")
    assert not problems, problems
    assert seconds < MOST_SECONDS, f"more than {MOST_SECONDS} s"


if __name__ == "__main__":
    main()
