"""One interface for three browser engines: Chromium by Playwright, WebKit by WebDriver, Firefox by WebDriver BiDi."""

import contextlib
import glob
import http.client
import json
import pathlib
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "Tests" / "PythonTestSupport"))

from processes import free_port  # noqa: E402

KEYS = {"ArrowRight": "\ue014", "ArrowLeft": "\ue012", "Home": "\ue011", "End": "\ue010", "Enter": "\ue007", "Tab": "\ue004"}


class Missing(Exception):
    """An engine is not available on this machine."""


def program(name: str) -> str:
    path = shutil.which(name)
    if path is None:
        raise Missing(f"{name} is not installed")
    return path


def presses(key: str) -> list:
    value = KEYS.get(key, key)
    return [{"type": "key", "id": "keys", "actions": [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]}]


def clicks(x: float, y: float) -> list:
    return [{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": [
        {"type": "pointerMove", "x": round(x), "y": round(y)}, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]}]


class Engine:
    """A window of a browser. Scripts are expressions, whose values must be JSON."""

    def goto(self, address: str): ...

    def evaluate(self, expression: str): ...

    def perform(self, actions: list): ...

    def back(self): ...

    def reload(self): ...

    def wait(self, expression: str, why: str, seconds: float = 20):
        end = time.monotonic() + seconds
        while True:
            # During a navigation there may be no document.
            if self.evaluate(f"(() => {{ try {{ return !!({expression}) }} catch {{ return false }} }})()"):
                return
            if time.monotonic() > end:
                raise AssertionError(f"{why}: timed out waiting for {expression}")
            time.sleep(0.1)

    def press(self, key: str):
        self.perform(presses(key))

    def click(self, selector: str):
        self.wait(f"document.querySelector({json.dumps(selector)})", f"{selector} is not there")
        place = self.evaluate(f"""(() => {{
            const element = document.querySelector({json.dumps(selector)});
            element.scrollIntoView({{ block: 'center', behavior: 'instant' }});
            const box = element.getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];
        }})()""")
        self.perform(clicks(*place))

    def picture(self) -> bytes: ...


class Chromium(Engine):
    @contextlib.contextmanager
    def opened(self):
        from playwright.sync_api import sync_playwright
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=program("chromium"), args=["--no-sandbox"])
            self.page = browser.new_page(viewport={"width": 1280, "height": 900})
            yield self
            browser.close()

    def goto(self, address):
        self.page.goto(address)

    def evaluate(self, expression):
        return self.page.evaluate(expression)

    def perform(self, actions):
        for source in actions:
            for one in source["actions"]:
                if one["type"] == "keyDown":
                    self.page.keyboard.press(next((name for name, value in KEYS.items() if value == one["value"]), one["value"]))
                elif one["type"] == "pointerMove":
                    self.page.mouse.click(one["x"], one["y"])

    def back(self):
        self.page.go_back()

    def reload(self):
        self.page.reload()

    def picture(self):
        return self.page.screenshot()


