"""An app of the SDK: the times of connecting and of a change until it arrives elsewhere, and the cost of following."""

import json
import os
import pathlib
import re
import statistics
import subprocess
import tempfile
import time

import common
import measure
import report

TITLE = "An app of the SDK"
PACKAGES = ["nghttp2-client", "libnghttp2-dev", "libgrpc++-dev", "protobuf-compiler-grpc", "protobuf-compiler", "g++",
            "pkg-config"]
HOUSES = (50, 1000)


def build():
    common.swift_build("hearth"), common.swift_build("hearth-bench-home")
    common.cpp_server(), common.load_client()


class Asked:
    """A mode of hearth-bench-home that prints "ready" and runs until its input ends."""

    def __init__(self, *words):
        self.process = subprocess.Popen(
            [common.swift_build("hearth-bench-home"), *map(str, words)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)
        if self.process.stdout.readline().strip() != "ready":
            self.process.kill()
            raise measure.NotMeasured(self.process.stderr.read().strip()[-200:] or "it did not get ready")

    def memory(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) * 1024

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
        self.process.stdout.close()
        self.process.stderr.close()


class House:
    """A hub in one process and its lights in another."""

    def __init__(self, count):
        self.folder = tempfile.TemporaryDirectory()
        self.hub = measure.Server([
            common.swift_build("hearth"), "serve", "--listen", "127.0.0.1:{port}", "--store",
            f"{self.folder.name}/home.db"])
        self.address = f"127.0.0.1:{self.hub.port}"
        try:
            self.lights = Asked("house", self.address, count)
        except BaseException:
            self.hub.stop()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.lights.__exit__()
        self.hub.stop()
        self.folder.cleanup()


def asked(*words):
    return json.loads(measure.on_load_core([common.swift_build("hearth-bench-home"), *map(str, words)]))


def percentile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * share))]


def run(rounds, seconds):
    lists, latency, memory = {}, [], []
    ready, delegates, homekit_memory = [], [], []
    for count in HOUSES:
        with House(count) as house:
            lists[count] = [asked("list", house.address, count)["seconds"] * 1e3 for _ in range(2 * rounds)]
            if count != HOUSES[-1]:
                for _ in range(rounds):
                    latency.append(asked("latency", house.address, int(2000 * seconds)))
                    delegates.append(asked("homekit-latency", house.address, int(2000 * seconds)))
            else:
                ready = [asked("homekit-ready", house.address, count)["seconds"] * 1e3 for _ in range(2 * rounds)]
                for _ in range(max(3, rounds // 2)):
                    for mode, kept in (("observe", memory), ("homekit-follow", homekit_memory)):
                        with Asked(mode, house.address) as app:
                            time.sleep(1)
                            kept.append(app.memory())
    with House(1) as house:
        with Asked("observe", house.address) as app:
            time.sleep(1)
            alone = app.memory()
        with Asked("homekit-follow", house.address) as app:
            time.sleep(1)
            homekit_alone = app.memory()
    def microseconds(name, share, of=latency):
        return statistics.median(percentile(round_[name], share) * 1e6 for round_ in of)

    with measure.Server(common.cpp_server()) as server:
        call = statistics.median(measure.load(server, "unary", 1, 1, 2000)["p50"] for _ in range(rounds))

    section = report.Section(TITLE, f"""
Repeat with `Benchmarks/run home`. A hub (`hearth serve`, its store on disk), its lights in a second process by one
`DeviceHost`, apps of the SDK in a third; all on loopback, clear text. The app runs on core 1, the hub on core 0, and the lights
where there is room: {os.cpu_count()} cores. Medians of {rounds} rounds. {time.strftime("%Y-%m-%d")}.

Connecting is from `Home.connect` to the set of `devices().list()`, in a fresh process each time. A change is a light's `on()` or
`off()`, one after the other: until it returns at the app that sent it, and until the subscriber of another connection has it. On
the way it goes through three processes, app, hub, lights and back. Beside it one empty unary call of gRPC C++, by the load client
of the other benchmarks.""")
    section.table("connect and list", "median ms", "spread")
    for count, values in lists.items():
        section.row(f"{count:,} devices", report.number(statistics.median(values)),
                    f"{report.number(min(values))} to {report.number(max(values))}")
    section.chart("app: connect and list", "ms", {f"{n:,} devices": statistics.median(v) for n, v in lists.items()},
                  less_is_better=True)
    section.table("a command", "p50 µs", "× one call of gRPC C++", "p99 µs")
    for name, words in (("returned", "until it returns"), ("updated", "until another client has its update")):
        middle = microseconds(name, 0.5)
        section.row(words, report.number(middle), report.number(middle / call), report.number(microseconds(name, 0.99)))
    section.row("one unary call of gRPC C++", report.number(call), "1", "–")
    section.table("an app that follows every device", "resident MiB")
    follows = statistics.median(memory)
    section.row("1 device", report.number(alone / 2**20))
    section.row("1,000 devices", report.number(follows / 2**20))
    section.row("for each device", report.number((follows - alone) / (HOUSES[-1] - 1) / 1024) + " KiB")
    listed, homes = statistics.median(lists[HOUSES[-1]]), statistics.median(ready)
    each = (statistics.median(homekit_memory) - homekit_alone) / (HOUSES[-1] - 1) / 1024
    later = microseconds("updated", 0.5, delegates) - microseconds("updated", 0.5)
    section.table("a HomeKit app", "figure")
    section.row("manager ready with 1,000 accessories, median ms", report.number(homes))
    section.row("a write until it returns, p50 µs", report.number(microseconds("returned", 0.5, delegates)))
    section.row("a write until another program's delegate, p50 µs", report.number(microseconds("updated", 0.5, delegates)))
    section.row("memory for each accessory that is followed, KiB", report.number(each))
    section.bar("manager ready with 1,000 accessories", "≤ 1.5 × devices().list()", homes / listed, 1.5, at_most=True)
    section.bar("a write until another program's delegate, p50", "≤ the trait's own + 200 µs", later, 200, at_most=True)
    section.bar("memory for each accessory in a HomeKit app", "≤ 12 KiB", each, 12, at_most=True)
    middle, late = microseconds("updated", 0.5), microseconds("updated", 0.99)
    section.bar("command to update at another client, p50", "≤ 4.5 × one call of gRPC C++", middle / call, 4.5,
                at_most=True)
    section.bar("command to update at another client, p99", "≤ 3 × its p50", late / middle, 3, at_most=True)
    return section
