"""Watches the cameras of a demo home, by each installed engine, and on a hub that goes away, with a privacy mode, as the ninth
viewer, and out of sight. Prints how soon the first picture comes, and how old pictures are when they are drawn.

    pip install playwright websockets
    python3 Web/tests/camera.py .build/debug/hearth [FOLDER for pictures, or -] [OPTION of hearth serve…]

A picture's age counts from the moment at which its bytes reach the player.
"""

import contextlib
import http.client
import json
import re
import sys
import tempfile

from playwright.sync_api import Browser, Page, expect, sync_playwright

from engines import ENGINES, Engine, Missing
from live_page import LivePage
from own_hub import Hub

HEARTH = sys.argv[1] if len(sys.argv) > 1 else ".build/debug/hearth"
FOLDER = sys.argv[2] if len(sys.argv) > 2 and sys.argv[2] != "-" else None
OPTIONS = sys.argv[3:]
CHROMIUM = "/usr/bin/chromium"
CAMERA, BELL = "garden-camera", "hallway-video-doorbell"
#: Matter's CameraAvStreamManagement.
STREAMS = "CameraAvStreamManagement"
MOST_VIEWERS = 8

#: Notes when each picture reaches the player and when it is drawn: `ages` has pairs of the time and the age in milliseconds.
MEASURE = """(() => {
  window.ages = [];
  const came = new Map();
  const drawn = (time, now = performance.now()) => came.has(time) && window.ages.push([now, now - came.get(time)]);
  if (window.VideoDecoder) {
    const { decode } = VideoDecoder.prototype;
    VideoDecoder.prototype.decode = function (chunk) { came.set(chunk.timestamp, performance.now()); return decode.call(this, chunk); };
  }
  const { drawImage } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.drawImage = function (picture, ...more) { drawImage.call(this, picture, ...more); drawn(picture.timestamp); };
  const { appendBuffer } = SourceBuffer.prototype;
  SourceBuffer.prototype.appendBuffer = function (bytes) {
    // The times of the fragments are in their tfdt boxes.
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = 0; at + 20 <= bytes.length; at += 1)
      if (view.getUint32(at) === 0x74666474) came.set(Number(view.getBigUint64(at + 8)), performance.now());
    return appendBuffer.call(this, bytes);
  };
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function () {
    const next = () => this.requestVideoFrameCallback((_, { mediaTime, expectedDisplayTime }) => {
      const time = Math.round(mediaTime * 1e6);
      drawn([time, time - 1, time + 1].find((one) => came.has(one)), expectedDisplayTime);
      next();
    });
    if (this.requestVideoFrameCallback) next();
    return play.call(this);
  };
  return true;
})()"""


def figures(ages: list, pressed: float) -> str:
    """The first picture and the ages of pictures in words."""
    sorted_ages = sorted(age for _, age in ages)
    at = lambda share: sorted_ages[min(len(sorted_ages) - 1, int(share * len(sorted_ages)))]  # noqa: E731
    return f"first picture after {ages[0][0] - pressed:.0f} ms; {len(ages)} pictures, age p50 {at(0.5):.0f} ms, p95 {at(0.95):.0f} ms"


def by_engine(engine: Engine, hub: Hub, name: str, has_decoder: bool) -> None:
    """Watches a camera in its page for five seconds, twice."""
    view = LivePage(engine, hub.listen, CAMERA, () if has_decoder else ("VideoDecoder",))
    engine.evaluate(MEASURE)
    for turn in ["the first time", "again"]:
        engine.evaluate("(window.ages.length = 0, true)")
        pressed = view.watch()
        engine.wait("window.ages.length > 0", f"{name}: no picture", 30)
        engine.wait(f"performance.now() - {pressed} > 5000 && document.querySelector('.live[data-state=live]')", f"{name}: not live", 30)
        print(f"{name}, {view.player()}, {turn}: {figures(engine.evaluate('window.ages'), pressed)}", flush=True)
        view.stop()


def without_codecs(engine: Engine, hub: Hub, name: str) -> None:
    """A browser that can neither decode nor buffer shows pictures, which are renewed."""
    LivePage(engine, hub.listen, CAMERA, ("VideoDecoder", "MediaSource", "ManagedMediaSource")).watch()
    picture = "document.querySelector('.stage img')"
    engine.wait(f"{picture}?.naturalWidth > 0", f"{name}: no picture", 30)
    first = engine.evaluate(f"{picture}.src")
    engine.wait(f"{picture}.src !== {json.dumps(first)} && {picture}.naturalWidth > 0", f"{name}: the picture is not renewed", 15)
    print(f"{name}, pictures: renewed", flush=True)


