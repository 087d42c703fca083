"""Judges how a hub is found: two machines, each a network namespace, of which the first has a hub. The second finds it by
`hearth hubs`, by python-zeroconf if that is installed, and by its name in a URL, also beside forged names. It runs as root
in mount and network namespaces of its own."""

import argparse
import contextlib
import importlib.util
import json
import pathlib
import socket
import struct
import subprocess
import sys
import tempfile
import time

from avahi import HERE, THERE, network
from integrated_hub import Hub
from processes import until

GROUP, PORT, TYPE = "224.0.0.251", 5353, ["_hearth", "_tcp", "local"]
#: The most rows and bytes that `hearth hubs` prints.
MOST_ROWS, MOST_BYTES = 200, 2 << 20
#: The names that are forged: as many rows as they like, escapes for terminals, and no text.
FORGED = 10_000

ZEROCONF = """
import sys, time
from zeroconf import ServiceBrowser, Zeroconf
class Listener:
    def add_service(self, zeroconf, kind, name):
        info = zeroconf.get_service_info(kind, name, 2000)
        texts = ",".join(sorted(f"{key.decode()}={(value or b'').decode()}" for key, value in info.properties.items()))
        print("found", name.split(".")[0], info.parsed_addresses()[0], info.port, info.server, texts, sep="|", flush=True)
    def update_service(self, zeroconf, kind, name): pass
    def remove_service(self, zeroconf, kind, name): print("gone", name.split(".")[0], sep="|", flush=True)
zeroconf = Zeroconf(interfaces=[sys.argv[1]])
browser = ServiceBrowser(zeroconf, "_hearth._tcp.local.", Listener())
sys.stdin.readline()
zeroconf.close()
"""


def name(labels):
    return b"".join(struct.pack("B", len(label)) + label for label in map(encoded, labels)) + b"\0"


def encoded(label):
    return label if isinstance(label, bytes) else label.encode()


def record(labels, kind, data, unique=True):
    return name(labels) + struct.pack(">HHIH", kind, 0x8001 if unique else 1, 120, len(data)) + data


def forged(number):
    """A response with a forged hub: its pointer, place, attributes and address."""
    label = (f"{number}\n1  Hearth\x1b[2J\u202e\t".encode() + b"\xff" * 40)[:63]
    instance = [label, *TYPE]
    answers = [
        record(TYPE, 12, name(instance), unique=False),
        record(instance, 33, struct.pack(">HHH", 0, 0, 1) + name([f"h{number}", "local"])),
        record(instance, 16, b"".join(struct.pack("B", len(text)) + text for text in (b"claimed=no", b"version=\x1b[31m"))),
        record([f"h{number}", "local"], 1, socket.inet_aton(THERE[1])),
    ]
    return struct.pack(">HHHHHH", 0, 0x8400, 0, len(answers), 0, 0) + b"".join(answers)


def flood(seconds):
    """Sends forged hubs to the group, until the time has passed."""
    sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    sender.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    sender.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    sender.bind(("", PORT))
    sender.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(THERE[1]))
    end, number = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        sender.sendto(forged(number % FORGED), (GROUP, PORT))
        number += 1
        time.sleep(seconds / FORGED)


