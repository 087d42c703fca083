"""Prints the size of the first view of a running demo home in Chromium, file by file, and fails above the limit.

    pip install playwright
    hearth serve --demo
    python3 Web/tests/weight.py [http://127.0.0.1:4327] [/usr/bin/chromium]

It counts the compressed bodies of all answers until the view is shown and its stream has begun.
"""

import sys

from playwright.sync_api import expect, sync_playwright

BASE = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:4327"
CHROMIUM = sys.argv[2] if len(sys.argv) > 2 else "/usr/bin/chromium"
# The limits of the first view.
MOST_BYTES = 80 * 1024
MOST_REQUESTS = 25


class Answers:
    """The answers to a page's requests, by the browser's request id."""

    def __init__(self, session) -> None:
        self.paths: dict[str, str] = {}
        self.heads: dict[str, int] = {}
        self.bodies: dict[str, int] = {}
        self.is_zipped: dict[str, bool] = {}
        session.on("Network.requestWillBeSent", self.asked)
        session.on("Network.responseReceived", self.begun)
        session.on("Network.dataReceived", self.came)
        session.on("Network.loadingFinished", self.ended)
        session.send("Network.enable")

    def asked(self, event) -> None:
        self.paths[event["requestId"]] = event["request"]["url"].removeprefix(BASE)

    def begun(self, event) -> None:
        response = event["response"]
        self.heads[event["requestId"]] = response["encodedDataLength"]
        fields = {name.lower(): value for name, value in response["headers"].items()}
        self.is_zipped[event["requestId"]] = fields.get("content-encoding") == "gzip"

    def came(self, event) -> None:
        known = self.bodies.get(event["requestId"], 0)
        self.bodies[event["requestId"]] = known + max(event["encodedDataLength"], 0)

    def ended(self, event) -> None:
        self.bodies[event["requestId"]] = int(event["encodedDataLength"]) - self.heads.get(event["requestId"], 0)


def main() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
        answers = Answers(page.context.new_cdp_session(page))
        with page.expect_request("**/hearth.v1.HomeService/Watch"):
            page.goto(f"{BASE}/")
        expect(page.locator("h1")).to_be_visible(timeout=20_000)
        page.wait_for_timeout(1_000)
        browser.close()
    for name, path in sorted(answers.paths.items(), key=lambda item: -answers.bodies.get(item[0], 0)):
        print(f"{answers.bodies.get(name, 0):8} {'gzip' if answers.is_zipped.get(name) else '    '} {path}")
    total = sum(answers.bodies.values())
    print(f"first view: {len(answers.paths)} requests, {total / 1024:.1f} KB, {sum(answers.heads.values()) / 1024:.1f} KB of header fields")
    assert len(answers.paths) <= MOST_REQUESTS, f"more than {MOST_REQUESTS} requests"
    assert total <= MOST_BYTES, f"more than {MOST_BYTES // 1024} KB"


main()
