"""The loading times and the size of the page."""

import gzip
import re
import statistics
import subprocess
import urllib.error
import urllib.request
import zipfile

import browser
import common
import home_hub
import measure
import report

WEB = common.HERE.parent / "Web"
PEER = "home-assistant-frontend"
#: 1.6 Mbit/s down, 0.75 up, 150 ms.
SLOW = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 93_750}


def run(section, chromium, rounds):
    with home_hub.folder() as path, DemoHub(path) as hub:
        weight(section, chromium, hub)
        loads(section, chromium, hub, rounds)
        walk(section, chromium, hub, rounds)
    many(section, chromium, rounds)


class DemoHub(measure.Server):
    """A hub with the demo home and the built-in page."""

    def __init__(self, folder):
        super().__init__([common.swift_build("hearth"), "serve", "--demo", "--listen", "127.0.0.1:{port}", "--store", f"{folder}/home.db",
                          "--backups", "off"])


# Weight

def weight(section, chromium, hub):
    with browser.page(chromium) as (one, tools):
        begun, bodies = {}, []
        tools.on("Network.requestWillBeSent", lambda event: begun.setdefault(event["requestId"], event["wallTime"] * 1e3))
        tools.on("Network.dataReceived", lambda event: bodies.append((event["requestId"], event["encodedDataLength"])))
        shown = browser.opened(one, hub)["tiles"] + one.evaluate("performance.timeOrigin")
        needed = {request for request, time in begun.items() if time < shown}
        requests, received = len(needed), sum(size for request, size in bodies if request in needed)
    files = served(hub)
    whole = sum(files)
    peer, why = peer_weight()
    section.table("what is loaded", "KB, compressed", "requests")
    section.row("Hearth: until the demo home is shown, with its data", report.number(received / 1024), str(requests))
    section.row("Hearth: all views, in one language", report.number(whole / 1024), str(len(files)))
    if peer:
        section.row(f"Home Assistant's {PEER}: what its first page names, without data", report.number(peer[0] / 1024), str(peer[1]))
    else:
        section.not_measured("Home Assistant", "what its first page weighs", why)
    section.bar("page: bytes until the home is shown, KB", "≤ 80", received / 1024, 80, at_most=True)
    section.bar("page: requests until then", "≤ 25", requests, 25, at_most=True)
    section.bar("page: all views, KB", "≤ 150", whole / 1024, 150, at_most=True)


def served(hub):
    """The bytes of each file of the views in one language, joined or not, as the hub serves them."""
    base = f"http://127.0.0.1:{hub.port}/"
    index = fetched(base)
    found = [len(index)]
    folder = re.search(r"app/[0-9a-f]+/", gzip.decompress(index).decode())[0]
    for path in sorted(WEB.rglob("*")):
        name = path.relative_to(WEB)
        if name.parts[0] in ("sdk", "tests", "tools") or (name.parts[0] == "text" and not name.name.startswith("en.")):
            continue
        file = path.is_file() and fetched(base + folder + name.as_posix())
        if file:
            found.append(len(file))
    return found


def fetched(address):
    """The compressed response for an address; nothing if it doesn't exist."""
    try:
        with urllib.request.urlopen(urllib.request.Request(address, headers={"Accept-Encoding": "gzip"})) as answer:
            return answer.read()
    except urllib.error.HTTPError:
        return b""


def compressed(content):
    return len(gzip.compress(content, 9))


def peer_weight():
    """The bytes and files that the first page of Home Assistant refers to. Its package is fetched once."""
    folder = common.BUILD / PEER
    folder.mkdir(parents=True, exist_ok=True)
    if not list(folder.glob("*.whl")):
        done = subprocess.run(["python3", "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:", "--python-version", "3.14", "-d", str(folder), PEER],
                              capture_output=True, text=True)
        if done.returncode != 0:
            return None, done.stderr.strip()[-200:]
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as archive:
        # The build for the newest browsers; the page's scripts name its files.
        names = [name for name in archive.namelist() if re.search(r"frontend_latest/(core|app)\.[\w-]+\.js$", name)]
        return (sum(compressed(archive.read(name)) for name in names), len(names)), None


# Time