class WebKit(Engine):
    @contextlib.contextmanager
    def opened(self):
        driver, display = program("WebKitWebDriver"), program("Xvfb")
        browsers = glob.glob("/usr/lib/*/webkit2gtk-4.*/MiniBrowser")
        if not browsers:
            raise Missing("WebKitGTK's MiniBrowser is not installed")
        with contextlib.ExitStack() as ends:
            screen = started([display, "-displayfd", "1", "-screen", "0", "1400x1000x24", "-nolisten", "tcp"], ends, stdout=subprocess.PIPE)
            number = said(screen.stdout, r"(\d+)")
            port = free_port()
            started([driver, f"--port={port}"], ends, env={"DISPLAY": f":{number}", "HOME": ends.enter_context(tempfile.TemporaryDirectory()), "PATH": "/usr/bin:/bin",
                                                           "LANG": "C.UTF-8", "GDK_BACKEND": "x11", "WEBKIT_DISABLE_COMPOSITING_MODE": "1"})
            self.port, self.session = port, ""
            made = None
            for _ in range(100):
                with contextlib.suppress(OSError):
                    made = self.ask("POST", "/session", {"capabilities": {"alwaysMatch": {
                        "webkitgtk:browserOptions": {"binary": browsers[0], "args": ["--automation"]}}}})
                    break
                time.sleep(0.1)
            if made is None:
                raise Missing("WebKitWebDriver did not start")
            self.session = f"/session/{made['sessionId']}"
            ends.callback(lambda: self.ask("DELETE", "", None))
            self.ask("POST", "/window/rect", {"width": 1280, "height": 900})
            yield self

    def ask(self, method, path, body):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        with contextlib.closing(connection):
            connection.request(method, self.session + path, None if body is None else json.dumps(body), {"content-type": "application/json"})
            answer = connection.getresponse()
            value = json.loads(answer.read())["value"]
        if answer.status != 200:
            raise AssertionError(f"WebKit: {value['error']}: {value['message']}")
        return value

    def goto(self, address):
        self.ask("POST", "/url", {"url": address})

    def evaluate(self, expression):
        text = self.ask("POST", "/execute/sync", {"script": f"return JSON.stringify({expression})", "args": []})
        return None if text is None else json.loads(text)

    def perform(self, actions):
        self.ask("POST", "/actions", {"actions": actions})

    def back(self):
        self.ask("POST", "/back", {})

    def reload(self):
        self.ask("POST", "/refresh", {})

    def picture(self):
        import base64
        return base64.b64decode(self.ask("GET", "/screenshot", None))


class Firefox(Engine):
    @contextlib.contextmanager
    def opened(self):
        path = shutil.which("firefox-esr") or program("firefox")
        try:
            from websockets.sync.client import connect
        except ImportError:
            raise Missing("Python's websockets is not installed") from None
        with contextlib.ExitStack() as ends:
            profile = ends.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
            browser = started([path, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0", "--width", "1280", "--height", "900"], ends,
                              stderr=subprocess.PIPE)
            address = said(browser.stderr, r"WebDriver BiDi listening on (ws://\S+)", 60)
            self.socket = ends.enter_context(connect(f"{address}/session", max_size=None))
            self.count = 0
            self.ask("session.new", capabilities={})
            # The initial window has no focus, and buttons in it take no keys.
            self.context = self.ask("browsingContext.create", type="tab")["context"]
            self.ask("browsingContext.setViewport", context=self.context, viewport={"width": 1280, "height": 900})
            yield self
            self.ask("browser.close")

    def ask(self, method, **parameters):
        self.count += 1
        self.socket.send(json.dumps({"id": self.count, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.recv(60))
            if answer.get("id") != self.count:
                continue
            if answer["type"] == "error":
                raise AssertionError(f"Firefox: {answer['error']}: {answer['message']}")
            return answer["result"]

    def goto(self, address):
        self.ask("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def evaluate(self, expression):
        answer = self.ask("script.evaluate", target={"context": self.context}, expression=f"JSON.stringify({expression})", awaitPromise=True)
        if answer["type"] == "exception":
            raise AssertionError(f"Firefox: {answer['exceptionDetails']['text']}")
        text = answer["result"].get("value")
        return None if text is None else json.loads(text)

    def perform(self, actions):
        self.ask("input.performActions", context=self.context, actions=actions)

    def back(self):
        self.ask("browsingContext.traverseHistory", context=self.context, delta=-1)

    def reload(self):
        self.ask("browsingContext.reload", context=self.context, wait="complete")

    def picture(self):
        import base64
        return base64.b64decode(self.ask("browsingContext.captureScreenshot", context=self.context)["data"])


def started(command: list, ends: contextlib.ExitStack, **settings):
    """Starts a program that is ended with the test."""
    process = subprocess.Popen(command, **{"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, **settings})

    def end():
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    ends.callback(end)
    return process


def said(pipe, pattern: str, patience: float = 20) -> str:
    """Waits for a line of a program's output, and returns its match."""
    text, end = "", time.monotonic() + patience
    while time.monotonic() < end:
        if select.select([pipe], [], [], 0.2)[0]:
            line = pipe.readline().decode()
            if not line:
                break
            text += line
            if found := re.search(pattern, line):
                return found[1]
    raise Missing(f"it did not start: {text.strip()[-200:]}")




ENGINES = {"Chromium": Chromium, "WebKit": WebKit, "Firefox": Firefox}
