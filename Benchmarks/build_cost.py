"""The cost of building Hearth: the compilers' CPU time and memory, beside an earlier commit."""

import datetime
import os
import pathlib
import subprocess
import tempfile
import time

import common
import report

TITLE = "Building Hearth"
PACKAGES = ["git", "pkg-config", "libuv1-dev", "libnghttp2-dev", "libprotobuf-c-dev", "libsqlite3-dev", "libssl-dev",
            "zlib1g-dev"]
# Before the standard traits were divided into families.
BASE = "c8ed4f8"

INTRO = """
Repeat with `Benchmarks/run build`; it takes half an hour, and so runs only when it is named. Fresh clones of commit
`{base}` and of this one, one after the other on the same machine: `scripts/run --self-check` from nothing, and with
`--release`, which commit `{base}` always did; then, with all else built, HearthTraits in release mode; then debug builds
from nothing of two apps of one file: one imports a family of traits alone, the other the SDK too and switches a light on.
CPU is user and system time of all processes, memory the largest process. {cores} cores. {date}
"""

FAMILY = """
import {traits}

print(OnOffLightDeviceType.descriptor.name, Matter.OnOffTrait.descriptor.name)
"""

APP = """
import Hearth
import {traits}

let home = try await Home.connect()
for device in try await home.devices().list() {{
    try await device.types.get(OnOffLightDeviceType.self)?.matterTraits.onOffTrait?.on()
}}
"""

MANIFEST = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "app", platforms: [.macOS(.v15)], dependencies: [.package(name: "hearth", path: "{hearth}")],
    targets: [
        .executableTarget(
            name: "app",
            dependencies: [{products}])
    ])
"""


class Cost:
    """CPU seconds, wall seconds and the largest process in MiB of a command with its child processes."""

    def __init__(self, command, folder):
        log = tempfile.TemporaryFile()
        environment = {name: value for name, value in os.environ.items() if name != "CI"}
        begun = time.monotonic()
        process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=subprocess.STDOUT, env=environment)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.wall = time.monotonic() - begun
        self.cpu = usage.ru_utime + usage.ru_stime
        self.memory = usage.ru_maxrss / 1024
        if process.returncode:
            log.seek(0)
            raise subprocess.SubprocessError(
                f"{' '.join(map(str, command))}: {log.read().decode(errors='replace')[-400:]}")


def build():
    """Does nothing: building is the measurement."""


def costs(commit, folder):
    """The costs of the three builds at a commit."""
    tree = pathlib.Path(folder, commit)
    subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", common.HERE.parent, tree], check=True)
    subprocess.run(["git", "checkout", "--quiet", commit], cwd=tree, check=True)
    result = {"first": Cost(["scripts/run", "--self-check"], tree)}
    has_modes = "--release" in (tree / "scripts/run").read_text()
    result["release"] = Cost(["scripts/run", "--release", "--self-check"], tree) if has_modes else result["first"]
    release = ["swift", "build", "-c", "release", "--target"]
    subprocess.run([*release, "HearthTraitCore"], cwd=tree, check=True, stdout=subprocess.DEVNULL)
    # Existing products would be reused if the code is the same.
    for module in tree.glob(".build/release/Hearth*.build"):
        if module.name.endswith("Traits.build") or module.name == "HearthTraitCatalog.build":
            for product in module.rglob("*.o"):
                product.unlink()
    result["traits"] = Cost([*release, "HearthTraits"], tree)
    family = "HearthLightingTraits" if (tree / "Schemas/Families.json").exists() else "HearthTraits"
    result["family"] = app(FAMILY, [family], tree, folder, f"family-{commit}")
    result["app"] = app(APP, ["Hearth", family], tree, folder, f"app-{commit}")
    return result


def app(source, products, tree, folder, name):
    """The cost of a debug build of an app of one file."""
    package = pathlib.Path(folder, name)
    (package / "Sources/app").mkdir(parents=True)
    listed = ", ".join(f'.product(name: "{product}", package: "hearth")' for product in products)
    (package / "Package.swift").write_text(MANIFEST.format(hearth=tree, products=listed))
    (package / "Sources/app/main.swift").write_text(source.format(traits=products[-1]))
    return Cost(["swift", "build"], package)


def run(_rounds, _seconds):
    head = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=common.HERE.parent, check=True, capture_output=True, text=True).stdout.strip()
    section = report.Section(TITLE, INTRO.format(base=BASE, cores=os.cpu_count(), date=datetime.date.today()))
    with tempfile.TemporaryDirectory() as folder:
        before, after = costs(BASE, folder), costs(head, folder)
    section.table("build", "commit", "CPU s", "× before", "wall s", "largest process MiB")
    works = {
        "first": "scripts/run --self-check from nothing", "release": "the same, optimised",
        "traits": "all of HearthTraits, release", "family": "an app of one file and one family, debug",
        "app": "the same with the SDK, debug",
    }
    for key, work in works.items():
        for commit, cost in ((BASE, before[key]), (head, after[key])):
            ratio = f"{cost.cpu / before[key].cpu:.2f}"
            section.row(work, commit, f"{cost.cpu:.0f}", ratio, f"{cost.wall:.0f}", f"{cost.memory:.0f}")
    for key, limit in (("first", 0.4), ("family", 0.25), ("traits", 0.7)):
        ratio = after[key].cpu / before[key].cpu
        section.bar(f"CPU, {works[key]}", f"≤ {limit} × {BASE}", ratio, limit, at_most=True)
    section.bar(f"largest process, {works['first']}", "≤ 2,000 MiB", after["first"].memory, 2000, at_most=True)
    return section
