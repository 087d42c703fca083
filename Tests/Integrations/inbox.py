"""Judges the list of found devices: two machines, each a network namespace, of which the first has a hub. On the second,
python-zeroconf announces a device and says goodbye, if it is installed; then 10,000 forged devices are announced. It runs as
root in mount and network namespaces of its own."""

import argparse
import contextlib
import importlib.util
import json
import pathlib
import socket
import struct
import subprocess
import sys
import time

from avahi import HERE, THERE, network
from hubs import FORGED, GROUP, MOST_BYTES, MOST_ROWS, PORT, name, record
from integrated_hub import Hub
from processes import until

TYPE = ["_esphomelib", "_tcp", "local"]
MARK = "<img src=x onerror=document.title=1>"

ZEROCONF = """
import socket, sys
from zeroconf import ServiceInfo, Zeroconf
zeroconf = Zeroconf(interfaces=[sys.argv[1]])
device = ServiceInfo("_esphomelib._tcp.local.", "Kettle._esphomelib._tcp.local.", addresses=[socket.inet_aton(sys.argv[1])],
                     port=6053, properties={"mac": "aabbccddee01", "friendly_name": "Kettle"}, server="kettle.local.")
zeroconf.register_service(device)
print("announced", flush=True)
sys.stdin.readline()
zeroconf.unregister_service(device)
print("gone", flush=True)
sys.stdin.readline()
zeroconf.close()
"""


def forged(number):
    """A response with a forged device: markup, escapes for terminals and no text in its names."""
    label = f"{number}\n{MARK}\x1b[2J\u202e".encode()[:62] + b"\xff"
    instance, host = [label, *TYPE], [f"f{number}", "local"]
    texts = (f"mac={number:012x}".encode(), b"friendly_name=" + label[:200], b"version=\x1b[31m")
    answers = [
        record(TYPE, 12, name(instance), unique=False),
        record(instance, 33, struct.pack(">HHH", 0, 0, 6053) + name(host)),
        record(instance, 16, b"".join(struct.pack("B", len(text)) + text for text in texts)),
        record(host, 1, socket.inet_aton(THERE[1])),
    ]
    return struct.pack(">HHHHHH", 0, 0x8400, 0, len(answers), 0, 0) + b"".join(answers)


def flood():
    """Announces each forged device twice, a thousand a second."""
    sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    sender.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    sender.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    sender.bind(("", PORT))
    sender.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(THERE[1]))
    for number in range(2 * FORGED):
        sender.sendto(forged(number % FORGED), (GROUP, PORT))
        time.sleep(0.001)


class Judge:
    def __init__(self, program, ends):
        _, self.there = network()
        ends.callback(self.there.process.wait)
        ends.callback(self.there.process.kill)
        self.hub = Hub(program, listen="0.0.0.0:0")
        ends.callback(self.hub.stop)
        self.hub.find('Announced on the local network as "(.*)"')

    def found(self):
        return self.hub.run("add")[0]

    def memory(self):
        status = pathlib.Path(f"/proc/{self.hub.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1024

    def device_comes_and_goes(self):
        """A device that python-zeroconf announces is listed, and leaves the list with its goodbye."""
        if importlib.util.find_spec("zeroconf") is None:
            return print("skipped: python-zeroconf is not installed")
        with self.there.start(
                sys.executable, "-c", ZEROCONF, THERE[1], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as device:
            def waits_for(word, names):
                assert device.stdout.readline().strip() == word
                begin = time.monotonic()
                until(f"the list {names}", lambda: [each["name"] for each in self.found()] == names)
                return time.monotonic() - begin
            # It is announced during registration, before zeroconf returns.
            listed = waits_for("announced", ["Kettle"])
            device.stdin.write("\n")
            device.stdin.flush()
            gone = waits_for("gone", [])
            device.stdin.write("\n")
            device.stdin.flush()
        print(f"listed {listed:.1f} s after its announcement, gone {gone:.1f} s after its goodbye")

    def forged_names_are_bounded(self):
        """Of 10,000 forged devices at most 200 are listed, escaped at a terminal."""
        before = self.memory()
        sender = self.there.start(
            sys.executable, "-c", f"import sys; sys.path.insert(0, {str(pathlib.Path(__file__).parent)!r}); "
            "import inbox; inbox.flood()")
        assert sender.wait(300) == 0
        rows = self.found()
        assert 100 < len(rows) <= MOST_ROWS, len(rows)
        assert len(json.dumps(rows).encode()) <= MOST_BYTES
        text = subprocess.run(
            [self.hub.program, "add", "--hub", self.hub.address], capture_output=True, text=True, timeout=60).stdout
        assert MARK in text, text[:500]
        assert len(text.encode()) <= MOST_BYTES and not any(code in text for code in "\x1b\u202e\r"), text[:500]
        print(f"{len(rows)} of {FORGED:,} forged devices are listed, {len(text.encode()) / 1024:.0f} KiB; "
              f"the hub's memory grew by {self.memory() - before:.1f} MiB")

    def page_shows_them_as_text(self):
        """The page shows the same rows, with markup in names as text."""
        if importlib.util.find_spec("playwright") is None:
            return print("skipped: the page, as playwright is not installed")
        from playwright.sync_api import sync_playwright
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
            page = browser.new_page()
            page.goto(f"http://127.0.0.1:{self.hub.port}/#/add")
            page.get_by_text(MARK).first.wait_for(timeout=60_000)
            shown = page.get_by_text(MARK).count()
            assert 100 < shown <= 2 * MOST_ROWS, shown
            assert page.locator("img[src=x]").count() == 0 and page.title() != "1"
            browser.close()

    STEPS = (device_comes_and_goes, forged_names_are_bounded, page_shows_them_as_text)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hub", required=True, help="the program hearth")
    options = parser.parse_args()
    with contextlib.ExitStack() as ends:
        judge = Judge(str(pathlib.Path(options.hub).resolve()), ends)
        try:
            for step in Judge.STEPS:
                step(judge)
                print(f"passed: {step.__doc__}", flush=True)
        except BaseException:
            print("The last lines of the hub:", *judge.hub.lines[-20:], sep="\n    ")
            raise


if __name__ == "__main__":
    main()
