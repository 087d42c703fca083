"""Checks in Chromium that pages from elsewhere can do nothing to a hub on the visitor's machine.

    pip install playwright
    python3 Web/tests/attacks.py .build/debug/hearth [/usr/bin/chromium]

It starts hubs of its own, with a demo home each. Every attempt of attempts.py is first made at a server that accepts
everything, which shows that the request arrives. Then it is made at the hub, where it must have no effect: no call is
counted, nothing has changed, and the page has read nothing. The part with a proxy needs nghttpx.
"""

import contextlib
import http.client
import json
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time

from playwright.sync_api import Error, Page, sync_playwright

from attempts import ATTEMPTS, HELPERS, LURES, REBOUND, Attempt
from foreign import Foreign, Relay

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "Tests" / "PythonTestSupport"))

from processes import HubProcess, free_port  # noqa: E402
PROGRAM = sys.argv[1] if len(sys.argv) > 1 else ".build/debug/hearth"
CHROMIUM = sys.argv[2] if len(sys.argv) > 2 else "/usr/bin/chromium"
WEB = pathlib.Path(__file__).parents[1]
#: A device of the demo home that the simulated family does not use.
BODY = json.dumps({"target": {"deviceId": "living-spinner", "endpoint": 1}})
COMMAND, READ = "/hearth.traits.matter.v1.OnOffService/Toggle", "/hearth.v1.HomeService/List?encoding=json&message=%7B%7D"
LIST = "/hearth.v1.HomeService/List"
PLACES = [("evil.example", "127.0.0.1"), ("127.0.0.1", "127.0.0.1"), ("localhost", "127.0.0.1")]
VIEWS = ["#/", "#/device/living-ceiling", "#/device/front-door-lock", "#/automations", "#/people", "#/settings"]

problems: list[str] = []


def check(holds: bool, words: str):
    if not holds:
        problems.append(words)
        print(f"  FAILED: {words}", flush=True)


class Hub(HubProcess):
    """`hearth serve --demo`, with its state as a program of the same user reads it."""

    def __init__(self, store: str, *words: str, port: int = 0, token: str = ""):
        super().__init__(PROGRAM, store, "--demo", "--web", str(WEB), "--backups", "off", *words, listen=f"127.0.0.1:{port}")
        self.known = {"authorization": f"Bearer {token}"} if token else {}
        self.start()
        self.origin = f"http://127.0.0.1:{self.port}"

    def ask(self, method: str, path: str, body: str | None = None, port: int = 0, **fields: str) -> tuple[int, str]:
        connection = http.client.HTTPConnection("127.0.0.1", port or self.port, timeout=10)
        with contextlib.closing(connection):
            connection.request(method, path, body, {"content-type": "application/json", **{name.replace("_", "-"): text for name, text in fields.items()}})
            answer = connection.getresponse()
            return answer.status, answer.read().decode(errors="replace")

    def calls(self) -> float:
        """The number of calls in the hub's metrics."""
        return sum(float(count) for count in re.findall(r"(?m)^hearth_rpc_calls_total\{.*\} (\S+)$", self.ask("GET", "/metrics", **self.known)[1]))

    def state(self) -> tuple[str, str]:
        """The state that the attempts try to change: names, rooms, and whether their target device is on."""
        home = json.loads(self.ask("POST", LIST, "{}", **self.known)[1])
        names = sorted(one["name"] for kind in ("structures", "rooms", "devices") for one in home[kind])
        read = json.loads(self.ask("POST", "/hearth.traits.matter.v1.OnOffService/Get", BODY, **self.known)[1])
        return json.dumps(names), str(read["attributes"]["onOff"])


class Browser:
    """A page of one origin, and the HTTP statuses of its requests, also those that the page can't read."""

    def __init__(self, context):
        self.context = context
        self.statuses: list[tuple[str, int]] = []
        context.on("response", lambda answer: self.statuses.append((answer.url, answer.status)))

    def attempt(self, page: Page, attempt: Attempt, hub: str, own: str):
        """Runs an attempt. Returns what the page could read, and the hub's statuses."""
        self.statuses.clear()
        script = f"async ({{hub, own, command, read, body}}) => {{ {HELPERS} return await (async () => {{ {attempt.script} }})(); }}"
        read = page.evaluate(script, {"hub": hub, "own": own, "command": hub + COMMAND, "read": hub + READ, "body": BODY})
        page.wait_for_timeout(120)
        return read, {status for url, status in self.statuses if url.startswith(hub)}


