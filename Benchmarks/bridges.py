"""Devices behind bridges: states, commands and restarts with 1,000 devices on a broker, by a bridge's own documents and by discovery,
and 100 devices of ESPHome; beside Home Assistant's core."""

import contextlib
import http.client
import json
import os
import pathlib
import select
import subprocess
import sys
import tempfile
import time

import common
import home_hub
import measure
import report

sys.path.insert(0, str(common.HERE.parent / "Tests/Integrations"))
import peers

TITLE = "Bridges"
PACKAGES = ["mosquitto", "python3-venv", "g++"]
PEER = "Home Assistant core"
PEER_VERSION = "2025.4.4"
#: Its web app is a package of its own, without which it does not start.
PEER_PACKAGES = [f"homeassistant=={PEER_VERSION}", "home-assistant-frontend==20250411.0"]
DEVICES = 1_000
NODES = 100
FIRST_NODES = 10
RATES = (500, 2_000)
HERE = common.HERE / "peers/bridges"


def build():
    common.swift_build("hearth"), tools()
    for optional in (firmware, home_assistant):
        with contextlib.suppress(measure.NotMeasured):
            optional()


def python(*versions):
    """A program of Python of one of these versions; None if there is none."""
    for name in [f"python{version}" for version in versions]:
        with contextlib.suppress(OSError):
            if subprocess.run([name, "--version"], capture_output=True).returncode == 0:
                return name
    return None


def environment(name, version, packages):
    """The Python of a folder with packages of PyPI."""
    folder = common.BUILD / name
    program = str(folder / "bin/python")
    if not (folder / "done").exists():
        base = python(*version)
        if base is None:
            raise measure.NotMeasured(f"it needs Python {' or '.join(version)}, which is not installed")
        print(f"installing {' '.join(packages)}", flush=True)
        try:
            subprocess.run([base, "-m", "venv", "--clear", str(folder)], check=True)
            subprocess.run([program, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries", "10",
                            *packages], check=True)
        except subprocess.SubprocessError as reason:
            raise measure.NotMeasured(f"not installed: {reason}") from None
        (folder / "done").touch()
    return program


def tools():
    """Python with a client of MQTT."""
    return environment("bridges", ("3.12", "3.11", "3.13"), ["paho-mqtt>=2"])


def esphome():
    return environment("esphome", ("3.12", "3.13", "3.11"), ["esphome", "ninja"])


def firmware():
    """ESPHome's firmware as a program."""
    out = subprocess.run(
        [esphome(), "-c", "import sys, esphome_firmware; print(esphome_firmware.build(*sys.argv[1:]))",
         str(common.BUILD / "esphome-firmware"), str(HERE / "node.yaml")],
        capture_output=True, text=True, cwd=common.HERE.parent / "Tests/Integrations")
    if out.returncode != 0:
        raise measure.NotMeasured(out.stderr.strip()[-300:])
    return out.stdout.splitlines()[-1]


def home_assistant():
    """The peer's program. HEARTH_HOME_ASSISTANT names a Python that has it already."""
    given = os.environ.get("HEARTH_HOME_ASSISTANT")
    program = given or environment("home-assistant-bridges", ("3.13",), PEER_PACKAGES + ["paho-mqtt==2.1.0"])
    version = subprocess.run(
        [program, "-c", "import hass_frontend; from homeassistant.const import __version__; print(__version__)"],
        capture_output=True, text=True)
    if version.stdout.strip() != PEER_VERSION:
        raise measure.NotMeasured(f"{program} has no {PEER} {PEER_VERSION} with its frontend")
    return str(pathlib.Path(program).with_name("hass"))


