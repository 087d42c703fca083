"""What a home costs a process that runs many: memory and CPU time of a load, and a hub of many structures."""

import json
import os
import subprocess
import tempfile
import time
from statistics import median

import common
import measure
import report

TITLE = "Many homes in a process"
PACKAGES = []
STEPS = (100, 200, 400)
STRUCTURES = (60, 120, 240, 500)
PARTS = {
    "store": "its store, open", "hub": "a hub that has loaded it", "calls": "the same, with the routes of its calls",
}


def build():
    common.swift_build("hearth-bench-homes")


def bench(*words):
    out = subprocess.run(
        ["taskset", "-c", "0", common.swift_build("hearth-bench-homes"), *map(str, words)], capture_output=True,
        text=True, timeout=900)
    if out.returncode != 0:
        raise measure.NotMeasured(f"hearth-bench-homes failed: {out.stderr.strip()[-200:]}")
    return json.loads(out.stdout) if out.stdout.strip() else {}


def slope(answer):
    """The bytes and the CPU seconds of each further home."""
    further = answer["homes"][-1] - answer["homes"][0]
    return tuple((answer[name][-1] - answer[name][0]) / further for name in ("bytes", "cpu"))


def spread(values, unit):
    return f"{report.number(min(values) * unit)} to {report.number(max(values) * unit)}"


def folder():
    # In memory, as no disk is measured.
    return tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None)


def run(rounds, _):
    rounds = max(3, rounds // 2)
    section = report.Section(TITLE, f"""
Repeat with `Benchmarks/run homes`. Homes with 28 devices of the demo house and 1,024 reports, each with a store and a hub of its
own, in one process on one core: what each further home takes between {STEPS[0]} and {STEPS[-1]} of them, without watches.
Medians of {rounds} rounds. {time.strftime("%Y-%m-%d")}.""")
    for part in (homes, structures):
        try:
            part(section, rounds)
        except (measure.NotMeasured, OSError, subprocess.SubprocessError) as reason:
            section.not_measured(common.HEARTH, part.__name__, reason)
    return section


def homes(section, rounds):
    taken = {}
    with folder() as path:
        bench("fill", path, STEPS[-1])
        for _ in range(rounds):
            for part in PARTS:
                taken.setdefault(part, []).append(slope(bench("load", path, part, *STEPS)))
            with folder() as made:
                taken.setdefault("made", []).append(slope(bench("make", made, *STEPS)))
    section.table("each further home has", "KiB", "spread", "CPU ms", "spread")
    for part, words in {**PARTS, "made": "a hub and its store, just made with the devices"}.items():
        sizes, times = zip(*taken[part])
        section.row(words, report.number(median(sizes) / 1024), spread(sizes, 1 / 1024),
                    report.number(median(times) * 1e3), spread(times, 1e3))
    (store, opening), (hub, loading), (calls, _) = (tuple(map(median, zip(*taken[part]))) for part in PARTS)
    section.bar("a loaded home without its store, with its routes, KiB", "≤ 250", (calls - store) / 1024, 250, at_most=True)
    section.bar("a load without opening its store, CPU ms", "≤ 5", (loading - opening) * 1e3, 5, at_most=True)


def structures(section, rounds):
    section.table("structures of 28 devices in one hub", "CPU µs for the own traits of each", "spread")
    each = {}
    for count in STRUCTURES:
        with folder() as path:
            bench("structures", f"{path}/home.db", count)
            answers = [bench("traits", f"{path}/home.db", count) for _ in range(rounds)]
        each[count] = [answer["cpu"][0] / answer["structures"][0] for answer in answers]
        section.row(f"{count:,}", report.number(median(each[count]) * 1e6), spread(each[count], 1e6))
    section.bar(f"own traits of a structure among {STRUCTURES[-1]}, CPU", f"≤ 2 × among {STRUCTURES[0]}",
                median(each[STRUCTURES[-1]]) / median(each[STRUCTURES[0]]), 2, at_most=True)
