"""Mixed load for a long time, providers and watches coming and going: whether memory grows; then an idle home."""

import json
import os
import subprocess
import time

import common
import home_hub
import measure
import report
import watches

TITLE = "A long run"
PACKAGES = home_hub.PACKAGES
LONG = 600.0
IDLE = 20


def build():
    home_hub.build()


def run(_, seconds):
    # The usual length of a measurement is too short for this one.
    seconds = seconds if seconds > 10 else LONG
    section = report.Section(TITLE, f"""
Repeat with `Benchmarks/run soak --seconds {seconds:g}`. A hub with 200 devices that report 50 changes a second to 100
watches; another client's commands and reads, 50 a second; meanwhile, in turns, a provider with 50 devices and 20 watches that
comes and goes, rooms that are renamed by 16 clients, and 1,000 watches that open and end. Memory is the hub's without files,
every second. {os.cpu_count()} cores. {time.strftime("%Y-%m-%d")}; {home_hub.surroundings()}.""")
    try:
        measured(section, seconds)
    except (measure.NotMeasured, OSError, subprocess.SubprocessError) as reason:
        section.not_measured(common.HEARTH, "soak", reason)
    return section


def measured(section, seconds):
    with home_hub.folder() as path, home_hub.Hub(path) as hub:
        with home_hub.fan(hub.port, "steady", 10, 10, 1, 200) as steady, home_hub.probe(hub.port, 50) as user:
            steady.ask("open")
            memory, used = watches.Memory(hub, 1), hub.cpu()
            steady.tell("pace", 50, seconds)
            end, turns = time.monotonic() + seconds, 0
            while time.monotonic() < end - 5:
                guest(hub, turns % 4)
                home_hub.calls(hub.port, "edits", "room", 16, 64) if turns % 10 == 0 else time.sleep(0.5)
                if turns % 4 == 3:
                    crowd(hub)
                turns += 1
            answer = json.loads(steady.read(seconds + 120))
            values, used, commands = memory.end(), hub.cpu() - used, user.end()
        time.sleep(10)
        with home_hub.fan(hub.port, "quiet", 1, 100, 1, 10) as quiet:
            quiet.ask("open")
            time.sleep(10)
            before = hub.written()
            time.sleep(IDLE)
            written = hub.written() - before
    minute = min(60, len(values) // 3)
    first, rest = max(values[:minute]), values[minute:]
    tenth = max(1, len(rest) // 10)
    section.table("a long run", "")
    section.row("turns of guests", f"{turns}")
    section.row("memory at most in the first minute, MiB", report.number(first / 2**20))
    section.row("memory at most afterwards, MiB", report.number(max(rest) / 2**20))
    section.row("memory of the last tenth, at most, MiB", report.number(max(rest[-tenth:]) / 2**20))
    section.row("memory over time, MiB", ", ".join(
        f"{value / 2**20:.0f}" for value in values[:: max(1, len(values) // 20)]))
    section.row("the hub's CPU, cores", report.number(used / seconds))
    section.row("commands, p99 ms", report.number(commands["command_p99"] / 1e3))
    section.row("messages to the steady watches", report.number(answer["messages"]))
    section.row(f"written by an idle home in {IDLE} s, bytes", report.number(written))
    section.bar(f"memory after {seconds:g} s", "≤ 1.1 × its most in the first minute", max(rest[-tenth:]) / first, 1.1,
                at_most=True)
    section.bar("written by an idle home, bytes", "0", written, 0, at_most=True)


def guest(hub, number):
    """A provider that attaches, opens watches, reports, and disconnects without a goodbye."""
    with home_hub.fan(hub.port, f"guest{number}-", 2, 10, 1, 50) as load:
        load.ask("open")
        load.ask("pace", 100, 1)


def crowd(hub):
    with home_hub.fan(hub.port, "crowd", 20, 50, 1, 10) as load:
        load.ask("open")
