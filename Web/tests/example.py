"""Tests Examples/web in Chromium: a page from another origin, which a hub of the test's own allows or refuses.

    pip install playwright
    python3 Web/tests/example.py .build/debug/hearth [/usr/bin/chromium] [OPTION of hearth serve…]
"""

import http.server
import pathlib
import re
import subprocess
import sys
import tempfile
import threading

from playwright.sync_api import Page, expect, sync_playwright

from own_hub import Hub

HEARTH = sys.argv[1] if len(sys.argv) > 1 else ".build/debug/hearth"
CHROMIUM = sys.argv[2] if len(sys.argv) > 2 else "/usr/bin/chromium"
OPTIONS = sys.argv[3:]
EXAMPLE = pathlib.Path(__file__).parents[2] / "Examples" / "web"
ADDRESS = "127.0.0.1:4327"
TYPES = {".html": "text/html", ".js": "text/javascript"}


class Elsewhere(http.server.ThreadingHTTPServer):
    """Serves the example, with the hub's address in place of the usual one."""

    hub = ADDRESS

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answer)
        self.origin = f"http://127.0.0.1:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Answer(http.server.BaseHTTPRequestHandler):
    server: Elsewhere

    def do_GET(self) -> None:
        path = EXAMPLE / (self.path.strip("/") or "index.html")
        self.send_response(200)
        self.send_header("content-type", TYPES[path.suffix])
        self.end_headers()
        self.wfile.write(path.read_text().replace(ADDRESS, self.server.hub).encode())

    def log_message(self, *_) -> None:
        pass


def switches(page: Page) -> None:
    lamp = page.get_by_role("button", name=re.compile("^Desk Lamp"))
    expect(lamp).to_have_text(re.compile(r"\(Office\): (on|off)$"))
    before = lamp.inner_text()
    after = before.removesuffix("off") + "on" if before.endswith("off") else before.removesuffix("on") + "off"
    lamp.click()
    expect(lamp).to_have_text(after)
    lamp.click()
    expect(lamp).to_have_text(before)


def sdk(page: Page, hub: str, token: str) -> None:
    """Uses the SDK's features that the example lacks."""
    said = page.evaluate("""async ([address, authorization]) => {
      const { connect, HearthError } = await import(address);
      const home = await connect(undefined, { authorization, clientId: "walk" });
      const lamp = home.device("office-desk-lamp").trait("LevelControl");
      const heard = [];
      const stop = lamp.onChange(({ currentLevel }) => heard.push(currentLevel));
      await lamp.moveToLevelWithOnOff({ level: 127, transitionTime: 0 });
      await lamp.moveToLevelWithOnOff({ level: 200, transitionTime: 0 });
      stop();
      await lamp.update({ onLevel: 99 });
      const failures = [];
      for (const work of [() => lamp.moveToLevel({ level: "high" }), () => lamp.update({ onLevel: 255 }), () => home.device("none")])
        try { await work(); } catch (error) { failures.push(error instanceof HearthError && error.code); }
      const type = home.device("office-desk-lamp").trait("ColorControl").attributes.colorMode;
      const rooms = home.rooms().map((room) => room.name);
      const result = [home.isLive, heard, lamp.attributes.onLevel, failures, type, rooms.includes("Office")];
      home.close();
      return result;
    }""", [f"http://{hub}/sdk/v1/hearth.js", f"Bearer {token}"])
    is_live, heard, on_level, failures, color_mode, has_office = said
    assert is_live and has_office and heard[-1] == 200 and 127 in heard and on_level == 99, said
    assert failures == ["invalid_argument", "invalid_argument", "not_found"] and isinstance(color_mode, str), said


def main() -> None:
    allowed, foreign = Elsewhere(), Elsewhere()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        hub = Hub(HEARTH, folder, "--allow-origin", allowed.origin, *OPTIONS)
        hub.start()
        try:
            allowed.hub = foreign.hub = address = hub.listen
            create = [HEARTH, "tokens", "create", "walk", "--hub", address]
            token = subprocess.run(create, check=True, capture_output=True, text=True).stdout.strip()
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            page = browser.new_page()
            problems: list[str] = []
            page.on("pageerror", lambda error: problems.append(str(error)))
            page.goto(allowed.origin)
            page.get_by_label("Token").fill("hth_wrong")
            page.get_by_role("button", name="Connect").click()
            expect(page.get_by_role("status")).not_to_be_empty()
            page.get_by_label("Token").fill(token)
            page.get_by_role("button", name="Connect").click()
            switches(page)
            sdk(page, address, token)
            assert not problems, problems

            refused: list[str] = []
            page.on("console", lambda message: refused.append(message.text))
            page.goto(foreign.origin)
            page.wait_for_timeout(500)
            assert any("CORS" in text for text in refused), refused
            browser.close()
        finally:
            hub.kill()
    print("The example works, and only from allowed origins.")


main()