def came(foreign: Foreign, attempt: Attempt, since: int) -> bool:
    """Whether an attempt's request has arrived at the server that accepts everything."""
    wanted = attempt.arrives
    for _ in range(20):
        for one in foreign.arrived[since:]:
            if not one.path.startswith((COMMAND, READ.split("?")[0], "/app", "/metrics", "/healthz", "/hearth.v1")) and one.path != "/":
                continue
            if one.method == wanted[0] and (wanted[1] is None or (one.content_type or "").startswith(wanted[1])):
                return True
        time.sleep(0.05)
    return False


def foreign_pages(browser, hub: Hub):
    """Attempts from pages of other origins: another site, and other ports of this machine."""
    page_server, victim = Foreign(), Foreign()
    before = hub.state()
    # Another site, another port of the same host, another name of the same machine.
    for host, target in PLACES:
        own = f"http://{host}:{page_server.port}"
        print(f"From {host} to {target}", flush=True)
        context = browser.new_context()
        tab = Browser(context)
        for attempt in ATTEMPTS + LURES:
            words = f"{attempt.name}, from {host} to {target}"
            page = context.new_page()
            page.goto(own + "/")
            if (host, target) in PLACES[:2]:
                since = len(victim.arrived)
                tab.attempt(page, attempt, f"http://{target}:{victim.port}", own)
                check(came(victim, attempt, since), f"{words}: it does not arrive at a server that takes everything")
                page.goto(own + "/")
            calls = hub.calls()
            read, statuses = tab.attempt(page, attempt, f"http://{target}:{hub.port}", own)
            check(hub.calls() == calls or attempt.opens_page, f"{words}: a call was counted")
            check(not read, f"{words}: the page has read {read!r}")
            check(statuses <= set(attempt.statuses), f"{words}: the hub answered {statuses}")
            for other in context.pages:
                other.close()
        context.close()
        check(hub.state() == before, f"from {host} to {target}: something has changed")
    for one in (page_server, victim):
        one.close()


def rebinding(browser, hub: Hub):
    """Attempts from a page whose host name was rebound to the hub's address."""
    print("From a page whose name leads to the hub now", flush=True)
    foreign = Foreign()
    relay = Relay("127.0.0.2", hub.port, foreign.port)
    own = f"http://rebound.example:{hub.port}"
    before = hub.state()
    context = browser.new_context()
    tab = Browser(context)
    for attempt in REBOUND:
        words = f"{attempt.name}, by a name that leads to the hub"
        relay.lead_to(foreign.port)
        page = context.new_page()
        page.goto(own + "/")
        since = len(foreign.arrived)
        tab.attempt(page, attempt, own, own)
        check(came(foreign, attempt, since), f"{words}: it does not arrive at a server that takes everything")
        page.goto(own + "/?again")
        relay.lead_to(hub.port)
        calls = hub.calls()
        read, statuses = tab.attempt(page, attempt, own, own)
        check(hub.calls() == calls, f"{words}: a call was counted")
        # The refusal says only what the page knows: its own name.
        check(not read or read.startswith("this hub is not known as rebound.example;"), f"{words}: the page has read {read!r}")
        check(statuses <= set(attempt.statuses) and (statuses != set() or attempt.name == "WebSocket"), f"{words}: the hub answered {statuses}")
        page.close()
    tab.statuses.clear()
    with contextlib.suppress(Error):  # Chromium shows an error page of its own for an empty answer.
        context.new_page().goto(own + "/")
    check({status for _, status in tab.statuses} == {421}, f"the hub shows its page by a foreign name: {tab.statuses}")
    context.close()
    check(hub.state() == before, "by a name that leads to the hub: something has changed")
    relay.close()
    foreign.close()


def typed(browser, hub: Hub):
    """A typed address that redirects to a method that reads only shows its answer to the visitor."""
    foreign = Foreign()
    context = browser.new_context()
    before = hub.state()
    for address in (READ, COMMAND + "?encoding=json&message=%7B%7D"):
        page = context.new_page()
        page.goto(f"http://evil.example:{foreign.port}/redirect/302?{hub.origin}{address.replace('%', '%25')}")
        page.close()
    check(hub.state() == before, "an address that was typed has changed something")
    context.close()
    foreign.close()


