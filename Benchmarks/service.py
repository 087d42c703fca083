"""A hub as its service runs for a year: memory and CPU while nothing happens, and its start after a power cut."""

import contextlib
import os
import pathlib
import re
import signal
import statistics
import subprocess
import time
import urllib.request

import common
import home_hub
import measure
import report

TITLE = "The service"
PACKAGES = []
HOUR = 3_600.0
#: The homes: a new one, as the package installs it, and the virtual one, whose family lives in it.
HOMES = {"a new home": (), "the virtual home, 22 devices": ("--demo",)}
STARTS = 5


def build():
    program()


def program():
    """The program: that of a package in the folder that HEARTH_PROGRAMS names, else an optimised build."""
    folder = os.environ.get("HEARTH_PROGRAMS")
    return f"{folder}/hearth" if folder else common.swift_build("hearth")


class Service:
    """`hearth serve` with the options of the package's unit, on a port of its own."""

    def __init__(self, folder, options):
        self.folder, self.port = pathlib.Path(folder), measure.free_port()
        self.command = [
            program(), "serve", "--store", f"{folder}/home.db", "--listen", f"127.0.0.1:{self.port}", "--socket",
            f"{folder}/hub.sock", "--local-owner", "group", "--no-mdns", *options]
        self.process = None

    def start(self):
        """The seconds until it says that it is healthy."""
        begin = time.monotonic()
        self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while time.monotonic() < begin + 60:
            with contextlib.suppress(OSError):
                with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=5) as answer:
                    if answer.status == 200:
                        return time.monotonic() - begin
            if self.process.poll() is not None:
                break
            time.sleep(0.005)
        raise measure.NotMeasured("the hub does not start")

    def kill(self):
        """Ends it without a word. A power cut also empties the system's memory: see `forget`."""
        self.process.kill()
        self.process.wait()

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(30)

    def figures(self):
        """Bytes in memory, those of them that are no files, and CPU seconds, bytes written and wakeups until now."""
        folder = pathlib.Path(f"/proc/{self.process.pid}")

        def number(file, name):
            return int(re.search(rf"(?m)^{name}:\s+(\d+)", (folder / file).read_text())[1])
        switches = sum(
            int(re.search(r"(?m)^voluntary_ctxt_switches:\s+(\d+)", (task / "status").read_text())[1])
            for task in (folder / "task").iterdir())
        return {
            "resident": number("smaps_rollup", "Rss") * 1024, "own": home_hub.memory_of(self.process.pid),
            "cpu": measure.cpu_of(self.process.pid), "written": number("io", "write_bytes"), "switches": switches}

    def forget(self):
        """Drops its program, its libraries and its store from the system's memory, as after a start of the machine."""
        mapped = re.findall(r"(?m) (/\S+)$", pathlib.Path(f"/proc/{self.process.pid}/maps").read_text())
        self.kill()
        for path in {*mapped, *map(str, self.folder.rglob("*"))}:
            with contextlib.suppress(OSError), open(path, "rb") as file:
                os.fsync(file.fileno())
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def run(_, seconds):
    # The usual length of a measurement is too short for this one.
    seconds = seconds if seconds > 10 else 60
    section = report.Section(TITLE, f"""
Repeat with `Benchmarks/run service --hours 1`; HEARTH_PROGRAMS names the folder of a package's program. Two hubs beside each
other with the options of the package's unit, {seconds:,.0f} s: with a new home, in which nothing happens, and with the virtual
one. CPU is that of the process. Then {STARTS} starts each after a kill, from the start of the program until `/healthz` answers
200: with its files in the system's memory, and with those dropped. The store is on a disk. {os.cpu_count()} cores.
{time.strftime("%Y-%m-%d")}; {home_hub.surroundings()}; the program has {os.stat(program()).st_size / 1e6:.1f} MB.""")
    try:
        measured(section, seconds)
    except (measure.NotMeasured, OSError, subprocess.SubprocessError) as reason:
        section.not_measured(common.HEARTH, "service", reason)
    return section


def measured(section, seconds):
    with contextlib.ExitStack() as ends:
        services = {}
        for name, options in HOMES.items():
            service = Service(ends.enter_context(home_hub.folder()), options)
            ends.callback(service.stop)
            service.start()
            services[name] = service
        # What the start leaves behind is not idle.
        time.sleep(20)
        first = {name: service.figures() for name, service in services.items()}
        end, most = time.monotonic() + seconds, {name: 0 for name in services}
        while time.monotonic() < end:
            time.sleep(min(10, max(0.0, end - time.monotonic())))
            for name, service in services.items():
                most[name] = max(most[name], service.figures()["resident"])
        section.table(
            "idle", "resident MiB, first", "last", "most", "of it no files, last", "CPU, ms a minute", "% of a core", "wakeups a second",
            "written, kB an hour")
        for name, service in services.items():
            before, after = first[name], service.figures()
            cpu = (after["cpu"] - before["cpu"]) / seconds
            section.row(
                name, *(report.number(value / 2**20) for value in (before["resident"], after["resident"], most[name], after["own"])),
                report.number(cpu * 60e3), report.number(cpu * 100),
                report.number((after["switches"] - before["switches"]) / seconds),
                report.number((after["written"] - before["written"]) / seconds * HOUR / 1e3))
            if not HOMES[name]:
                section.bar("CPU of an idle home, % of a core", "≤ 1", cpu * 100, 1, at_most=True)
                section.bar("memory of an idle home at its end", "≤ 1.1 × its first", after["resident"] / before["resident"], 1.1, at_most=True)
        section.table("start after a kill", "files in memory, s", "from the disk, s")
        # The system keeps in memory what a running hub has mapped, such as the program of both.
        for service in services.values():
            service.kill()
        for name, service in services.items():
            warm, cold = [], []
            service.start()
            for _ in range(STARTS):
                service.kill()
                warm.append(service.start())
            for _ in range(STARTS):
                service.forget()
                cold.append(service.start())
            service.kill()
            section.row(name, *(f"{report.number(statistics.median(times))} ({report.number(min(times))} to {report.number(max(times))})"
                                for times in (warm, cold)))
            section.bar(f"slowest start from the disk after a kill, {name}, s", "≤ 5", max(cold), 5, at_most=True)
