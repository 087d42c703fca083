"""Watches the demo home's camera in Chromium over WebRTC, by the same calls as an app: with an audio track and a data channel of
its own, as apps of Google's shape offer them. A view that is ended, and one whose camera gets private, shows nothing more.

    pip install playwright
    python3 Web/tests/webrtc.py .build/debug/hearth

Then a person talks through the camera by the page's button, with a microphone that Chromium imitates.
"""

import sys
import tempfile
import time

from playwright.sync_api import Browser, Page, expect, sync_playwright

from live_page import open_session
from own_hub import Hub

HEARTH = sys.argv[1] if len(sys.argv) > 1 else ".build/debug/hearth"
CHROMIUM = "/usr/bin/chromium"
TARGET = {"deviceId": "garden-camera", "endpoint": 1}


def pictures(page: Page, most: int) -> int:
    """Waits for a number of pictures."""
    page.wait_for_function(f"window.shown.times.length >= {most}", timeout=30_000)
    return page.evaluate("window.shown.times.length")


def watch(page: Page, hub: Hub) -> tuple[str, str]:
    """Opens a view; its ID and the answer."""
    answer = open_session(page, hub.call, TARGET)
    return answer["opened"]["streamId"], answer["answerSdp"]


def shows_nothing_more(page: Page) -> float:
    """The milliseconds until the last picture."""
    before = page.evaluate("performance.now()")
    time.sleep(2)
    last = page.evaluate("window.shown.times.at(-1)") - before
    assert last < 1_000, f"the last picture came {last:.0f} ms after the end"
    return max(last, 0)


def talks(browser: Browser, hub: Hub) -> None:
    """A press of "Talk" lets the camera play what the microphone hears, and the next one ends it. A muted speaker ends it, too."""
    context = browser.new_context(permissions=["microphone"], locale="en-GB")
    page = context.new_page()
    problems = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(f"http://{hub.listen}/#/device/{TARGET['deviceId']}")
    page.get_by_role("button", name="Watch live").click()
    talk = page.get_by_role("button", name="Talk", exact=True)
    for _ in range(2):
        talk.click()
        expect(page.get_by_role("button", name="Stop talking")).to_be_visible(timeout=15_000)
        page.get_by_role("button", name="Stop talking").click()
        expect(talk).to_be_visible()
    talk.click()
    expect(page.get_by_role("button", name="Stop talking")).to_be_visible(timeout=15_000)
    streams = "hearth.traits.matter.v1.CameraAvStreamManagementService/Update"
    hub.call(streams, {"target": TARGET, "attributes": {"speakerMuted": True}})
    expect(page.get_by_text("speaker is muted")).to_be_visible(timeout=5_000)
    hub.call(streams, {"target": TARGET, "attributes": {"speakerMuted": False}})
    expect(talk).to_be_visible()
    rows = [entry["what"] for entry in hub.call("PeopleService/ListAudit", {})["entries"] if "talk" in entry["what"]]
    assert rows and rows[0].startswith("stopped talking through"), rows
    assert not problems, problems
    context.close()
    print("Chromium: a person talks through the camera", flush=True)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        hub = Hub(HEARTH, folder, "--demo-webrtc", "0")
        hub.start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[
            "--no-sandbox", "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"])
        # The page forbids scripts that are no files.
        page = browser.new_context(bypass_csp=True).new_page()
        page.goto(f"http://{hub.listen}/")

        stream, answer = watch(page, hub)
        kinds = [line.split()[0:2] for line in answer.splitlines() if line.startswith("m=")]
        assert [kind for kind, _ in kinds] == ["m=audio", "m=video", "m=application"], kinds
        assert [port == "0" for _, port in kinds] == [False, False, True], kinds
        pictures(page, 1)
        first = page.evaluate("window.shown.times[0] - window.begun")
        count, begun = pictures(page, 30), time.monotonic()
        rate = (pictures(page, count + 75) - count) / (time.monotonic() - begun)
        assert set(page.evaluate("window.shown.sizes")) == {"640 × 360"}
        assert 12 < rate < 18, f"{rate:.1f} pictures a second of 15"
        report, sound = page.evaluate("""async () => {
          const received = [...(await peer.getStats()).values()].filter((one) => one.type === "inbound-rtp");
          return ["video", "audio"].map((kind) => received.find((one) => one.kind === kind));
        }""")
        assert sound["packetsReceived"] > 50, sound
        delay = report["jitterBufferDelay"] / report["jitterBufferEmittedCount"] * 1_000
        print(f"Chromium: first picture after {first:.0f} ms, {rate:.1f} pictures a second; {report['packetsLost']} packets lost, "
              f"{report['framesDropped']} pictures dropped, {delay:.0f} ms in the jitter buffer", flush=True)
        hub.call("CameraService/EndLiveView", {"streamId": stream})
        talks(browser, hub)
        ended = shows_nothing_more(page)

        page.reload()
        watch(page, hub)
        pictures(page, 10)
        privacy = "hearth.traits.matter.v1.CameraAvStreamManagementService/Update"
        hub.call(privacy, {"target": TARGET, "attributes": {"softLivestreamPrivacyModeEnabled": True}})
        private = shows_nothing_more(page)
        print(f"Chromium: the last picture came {ended:.0f} ms after the end, {private:.0f} ms after privacy", flush=True)
        browser.close()
        hub.stop()


main()