def own_page(browser, hub: Hub):
    """The hub's own page may call, breaks no policy, and stores no secret."""
    print("The hub's own page", flush=True)
    context = browser.new_context()
    context.add_init_script("""
        window.broken = [];
        addEventListener('securitypolicyviolation', (event) => broken.push(`${event.violatedDirective} ${event.blockedURI}`));
        const generate = crypto.subtle?.generateKey.bind(crypto.subtle);
        if (generate) crypto.subtle.generateKey = (how, extractable, uses) => {
          if (extractable) broken.push('a key that can be read');
          return generate(how, extractable, uses);
        };
    """)
    addresses: list[str] = []
    secrets: set[str] = set()
    context.on("request", lambda request: (addresses.append(request.url), secrets.add((request.headers.get("authorization") or "").removeprefix("Bearer "))))
    page = context.new_page()
    for view in VIEWS:
        page.goto(f"{hub.origin}/{view}")
        page.locator("h1").wait_for()
        page.wait_for_timeout(300)
        broken = page.evaluate("broken")
        check(broken == [], f"{view} breaks the page's policy: {broken}")
    calls = hub.calls()
    status = visitor(page, COMMAND, BODY)
    check(status == 200 and hub.calls() > calls, f"the hub's own page can't call: {status}")
    kept = page.evaluate("""async () => {
        const found = [document.cookie, ...Object.entries({ ...localStorage }).flat(), ...Object.entries({ ...sessionStorage }).flat()];
        const walk = (value) => {
          if (typeof value === 'string') found.push(value);
          else if (value instanceof CryptoKey) found.push(value.extractable && value.type === 'private' ? 'an extractable key' : '');
          else if (value && typeof value === 'object' && !ArrayBuffer.isView(value) && !(value instanceof ArrayBuffer)) Object.values(value).forEach(walk);
        };
        for (const { name } of await indexedDB.databases()) {
          const database = await new Promise((done) => (indexedDB.open(name).onsuccess = (event) => done(event.target.result)));
          for (const store of database.objectStoreNames)
            walk(await new Promise((done) => (database.transaction(store).objectStore(store).getAll().onsuccess = (event) => done(event.target.result))));
          database.close();
        }
        return found.filter((text) => text !== '');
    }""")
    check("an extractable key" not in kept, "the page keeps a key that can be read")
    check(page.evaluate("document.cookie") == "" and context.cookies() == [], "there is a cookie")
    for secret in secrets - {""}:
        check(not any(secret in text for text in kept + addresses), "a token is kept, or stands in an address")
    # A query string would appear in the hub's log and in the visitor's history.
    own = re.compile(rf"(blob:|data:|{re.escape(hub.origin)}/[\w./-]*(#|$))")
    strange = [one for one in addresses if not own.match(one)]
    check(strange == [], f"the page asks for {strange[:3]}")
    check(not any("hth_" in text for text in kept + addresses), "something that looks like a token is kept")
    context.close()


def visitor(page: Page, path: str, body: str = "{}") -> int:
    """The status of a call by a page from the hub."""
    return page.evaluate("""([path, body]) =>
        fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).then((answer) => answer.status)""", [path, body])


@contextlib.contextmanager
def proxy(folder: str, front: int, back: int, *words: str):
    """Runs nghttpx between visitors and a hub."""
    configuration = pathlib.Path(folder, "nghttpx.conf")
    configuration.write_text("")
    process = subprocess.Popen(["nghttpx", f"--conf={configuration}", f"-b127.0.0.1,{back}", "--workers=1", "--errorlog-file=/dev/null", *words],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(100):
            with socket.socket() as one:
                if one.connect_ex(("127.0.0.1", front)) == 0:
                    break
            time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait(30)


def certificate(folder: str) -> tuple[str, str]:
    key, chain = f"{folder}/key.pem", f"{folder}/chain.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key, "-out", chain, "-days", "2",
                    "-subj", "/CN=home.example", "-addext", "subjectAltName=DNS:home.example"], check=True, capture_output=True)
    return key, chain