def loads(section, chromium, hub, rounds):
    figures = {"loopback": [], "CPU ÷ 4": [], "1.6 Mbit/s, 150 ms": [], "the same, second visit": []}
    for _ in range(rounds):
        with browser.page(chromium) as (one, _):
            figures["loopback"].append(browser.opened(one, hub))
        with browser.page(chromium, cpu=4) as (one, _):
            figures["CPU ÷ 4"].append(browser.opened(one, hub))
        with browser.page(chromium, network=SLOW) as (one, _):
            figures["1.6 Mbit/s, 150 ms"].append(browser.opened(one, hub))
            one.goto("about:blank")
            figures["the same, second visit"].append(browser.opened(one, hub))
    section.table("opening the demo home", "first paint, ms", "devices are shown, ms", "largest paint, ms")
    medians = {name: {kind: statistics.median(one[kind] for one in found) for kind in ("first", "tiles", "largest")} for name, found in figures.items()}
    for name, one in medians.items():
        section.row(name, *(report.number(one[kind]) for kind in ("first", "tiles", "largest")))
    section.bar("page: first paint, CPU ÷ 4, ms", "≤ 800", medians["CPU ÷ 4"]["first"], 800, at_most=True)
    section.bar("page: home usable, CPU ÷ 4, ms", "≤ 1,500", medians["CPU ÷ 4"]["tiles"], 1_500, at_most=True)
    section.bar("page: home usable at 1.6 Mbit/s, 150 ms, ms", "≤ 3,000", medians["1.6 Mbit/s, 150 ms"]["tiles"], 3_000, at_most=True)
    section.bar("page: the same, second visit, ms", "≤ 1,000", medians["the same, second visit"]["tiles"], 1_000, at_most=True)


def many(section, chromium, rounds):
    """A thousand devices, each with a tile."""
    shown, built = [], []
    with home_hub.folder() as path, home_hub.Hub(path) as hub, home_hub.fan(hub.port, "tiles", 0, 0, 1, 1_000):
        for _ in range(rounds):
            with browser.page(chromium) as (one, tools):
                one.add_init_script(BUILT)
                shown.append(browser.opened(one, hub)["tiles"])
                # Tiles outside of the screen are added once the first are painted.
                one.wait_for_timeout(1_000)
                count = one.locator(".tile").count()
                if count != 1_000:
                    raise measure.NotMeasured(f"the page shows {count} of 1,000 devices")
                built.append(one.evaluate("seen.built"))
    section.table("1,000 devices", "ms")
    section.row("devices are shown", report.number(statistics.median(shown)))
    section.row("making the elements of all", report.number(statistics.median(built)))
    section.bar("page: 1,000 devices usable, ms", "≤ 1,500", statistics.median(shown), 1_500, at_most=True)
    section.bar("page: their elements built, ms", "≤ 300", statistics.median(built), 300, at_most=True)


#: The time of the scripts that create tiles, from the first one until none is left to do.
BUILT = """
{
  const create = Document.prototype.createElement;
  let begun = 0;
  seen.built = 0;
  Document.prototype.createElement = function (name, ...more) {
    if (begun === 0 && name === 'article') {
      begun = performance.now();
      queueMicrotask(() => {
        seen.built += performance.now() - begun;
        begun = 0;
      });
    }
    return create.call(this, name, ...more);
  };
}
"""


# A walk

def walk(section, chromium, hub, rounds):
    figures = []
    for _ in range(rounds):
        with browser.page(chromium) as (one, _):
            browser.opened(one, hub)
            for name in ("living-spinner", "living-ceiling", "thermostat"):
                one.locator(f'a[href="#/device/{name}"]').first.click()
                one.wait_for_selector("h1")
                one.wait_for_timeout(300)
                one.go_back()
                one.wait_for_selector(".tile")
                one.wait_for_timeout(200)
            one.locator("button.tile-body").first.click()
            one.wait_for_timeout(300)
            one.locator("button.tile-body").first.click()
            one.locator("input[type=range]").first.press("ArrowRight")
            one.wait_for_timeout(300)
            one.keyboard.press("/")
            one.get_by_role("combobox").press_sequentially("lamp", delay=30)
            one.keyboard.press("Enter")
            one.wait_for_timeout(300)
            for place in one.locator('nav a[href^="#/"]').all():
                place.click()
                one.wait_for_timeout(400)
            figures.append(one.evaluate("seen"))
    worst = {kind: statistics.median(one[kind] for one in figures) for kind in ("largest", "shift", "input")}
    section.table("a walk through devices, controls, search and views", "")
    section.row("largest paint, ms", report.number(worst["largest"]))
    section.row("layout shift", f"{worst['shift']:.3f}")
    section.row("the slowest input until its next paint, ms", report.number(worst["input"]))
    section.bar("page: largest paint, ms", "≤ 1,000", worst["largest"], 1_000, at_most=True)
    section.bar("page: layout shift over a walk", "≤ 0.02", worst["shift"], 0.02, at_most=True)
    section.bar("page: the slowest input over a walk, ms", "≤ 100", worst["input"], 100, at_most=True)
