"""The page without its hub, and after an update of the hub, in Chromium.

    pip install playwright
    python3 Web/tests/offline.py .build/debug/hearth [/usr/bin/chromium]

It starts hubs of its own with the built-in page; another server plays a hub of another version.
"""

import contextlib
import http.client
import http.server
import json
import pathlib
import re
import sys
import tempfile
import threading
import time

from playwright.sync_api import BrowserContext, Page, expect, sync_playwright

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "Tests" / "PythonTestSupport"))

from processes import HubProcess  # noqa: E402
HEARTH = sys.argv[1] if len(sys.argv) > 1 else ".build/debug/hearth"
CHROMIUM = sys.argv[2] if len(sys.argv) > 2 else "/usr/bin/chromium"
WEB = pathlib.Path(__file__).parents[1]
#: All that the page's worker has cached: the addresses, and the texts of the answers.
KEPT = """async () => {
  const all = [];
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys())
      all.push([name, new URL(request.url).pathname, await (await (await caches.open(name)).match(request)).text()]);
  return all;
}"""
IS_KEPT = "async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated' && navigator.serviceWorker.controller !== null"


class Hub(HubProcess):
    def __init__(self, folder: str, *words: str) -> None:
        super().__init__(HEARTH, f"{folder}/home.db", "--demo", "--backups", "off")
        self.start(*words)
        self.base = f"http://{self.address}"

    def ask(self, path: str) -> tuple[int, dict[str, str], bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        with contextlib.closing(connection):
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()


def home(page: Page) -> None:
    expect(page.get_by_role("button", name=re.compile("^Display Stand, "))).to_be_visible(timeout=30_000)


def until(page: Page, script: str, words: str) -> None:
    for _ in range(600):
        if page.evaluate(script):
            return
        time.sleep(0.1)
    raise AssertionError(words)


def new_page(context: BrowserContext, problems: list[str]) -> Page:
    page = context.new_page()
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda line: problems.append(line.text) if "Content Security Policy" in line.text or "Trusted" in line.text else None)
    return page


def without_the_hub(context: BrowserContext, hub: Hub, problems: list[str]) -> None:
    page = new_page(context, problems)
    page.goto(f"{hub.base}/#/")
    home(page)
    until(page, IS_KEPT, "no worker was registered")
    kept = page.evaluate(KEPT)
    paths = [path for _, path, _ in kept]
    prefix = re.search(r"/app/[0-9a-f]{16}/", hub.ask("/")[2].decode())[0]
    assert {name for name, _, _ in kept} == {f"hearth {prefix}"}, "more than one version is kept"
    assert all(path == "/" or path.startswith(prefix) for path in paths), paths
    assert {"/", prefix + "main.js", prefix + "views/later.js", prefix + "text/en.json", prefix + "icons.svg"} <= set(paths), paths
    # Neither data of the home nor credentials are cached.
    everything = "\n".join(text for _, _, text in kept)
    for word in ["Display Stand", "hthp_", "deviceId\":\"living"]:
        assert word not in everything, f"{word} is kept"

    hub.kill()
    for _ in range(2):
        page.reload()
        expect(page.get_by_role("alert")).to_contain_text("The hub can't be reached", timeout=20_000)
        assert "Display Stand" not in page.content(), "what is shown is not of now"
        expect(page.get_by_role("button", name="Try again")).to_be_visible()
    # A new tab also shows the message, in the person's language.
    german = new_page(context, problems)
    german.add_init_script("localStorage.setItem('hearth-language', 'de')")
    german.goto(f"{hub.base}/#/settings")
    expect(german.get_by_role("alert")).to_be_visible(timeout=20_000)
    german.evaluate("localStorage.removeItem('hearth-language')")
    german.close()
    hub.start()
    home(page)
    page.close()


