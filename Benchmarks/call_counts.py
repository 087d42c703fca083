"""Allocations and system calls of a server for each unary call. Unlike times, counts do not depend on the load, so
continuous integration fails if they exceed the limits."""

import os
import pathlib
import re
import signal
import subprocess
import tempfile
import time

import common
import measure
import report

TITLE = "Allocations and system calls per unary call"
PACKAGES = ["libnghttp2-dev", "strace", "gcc", "g++", "pkg-config"]
WORKS = {"1 × 1": (1, 1, 2_000), "1 × 100": (1, 100, 20_000)}
#: Hearth's limits, a little above its actual counts: 16 allocations; one wait, read and write for each turn of
#: the loop.
LIMITS = {
    ("allocations", "1 × 1"): 16.5, ("allocations", "1 × 100"): 16.5,
    ("system calls", "1 × 1"): 3.2, ("system calls", "1 × 100"): 0.1,
}


def servers():
    commands = {common.HEARTH: common.hearth_server, common.FLOOR: common.floor}
    if all(common.installed(p) for p in ("libgrpc++-dev", "protobuf-compiler-grpc")):
        commands[common.CPP] = common.cpp_server
    return commands


def build():
    common.hearth_server(), common.floor(), common.load_client(), shim()


def shim():
    return common.compile_peer("count_allocations.so", [common.HERE / "peers/count_allocations.c"], "-shared", "-fPIC")


def allocations(command, connections, streams, count):
    with tempfile.NamedTemporaryFile() as file:
        environment = {"LD_PRELOAD": shim(), "COUNT_FILE": file.name}
        with measure.Server(command, ["env", *(f"{k}={v}" for k, v in environment.items())]) as server:
            seen = []
            for calls in (count, count, 2 * count):  # the first warms up
                measure.load(server, "unary", connections, streams, calls)
                seen.append(int.from_bytes(pathlib.Path(file.name).read_bytes()[:8], "little"))
    # Connecting and warming up cost the same twice; the rest is for the additional calls of the last run.
    return ((seen[2] - seen[1]) - (seen[1] - seen[0])) / (made(2 * count) - made(count))


def made(count):
    """The number of calls of the load client, including its warm-up."""
    return count + min(count // 10 + 1, 2000)


def system_calls(command, connections, streams, count):
    totals, names = [], []
    for calls in (count, 3 * count):
        with tempfile.NamedTemporaryFile("r") as file:
            with measure.Server(command, ["strace", "-f", "-c", "-U", "calls,name", "-o", file.name]) as server:
                measure.load(server, "unary", connections, streams, calls)
                time.sleep(0.2)
                # strace writes its counts when its program has ended.
                tracer = server.process.pid
                for child in pathlib.Path(f"/proc/{tracer}/task/{tracer}/children").read_text().split():
                    os.kill(int(child), signal.SIGTERM)
                server.process.wait(10)
            lines = re.findall(r"(?m)^\s*(\d+)\s+(\w+)$", file.read())
        counts = {name: int(number) for number, name in lines if name != "total"}
        totals.append(sum(counts.values()))
        names.append(counts)
    calls = made(3 * count) - made(count)
    each = {name: (number - names[0].get(name, 0)) / calls for name, number in names[1].items()}
    return (totals[1] - totals[0]) / calls, {n: v for n, v in each.items() if v >= 0.002}


def run(rounds, _):
    figures, kinds = measure.Figures(), {}
    for name, command in servers().items():
        for work, shape in WORKS.items():
            try:
                number = allocations(command(), *shape)
                figures.add(name, f"allocations, {work}", {"count": number})
            except (measure.NotMeasured, OSError, subprocess.SubprocessError) as reason:
                figures.miss(name, f"allocations, {work}", reason)
            try:
                number, kinds[name, work] = system_calls(command(), *shape)
                figures.add(name, f"system calls, {work}", {"count": number})
            except (measure.NotMeasured, OSError, subprocess.SubprocessError) as reason:
                figures.miss(name, f"system calls, {work}", reason)
    section = report.Section(TITLE, f"""
Repeat with `Benchmarks/run counts`, which ends with 1 when Hearth is above a limit; continuous integration runs it.
Allocations: calls of malloc and its kin, counted by `peers/count_allocations.c` in the server's process. System calls:
strace, all threads. What a start and a connection cost is taken out by a second, longer run.
{time.strftime("%Y-%m-%d")}; {common.versions("libgrpc++-dev", "libnghttp2-dev", "strace")}.""")
    section.table("server", "load", "allocations", "limit", "system calls", "limit", "which")
    for work in WORKS:
        for name in servers():
            cells = []
            for what in ("allocations", "system calls"):
                has = figures.has(name, f"{what}, {work}")
                if not has:
                    section.not_measured(name, f"{what}, {work}", figures.missing.get((name, f"{what}, {work}")))
                cells.append(f"{figures.median(name, f'{what}, {work}', 'count'):.2f}" if has else "–")
                cells.append(f"{LIMITS[what, work]:g}" if name == common.HEARTH else "")
            which = ", ".join(
                f"{value:.3g} {kind}" for kind, value in sorted(
                    kinds.get((name, work), {}).items(), key=lambda item: -item[1]))
            section.row(name, work, *cells, which)
    for (what, work), limit in LIMITS.items():
        has = figures.has(common.HEARTH, f"{what}, {work}")
        value = figures.median(common.HEARTH, f"{what}, {work}", "count") if has else None
        section.bar(f"{what} per unary call, {work}", f"≤ {limit:g}", value, limit, at_most=True)
    return section