class Worker:
    """A program on core 1 that answers each line with a line of JSON."""

    def __init__(self, *command):
        self.process = subprocess.Popen(
            ["taskset", "-c", "1", *map(str, command)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, bufsize=1)

    def ask(self, *words, patience=400):
        with contextlib.suppress(OSError):
            self.process.stdin.write(" ".join(map(str, words)) + "\n")
        return self.read(patience)

    def read(self, patience=400):
        if not select.select([self.process.stdout], [], [], patience)[0]:
            raise measure.NotMeasured(f"no answer within {patience} s")
        line = self.process.stdout.readline()
        if not line:
            raise measure.NotMeasured(self.process.stderr.read().strip()[-300:] or "it ended")
        return json.loads(line)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Broker:
    """mosquitto with a store, on core 1."""

    def __init__(self, folder):
        self.port, self.folder = measure.free_port(), folder
        (pathlib.Path(folder) / "mosquitto.conf").write_text(
            f"listener {self.port} 127.0.0.1\nallow_anonymous true\npersistence true\npersistence_location {folder}/\n"
            # Else the broker waits up to 40 ms for the receiver's acknowledgement of an earlier message.
            "max_queued_messages 0\nset_tcp_nodelay true\nlog_type none\nuser root\n")
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            ["taskset", "-c", "1", "/usr/sbin/mosquitto", "-c", f"{self.folder}/mosquitto.conf"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(100):
            if home_hub.listens(self.port):
                return
            time.sleep(0.05)
        raise measure.NotMeasured("mosquitto does not listen")

    def stop(self):
        # Writes its store.
        self.process.terminate()
        self.process.wait(30)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


class Ours:
    """A hub, with zigbee2mqtt's devices through a broker."""

    name, kind, load = common.HEARTH, "zigbee2mqtt", "hub"

    def __init__(self, folder):
        self.hub = home_hub.Hub(folder)
        self.where = [self.load, self.hub.port]

    def connect(self, broker):
        self.add(self.kind, broker.port)

    def add(self, kind, port):
        body = json.dumps({
            "kind": kind, "settings": [{"field": "host", "value": "127.0.0.1"}, {"field": "port", "value": str(port)}]})
        frame = b"\0" + len(body).to_bytes(4, "big") + body.encode()
        calls = http.client.HTTPConnection("127.0.0.1", self.hub.port, timeout=120)
        calls.request("POST", "/hearth.v1.IntegrationsService/AddIntegration", frame, {
            "content-type": "application/connect+json", "connect-protocol-version": "1"})
        answer = calls.getresponse().read()
        calls.close()
        if b'"done"' not in answer:
            raise measure.NotMeasured(f"the hub does not add the {kind}: {answer[-300:].decode(errors='replace')}")

    def cpu(self):
        return self.hub.cpu()

    def memory(self):
        return self.hub.settled()

    def stop(self):
        self.hub.stop()


class OursByDiscovery(Ours):
    """A hub, with the same devices by their discovery messages."""

    name, kind, load = f"{common.HEARTH}, by discovery", "mqtt", "hub-discovery"


class Theirs:
    """Home Assistant's core, with the same devices by their discovery messages."""

    name = PEER

    def __init__(self, folder):
        self.core, self.where = peers.HomeAssistant(home_assistant(), folder), []

    def connect(self, broker):
        self.core.start()
        subprocess.run(
            ["taskset", "-a", "-p", "-c", "0", str(self.core.process.pid)], check=True, stdout=subprocess.DEVNULL)
        self.core.add_broker(broker)
        self.where = ["ha", self.core.port, self.core.token]

    def cpu(self):
        return measure.cpu_of(self.core.process.pid)

    def memory(self):
        time.sleep(5)
        return home_hub.memory_of(self.core.process.pid)

    def stop(self):
        self.core.stop()


def run(rounds, seconds):
    section = report.Section(TITLE, f"""
Repeat with `Benchmarks/run bridges`. mosquitto with a fake zigbee2mqtt of {DEVICES:,} plugs with a thermometer, by paho-mqtt, and
`hearth serve` beside {PEER} {PEER_VERSION} on Python 3.13, which gets the same devices by zigbee2mqtt's discovery messages. A second hub
gets them so too, by its kind `mqtt`. Each server runs alone on core 0; broker, bridge and subscriber share core 1. Latencies are
of the best of {max(5, rounds)} rounds, as the machine's other guests slow some down. Subscribers are in Python, of a hub by
Connect and of the peer by its WebSocket. {NODES} programs of ESPHome's firmware for `host` run on both cores.
{os.cpu_count()} cores. {time.strftime("%Y-%m-%d")};
{home_hub.surroundings()}.""")
    figures = {}
    for kind in (Ours, OursByDiscovery, Theirs):
        try:
            figures[kind.name] = broker_figures(kind, max(1, int(60 * seconds)), rounds)
        except (measure.NotMeasured, OSError, AssertionError, subprocess.SubprocessError) as reason:
            section.not_measured(kind.name, "a broker with 1,000 devices", reason)
    if figures:
        show(section, figures)
    try:
        show_nodes(section, node_figures(rounds))
    except (measure.NotMeasured, OSError, subprocess.SubprocessError) as reason:
        section.not_measured(common.HEARTH, f"{NODES} devices of ESPHome", reason)
    return section


def best(rounds):
    """The round with the lowest median: the machine's other guests slow some down, as the broker's own delivery shows."""
    return min(rounds, key=lambda times: times["p50"])


def broker_figures(kind, seconds, rounds):
    """All figures of one server with one broker."""
    out = {}
    with home_hub.folder() as path, Broker(tempfile.mkdtemp(dir=path)) as broker:
        server = kind(path)
        try:
            if kind is Theirs:
                server.connect(broker)
            out["empty"] = server.memory()
            with Worker(tools(), HERE / "load.py", broker.port, *server.where) as load:
                if kind is not Theirs:
                    # A hub asks a broker for at least one device before it adds it.
                    load.ask("begin")
                    server.connect(broker)
                before = server.cpu()
                out["described"] = load.ask("describe", DEVICES)
                out["described"]["cpu"] = server.cpu() - before
                out["memory"] = server.memory()
                before = server.cpu()
                time.sleep(20)
                out["idle"] = (server.cpu() - before) / 20
                for name, count in [("floor", 200), ("latency", 400), ("commands", 400)]:
                    out[name] = best(load.ask(name, count) for _ in range(max(5, rounds)))
                for rate in RATES:
                    before = server.cpu()
                    out[rate] = load.ask("rate", rate, seconds)
                    out[rate]["cpu"] = (server.cpu() - before) / out[rate]["sent"]
                out["busy"] = server.memory()
                broker.stop()
                time.sleep(3)
                broker.start()
                out["restart"] = load.ask("online")
        finally:
            server.stop()
    return out


def show(section, figures):
    def ms(value):
        return report.number(value * 1e3)
    section.table("1,000 devices at one broker", *figures)
    rows = [
        ("described after s", lambda f: report.number(f["described"]["seconds"])),
        ("devices missing then", lambda f: report.number(f["described"]["missing"])),
        ("CPU for it, s", lambda f: report.number(f["described"]["cpu"])),
        ("memory, empty, MiB", lambda f: report.number(f["empty"] / 2**20)),
        ("memory for the devices, MiB", lambda f: report.number((f["memory"] - f["empty"]) / 2**20)),
        ("idle CPU, % of a core", lambda f: report.number(f["idle"] * 100)),
        ("a state until the subscriber, p50 ms", lambda f: ms(f["latency"]["p50"])),
        ("the same, p99 ms", lambda f: ms(f["latency"]["p99"])),
        ("the same state until a client of the broker, p50 ms", lambda f: ms(f["floor"]["p50"])),
        ("a command until its packet, p50 ms", lambda f: ms(f["commands"]["p50"])),
        ("the same, p99 ms", lambda f: ms(f["commands"]["p99"])),
    ]
    for rate in RATES:
        rows += [
            (f"{rate:,} states/s: CPU of one, ms", lambda f, r=rate: ms(f[r]["cpu"])),
            ("sent, states/s", lambda f, r=rate: report.number(f[r]["sent"] / f[r]["seconds"])),
            ("devices with a wrong last value", lambda f, r=rate: report.number(f[r]["wrong"])),
            ("the last value later than its publication, s", lambda f, r=rate: report.number(f[r]["behind"])),
        ]
    rows += [
        ("memory afterwards, MiB more", lambda f: report.number((f["busy"] - f["memory"]) / 2**20)),
        ("after a restart of the broker all true, s", lambda f: report.number(f["restart"]["seconds"])),
        ("devices that were not", lambda f: report.number(f["restart"]["missing"])),
    ]
    for words, value in rows:
        section.row(words, *(value(each) for each in figures.values()))
    peer = figures.get(PEER)
    for kind, name in [(Ours, "bridge"), (OursByDiscovery, "bridge by discovery")]:
        if kind.name in figures:
            show_bars(section, name, figures[kind.name], peer)
    section.chart("CPU of a state of a bridge, 500 a second", "µs", {
        name: f[500]["cpu"] * 1e6 for name, f in figures.items()}, less_is_better=True)


def show_bars(section, name, own, peer):
    def bar(words, wanted, value, limit):
        section.bar(f"{name}: {words}", wanted, value, limit, at_most=True)
    bar("a state until the subscriber, p50 ms", "≤ 1", own["latency"]["p50"] * 1e3, 1)
    bar("the same, p99 ms", "≤ 5", own["latency"]["p99"] * 1e3, 5)
    bar("1,000 devices described, s", "≤ 2", own["described"]["seconds"], 2)
    bar("their memory, MiB", "≤ 60", (own["memory"] - own["empty"]) / 2**20, 60)
    bar("idle CPU with them, % of a core", "≤ 1", own["idle"] * 100, 1)
    for rate in RATES:
        bar(f"{rate:,} states/s, CPU of one in ms", "≤ 0.1", own[rate]["cpu"] * 1e3, 0.1)
    bar("devices with a wrong last value", "0", sum(own[rate]["wrong"] for rate in RATES), 0)
    bar("a command until its packet, p99 ms", "≤ 3", own["commands"]["p99"] * 1e3, 3)
    bar("all true after the broker's restart, s", "≤ 5",
        own["restart"]["seconds"] if not own["restart"]["missing"] else float("inf"), 5)
    bar("CPU of a state at 500 a second", f"≤ 0.5 × {PEER}", peer and own[500]["cpu"] / peer[500]["cpu"], 0.5)


def node_figures(rounds):
    """A hub with many devices of ESPHome, over a power cut."""
    with home_hub.folder() as path, Worker(esphome(), HERE / "nodes.py", firmware(), NODES) as nodes:
        ports = nodes.read()
        server = Ours(path)
        try:
            # The first ones also bring what all share, such as the tables of traits.
            for port in ports[:FIRST_NODES]:
                server.add("esphome", port)
            few = server.memory()
            begin = time.monotonic()
            for port in ports[FIRST_NODES:]:
                server.add("esphome", port)
            added = (time.monotonic() - begin) / (len(ports) - FIRST_NODES)
            memory = server.memory()
            before = server.cpu()
            time.sleep(20)
            idle = (server.cpu() - before) / 20
            with Worker(tools(), HERE / "states.py", server.hub.port) as states:
                nodes.ask("publish", 11)
                if states.ask("value", len(ports), 11, 60)["missing"]:
                    raise measure.NotMeasured("the devices' first values did not arrive")
                # Of values that the node does not have yet, by the round's number.
                latency = best(nodes.ask("latency", server.hub.port, 400, 1_000 * round)
                               for round in range(1, 1 + max(5, rounds)))
                nodes.ask("kill")
                states.ask("offline", len(ports), 60)
                nodes.ask("start")
                back = states.ask("online", len(ports), 120)
                nodes.ask("publish", 12)
                values = states.ask("value", len(ports), 12, 60)
        finally:
            server.stop()
    return {"few": few, "memory": memory, "added": added, "idle": idle, "latency": latency, "back": back, "values": values}


def show_nodes(section, figures):
    each = (figures["memory"] - figures["few"]) / (NODES - FIRST_NODES) / 1024
    back = figures["back"]["seconds"] if not figures["back"]["missing"] else float("inf")
    section.table(f"{NODES} devices of ESPHome, of 8 entities each", common.HEARTH)
    section.row("to add one, s", report.number(figures["added"]))
    section.row("memory of one more, KiB", report.number(each))
    section.row("idle CPU, % of a core", report.number(figures["idle"] * 100))
    section.row("a state later than at ESPHome's client, p50 ms", report.number(figures["latency"]["p50"] * 1e3))
    section.row("the same, p99 ms", report.number(figures["latency"]["p99"] * 1e3))
    section.row("all online again after a power cut, s", report.number(back))
    section.row("devices with a wrong value afterwards", report.number(figures["values"]["missing"]))
    section.bar("ESPHome: a state later than at its client, p50 ms", "≤ 1", figures["latency"]["p50"] * 1e3, 1, at_most=True)
    section.bar("ESPHome: the same, p99 ms", "≤ 5", figures["latency"]["p99"] * 1e3, 5, at_most=True)
    section.bar("100 devices of ESPHome online after a power cut, s", "≤ 10", back, 10, at_most=True)
    section.bar("memory of one more device of ESPHome, KiB", "≤ 150", each, 150, at_most=True)
