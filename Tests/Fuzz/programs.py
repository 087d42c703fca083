"""The programs under test: a hub with the virtual home, and simulated products that are attached to it."""

import os
import re
import signal
import subprocess
import time


class Program:
    """A process whose output goes to a file."""

    def __init__(self, name, command, log, ready):
        self.name, self.log, self.has_died = name, log, False
        self.output = open(log, "wb")
        # Its standard input must neither end at once nor be a terminal: a simulator reads commands there.
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=self.output, stderr=subprocess.STDOUT, start_new_session=True)
        end = time.monotonic() + 30
        while not (match := re.search(ready, self.text())):
            if self.ended() is not None or time.monotonic() > end:
                self.process.kill()
                raise SystemExit(f"{name} did not start; it said:\n{self.text()}")
            time.sleep(0.05)
        self.said = match[1]

    def ended(self):
        """A description of its end; None while it runs."""
        code = self.process.poll()
        if code is None:
            return None
        return f"was ended by {signal.Signals(-code).name}" if code < 0 else f"ended with code {code}"

    def memory(self):
        """Resident memory in MiB."""
        try:
            with open(f"/proc/{self.process.pid}/status") as status:
                return next((int(line.split()[1]) for line in status if line.startswith("VmRSS")), 0) / 1024
        except OSError:
            return 0

    def text(self):
        with open(self.log, encoding="utf-8", errors="replace") as log:
            return log.read()

    def last_lines(self, count=25):
        """The end of its output; for a crash the beginning, with the reason and the innermost calls."""
        lines = [line[:200] for line in self.text().splitlines() if line.strip()]
        crash = next((index for index, line in enumerate(lines) if re.search("Fatal error|crash", line)), None)
        lines = lines[-count:] if crash is None else lines[crash:crash + 2 * count]
        return "\n".join("    " + line for line in lines)

    def end(self):
        """Ends it as a user does.

        Returns: the problem with its end; empty if none."""
        if (early := self.ended()) is None:
            self.process.terminate()
            try:
                # A hub gives running calls five seconds.
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
                return f"{self.name} did not end within 20 s of SIGTERM"
        if self.process.returncode != 0:
            return f"{self.name} {early or self.ended() + ' after SIGTERM'}"
        return ""


def whole(folder, target, shared=()):
    """Writes one file with all clusters of a folder: simulated, it is a device with all of these traits.

    shared: further files, with types that the clusters use.
    """
    vendors, lines = [], []
    # Device types in the file would be simulated in place of the clusters.
    names = [os.path.join(folder, name) for name in sorted(os.listdir(folder))
             if name.endswith(".matter") and not name.endswith("DeviceTypes.matter")]
    for name in [*shared, *names]:
        with open(name) as file:
            for line in file:
                # Each file names its vendor once, at its beginning.
                (vendors if line.startswith("vendor ") else lines).append(line)
    with open(target, "w") as whole:
        whole.writelines(sorted(set(vendors)) + lines)
    return target


def start(hearth, folder):
    """Starts a hub with its home in a folder, and the products. Returns: the hub's address, and all programs."""
    hub = Program(
        "the hub", [hearth, "serve", "--demo", "--listen", "127.0.0.1:0", "--store", f"{folder}/home.db"],
        f"{folder}/hub.log", r"listening on (\S+)")
    programs = [hub]
    products = ["Examples/products/reading-lamp.matter", "Examples/products/radio-bridge.matter",
                "Examples/spinner/Sources/Turntable/Turntable.matter",
                "Tests/ExampleMaker/ExampleOrganization.matter", "Benchmarks/Sources/BenchSample/Sample.matter",
                whole("Schemas/Matter", f"{folder}/Matter.matter"),
                whole("Schemas/Google", f"{folder}/Google.matter", shared=["Schemas/Matter/Globals.matter"]),
                whole("Schemas/Hearth", f"{folder}/Hearth.matter")]
    for product in products:
        name = os.path.basename(product).removesuffix(".matter")
        try:
            programs.append(Program(
                f"the simulated {name}", [hearth, "simulate", product, "--hub", hub.said],
                f"{folder}/{name}.log", r"is on the hub at .*id (\S+):"))
        except BaseException:
            for program in programs:
                program.process.kill()
            raise
    return hub.said, programs
