"""Chromium with the hub's page: measures loading times, smoothness and cost."""

import contextlib
import shutil
import sys

import common
import measure

#: Records when the page first shows a device, paints and layout shifts, and tasks that delay input.
WATCHED = """
window.seen = { tiles: 0, shift: 0, largest: 0, first: 0, longest: 0, longTasks: 0, input: 0 };
new MutationObserver((_, self) => {
  if (!document.querySelector('.tile')) return;
  self.disconnect();
  requestAnimationFrame(() => setTimeout(() => (seen.tiles = performance.now())));
}).observe(document, { childList: true, subtree: true });
const entries = (type, take, more = {}) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more });
entries('paint', (one) => one.name === 'first-contentful-paint' && (seen.first = one.startTime));
entries('largest-contentful-paint', (one) => (seen.largest = one.startTime));
entries('layout-shift', (one) => one.hadRecentInput || (seen.shift += one.value));
entries('longtask', (one) => { seen.longTasks += 1; seen.longest = Math.max(seen.longest, one.duration); });
entries('event', (one) => one.interactionId && (seen.input = Math.max(seen.input, one.duration)), { durationThreshold: 16 });
"""


def sync_api():
    """Python's playwright: the installed one, or the one of scripts/test-web."""
    try:
        import playwright.sync_api
    except ImportError:
        sys.path += map(str, (common.HERE.parent / ".build/python/lib").glob("python3*/site-packages"))
        try:
            import playwright.sync_api
        except ImportError:
            raise measure.NotMeasured("Python's playwright is not installed (scripts/test-web --all installs it)") from None
    return playwright.sync_api


@contextlib.contextmanager
def chromium():
    program = shutil.which("chromium")
    if program is None:
        raise measure.NotMeasured("Chromium is not installed (scripts/test-web --all installs it)")
    with sync_api().sync_playwright() as runtime:
        browser = runtime.chromium.launch(
            executable_path=program, args=["--no-sandbox", "--enable-precise-memory-info", "--js-flags=--expose-gc"])
        try:
            yield browser
        finally:
            browser.close()


@contextlib.contextmanager
def page(browser, cpu=1, network=None, width=1280, height=900):
    """A page with a cache of its own, throttled by the arguments, and its debugger."""
    context = browser.new_context(viewport={"width": width, "height": height})
    context.add_init_script(WATCHED)
    one = context.new_page()
    tools = context.new_cdp_session(one)
    # Chromium draws its own window first, from pages of its own, which takes a core about a second. People who open a home
    # already have it on the screen.
    one.wait_for_timeout(2_000)
    tools.send("Performance.enable", {"timeDomain": "threadTicks"})
    tools.send("Network.enable")
    if network:
        tools.send("Network.emulateNetworkConditions", network)
    if cpu != 1:
        tools.send("Emulation.setCPUThrottlingRate", {"rate": cpu})
    try:
        yield one, tools
    except sync_api().Error as reason:
        raise measure.NotMeasured(str(reason).split("\n")[0]) from None
    finally:
        context.close()


def opened(one, server, path="#/"):
    """Opens the home, and waits until it shows devices. Returns the measurements, in milliseconds."""
    one.goto(f"http://127.0.0.1:{server.port}/{path}")
    for _ in range(600):
        seen = one.evaluate("seen")
        if seen["tiles"] > 0:
            return seen
        one.wait_for_timeout(100)
    raise measure.NotMeasured("the page shows no device")


def busy(tools):
    """The seconds of CPU that the page's main thread has used."""
    metrics = {one["name"]: one["value"] for one in tools.send("Performance.getMetrics")["metrics"]}
    return metrics["TaskDuration"]


def heap(tools):
    """The bytes that the page's scripts hold after a garbage collection."""
    tools.send("HeapProfiler.collectGarbage")
    return tools.send("Runtime.getHeapUsage")["usedSize"]