def ends_when_private(engine: Engine, hub: Hub, name: str) -> None:
    """A privacy mode ends the view within two seconds, and leaves no picture."""
    LivePage(engine, hub.listen, CAMERA).watch()
    engine.wait("document.querySelector('.live[data-state=live]')", f"{name}: not live", 30)
    try:
        set_private(hub, True)
        engine.wait("!document.querySelector('.live canvas, .live video')", f"{name}: a picture stays", 2)
    finally:
        set_private(hub, False)
    print(f"{name}: privacy ends the view", flush=True)


def open_page(browser: Browser, hub: Hub, path: str, problems: list[str], width: int = 1280) -> Page:
    page = browser.new_context(viewport={"width": width, "height": 900}, locale="en-GB").new_page()
    page.on("pageerror", lambda error: problems.append(f"{path}: {error}"))
    page.on("console", lambda message: message.type == "error" and "net::ERR_" not in message.text and problems.append(f"{path}: {message.text}"))
    page.goto(f"http://{hub.listen}/{path}")
    expect(page.locator("h1")).to_be_visible(timeout=20_000)
    return page


def set_private(hub: Hub, is_on: bool) -> None:
    hub.call(f"hearth.traits.matter.v1.{STREAMS}Service/Update", {"target": {"deviceId": CAMERA, "endpoint": 1}, "attributes": {"softLivestreamPrivacyModeEnabled": is_on}})


def tile_and_dialog(browser: Browser, hub: Hub, problems: list[str]) -> None:
    """A tile has a picture with its age; a press shows the camera large and live, and Escape ends it."""
    for width in [1280, 390]:
        page = open_page(browser, hub, "#/", problems, width)
        tile = page.locator(".tile", has_text="Garden Camera")
        tile.scroll_into_view_if_needed()
        picture = tile.get_by_role("img", name=re.compile("^Taken at"))
        expect(picture).to_be_visible(timeout=15_000)
        assert picture.evaluate("one => one.decode().then(() => one.naturalWidth)") > 0
        first = picture.get_attribute("src")
        expect(picture).not_to_have_attribute("src", first, timeout=15_000)
        save(page, f"tile-{width}")
        # By the keyboard, too.
        watch = tile.get_by_role("button", name="Watch Garden Camera live")
        watch.focus()
        page.keyboard.press("Enter")
        live = page.get_by_role("dialog").get_by_role("group", name="Garden Camera, live")
        expect(live).to_have_attribute("data-state", "live", timeout=15_000)
        page.wait_for_timeout(500)
        save(page, f"dialog-{width}")
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(watch).to_be_focused()
        page.goto(f"http://{hub.listen}/#/device/{CAMERA}")
        expect(page.get_by_role("heading", level=1)).to_have_text("Garden Camera")
        expect(page.get_by_role("img", name=re.compile("^Taken at"))).to_be_visible(timeout=15_000)
        save(page, f"device-{width}")
        page.context.close()


def save(page: Page, name: str) -> None:
    if FOLDER:
        page.screenshot(path=f"{FOLDER}/{name}.png")


def watched(browser: Browser, hub: Hub, problems: list[str]) -> tuple[Page, object]:
    page = open_page(browser, hub, f"#/device/{CAMERA}", problems)
    page.get_by_role("button", name="Watch live").click()
    live = page.get_by_role("group", name="Garden Camera, live")
    expect(live).to_have_attribute("data-state", "live", timeout=15_000)
    return page, live


def private(browser: Browser, hub: Hub, problems: list[str]) -> None:
    """A privacy mode that somebody else switches on ends the view, and leaves no picture."""
    page, live = watched(browser, hub, problems)
    try:
        set_private(hub, True)
        expect(page.locator(".live canvas")).to_have_count(0, timeout=2_000)
        expect(page.locator(".controls", has_text="Private: it shows nothing").first).to_be_visible()
        expect(page.get_by_role("button", name="Watch live")).to_have_count(0)
        save(page, "private")
    finally:
        set_private(hub, False)
    expect(page.get_by_role("button", name="Watch live")).to_be_visible()
    page.context.close()


