"""A home's store: durable edits, states, history, starts with a long log, homes of many devices."""

import contextlib
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import time

import common
import home_hub
import measure
import report

TITLE = "The store of a home"
PACKAGES = home_hub.PACKAGES + ["libsqlite3-dev", "gcc"]
CLIENTS = 64
HOMES = (100, 20_000)
LOG = 256_000_000
DAY_BYTES = 3_000_000
POINTS = 100_000
ALONE, SQLITE = "the hub", "C on SQLite"


def build():
    home_hub.build(), common.swift_build("hearth-bench-store"), sqlite_edits(), count_syncs()


def sqlite_edits():
    return common.compile_peer("sqlite_edits", [common.HERE / "peers/sqlite_edits.c"], "-lsqlite3")


def count_syncs():
    return common.compile_peer("count_syncs.so", [common.HERE / "peers/count_syncs.c"], "-shared", "-fPIC")


def bench_store(*words):
    out = subprocess.run(
        ["taskset", "-c", "0", common.swift_build("hearth-bench-store"), *map(str, words)], capture_output=True,
        text=True, timeout=600)
    if out.returncode != 0:
        raise measure.NotMeasured(f"hearth-bench-store failed: {out.stderr.strip()[-200:]}")
    return json.loads(out.stdout)


def run(rounds, seconds):
    section = report.Section(TITLE, f"""
Repeat with `Benchmarks/run store`. A hub (`hearth serve`) on core 0, clients on core 1; what is a store's alone, by
`hearth-bench-store` on a hub's file. Medians of {rounds} rounds on {os.cpu_count()} cores. {time.strftime("%Y-%m-%d")};
{common.versions("libsqlite3-0", "libsqlite3-dev")}; {home_hub.surroundings()}.""")
    parts = {
        "edits": lambda: edits(section, rounds, seconds), "states": lambda: states(section, rounds),
        "starts": lambda: starts(section, rounds), "20,000 devices": lambda: large_home(section),
        "history": lambda: history(section),
    }
    for name, part in parts.items():
        try:
            part()
        except (measure.NotMeasured, OSError, subprocess.SubprocessError) as reason:
            section.not_measured(common.HEARTH, name, reason)
    return section


# Durable edits

def counted(file):
    return int.from_bytes(pathlib.Path(file).read_bytes()[:8], "little")


def bare(path, count, each):
    """SQLite's rate, and the number of its disk writes."""
    with contextlib.suppress(OSError):
        os.remove(f"{path}/syncs")
    out = subprocess.run(
        ["taskset", "-c", "0", sqlite_edits(), f"{path}/{time.monotonic_ns()}.db", str(count), str(each)],
        capture_output=True, text=True, timeout=300,
        env=os.environ | {"LD_PRELOAD": count_syncs(), "COUNT_FILE": f"{path}/syncs"})
    if out.returncode != 0:
        raise measure.NotMeasured(out.stderr)
    return json.loads(out.stdout) | {"syncs": counted(f"{path}/syncs")}


