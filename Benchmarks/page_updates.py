"""The cost of endless changes for a page, and of none."""

import threading
import time

import browser
import common
import home_hub
import measure
import report

DEVICES, STEADY, STORM, SLOW = 1_000, 5_000, 50_000, 100
#: The measurements need the page's separate modules; the built-in page has them joined into one.
MODULES = ("--web", str(common.HERE.parent / "Web"))
MODULE = "const module = (path) => import(new URL(path, document.querySelector('script[src$=\"main.js\"]').src));"
#: Records the age of each report at the end of the frame that shows it, for devices whose tiles are on the
#: screen, and for the others, which are updated later.
AGES = """async () => {
  MODULE
  const { HomeModel } = await module('home/model.js');
  const { HomeFollower } = await module('home/follower.js');
  // The browser knows the position of a part, and of the cells in a near one. For more it would have to lay out
  // invisible parts.
  const isSeen = (element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  };
  const cells = [...document.querySelectorAll('.tiles > ul')].filter(isSeen).flatMap((part) => [...part.children]);
  const onScreen = new Set(cells.filter(isSeen).map((cell) => cell.firstElementChild.dataset.device));
  const ages = (window.ages = { onScreen: [], elsewhere: [] });
  const told = new Map();
  let shown = [];
  const { apply } = HomeModel.prototype, { settle } = HomeFollower.prototype;
  HomeModel.prototype.apply = function (message) {
    apply.call(this, message);
    const { observedAt, states = [] } = message.report ?? {};
    if (!observedAt) return;
    const time = Number(observedAt.seconds) * 1000 + observedAt.nanos / 1e6;
    for (const { target } of states) {
      const times = told.get(target.deviceId);
      if (times) times.push(time);
      else told.set(target.deviceId, [time]);
    }
  };
  HomeFollower.prototype.settle = function (devices = this.model.changedDevices) {
    // The frame has ended when this channel's message arrives.
    if (shown.length === 0) channel.port1.postMessage(0);
    for (const id of devices) {
      if (told.has(id)) shown.push([id, told.get(id)]);
      told.delete(id);
    }
    settle.call(this, devices);
  };
  const channel = new MessageChannel();
  channel.port2.onmessage = () => {
    const now = performance.timeOrigin + performance.now();
    for (const [id, times] of shown)
      for (const time of times) (onScreen.has(id) ? ages.onScreen : ages.elsewhere).push(now - time);
    shown = [];
  };
}"""
#: The tiles whose text differs from the hub's state, with both texts.
DIFFERENCES = """async () => {
  MODULE
  const { Client } = await module('lib/connect.js');
  const { HomeModel } = await module('home/model.js');
  const { Schemas } = await module('home/schemas.js');
  const { temperature } = await module('home/words.js');
  const client = new Client(), schemas = new Schemas(client);
  const model = new HomeModel((id) => schemas.get(id));
  const info = await client.call('HomeService/GetInfo', {});
  await schemas.begin(info.schemaFingerprint);
  await schemas.need([{ id: 6 }, { id: 0x402 }].map((trait) => ({ revision: 0, featureMap: 0, ...trait })));
  const names = new Map();
  for (let pageToken = ''; ;) {
    const page = await client.call('HomeService/List', { pageToken });
    for (const device of page.devices) names.set(device.name, device.id);
    if ((pageToken = page.nextPageToken) === '') break;
  }
  const empty = { structures: [], rooms: [], devices: [], zones: [], serviceGroups: [], people: [], automations: [] };
  for (let pageToken = ''; ;) {
    const page = await client.call('HomeService/Read', { pageToken });
    model.apply({ snapshot: { ...empty, states: page.states } });
    if ((pageToken = page.nextPageToken) === '') break;
  }
  const wrong = [];
  let compared = 0;
  for (const tile of document.querySelectorAll('.tile')) {
    const id = names.get(tile.querySelector('.tile-name').textContent);
    if (id === undefined) continue;
    const isOn = model.state(id, 1, 6)?.values.onOff, warmth = model.state(id, 1, 0x402)?.values.measuredValue;
    const shown = isOn === undefined ? tile.querySelector('.tile-value').textContent : tile.querySelector('button').getAttribute('aria-pressed');
    const wanted = isOn === undefined ? temperature(warmth / 100) : String(isOn);
    compared += 1;
    if (shown !== wanted) wrong.push(`${id}: ${shown}, ${wanted}`);
  }
  return [compared, wrong];
}"""


