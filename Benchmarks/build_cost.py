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
            "zlib1g-dev", "libexpat1-dev", "libutf8proc-dev"]
# Before the hub was divided into objects, and HearthHub and HearthCommand into modules.
BASE = "63b9db73"

INTRO = """
Repeat with `Benchmarks/run build`; it takes half an hour, and so runs only when it is named. Fresh clones of commit
`{base}` and of this one, one after the other on the same machine: `scripts/run --self-check` from nothing, and with
`--release`; then a debug build from nothing of an app of one file, which imports the SDK and a family of traits and
switches a light on. CPU is user and system time of all processes, memory the largest process. {cores} cores. {date}
"""

APP = """
import Hearth
import HearthLightingTraits

let home = try await Home.connect()
for device in try await home.devices().list() {
    try await device.types.get(OnOffLightDeviceType.self)?.matterTraits.onOffTrait?.on()
}
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
    result["release"] = Cost(["scripts/run", "--release", "--self-check"], tree)
    result["app"] = app(tree, folder, f"app-{commit}")
    return result


def app(tree, folder, name):
    """The cost of a debug build of an app of one file."""
    package = pathlib.Path(folder, name)
    (package / "Sources/app").mkdir(parents=True)
    products = ["Hearth", "HearthLightingTraits"]
    listed = ", ".join(f'.product(name: "{product}", package: "hearth")' for product in products)
    (package / "Package.swift").write_text(MANIFEST.format(hearth=tree, products=listed))
    (package / "Sources/app/main.swift").write_text(APP)
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
        "app": "an app of one file with the SDK, debug",
    }
    for key, work in works.items():
        for commit, cost in ((BASE, before[key]), (head, after[key])):
            ratio = f"{cost.cpu / before[key].cpu:.2f}"
            section.row(work, commit, f"{cost.cpu:.0f}", ratio, f"{cost.wall:.0f}", f"{cost.memory:.0f}")
    section.bar(f"CPU, {works['first']}", f"≤ 0.8 × {BASE}", after["first"].cpu / before["first"].cpu, 0.8, at_most=True)
    wall = after["release"].wall / before["release"].wall
    section.bar("wall, scripts/run --release from nothing", f"≤ 0.5 × {BASE}", wall, 0.5, at_most=True)
    section.bar(f"largest process, {works['first']}", "≤ 2,000 MiB", after["first"].memory, 2000, at_most=True)
    return section
