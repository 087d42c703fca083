"""The number of simulated houses a second, each by a seed: a hub on its disk, makers, callers, clients and their faults."""

import os
import re
import subprocess
import time

import common
import report

TITLE = "Simulated houses"
PACKAGES = ["iproute2", "pkg-config", "libuv1-dev", "libnghttp2-dev", "libprotobuf-c-dev", "libsqlite3-dev", "libssl-dev",
            "zlib1g-dev", "libexpat1-dev", "libutf8proc-dev"]
ROOT = common.HERE.parent


def build():
    # In debug mode, as in scripts/test.
    subprocess.run(["swift", "build", "--build-tests"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def run(rounds, _):
    section = report.Section(TITLE, f"""
Repeat with `Benchmarks/run simulation`. The tests of `Tests/HearthSimulationTests`, built as `scripts/test` builds them, with
a thousand seeds in two threads. Seeds that are strict have no fault that excuses a client's gap. Medians of {rounds} rounds on
{os.cpu_count()} cores. {time.strftime("%Y-%m-%d")}.""")
    figures = []
    for _ in range(rounds):
        out = subprocess.run(
            ["swift", "test", "--skip-build", "--filter", "HearthSimulationTests.SimulationTests/randomFaultsKeepTheRules"], cwd=ROOT,
            capture_output=True, text=True, timeout=1_800)
        rows = re.findall(
            r"FAULTS simulation \| (\d+) \| (\d+) \D*(\d+) seeds \D*(\d+) exact \D*(\d+) seeds a second", out.stdout)
        if out.returncode != 0 or not rows:
            section.not_measured(common.HEARTH, "simulation", f"the tests ended with {out.returncode}")
            return section
        figures.append([sum(int(row[column]) for row in rows) for column in range(5)])
    count, changes, strict, resumes, rate = (sorted(column)[len(column) // 2] for column in zip(*figures))
    section.table("seeds", "seeds/s", "strict", "acknowledged changes", "exact resumes checked")
    section.row(*map(report.number, (count, rate, strict, changes, resumes)))
    return section