class Judge:
    def __init__(self, program, folder, ends):
        self.program, self.folder, self.longest = program, folder, 0.0
        self.here, self.there = network()
        ends.callback(self.there.process.wait)
        ends.callback(self.there.process.kill)
        self.hub = Hub(program, listen="0.0.0.0:0")
        ends.callback(self.hub.stop)
        self.ends = ends
        self.name = self.announced(self.hub)

    @staticmethod
    def announced(hub):
        """The name under which a hub is announced, once other machines can resolve its host's."""
        hub.find("(By name), where")
        return Judge.announced_name(hub)

    @staticmethod
    def announced_name(hub):
        return hub.find('Announced on the local network as "(.*)"')

    def hubs(self, *options, machine=None):
        """What `hearth hubs` prints on a machine."""
        start = time.monotonic()
        done = (machine or self.there).start(
            self.program, "hubs", *options, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={"HOME": str(self.folder), "LANG": "C.UTF-8"})
        output, errors = done.communicate(timeout=60)
        assert done.returncode == 0, errors
        self.longest = max(self.longest, time.monotonic() - start)
        return output

    def listed(self, **where):
        """The hubs that `hearth hubs` lists, by name."""
        return {each["name"]: each for each in json.loads(self.hubs("--json", **where))}

    def hub_is_listed(self):
        """Both machines list the hub, with its address, name, version and that it has no owner."""
        for machine in (self.there, self.here):
            found = self.listed(machine=machine)[self.name]
            assert found["addresses"] == [f"{HERE[1]}:{self.hub.port}"], found
            assert found["host"] == f"hearth.local:{self.hub.port}", found
            assert (found["claimed"], found["claimedAs"]) == (False, None) and found["version"], found

    def zeroconf_finds_it(self):
        """python-zeroconf finds the hub, its attributes and its goodbye."""
        if importlib.util.find_spec("zeroconf") is None:
            return print("skipped: python-zeroconf is not installed")
        with self.there.start(
                sys.executable, "-c", ZEROCONF, THERE[1], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as finder:
            found = finder.stdout.readline().strip().split("|")
            assert found[:5] == ["found", self.name, HERE[1], str(self.hub.port), "hearth.local."], found
            texts = dict(text.split("=", 1) for text in found[5].split(","))
            assert sorted(texts) == ["claimed", "fp", "id", "tls", "txtvers", "version"], texts
            assert self.name == f"Hearth {texts['id'][:4]}" and len(texts["fp"]) == 16, texts
            self.hub.stop()
            assert finder.stdout.readline().strip() == f"gone|{self.name}"
            finder.stdin.write("\n")
            finder.stdin.flush()
        self.hub.start()
        assert self.announced(self.hub) == self.name

    def page_has_its_name(self):
        """The page opens by the hub's name, which the guard against DNS rebinding takes, and by no other name."""
        def answer(scheme, host):
            done = self.there.start(
                "curl", "--silent", "--insecure", "--noproxy", "*", "--output", self.folder / "page", "--write-out",
                "%{http_code} %{redirect_url}", "--resolve", f"{host}:{self.hub.port}:{HERE[1]}",
                f"{scheme}://{host}:{self.hub.port}/", stdout=subprocess.PIPE, text=True)
            return done.communicate(timeout=60)[0].strip()
        assert answer("https", "hearth.local") == "200"
        assert answer("http", "hearth.local") == f"308 https://hearth.local:{self.hub.port}/"
        assert not answer("https", "evil.local").startswith("200")

    def addresses_are_followed(self):
        """A new address of the hub's machine is announced, and one that goes is forgotten."""
        more = "203.0.113.11"
        def are(*addresses):
            wanted = {f"{address}:{self.hub.port}" for address in addresses}
            until(f"the hub at {wanted}", lambda: set(self.listed()[self.name]["addresses"]) == wanted)
        self.here.run("ip", "address", "add", f"{more}/24", "dev", "near0")
        are(HERE[1], more)
        self.here.run("ip", "address", "del", f"{more}/24", "dev", "near0")
        are(HERE[1])

    def hosts_do_not_collide(self):
        """A second hub on another machine gets the next host name, and both are listed."""
        wrapper = self.folder / "hearth"
        wrapper.write_text(f'#!/bin/sh\nexec {" ".join(self.there.prefix)} "{self.program}" "$@"\n')
        wrapper.chmod(0o755)
        second = Hub(wrapper, listen="0.0.0.0:0")
        try:
            other = self.announced(second)
            listed = self.listed()
            assert listed[other]["host"] == f"hearth-2.local:{second.port}", listed
            assert listed[self.name]["host"] == f"hearth.local:{self.hub.port}", listed
        finally:
            second.stop()
        assert set(self.listed()) == {self.name}

    def interfaces_are_kept_apart(self):
        """A hub of its machine only, with the same host name, is listed there without the address of the network."""
        hub = Hub(self.program, "--announce", "always")
        try:
            name = self.announced_name(hub)
            found = until("the hub of this machine", lambda: self.listed(machine=self.here).get(name))
            assert found["addresses"] == [hub.address], found
            assert name not in self.listed()
        finally:
            hub.stop()

    def forged_names_are_bounded(self):
        """Of 10,000 forged names at most 200 rows are listed, escaped."""
        sender = self.there.start(
            sys.executable, "-c", f"import sys; sys.path.insert(0, {str(pathlib.Path(__file__).parent)!r}); "
            "import hubs; hubs.flood(30)")
        try:
            until("forged hubs", lambda: len(self.hubs(machine=self.here).splitlines()) > 100)
            text = self.hubs(machine=self.here)
            rows = text.splitlines()
            assert len(rows) <= MOST_ROWS + 1 and len(text.encode()) <= MOST_BYTES, (len(rows), len(text))
            assert not any(code in text for code in "\x1b\t\u202e\r"), text[:500]
            listed = self.hubs("--json", machine=self.here)
            assert len(json.loads(listed)) <= MOST_ROWS and len(listed.encode()) <= MOST_BYTES
            assert all(each["version"] is None or "\x1b" not in each["version"] for each in json.loads(listed))
        finally:
            sender.kill()
            sender.wait()

    def hub_says_goodbye(self):
        """A hub that ends is no longer listed."""
        self.hub.stop()
        assert self.listed() == {}

    def hub_of_its_machine_is_quiet(self):
        """A hub that other machines can't reach is not announced, and one that --announce never silences neither."""
        for options in ({"listen": "127.0.0.1:0"}, {"listen": "0.0.0.0:0"}):
            more = ["--announce", "never"] if options["listen"].startswith("0") else []
            hub = Hub(self.program, *more, **options)
            try:
                for machine in (self.here, self.there):
                    assert self.listed(machine=machine) == {}
            finally:
                hub.stop()

    STEPS = (
        hub_is_listed, zeroconf_finds_it, page_has_its_name, addresses_are_followed, hosts_do_not_collide,
        interfaces_are_kept_apart, forged_names_are_bounded, hub_says_goodbye, hub_of_its_machine_is_quiet)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hub", required=True, help="the program hearth")
    options = parser.parse_args()
    with contextlib.ExitStack() as ends:
        folder = pathlib.Path(ends.enter_context(tempfile.TemporaryDirectory()))
        judge = Judge(str(pathlib.Path(options.hub).resolve()), folder, ends)
        try:
            for step in Judge.STEPS:
                step(judge)
                print(f"passed: {step.__doc__}", flush=True)
            print(f"hearth hubs took at most {judge.longest:.1f} s", flush=True)
        except BaseException:
            print("The last lines of the hub:", *judge.hub.lines[-20:], sep="\n    ")
            raise


if __name__ == "__main__":
    main()
