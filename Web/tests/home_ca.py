"""Checks that Chromium, with a certificate store of its own, trusts the home CA for the hub, but for no other site.

    pip install playwright
    apt-get install libnss3-tools openssl
    python3 Web/tests/home_ca.py .build/debug/hearth [/usr/bin/chromium]

It starts a hub of its own, and creates the CA while the hub runs, as people do.
"""

import http.client
import os
import pathlib
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time

from playwright.sync_api import Error, Page, expect, sync_playwright

import own_hub

HEARTH = sys.argv[1] if len(sys.argv) > 1 else ".build/debug/hearth"
CHROMIUM = sys.argv[2] if len(sys.argv) > 2 else "/usr/bin/chromium"
if not shutil.which("certutil") or not shutil.which("openssl"):
    print("skipped: certutil or openssl is not installed (scripts/test-web --all installs them)")
    raise SystemExit(0)


def run(*words: str) -> str:
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


class Hub(own_hub.Hub):
    def __init__(self, folder: str) -> None:
        super().__init__(HEARTH, folder, "--backups", "off", "--host", "hub.local")
        self.start()

    def ask(self, path: str) -> tuple[int, str, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        connection.request("GET", path)
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer.status, answer.headers["content-type"], body


class Bank:
    """An attacker with the CA's stolen key, who issues a certificate for another name and serves it."""

    def __init__(self, folder: str, keys: str, name: str) -> None:
        base = f"{folder}/{name}"
        run("openssl", "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", f"{base}.key", "-out", f"{base}.csr",
            "-subj", f"/CN={name}")
        pathlib.Path(f"{base}.cnf").write_text(f"subjectAltName=DNS:{name}\nbasicConstraints=CA:FALSE\nextendedKeyUsage=serverAuth\n")
        run("openssl", "x509", "-req", "-in", f"{base}.csr", "-CA", f"{keys}/home-ca-certificate.pem", "-CAkey", f"{keys}/home-ca-key.pem",
            "-set_serial", "7", "-out", f"{base}.pem", "-days", "30", "-extfile", f"{base}.cnf")
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(f"{base}.pem", f"{base}.key")
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.address = f"https://{name}:{self.socket.getsockname()[1]}/"
        threading.Thread(target=self.serve, args=(context,), daemon=True).start()

    def serve(self, context: ssl.SSLContext) -> None:
        while True:
            try:
                one, _ = self.socket.accept()
            except OSError:
                return
            try:
                with context.wrap_socket(one, server_side=True) as secure:
                    secure.recv(65536)
                    secure.sendall(b"HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 5\r\nconnection: close\r\n\r\nmoney")
            except OSError:
                pass


def refusal(page: Page, address: str) -> str:
    """Chromium's error for an address; empty if it opens."""
    try:
        page.goto(address)
    except Error as error:
        # The browser's error page loads later, and would disturb the next navigation.
        page.wait_for_url("chrome-error://**")
        return re.search(r"net::(\w+)", error.message)[1]
    return ""


def walk(playwright, folder: str, hub: Hub) -> None:
    # Chromium's certificate store is in its user's home.
    home = pathlib.Path(f"{folder}/user")
    store = home / ".pki/nssdb"
    store.mkdir(parents=True)
    run("certutil", "-N", "-d", f"sql:{store}", "--empty-password")
    environment = {**os.environ, "HOME": str(home)}

    def launch():
        return playwright.chromium.launch_persistent_context(
            f"{folder}/profile-{time.monotonic_ns()}", executable_path=CHROMIUM, env=environment,
            args=["--no-sandbox", "--host-resolver-rules=MAP *.local 127.0.0.1, MAP *.example 127.0.0.1"])

    addresses = [f"https://hub.local:{hub.port}/", f"https://127.0.0.1:{hub.port}/", f"https://localhost:{hub.port}/"]
    assert hub.ask("/home-ca.crt")[0] == 404 and hub.ask("/home-ca.json")[2] == b"{}"
    context = launch()
    page = context.new_page()
    for address in addresses:
        assert refusal(page, address) == "ERR_CERT_AUTHORITY_INVALID", address
    context.close()

    made = run(HEARTH, "tls", "home-ca", "--store", hub.store)
    fingerprint = re.search(r"(?:[0-9A-F]{2}:){31}[0-9A-F]{2}", made)[0]
    # The hub loads it while it runs.
    hub.find(r"(browsers get a certificate of Hearth home CA)", 90)
    status, kind, body = hub.ask("/home-ca.crt")
    assert status == 200 and kind == "application/x-x509-ca-cert"
    file = pathlib.Path(f"{folder}/home-ca.crt")
    file.write_bytes(body)
    assert run("openssl", "x509", "-inform", "DER", "-in", str(file), "-noout", "-fingerprint", "-sha256").strip().endswith(fingerprint)
    status, kind, body = hub.ask("/home-ca.mobileconfig")
    assert status == 200 and kind == "application/x-apple-aspen-config" and b"com.apple.security.root" in body
    run("certutil", "-A", "-d", f"sql:{store}", "-t", "C,,", "-n", "Hearth home CA", "-i", str(file))

    context = launch()
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    for address in addresses:
        assert refusal(page, address) == "", address
    # The page, opened by the hub's name, works fully.
    page.goto(addresses[0] + "#/settings")
    expect(page.get_by_role("heading", name="Without a warning").or_(page.get_by_role("heading", name="Connect this browser"))).to_be_visible(timeout=30_000)
    bank, door = (Bank(folder, f"{hub.store}.keys", name) for name in ("bank.example", "door.local"))
    assert refusal(page, bank.address) == "ERR_CERT_INVALID", "the CA vouches for a bank"
    # A certificate made the same way for the hub's name is trusted, so the other fails because of its name.
    assert refusal(page, door.address) == "" and page.inner_text("body") == "money"

    # By the loopback name, the page opens over TLS and registers its worker.
    page.goto(addresses[2] + "#/")
    expect(page.get_by_role("button", name=re.compile("^Display Stand, "))).to_be_visible(timeout=30_000)
    for _ in range(600):
        if page.evaluate("async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated'"):
            break
        time.sleep(0.1)
    else:
        raise AssertionError("no worker was registered")
    page.goto(addresses[2] + "#/settings")
    expect(page.get_by_text(fingerprint)).to_be_visible(timeout=30_000)
    links = [page.get_by_role("link", name=name).get_attribute("href") for name in ("Certificate", "Profile for iPhone, iPad and Mac")]
    assert links == ["/home-ca.crt", "/home-ca.mobileconfig"], links
    assert not problems, problems

    # Without the CA again, no CA is offered, and the browser warns.
    run(HEARTH, "tls", "home-ca", "--remove", "--yes", "--store", hub.store)
    hub.find(r"(the home CA is gone)", 90)
    assert hub.ask("/home-ca.crt")[0] == 404 and hub.ask("/home-ca.mobileconfig")[0] == 404
    context.close()
    context = launch()
    page = context.new_page()
    assert refusal(page, addresses[0]) == "ERR_CERT_AUTHORITY_INVALID"
    context.close()


def main() -> None:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, sync_playwright() as playwright:
        hub = Hub(folder)
        try:
            walk(playwright, folder, hub)
        finally:
            hub.kill()
    print("Chromium trusts the home CA for the hub, and for no bank.")


main()