def renewed(context: BrowserContext, hub: Hub, problems: list[str]) -> None:
    """A new version at the same address is shown and cached, and nothing of the old one remains."""
    _, fields, index = hub.ask("/")
    old = re.search(r"/app/([0-9a-f]{16})/", index.decode())[1]
    new = "0123456789abcdef"
    files = {"/": (index, fields), "/worker.js": hub.ask("/worker.js")[2:0:-1]}
    for path in json.loads("[" + re.search(rb"files:\[(.*?)\]", files["/worker.js"][0])[1].decode() + "]"):
        files[path] = hub.ask(path)[2:0:-1]
    hub.kill()

    class Newer(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_):
            pass

        def do_GET(self):
            found = files.get(self.path.split("?")[0].replace(new, old)) if old not in self.path else None
            body, fields = found or (b"", {"content-type": "text/plain"})
            body = body.replace(old.encode(), new.encode()).replace(b"<title>Hearth", b"<title>Newer Hearth")
            self.send_response(200 if found else 404)
            for name in ("content-type", "cache-control", "content-security-policy"):
                if name in fields:
                    self.send_header(name, fields[name])
            self.send_header("content-length", str(len(body)))
            # Otherwise the browser's connections outlive the server.
            self.send_header("connection", "close")
            self.end_headers()
            if self.command == "GET":
                self.wfile.write(body)

        do_HEAD = do_GET
        do_POST = do_GET

    server = http.server.ThreadingHTTPServer(("127.0.0.1", hub.port), Newer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        page = new_page(context, problems)
        page.goto(f"{hub.base}/")
        assert page.title() == "Newer Hearth", "the index of before comes before that of now"
        for _ in range(600):
            names = page.evaluate("caches.keys()")
            if names == [f"hearth /app/{new}/"]:
                break
            time.sleep(0.1)
        else:
            raise AssertionError(f"{names} are kept, not the new version alone")
        kept = page.evaluate(KEPT)
        assert all(old not in path for _, path, _ in kept), "a ghost of the old version is kept"
    finally:
        server.shutdown()
        server.server_close()
    page.reload()
    assert page.title() == "Newer Hearth", "without the hub, the page is an old one"
    page.close()
    hub.start()


def from_a_folder(context: BrowserContext, hub: Hub, problems: list[str]) -> None:
    """With --web, the page comes from the folder, also if an older worker was registered."""
    hub.kill()
    hub.start("--web", str(WEB))
    assert hub.ask("/worker.js")[0] == 404
    page = new_page(context, problems)
    page.goto(f"{hub.base}/")
    home(page)
    until(page, "async () => (await navigator.serviceWorker.getRegistrations()).length === 0 && (await caches.keys()).length === 0",
          "a worker from before is left")
    page.close()


def icons(hub: Hub) -> None:
    index = hub.ask("/")[2].decode()
    prefix = re.search(r"/app/[0-9a-f]{16}/", index)[0]
    manifest = json.loads(hub.ask(prefix + "manifest.webmanifest")[2])
    for icon in manifest["icons"]:
        status, fields, body = hub.ask(prefix + icon["src"])
        assert status == 200 and fields["content-type"] == icon["type"], icon
        if icon["type"] == "image/png":
            size = "x".join(str(int.from_bytes(body[at:at + 4], "big")) for at in (16, 20))
            assert body.startswith(b"\x89PNG\r\n\x1a\n") and size == icon["sizes"], (icon, size)
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]}
    touch = re.search(r'rel="apple-touch-icon" href="([^"]+)"', index)[1]
    assert hub.ask(touch)[2].startswith(b"\x89PNG"), touch


def installable(context: BrowserContext, hub: Hub, problems: list[str]) -> None:
    """Chromium finds the page installable on this machine; elsewhere the settings say why it is not."""
    page = new_page(context, problems)
    page.goto(f"{hub.base}/#/settings")
    expect(page.get_by_role("heading", name="As an app")).to_be_visible(timeout=30_000)
    errors = page.context.new_cdp_session(page).send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A test's browser context is incognito, in which no app can be installed.
    assert [one["errorId"] for one in errors if one["errorId"] != "in-incognito"] == [], errors
    expect(page.get_by_text("A browser installs only what is opened by https")).to_have_count(0)
    page.close()
    page = new_page(context, problems)
    page.goto(f"{hub.base.replace('http:', 'https:')}/#/settings")
    expect(page.get_by_text("A browser installs only what is opened by https")).to_be_visible(timeout=60_000)
    page.close()


def main() -> None:
    problems: list[str] = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        hub = Hub(folder)
        try:
            icons(hub)
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            context = browser.new_context(viewport={"width": 1000, "height": 800}, ignore_https_errors=True)
            installable(context, hub, problems)
            without_the_hub(context, hub, problems)
            renewed(context, hub, problems)
            from_a_folder(context, hub, problems)
            browser.close()
        finally:
            hub.kill()
    assert not problems, "\n".join(problems)
    print("The page opened without its hub, and kept nothing of an old version.")


main()
