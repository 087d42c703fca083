"""Notices reach a browser while the page is closed, in Chromium with a push service of our own.

    pip install playwright http_ece py_vapid
    python3 Web/tests/push.py .build/debug/hearth [/usr/bin/chromium]

It starts a hub of its own. Chromium without Google's push service refuses to subscribe, so the page's pushManager.subscribe
gives the address and the keys of our service. That decrypts what the hub sends, and Chromium delivers it to the service worker.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

from playwright.sync_api import expect, sync_playwright

import own_hub
from processes import until

HEARTH = sys.argv[1] if len(sys.argv) > 1 else ".build/debug/hearth"
CHROMIUM = sys.argv[2] if len(sys.argv) > 2 else "/usr/bin/chromium"
SERVICE = pathlib.Path(__file__).parents[2] / "Tests" / "HearthNoticeTargetsTests" / "PushServer.py"
try:
    import http_ece  # noqa: F401
    import py_vapid  # noqa: F401
except ImportError:
    print("skipped: http_ece or py_vapid is not installed")
    raise SystemExit(0)

SUBSCRIBE = """([endpoint, point, secret]) => {
  const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
  let made;
  PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    if (!userVisibleOnly || applicationServerKey.length !== 65) throw new TypeError("no key of a hub");
    made = {
      endpoint, options: { applicationServerKey: applicationServerKey.slice().buffer },
      getKey: (name) => bytes(name === "auth" ? secret : point).buffer, unsubscribe: async () => { made = undefined; return true; },
    };
    return made;
  };
  PushManager.prototype.getSubscription = async () => made ?? null;
}"""


class Service:
    """The push service, and the messages that it has decrypted."""

    def __init__(self, folder: str) -> None:
        self.certificate = f"{folder}/certificate.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                        "-keyout", f"{folder}/key.pem", "-out", self.certificate, "-subj", "/CN=localhost",
                        "-addext", "subjectAltName=DNS:localhost"], check=True, capture_output=True)
        self.process = subprocess.Popen([sys.executable, "-B", str(SERVICE), self.certificate, f"{folder}/key.pem"],
                                        stdout=subprocess.PIPE, text=True)
        self.port, self.point, self.secret = (self.line().split()[1] for _ in range(3))
        self.endpoint = f"https://localhost:{self.port}/browser"

    def line(self) -> str:
        return self.process.stdout.readline().strip()

    def message(self) -> str:
        """The next message."""
        path, _, text = self.line().partition(" ")
        assert path == "/browser", (path, text)
        return text


def notices_of(page) -> list[list[str]]:
    return page.evaluate("""async () => (await (await navigator.serviceWorker.ready).getNotifications())
        .map(({ title, body }) => [title, body])""")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        service = Service(folder)
        # The hub trusts the authorities of this file instead of the machine's.
        os.environ["SSL_CERT_FILE"] = service.certificate
        hub = own_hub.Hub(HEARTH, folder, "--backups", "off", "--push-host", "localhost")
        hub.start()
        base = f"http://{hub.listen}"
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        context = browser.new_context(locale="de-DE")
        context.grant_permissions(["notifications"], origin=base)
        page = context.new_page()
        context.add_init_script(f"({SUBSCRIBE})({json.dumps([service.endpoint, service.point, service.secret])})")
        session = context.new_cdp_session(page)
        registrations: list[str] = []
        session.on("ServiceWorker.workerRegistrationUpdated",
                   lambda event: registrations.extend(one["registrationId"] for one in event["registrations"]))
        session.send("ServiceWorker.enable")
        try:
            page.goto(f"{base}/#/settings")
            section = page.get_by_role("region", name="Mitteilungen auf diesem Gerät")
            section.get_by_role("button", name="Mitteilungen hier zeigen").click()
            first = service.message()
            assert json.loads(first)["kind"] == "subscribed", first
            expect(section).to_contain_text("Dieses Gerät zeigt die Mitteilungen des Zuhauses.", timeout=20_000)

            def deliver(text: str) -> None:
                session.send("ServiceWorker.deliverPushMessage", {"origin": base, "registrationId": registrations[-1], "data": text})

            def shown(title: str, body: str) -> None:
                until(f"a notice {title}", lambda: [title, body] in notices_of(page))

            deliver(first)
            shown("Mitteilungen dieses Zuhauses kommen ab jetzt hier an", "")

            home = hub.call("HomeService/List", {})["structures"][0]
            hub.call("hearth.traits.hearth_project.v1.NoticesService/Notify",
                     {"target": {"deviceId": home["id"]}, "command": {"title": "Wäsche", "text": "ist fertig"}})
            deliver(service.message())
            shown("Wäsche", "ist fertig")
            # A kind that the page has words for, in the page's language.
            deliver(json.dumps({"title": "Smoke", "text": "detects smoke", "kind": "smoke", "urgency": "alarm", "home": home["name"], "id": 9, "subject": "Melder"}))
            shown("Melder: Rauch!", home["name"])
            # The text of several devices names more than the first of them.
            deliver(json.dumps({"title": "Devices unreachable", "text": "Lamp, Plug: no answer for an hour", "kind": "unreachable", "home": home["name"], "id": 10, "subject": "Lamp"}))
            shown("Lamp: Seit einer Stunde keine Antwort", "Lamp, Plug: no answer for an hour")

            # The hub's part of the subscription ends without the browser's: the page does not say that it is on.
            hub.call("PushService/UnsubscribeFromNotices", {"endpoint": service.endpoint})
            page.evaluate("location.hash = '#/'")
            expect(section).to_have_count(0)
            page.evaluate("location.hash = '#/settings'")
            section.get_by_role("button", name="Mitteilungen hier zeigen").click()
            assert json.loads(service.message())["kind"] == "subscribed"

            section.get_by_role("button", name="Beenden").click()
            expect(section.get_by_role("button", name="Mitteilungen hier zeigen")).to_be_visible()
            stored = json.loads(next(pathlib.Path(folder).rglob("push.json")).read_text())
            assert stored["browsers"] == [], stored
            print("push: subscribed, delivered, shown in German, ended")
        finally:
            browser.close()
            hub.stop()
            service.process.terminate()


main()