def run(section, chromium, seconds, minutes):
    for name, part in {
        f"{STEADY:,} changes a second": lambda hub, load, one, tools: steady(section, hub, load, one, tools, seconds),
        f"{STORM:,} changes a second": lambda hub, load, one, tools: storm(section, load, one, seconds),
        "idle": lambda hub, load, one, tools: idle(section, one, tools),
        "memory": lambda hub, load, one, tools: memory(section, load, one, tools, minutes),
    }.items():
        try:
            with home_hub.folder() as path, home_hub.Hub(path, more=MODULES) as hub, home_hub.fan(hub.port, "tiles", 0, 0, 20, DEVICES) as load:
                with browser.page(chromium) as (one, tools):
                    browser.opened(one, hub)
                    one.wait_for_timeout(1_000)
                    part(hub, load, one, tools)
        except (measure.NotMeasured, OSError) as reason:
            section.not_measured("the page", name, reason)


class Pace(threading.Thread):
    """Sends changes at a rate while the page is used."""

    def __init__(self, load, rate, seconds):
        super().__init__(daemon=True)
        self.load, self.words, self.answer = load, ("pace", rate, seconds), None
        self.start()

    def run(self):
        try:
            self.answer = self.load.ask(*self.words, patience=self.words[2] * 6 + 60)
        except measure.NotMeasured as reason:
            self.answer = reason

    def end(self):
        self.join()
        if isinstance(self.answer, measure.NotMeasured):
            raise self.answer
        return self.answer


def percentile(values, share):
    if not values:
        raise measure.NotMeasured("the page received no reports")
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def watched(one):
    """Starts to record the ages of reports, and restarts the records of long tasks and inputs."""
    one.evaluate(AGES.replace("MODULE", MODULE))
    one.evaluate("Object.assign(seen, { longest: 0, longTasks: 0, input: 0 })")


def ages_rows(section, ages, seconds):
    section.row("reports that the page showed a second", report.number(sum(map(len, ages.values())) / seconds))
    section.row("from the hub to the screen, p50 ms", report.number(percentile(ages["onScreen"], 0.5)))
    section.row("p99 ms", report.number(percentile(ages["onScreen"], 0.99)))
    section.row("of devices that are not on the screen, p99 ms", report.number(percentile(ages["elsewhere"], 0.99)))


def steady(section, hub, load, one, tools, seconds):
    watched(one)
    used, worked = hub.cpu(), browser.busy(tools)
    pace = Pace(load, STEADY, seconds)
    one.wait_for_timeout(seconds * 1_000)
    used, worked = hub.cpu() - used, browser.busy(tools) - worked
    answer = pace.end()
    one.wait_for_timeout(500)
    ages, seen = one.evaluate("ages"), one.evaluate("seen")
    section.table(f"{STEADY:,} changes a second for {seconds:g} s, 1,000 tiles", "")
    section.row("changes that the hub took a second", report.number(answer["sent_rate"]))
    ages_rows(section, ages, seconds)
    section.row("tasks above 50 ms, and the longest in ms", f"{seen['longTasks']}, {seen['longest']:.0f}")
    section.row("the page's main thread, share of a core", f"{worked / seconds:.0%}")
    section.row("the hub, share of a core", f"{used / seconds:.0%}")
    section.bar(f"page: {STEADY:,} changes a second to the screen, p99 ms", "≤ 100", percentile(ages["onScreen"], 0.99), 100, at_most=True)
    section.bar("page: the longest task meanwhile, ms", "≤ 100", seen["longest"], 100, at_most=True)