def proxied(browser, folder: str):
    """Calls through a proxy on the hub's machine are never the owner's, whichever user runs the proxy."""
    key, chain = certificate(folder)
    # With --proxy, also the test itself needs a token to read the hub's state.
    store = f"{folder}/proxied.db"
    hub = Hub(store)
    port, made = hub.port, hub.ask("POST", "/hearth.v1.AccessService/CreateToken", json.dumps({"role": "ROLE_OWNER", "name": "Look"}))[1]
    token = json.loads(made)["token"]
    hub.stop()
    untold, told, strict = (), ("--proxy", "127.0.0.1"), ("--local-owner", "nobody")
    # The visitors' scheme, whether the proxy adds forwarding fields, whether it changes Host, the hub's options, and the
    # status of a call by its page.
    for scheme, says, rewrites, settings, call in [
        ("http", True, False, untold, 401), ("http", True, False, told, 401), ("https", True, False, told, 401),
        # The hub does not trust the proxy's claim of https, so the page's own origin counts as foreign.
        ("https", True, False, untold, 403), ("http", True, True, untold, 403), ("http", True, True, told, 403),
        ("http", False, False, told, 401), ("http", False, True, told, 403), ("http", False, True, strict, 403),
    ]:
        words = f"{scheme}, {'with' if says else 'without'} fields of its own, Host {'changed' if rewrites else 'kept'}, {' '.join(settings) or 'untold'}"
        print(f"Through a proxy: {words}", flush=True)
        front = free_port()
        hub = Hub(store, "--host", f"home.example:{front}", *settings, port=port, token=token)
        before = hub.state()
        silent = ["--no-via", "--no-add-x-forwarded-proto"] if not says else []
        tls = ["no-tls"] if scheme == "http" else []
        host, keys = ["--host-rewrite"] if rewrites else [], [key, chain] if scheme == "https" else []
        with proxy(folder, front, hub.port, ";".join([f"-f127.0.0.1,{front}", *tls]), *host, *silent, *keys):
            context = browser.new_context(ignore_https_errors=True)
            page = context.new_page()
            answer = page.goto(f"{scheme}://home.example:{front}/")
            check(answer is not None and answer.status == 200, f"{words}: visitors don't see the page but {answer and answer.status}")
            for path, body in ((LIST, "{}"), (COMMAND, BODY), ("/hearth.v1.AccessService/CreateToken", "{}"), ("/hearth.v1.AccessService/CreateInvitation", "{}")):
                status = visitor(page, path, body)
                check(status == call, f"{words}: {path} gets {status}")
            check(page.evaluate("(path) => fetch(path).then((answer) => answer.status)", READ) in (401, 403), f"{words}: the home can be read")
            if scheme == "http":
                # A program that is not a browser sends no Origin.
                check(hub.ask("POST", COMMAND, BODY, port=front, host=f"home.example:{front}")[0] in (401, 403), f"{words}: programs are the owner")
            context.close()
        check(hub.state() == before, f"{words}: something has changed")
        hub.stop()


def headers(hub: Hub):
    """Forwarding header fields must not give their sender rights."""
    own = f"127.0.0.1:{hub.port}"
    for name, value in (("x-forwarded-for", "192.0.2.1"), ("forwarded", "for=192.0.2.1"), ("via", "1.1 proxy"), ("x-real-ip", "192.0.2.1"), ("x-forwarded-proto", "http")):
        status = hub.ask("POST", LIST, "{}", **{name: value})[0]
        check(status == 401, f"{name} leaves its sender the owner: {status}")
    check(hub.ask("POST", LIST, "{}", x_forwarded_proto="https", origin=f"https://{own}")[0] == 403, "anybody may say that a call came by https")
    for origin in ("null", "http://evil.example", f"http://127.0.0.1:{hub.port + 1}", f"https://{own}", f"http://localhost:{hub.port}", own):
        status = hub.ask("POST", LIST, "{}", origin=origin)[0]
        check(status == 403, f"a page of {origin} gets {status}")


def main():
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        # Recent Chromium asks before a page from the internet may reach this machine. Other browsers do not, so it is off.
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[
            "--no-sandbox", "--host-resolver-rules=MAP evil.example 127.0.0.1, MAP rebound.example 127.0.0.2, MAP home.example 127.0.0.1",
            "--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests"])
        hub = Hub(f"{folder}/home.db")
        try:
            headers(hub)
            own_page(browser, hub)
            foreign_pages(browser, hub)
            rebinding(browser, hub)
            typed(browser, hub)
        finally:
            hub.stop()
        if shutil.which("nghttpx") and shutil.which("openssl"):
            proxied(browser, folder)
        else:
            print("skipped: attacks through a proxy, as nghttpx or openssl is not installed (scripts/test-web --all installs them)")
        browser.close()
    if problems:
        raise SystemExit("\n".join(problems))
    print(f"{len(ATTEMPTS) + len(LURES)} attempts from three places, and {len(REBOUND)} by rebinding, came to nothing.")


main()
