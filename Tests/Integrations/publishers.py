"""Programs of other projects that announce devices at a broker by Home Assistant's MQTT discovery."""

import json
import os
import pathlib
import re
import subprocess
import sys

from peers import Program
from processes import until


class Publisher(Program):
    """A program that is there once it has printed a line."""

    ready = ""

    def start(self):
        super().start()
        until(f"{pathlib.Path(self.command[0]).name} prints {self.ready!r}; it said {self.lines}", self.is_ready)

    def is_ready(self):
        return any(self.ready in line for line in self.lines)

    def kill(self):
        """Ends it without leave, as a power cut does."""
        self.process.kill()
        self.process.wait()
        self.process = None


class Rtl433(Publisher):
    """rtl_433, which decodes what a receiver hears, prints it, and publishes it at a broker by its own client."""

    ready = "MQTT Connection established"

    def __init__(self, folder, receiver, broker):
        program = pathlib.Path(folder) / "usr/bin/rtl_433"
        libraries = ":".join(str(path) for path in pathlib.Path(folder).glob("usr/lib/*-linux-gnu*"))
        # Nexus and Prologue, two protocols of thermometers.
        super().__init__(
            program, "-c", "/dev/null", "-d", f"rtl_tcp:127.0.0.1:{receiver.port}", "-R", "19", "-R", "3", "-F", "json",
            "-F", f"mqtt://127.0.0.1:{broker.port},retain=0",
            env={**os.environ, **({"LD_LIBRARY_PATH": libraries} if folder != "/" else {})})

    def printed(self, model):
        """The events that it has printed of a model, the last one last."""
        events = [json.loads(line) for line in self.lines if line.startswith("{")]
        return [event for event in events if event["model"] == model]


class Rtl433Discovery(Publisher):
    """rtl_433's own script that announces its devices; the broker keeps the announcements."""

    ready = "MQTT connected"

    def __init__(self, folder, broker):
        script = pathlib.Path(folder) / "usr/share/doc/rtl-433/examples/rtl_433_mqtt_hass.py"
        super().__init__(sys.executable, script, "-H", "127.0.0.1", "-p", broker.port, "--retain", "--interval", "1")


class LinuxPC(Publisher):
    """linux2mqtt, which publishes what a PC does. Each of its entities needs two topics to say that it is there."""

    ready = "Connected to MQTT broker"
    name = "Desk PC"
    # The hub's endpoints, with the topics and the members that have their values.
    parts = [
        ("CPU", "cpu", "used"), ("Virtual Memory", "virtual_memory", "used"),
        ("Disk Usage (Volume:/)", "disk_usage__volume___", "used"),
        ("Network Throughput (NIC:lo)", "network_throughput__nic_lo_", "total_rate"),
    ]
    sent = re.compile(r"Sending to MQTT: linux/desk_pc/(\w+)/state: (\{.*\})")

    def __init__(self, broker):
        super().__init__(
            sys.executable, "-m", "linux2mqtt", "--name", self.name, "--host", "127.0.0.1", "--port", broker.port,
            "--interval", "5", "--cpu", "5", "--vm", "--du", "/", "--net", "lo,5", "-vvvvv")

    def printed(self):
        """The states that it has sent last, by topic."""
        return {found[1]: json.loads(found[2]) for found in map(self.sent.search, list(self.lines)) if found}


class Rig(Publisher):
    """The device of `discoverable_device.py`. Each of its parts has a topic that says whether it is there."""

    ready = "announced"

    def __init__(self, broker):
        program = pathlib.Path(__file__).with_name("discoverable_device.py")
        super().__init__(sys.executable, program, broker.port, stdin=subprocess.PIPE)

    def happens(self, part, state):
        self.process.stdin.write(f"{part} {state}\n")
        self.process.stdin.flush()

    def told(self):
        """What it was told, as pairs of part and payload."""
        return [tuple(line.split(" ", 2)[1:]) for line in self.lines if line.startswith("told ")]