def storm(section, load, one, seconds):
    watched(one)
    pace = Pace(load, STORM, seconds)
    waited = []
    end = time.monotonic() + seconds - 1
    while time.monotonic() < end:
        # One key opens search, another closes it. An input counts as answered once its effect is painted.
        one.evaluate("seen.input = 0")
        one.keyboard.press("/")
        one.locator("dialog[open]").wait_for(timeout=10_000)
        one.keyboard.press("Escape")
        one.wait_for_timeout(300)
        waited.append(one.evaluate("seen.input"))
    answer = pace.end()
    ages = one.evaluate("ages")
    begun = time.monotonic()
    for _ in range(50):
        compared, wrong = one.evaluate(DIFFERENCES.replace("MODULE", MODULE))
        if compared and not wrong:
            break
        one.wait_for_timeout(200)
    equal = time.monotonic() - begun
    section.table(f"{STORM:,} changes a second for {seconds:g} s, 1,000 tiles", "")
    section.row("changes that the hub took a second", report.number(answer["sent_rate"]))
    ages_rows(section, ages, seconds)
    section.row("an input until its next paint, longest ms", report.number(max(waited)))
    section.row("tiles that differ from the hub in the end", f"{len(wrong)} of {compared}")
    section.row("after it, equal within s", report.number(equal))
    section.bar(f"page: input amid {STORM:,} changes a second, longest ms", "≤ 200", max(waited), 200, at_most=True)
    section.bar("page: tiles that differ from the hub after it", "0", len(wrong), 0, at_most=True)


def idle(section, one, tools, seconds=120):
    # By then the work of loading is over: its last part is the offline copy, after 15 seconds.
    browser.heap(tools)
    one.wait_for_timeout(20_000)
    worked = browser.busy(tools)
    one.wait_for_timeout(seconds * 1_000)
    worked = browser.busy(tools) - worked
    section.table(f"{DEVICES:,} tiles, nothing changes for {seconds} s", "")
    section.row("the page's main thread, % of a core", f"{worked / seconds * 100:.3f}")
    section.bar("page: nothing changes, % of a core", "≤ 0.1", worked / seconds * 100, 0.1, at_most=True)


def memory(section, load, one, tools, minutes):
    """The page's heap over some minutes, instead of a day."""
    pace = Pace(load, SLOW, minutes * 60)
    one.wait_for_timeout(15_000)
    begun, points = time.monotonic(), []
    while time.monotonic() - begun < minutes * 60 - 20:
        points.append((time.monotonic() - begun, browser.heap(tools)))
        one.wait_for_timeout(5_000)
    pace.end()
    # At first the browser is still compiling scripts.
    slope = gradient(points[len(points) // 2:]) * 3_600 / 2**20
    section.table(f"{SLOW} changes a second for {minutes:g} minutes, 1,000 tiles", "")
    section.row("the page's heap at the end, MB", report.number(points[-1][1] / 2**20))
    section.row("its slope over the second half, MB an hour", report.number(slope))
    section.bar("page: heap with 1,000 tiles, MB", "≤ 50", points[-1][1] / 2**20, 50, at_most=True)
    section.bar(f"page: its slope in {minutes:g} minutes, MB an hour", "≤ 1",
                # In a shorter time the browser's own allocations dominate.
                slope if minutes >= 15 else None, 1, at_most=True)


def gradient(points):
    """The slope of a line through points, by least squares."""
    count = len(points)
    middle = [sum(axis) / count for axis in zip(*points)]
    above = sum((x - middle[0]) * (y - middle[1]) for x, y in points)
    return above / sum((x - middle[0]) ** 2 for x, _ in points)