def edits(section, rounds, seconds):
    figures, each = measure.Figures(), []
    for _ in range(rounds):
        with home_hub.folder() as path:
            syncs = f"{path}/syncs-of-hub"
            with home_hub.Hub(path, environment={"LD_PRELOAD": count_syncs(), "COUNT_FILE": syncs}) as hub:
                count = 500
                rate = home_hub.calls(hub.port, "edits", "room", CLIENTS, count)["rate"]
                # In the first run, creating the rooms dominates.
                count = max(count, min(200_000, int(rate * seconds)))
                # Measured in turns, so that other load of the disk affects both alike.
                figures.add(SQLITE, "one by one", bare(path, count // 4, 1))
                before, used = counted(syncs), hub.cpu()
                answer = home_hub.calls(hub.port, "edits", "room", CLIENTS, count)
                answer["cpu"] = (hub.cpu() - used) / count * 1e6
                # One sync is a commit; both include the few of checkpoints.
                each.append(max(1, round(count / max(1, counted(syncs) - before - CLIENTS))))
                figures.add(ALONE, "edits", answer)
                figures.add(SQLITE, "edits", bare(path, count, each[-1]))
    section.table(f"rooms renamed by {CLIENTS} clients", "edits/s", "p50 ms", "p99 ms", "CPU µs each", "edits in a commit")
    section.row(ALONE, report.number(figures.median(ALONE, "edits", "rate")),
                *(report.number(figures.median(ALONE, "edits", f"time_{p}") / 1e3) for p in ("p50", "p99")),
                report.number(figures.median(ALONE, "edits", "cpu")), report.number(home_hub.median(each)))
    section.row(f"{SQLITE}, the same commits", report.number(figures.median(SQLITE, "edits", "rate")), "", "", "",
                report.number(home_hub.median(each)))
    section.row(f"{SQLITE}, one edit in each", report.number(figures.median(SQLITE, "one by one", "rate")), "", "", "", "1")
    rate, share = figures.median(ALONE, "edits", "rate"), figures.ratio(ALONE, SQLITE, "edits", "rate")
    section.bar(f"durable edits from {CLIENTS} clients", "≥ 1 × the lower of 2,000 a second and 0.8 × C on SQLite",
                max(rate / 2_000, share / 0.8), 1)
    section.lines += ["", f"The bar's figure is the better of {report.number(rate)} ÷ 2,000 and {share:.2f} ÷ 0.8."]


# States

def states(section, rounds):
    rates = []
    with home_hub.folder() as path:
        home_hub.devices(path, 1_000)
        for _ in range(rounds):
            answer = bench_store("rows", f"{path}/home.db", 40_000)
            rates.append(answer["rows"] / answer["seconds"])
    section.table("states of traits saved", "rows/s", "in a transaction")
    section.row("1,000 devices", report.number(home_hub.median(rates)), report.number(answer["batch"]))
    section.bar("states saved, rows a second", "≥ 50,000", home_hub.median(rates), 50_000)


# Starts

def start(path):
    """The seconds until a hub listens."""
    port = measure.free_port()
    begin = time.monotonic()
    process = subprocess.Popen(
        ["taskset", "-c", "0", common.swift_build("hearth"), "serve", "--listen", f"127.0.0.1:{port}", "--store",
         f"{path}/home.db", "--backups", "off"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while not home_hub.listens(port):
            if process.poll() is not None or time.monotonic() - begin > 60:
                raise measure.NotMeasured("the hub does not listen")
            time.sleep(0.001)
        return time.monotonic() - begin
    finally:
        process.terminate()
        process.wait(30)


def starts(section, rounds):
    figures = {}
    with home_hub.folder() as path:
        empty, short, long = (f"{path}/{name}" for name in ("empty", "short", "long"))
        for name in (empty, short):
            os.mkdir(name)
        home_hub.devices(short, 1_000, reports=2_000)
        shutil.copytree(short, long)
        log = bench_store("log", f"{long}/home.db", LOG)
        for name in (empty, short, long):  # the first includes the cost of a new file
            start(name)
        for _ in range(max(3, rounds)):
            for name in (empty, short, long):
                figures.setdefault(name, []).append(start(name) * 1e3)
    section.table("from its start until it listens", "ms", "spread")
    for name, words in ((empty, "no device"), (short, "1,000 devices"),
                        (long, f"1,000 devices, {log['bytes'] / 1e6:.0f} MB of log")):
        values = figures[name]
        section.row(words, report.number(home_hub.median(values)),
                    f"{report.number(min(values))} to {report.number(max(values))}")
    value = home_hub.median(figures[long])
    section.bar("start with 1,000 devices and 256 MB of log, ms", "≤ 300", value, 300, at_most=True)
    section.bar("the same", "≤ 2 × without the log", value / home_hub.median(figures[short]), 2, at_most=True)


# Homes of many devices

def large_home(section, count=200):
    figures = {}
    for devices in HOMES:
        with home_hub.folder() as path, home_hub.Hub(path) as hub:
            with home_hub.fan(hub.port, "hearth", 1, 1, 1 if devices <= 10_000 else 2, devices) as load:
                load.ask("open")
                # Wait until all their first states are saved.
                time.sleep(2 + devices / 5_000)
                for kind in ("device", "move"):
                    home_hub.calls(hub.port, "edits", kind, 1, 20)
                    used = hub.cpu()
                    answer = home_hub.calls(hub.port, "edits", kind, 1, count)
                    answer["cpu"] = (hub.cpu() - used) / count * 1e6
                    figures[devices, kind] = answer
    section.table("edits one after the other", "devices", "p50 ms", "p99 ms", "CPU µs each")
    for kind, words in (("device", "a rename"), ("move", "a move")):
        for devices in HOMES:
            answer = figures[devices, kind]
            section.row(words, f"{devices:,}", report.number(answer["time_p50"] / 1e3),
                        report.number(answer["time_p99"] / 1e3), report.number(answer["cpu"]))
        for unit, words_of in (("time_p50", "p50"), ("cpu", "CPU")):
            section.bar(f"{words} with {HOMES[1]:,} devices, {words_of}", f"≤ 2 × with {HOMES[0]}",
                        figures[HOMES[1], kind][unit] / figures[HOMES[0], kind][unit], 2, at_most=True)


# History

def history(section):
    section.table("30 devices for a day, one change of each in", "changes", "MB", "saved in s")
    with home_hub.folder() as path:
        home_hub.devices(path, 30)
        sizes = {}
        for seconds in (60, 2):
            place = f"{path}/{seconds}.db"
            shutil.copy(f"{path}/home.db", place)
            before = os.path.getsize(place)
            answer = bench_store("day", place, 30, seconds)
            sizes[seconds] = os.path.getsize(place) - before
            section.row(f"{seconds} s ({30 / seconds:g} a second in all)", report.number(answer["samples"]),
                        f"{sizes[seconds] / 1e6:.2f}", report.number(answer["seconds"]))
        section.bar("history of a day, 0.5 changes a second of 30 devices, MB", "≤ 3", sizes[60] / 1e6, 3, at_most=True)
        # In memory, as only the result counts.
        with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as fast:
            shutil.copy(f"{path}/home.db", f"{fast}/home.db")
            year = bench_store("year", f"{fast}/home.db", POINTS)
            shutil.copy(f"{fast}/home.db", f"{path}/home.db")
        now = int(time.time())
        # Columns of more than a minute are computed from summaries; 10,000 columns need every point.
        questions = {
            "a year in 365 columns": (year["begin"], 365), "a year in 10,000 columns": (year["begin"], 10_000),
            "100,000 points in 10,000 columns": (year["dense"], 10_000),
        }
        section.table("one value's history", "p50 ms", "p99 ms", "columns", "changes in them")
        figures = {}
        with home_hub.Hub(path) as hub:
            for words, (begin, columns) in questions.items():
                answer = home_hub.calls(hub.port, "query", "fan0-0", begin, now, columns, 20)
                figures[words] = answer["time_p50"] / 1e3
                section.row(words, report.number(figures[words]), report.number(answer["time_p99"] / 1e3),
                            report.number(answer["columns"]), report.number(answer["changes"]))
    *years, points = figures.values()
    section.bar("history: a year of one value, ms", "≤ 50", max(years), 50, at_most=True)
    section.bar("history: 100,000 points, ms", "≤ 50", points, 50, at_most=True)
