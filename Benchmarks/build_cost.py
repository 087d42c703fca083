"""What a build costs, from nothing, beside the commit from which the standard traits were divided into families."""

import os
import pathlib
import resource
import shutil
import subprocess
import tempfile
import threading
import time

import common
import report

TITLE = "Building"
PACKAGES = ["git"]
BASE = "c8ed4f8"
TREE = common.HERE.parent
MIB = 1 << 20

INTRO = f"""
Repeat with `Benchmarks/run build`, with nothing else running: it takes about half an hour on two cores. Both trees are
copied to a temporary folder and built from nothing there, one build after the other: {BASE} with all standard traits in
one module, and this tree. CPU is user and system time of all processes; memory is sampled every 0.2 s, that of the
largest process and that of all together, where what several processes share counts once.
"""

#: An app of one file, and what it depends on.
APP = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "one-file",
    dependencies: [.package(name: "hearth", path: "{path}")],
    targets: [
        .executableTarget(
            name: "one-file",
            dependencies: [.product(name: "{product}", package: "hearth")])
    ]
)
"""
SOURCE = """import {product}

print(Matter.OnOffTrait.descriptor.name)
"""


class Cost:
    """What a command and its descendants took."""

    def __init__(self, command, cwd):
        self.largest = self.total = 0
        before, start = usage(), time.monotonic()
        log = tempfile.TemporaryFile()
        process = subprocess.Popen(command, cwd=cwd, stdout=log, stderr=subprocess.STDOUT)
        watcher = threading.Thread(target=self.watch, args=[process], daemon=True)
        watcher.start()
        status = process.wait()
        watcher.join()
        self.wall, self.cpu = time.monotonic() - start, usage() - before
        if status != 0:
            log.seek(0)
            print(log.read().decode(errors="replace")[-4000:])
            raise subprocess.SubprocessError(f"{' '.join(command)} ended with {status}")

    def watch(self, process):
        while process.returncode is None:
            sizes = [memory(pid) for pid in descendants(process.pid)]
            self.largest = max([self.largest] + [resident for resident, _ in sizes])
            self.total = max(self.total, sum(share for _, share in sizes))
            time.sleep(0.2)


def usage():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def descendants(root):
    children = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                stat = pathlib.Path("/proc", entry, "stat").read_text()
            except OSError:
                continue
            children.setdefault(int(stat.rsplit(")", 1)[1].split()[1]), []).append(int(entry))
    found, queue = [], [root]
    while queue:
        pid = queue.pop()
        found.append(pid)
        queue += children.get(pid, [])
    return found


def memory(pid):
    """Resident bytes, and those with what is shared divided by those that share it."""
    figures = {}
    try:
        for line in pathlib.Path("/proc", str(pid), "smaps_rollup").read_text().splitlines()[1:]:
            name, value, *_ = line.split()
            figures[name] = int(value) << 10
    except (OSError, ValueError):
        return 0, 0
    return figures.get("Rss:", 0), figures.get("Pss:", 0)


def copy_base(folder):
    subprocess.run(["git", "clone", "-q", "--no-checkout", str(TREE), str(folder)], check=True)
    subprocess.run(["git", "checkout", "-q", BASE], cwd=folder, check=True)


def copy_tree(folder):
    """As it is, with what is not committed yet."""
    names = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=TREE, check=True,
        capture_output=True).stdout.decode().split("\0")
    for name in filter(None, names):
        source, target = TREE / name, folder / name
        if source.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)


def self_check(tree, scratch):
    return Cost(["scripts/run", "--self-check"], tree)


def app(product):
    def measure(tree, scratch):
        folder = scratch / "one-file"
        (folder / "Sources" / "one-file").mkdir(parents=True)
        (folder / "Package.swift").write_text(APP.format(path=tree, product=product))
        (folder / "Sources" / "one-file" / "main.swift").write_text(SOURCE.format(product=product))
        return Cost(["swift", "build"], folder)

    return measure


def all_traits(tree, scratch):
    swift = ["swift", "build", "-c", "release", "--scratch-path", str(scratch / "traits"), "--target"]
    subprocess.run(swift + ["HearthTraitCore"], cwd=tree, check=True, stdout=subprocess.DEVNULL)
    return Cost(swift + ["HearthTraits"], tree)


#: What is measured: how at the base, how here, the most that the CPU may be of the base's.
WORK = {
    "`scripts/run --self-check` from nothing": (self_check, self_check, 0.4),
    "an app of one file, debug, from nothing": (app("HearthTraits"), app("HearthLightingTraits"), 0.25),
    "all of `HearthTraits`, release": (all_traits, all_traits, 0.7),
}


def when():
    version = subprocess.run(["swift", "--version"], capture_output=True, text=True).stdout.splitlines()[0]
    return f"{time.strftime('%Y-%m-%d')}; {version}, {os.cpu_count()} cores.\n"


def build():
    """Nothing: builds are what is measured."""


def run(rounds, seconds):
    section = report.Section(TITLE, INTRO + when())
    section.table("work", "tree", "CPU s", "wall s", "largest process MiB", "all MiB", "CPU × base")
    with tempfile.TemporaryDirectory(prefix="hearth-build-") as temporary:
        folder = pathlib.Path(temporary)
        base, tree = folder / "base", folder / "tree"
        copy_base(base)
        copy_tree(tree)
        for index, (work, (before, now, limit)) in enumerate(WORK.items()):
            costs = {}
            for name, place, measure in ((BASE, base, before), ("this tree", tree, now)):
                scratch = folder / f"scratch-{index}-{place.name}"
                scratch.mkdir()
                try:
                    costs[name] = measure(place, scratch)
                except (subprocess.SubprocessError, OSError) as reason:
                    section.not_measured(name, work, reason)
                shutil.rmtree(scratch, ignore_errors=True)
            measured(section, work, costs, limit)
    return section


def measured(section, work, costs, limit):
    base = costs.get(BASE)
    for name, cost in costs.items():
        ratio = report.number(cost.cpu / base.cpu) if base else "–"
        section.row(
            work, name, report.number(cost.cpu), report.number(cost.wall), report.number(cost.largest / MIB),
            report.number(cost.total / MIB), ratio)
    here = costs.get("this tree")
    ratio = here.cpu / base.cpu if here and base else None
    section.bar(f"CPU of {work}", f"≤ {limit} × {BASE}", ratio, limit, at_most=True)
    if work.startswith("`scripts/run"):
        peak = here.largest / MIB if here else None
        section.bar(f"memory of the largest process, {work}", "≤ 2,048 MiB", peak, 2048, at_most=True)
