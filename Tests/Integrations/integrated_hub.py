"""A hub with an empty store, driven by its command line as a person would."""

import json
import pathlib
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "PythonTestSupport"))

from processes import HubProcess  # noqa: E402


class Refused(Exception):
    """A command ended with an error; the text is what it printed."""


class Hub(HubProcess):
    """`hearth serve` with an empty home. `stop` and `start` restart it."""

    def __init__(self, program, *options, **more):
        self.folder = tempfile.TemporaryDirectory(prefix="hearth-integrations-")
        super().__init__(program, pathlib.Path(self.folder.name) / "home.db", "--backups", "off", *options, **more)
        self.start()

    def run(self, *words, typed=""):
        """The lines that a command prints, as JSON, after it has read what is typed. Raises `Refused`."""
        done = subprocess.run(
            [self.program, *map(str, words), "--hub", self.address, "--json"], capture_output=True, text=True,
            timeout=120, input=typed)
        if done.returncode != 0:
            raise Refused(done.stderr.strip())
        return [json.loads(line) for line in done.stdout.splitlines()]

    def add_esphome(self, port, *more):
        """Adds a device of ESPHome; the steps that the hub reported."""
        return self.run("add", f"127.0.0.1:{port}", "--kind", "esphome", *more)

    def integrations(self):
        return self.run("integrations")[0]

    def devices(self):
        return self.run("devices")[0]

    def device(self, device_id):
        return Device(self.run("show", device_id)[0])

    def send(self, device_id, endpoint, command, code=None, **arguments):
        words = [f"{name}={value}" for name, value in arguments.items()]
        typed = ""
        if code is not None:
            # Read from the input, so that it is no argument of the process.
            words, typed = [*words, "code=-"], code + "\n"
        return self.run("send", device_id, command, *words, "--endpoint", endpoint, typed=typed)[0]

    def set(self, device_id, endpoint, attribute, value):
        return self.run("set", device_id, f"{attribute}={value}", "--endpoint", endpoint)[0]


class Device:
    """A device as `hearth show --json` prints it."""

    def __init__(self, shown):
        self.shown = shown
        self.connectivity = shown["connectivity"]
        self.by_name = {}
        for endpoint in shown["endpoints"]:
            tags = endpoint["traits"]["Descriptor"]["attributes"].get("tagList") or []
            for tag in tags:
                self.by_name.setdefault(tag.get("label"), []).append(endpoint)

    def endpoint(self, name):
        """The endpoint with a name; None if there is none."""
        return self.by_name.get(name, [None])[0]

    def number(self, name):
        if (endpoint := self.endpoint(name)) is None:
            raise AssertionError(f"the hub has no endpoint {name!r}")
        return endpoint["id"]

    def values(self):
        """The attributes of all traits, by the endpoint's number and the trait."""
        return {
            (endpoint["id"], name): trait["attributes"] for endpoint in self.shown["endpoints"]
            for name, trait in endpoint["traits"].items()}

    def attributes(self, name, trait):
        """The attributes of a trait of a named endpoint; None if there is no such endpoint or trait."""
        endpoint = self.shown["endpoints"][0] if name is None else self.endpoint(name)
        trait = (endpoint or {"traits": {}})["traits"].get(trait)
        return trait and trait["attributes"]


class Watch:
    """`hearth watch --all`: each line as JSON."""

    def __init__(self, hub):
        self.process = subprocess.Popen(
            [hub.program, "watch", "--all", "--hub", hub.address, "--json"], stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL)
        self.lines, self.arrival = [], threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            with self.arrival:
                self.lines.append(json.loads(line))
                self.arrival.notify_all()

    def until(self, wanted, seconds=20):
        """The first line that `wanted` takes; fails after the time."""
        end, seen = time.monotonic() + seconds, 0
        with self.arrival:
            while True:
                for line in self.lines[seen:]:
                    if wanted(line):
                        return line
                seen = len(self.lines)
                if (left := end - time.monotonic()) <= 0:
                    raise AssertionError(f"the watch did not bring it; its last lines are {self.lines[-3:]}")
                self.arrival.wait(left)

    def stop(self):
        self.process.terminate()
        self.process.wait(10)