def out_of_sight(browser: Browser, hub: Hub, problems: list[str]) -> None:
    """A hidden page ends its stream within two seconds, and opens it when it is seen again."""
    page, live = watched(browser, hub, problems)
    ended = []
    page.on("requestfailed", lambda request: request.url.endswith("/OpenLiveView") and ended.append(request))
    show = """state => {
      Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }"""
    page.evaluate(show, "hidden")
    page.wait_for_timeout(2_000)
    assert ended, "the stream of a hidden page goes on"
    page.evaluate(show, "visible")
    expect(live).to_have_attribute("data-state", "live", timeout=15_000)
    page.context.close()


def hub_restarts(browser: Browser, hub: Hub, problems: list[str]) -> None:
    """A view whose hub goes away says so, and is live again by itself."""
    page, live = watched(browser, hub, problems)
    hub.kill()
    expect(live.get_by_role("status")).to_contain_text(re.compile(r"^Interrupted at \d"), timeout=10_000)
    save(page, "interrupted")
    hub.start()
    expect(page.locator(".stale")).to_have_count(0, timeout=30_000)
    expect(live).to_have_attribute("data-state", "live", timeout=30_000)
    page.context.close()


def ninth_viewer(browser: Browser, hub: Hub, problems: list[str]) -> None:
    """The page says that too many watch, and tries again at a press."""
    page = open_page(browser, hub, f"#/device/{CAMERA}", problems)
    with contextlib.ExitStack() as ends:
        for _ in range(MOST_VIEWERS):
            connection = ends.enter_context(contextlib.closing(http.client.HTTPConnection(hub.listen, timeout=20)))
            body = json.dumps({"target": {"deviceId": CAMERA, "endpoint": 1}, "quality": "CAMERA_QUALITY_MAIN"}).encode()
            connection.request("POST", "/hearth.v1.CameraService/OpenLiveView", bytes(1) + len(body).to_bytes(4, "big") + body, {"content-type": "application/connect+json"})
            assert connection.getresponse().read(5), "a viewer gets nothing"
        page.get_by_role("button", name="Watch live").click()
        live = page.get_by_role("group", name="Garden Camera, live")
        expect(live.get_by_role("status")).to_contain_text("As many people are watching")
        save(page, "busy")
    retry = page.get_by_role("button", name="Try again")
    retry.click()
    expect(live).to_have_attribute("data-state", "live", timeout=15_000)
    page.context.close()


def doorbell(browser: Browser, hub: Hub, problems: list[str]) -> None:
    """A press of the doorbell shows a note, which opens the camera."""
    page = open_page(browser, hub, "#/", problems)
    page.locator(".tile", has_text="Video Doorbell").first.scroll_into_view_if_needed()
    expect(page.get_by_role("button", name="Watch Camera live")).to_be_visible(timeout=15_000)
    hub.call("DemoService/PlayInput", {"deviceId": BELL, "input": "DEMO_INPUT_PRESS"})
    note = page.get_by_role("status").filter(has_text="Somebody rings: Video Doorbell")
    expect(note).to_be_visible(timeout=5_000)
    expect(note.locator("img")).to_be_visible(timeout=5_000)
    save(page, "doorbell")
    note.get_by_role("button", name="Look").click()
    expect(page.get_by_role("dialog").get_by_role("group", name="Video Doorbell, live")).to_have_attribute("data-state", "live", timeout=15_000)
    page.context.close()


def main() -> None:
    problems: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        hub = Hub(HEARTH, folder, *OPTIONS)
        hub.start()
        try:
            for name, engine in ENGINES.items():
                for trial in [lambda *of: by_engine(*of, True), lambda *of: by_engine(*of, False), without_codecs, ends_when_private]:
                    try:
                        with engine().opened() as window:
                            trial(window, hub, name)
                    except (Missing, ImportError) as reason:
                        print(f"skipped: {name}, as {reason} (scripts/test-web --all installs it)", flush=True)
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
                for trial in [tile_and_dialog, private, out_of_sight, ninth_viewer, doorbell, hub_restarts]:
                    trial(browser, hub, problems)
                    print(f"{trial.__name__}: passed", flush=True)
                browser.close()
        finally:
            hub.stop()
    assert not problems, "\n".join(problems)


main()
