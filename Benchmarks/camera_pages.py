"""How old a camera's pictures are when a browser shows them, and how soon a viewer sees the first one."""

import contextlib
import statistics
import time

import browser
import camera_house
import home_hub

import engines
import live_page

#: Key pictures are rare, so that the first picture depends on what was kept since the last one.
CAMERA = ("--clock", "--gop", 10, "--bitrate", 1500)
#: Notes the age of each picture that is drawn or played, in `ages`, as pairs of the page's time and the age in milliseconds.
#: The camera shows the time: the lower 32 bits of the milliseconds since 1970 as columns, the highest first.
AGES = """(() => {
  window.ages = [];
  const row = new OffscreenCanvas(32, 1).getContext("2d", { willReadFrequently: true });
  const look = (picture, width, height) => {
    row.drawImage(picture, 0, height / 2, width, 1, 0, 0, 32, 1);
    const { data } = row.getImageData(0, 0, 32, 1);
    let shown = 0;
    for (let bit = 0; bit < 32; bit += 1) shown = shown * 2 + (data[4 * bit] > 128 ? 1 : 0);
    window.ages.push([performance.now(), ((Date.now() % 2 ** 32) - shown + 2 ** 32) % 2 ** 32]);
  };
  const { drawImage } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.drawImage = function (picture, ...more) {
    drawImage.call(this, picture, ...more);
    if (picture.displayWidth) look(picture, picture.displayWidth, picture.displayHeight);
  };
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function () {
    const next = () => this.requestVideoFrameCallback(() => {
      look(this, this.videoWidth, this.videoHeight);
      next();
    });
    next();
    return play.call(this);
  };
  return true;
})()"""
#: The ways of the page, with what the browser must lack for them.
WAYS = {"WebCodecs": (), "MSE": ("VideoDecoder",)}
WEBRTC = "WebRTC"
#: The bars of a picture's age, in milliseconds.
MOST_AGE = {"WebCodecs": 300, WEBRTC: 300, "MSE": 500}


def run(bars, rounds, seconds):
    rounds, seconds = max(3, rounds), max(5.0, 10 * seconds)
    figures = {}
    with camera_house.House(*CAMERA) as house, camera_house.Viewer(house):
        # Until the key picture is some time ago.
        time.sleep(5)
        for name in ("Chromium", "Firefox"):
            for way, without in WAYS.items():
                with attempt(bars, f"{name}, {way}"), engines.ENGINES[name]().opened() as engine:
                    page = live_page.LivePage(engine, f"127.0.0.1:{house.hub.port}", camera_house.DEVICE, without)
                    engine.evaluate(AGES)
                    figures[name, way] = [looked(page, seconds) for _ in range(rounds)]
        with attempt(bars, f"Chromium, {WEBRTC}"), engines.Chromium().opened() as engine:
            figures["Chromium", WEBRTC] = [session(engine, house, seconds) for _ in range(rounds)]
    for (name, way), each in figures.items():
        show(bars, name, way, each)
    first_sessions(bars, min(3, rounds))
    first_calls(bars, min(3, rounds))


@contextlib.contextmanager
def attempt(bars, what):
    try:
        yield
    except (engines.Missing, ImportError, AssertionError, browser.sync_api().Error) as reason:
        bars.section.not_measured(what, "the age of pictures", reason)


def looked(page, seconds):
    """The time until the first picture, and the ages of the later ones, in milliseconds."""
    page.engine.evaluate("(window.ages.length = 0, true)")
    pressed = page.watch()
    page.engine.wait("window.ages.length > 0", "there is no picture", 30)
    time.sleep(1 + seconds)
    figures = times(page.engine.evaluate("window.ages"), pressed)
    page.stop()
    return figures


def session(engine, house, seconds):
    """The same over WebRTC, from the offer on."""
    engine.goto(f"http://127.0.0.1:{house.hub.port}/")
    engine.evaluate(AGES)
    answer = live_page.open_session(engine.page, house.hub.call, camera_house.TARGET)
    engine.wait("window.ages.length > 0", "there is no picture", 30)
    time.sleep(1 + seconds)
    figures = times(engine.evaluate("window.ages"), engine.evaluate("window.begun"))
    house.hub.call("CameraService/EndLiveView", {"streamId": answer["opened"]["streamId"]})
    return figures


def times(ages, begun):
    first = ages[0][0] - begun
    return first, [age for at, age in ages if at > ages[0][0] + 1_000]


def show(bars, name, way, rounds):
    firsts = [first for first, _ in rounds]
    ages = sorted(age for _, each in rounds for age in each)
    if not ages:
        return bars.section.not_measured(f"{name}, {way}", "the age of pictures", "none came after the first second")
    oldest = ages[int(len(ages) * 0.95)]
    if name == "Chromium":
        bars.at_most(f"a picture's age by {way}, p95", "ms", oldest, MOST_AGE[way])
        words = f"a second viewer's first picture by {way}, key pictures each 10 s"
        bars.at_most(words, "ms", statistics.median(firsts), 700)
    else:
        bars.figure(f"a picture's age by {way} in {name}, p95 ms", oldest)
        bars.figure(f"a second viewer's first picture by {way} in {name}, ms", statistics.median(firsts))
    bars.figure(f"a picture's age by {way} in {name}, p50 ms", statistics.median(ages))
    bars.figure(f"the slowest first picture by {way} in {name}, ms", max(firsts))


def first_sessions(bars, rounds):
    """The first live view of a camera over WebRTC, with a key picture each second. The hub has answered other calls before."""
    firsts = []
    with attempt(bars, f"Chromium, {WEBRTC}"), engines.Chromium().opened() as engine:
        for _ in range(rounds):
            with camera_house.House("--clock", "--gop", 1) as house:
                firsts.append(session(engine, house, 1)[0])
    if firsts:
        bars.figure("the first picture of a camera's first view over WebRTC, ms", statistics.median(firsts))


def first_calls(bars, rounds):
    """The first call in JSON after a start of the hub, as one that opens a view over WebRTC may be."""
    times = []
    for _ in range(rounds):
        with home_hub.folder() as folder, camera_house.Hub(folder) as hub:
            begun = time.monotonic()
            hub.call("HomeService/List", {})
            times.append((time.monotonic() - begun) * 1e3)
    bars.figure("the first call in JSON after the hub's start, ms", statistics.median(times))
