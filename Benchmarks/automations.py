"""The cost of automations for a hub, their delay, and the time of a start with many; beside Home Assistant's core."""

import contextlib
import json
import os
import pathlib
import subprocess
import tempfile
import time

import common
import home_hub
import measure
import report

TITLE = "Automations"
PACKAGES = home_hub.PACKAGES + ["python3-venv"]
PEER = "Home Assistant core"
#: The newest version for the Python of Debian 12.
PEER_VERSION = "2024.3.3"
STARTS = 4_500
CHANGES = 200_000


def build():
    common.swift_build("hearth-bench-automations"), peer()


def peer():
    """Python with the peer's core; raises if it can't be installed."""
    folder = common.BUILD / "home-assistant"
    if not (folder / "done").exists():
        print(f"installing {PEER}", flush=True)
        subprocess.run(["python3", "-m", "venv", str(folder)], check=True)
        subprocess.run(
            [str(folder / "bin/pip"), "install", "--quiet", "--disable-pip-version-check", f"homeassistant=={PEER_VERSION}"],
            check=True)
        (folder / "done").touch()
    return str(folder / "bin/python")


def ours(*words):
    out = subprocess.run(
        ["taskset", "-c", "0", common.swift_build("hearth-bench-automations"), *map(str, words)], capture_output=True,
        text=True, timeout=900)
    if out.returncode != 0:
        raise measure.NotMeasured(f"hearth-bench-automations {words[0]}: {out.stderr.strip()[-200:]}")
    return json.loads(out.stdout)


def theirs(*words):
    with tempfile.TemporaryDirectory(prefix="home-assistant-") as folder:
        out = subprocess.run(
            ["taskset", "-c", "0", peer(), str(common.HERE / "peers/home_assistant.py"), folder, *map(str, words)],
            capture_output=True, text=True, timeout=900)
    if out.returncode != 0:
        raise measure.NotMeasured(f"it ended with {out.returncode}: {out.stderr.strip()[-200:]}")
    return json.loads(out.stdout.splitlines()[-1])


@contextlib.contextmanager
def file():
    with tempfile.TemporaryDirectory(prefix="hearth-bench-") as folder:
        yield pathlib.Path(folder) / "home.db"


def run(rounds, _):
    section = report.Section(TITLE, f"""
Repeat with `Benchmarks/run automations`. A hub inside `hearth-bench-automations`, its store on disk, beside {PEER}
{PEER_VERSION} from PyPI, which keeps no runs; one core each, in turns. 500 automations of ten kinds, from a change alone to a
condition of ten terms, each with a sensor and a light of its own. Medians of {rounds} rounds on {os.cpu_count()} cores.
{time.strftime("%Y-%m-%d")}; {home_hub.surroundings()}.""")
    for name, part in (("starts", starts), ("idle changes", idle), ("starts of the hub", stored)):
        try:
            part(section, rounds)
        except (measure.NotMeasured, OSError, subprocess.SubprocessError) as reason:
            section.not_measured(common.HEARTH, name, reason)
    return section


def starts(section, rounds):
    delays, rates, peer_delays, peer_rates, missing = [], [], [], [], None
    for _ in range(rounds):
        with file() as path:
            delays.append(ours("delays", path, STARTS))
        with file() as path:
            rates.append(ours("rate", path, STARTS)["starts_per_second"])
        try:
            peer_delays.append(theirs("delays", STARTS))
            peer_rates.append(theirs("rate", STARTS)["starts_per_second"])
        except (measure.NotMeasured, OSError, subprocess.SubprocessError) as reason:
            missing = reason
    def ms(key, figures):
        return home_hub.median([each[key] for each in figures]) * 1e3 if figures else None
    rate = home_hub.median(rates)
    peer_rate = home_hub.median(peer_rates) if peer_rates else None
    section.table("from a change to the command", "p50 ms", "p99 ms", "starts/s")
    section.row(f"{common.HEARTH}, may be repeated", report.number(ms("repeatable_p50", delays)),
                report.number(ms("repeatable_p99", delays)), report.number(rate))
    section.row(f"{common.HEARTH}, stored before it is sent", report.number(ms("once_p50", delays)),
                report.number(ms("once_p99", delays)), "")
    section.row(PEER, report.number(ms("p50", peer_delays)), report.number(ms("p99", peer_delays)),
                report.number(peer_rate))
    if missing:
        section.not_measured(PEER, "starts", missing)
    section.bar("a change to the command at the provider, p99 in ms", "≤ 5", ms("repeatable_p99", delays), 5, at_most=True)
    section.bar("the same beside Home Assistant's core, p50", "≤ 1 ×",
                ms("repeatable_p50", delays) / ms("p50", peer_delays) if peer_delays else None, 1, at_most=True)
    section.bar("starts of automations a second", "≥ 1 × Home Assistant's core",
                rate / peer_rate if peer_rate else None, 1)
    section.chart("starts of automations", "starts/s", {common.HEARTH: rate} | ({PEER: peer_rate} if peer_rate else {}))


def idle(section, rounds):
    costs = {0: [], 1_000: []}
    # Runs differ from each other by more than a µs of CPU, and each takes only a second.
    for _ in range(7 * rounds):
        for count, figures in costs.items():
            with file() as path:
                figures.append(ours("idle", path, count, CHANGES)["change"] * 1e6)
    none, many = (home_hub.median(figures) for figures in costs.values())
    section.table("a change that no automation listens to", "CPU µs")
    section.row("no automation", report.number(none))
    section.row("1,000 automations", report.number(many))
    section.bar("an idle change with 1,000 automations: more than with none, µs", "≤ 1", many - none, 1, at_most=True)


def stored(section, rounds):
    section.table("a hub that starts with", "ms", "MiB")
    figures = {}
    for name, automations, runs in (
            ("no automation", 0, 0), ("10,000 automations", 10_000, 0), ("10,000 runs that wait", 100, 10_000)):
        with file() as path:
            ours("fill", path, automations, runs)
            opened = [ours("open", path) for _ in range(rounds)]
        figures[name] = (home_hub.median([each["seconds"] for each in opened]) * 1e3,
                         home_hub.median([each["resident"] for each in opened]) / 2**20)
        section.row(name, *map(report.number, figures[name]))
    (bare, base), (_, full), (waiting, _) = figures.values()
    section.bar("a start with 10,000 runs that wait, ms more", "≤ 1,000", waiting - bare, 1_000, at_most=True)
    section.bar("10,000 automations in memory, MiB", "≤ 60", full - base, 60, at_most=True)
