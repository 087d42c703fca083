"""A real hub in a process of its own, and its load, `peers/home`."""

import contextlib
import json
import os
import pathlib
import re
import select
import signal
import socket
import statistics
import subprocess
import tempfile
import time

import common
import measure

PACKAGES = ["libnghttp2-dev", "libgrpc++-dev", "protobuf-compiler-grpc", "protobuf-compiler", "g++", "pkg-config"]
#: Streams and connections below the limits of a server's connection and of a hub, with room for the probe's watch.
MOST = (99, 101)


def build():
    common.swift_build("hearth"), home_load()


def home_load():
    sources = sorted((common.HERE / "peers/home").glob("*.cc"))
    headers = sorted((common.HERE / "peers/home").glob("*.h"))
    return common.compile_peer("home_load", sources, "-std=c++20", "-lnghttp2", headers=headers)


def memory_of(process):
    """The bytes of memory without mapped files, since the system decides which pages of the program are in memory."""
    text = pathlib.Path(f"/proc/{process}/smaps_rollup").read_text()
    return sum(int(kilobytes) for kilobytes in re.findall(r"(?m)^(?:Anonymous|Swap):\s+(\d+)", text)) * 1024


class Hub(measure.Server):
    """`hearth serve` with a store at a path, on core 0."""

    def __init__(self, folder, port=None, environment=None, more=()):
        super().__init__([common.swift_build("hearth"), "serve", "--listen", "127.0.0.1:{port}", "--store",
                          f"{folder}/home.db", "--backups", "off", *more], environment=environment, port=port)

    def memory(self):
        return memory_of(self.process.pid)

    def settled(self, seconds=15):
        """Its memory once it no longer changes, after temporary data has been freed."""
        last, end = self.memory(), time.monotonic() + seconds
        while time.monotonic() < end:
            time.sleep(3)
            now = self.memory()
            if abs(now - last) < 64 << 10:
                return now
            last = now
        return last

    def written(self):
        """The bytes that it has written to the disk."""
        text = pathlib.Path(f"/proc/{self.process.pid}/io").read_text()
        return int(re.search(r"(?m)^write_bytes: (\d+)", text)[1])

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(30)
        super().stop()

    def kill(self):
        self.process.kill()
        self.process.wait()


class Load:
    """A mode of the load client that runs until its input ends; on core 1."""

    def __init__(self, port, *words, urgent=False):
        command = ["chrt", "-f", "1"] if urgent and os.geteuid() == 0 else []
        self.process = subprocess.Popen(
            ["taskset", "-c", "1", *command, home_load(), str(port), *map(str, words)], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1)

    def expect(self, word):
        line = self.read()
        if line != word:
            raise measure.NotMeasured(f"it printed {line} instead of {word}")

    def tell(self, *words):
        try:
            self.process.stdin.write(" ".join(map(str, words)) + "\n")
        except OSError:
            raise measure.NotMeasured(self.why()) from None

    def ask(self, *words, patience=180):
        self.tell(*words)
        return json.loads(self.read(patience))

    def read(self, patience=180):
        if not select.select([self.process.stdout], [], [], patience)[0]:
            raise measure.NotMeasured(f"no answer within {patience} s")
        line = self.process.stdout.readline().strip()
        if not line:
            raise measure.NotMeasured(self.why())
        return line

    def why(self):
        self.process.kill()
        return self.process.stderr.read().strip()[-200:] or "it ended"

    def end(self):
        """Closes its input, and returns its last output."""
        self.process.stdin.close()
        text = self.process.stdout.read().strip()
        self.process.wait(30)
        return json.loads(text) if text else None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            with contextlib.suppress(OSError):
                pipe.close()


@contextlib.contextmanager
def fan(port, kind, connections, streams, providers=1, devices=1, *tokens):
    """A fan with its connections and devices; `open` opens its watches, every second one with a token from a file."""
    with Load(port, "fan", kind, connections, streams, providers, devices, *tokens) as load:
        load.expect("connected")
        yield load


@contextlib.contextmanager
def probe(port, rate=100):
    """A client that uses the home meanwhile, with a higher priority than all other load."""
    with Load(port, "probe", rate, urgent=True) as load:
        load.expect("ready")
        yield load


@contextlib.contextmanager
def laggards(port, stuck, slow, rate):
    """Watches: `stuck` ones that read nothing, and `slow` ones that read `rate` bytes a second each."""
    with Load(port, "lag", stuck, slow, rate) as load:
        load.expect("ready")
        yield load


def calls(port, *words):
    """A mode that ends by itself."""
    return json.loads(measure.on_load_core([home_load(), str(port), *map(str, words)]))


@contextlib.contextmanager
def folder():
    """The folder of stores: on a disk, like a hub's, unless TMPDIR is elsewhere."""
    with tempfile.TemporaryDirectory(prefix="hearth-bench-") as path:
        yield path


def devices(path, count, providers=1, reports=0):
    """Creates a store with devices and reports, by a hub that ends afterwards."""
    with Hub(path) as hub, fan(hub.port, "hearth", 1, 1, providers, count) as load:
        load.ask("open")
        if reports:
            load.ask("go", 16, reports)


def surroundings():
    """The disk and the load of the machine, on which the figures depend."""
    kind = subprocess.run(["stat", "-f", "-c", "%T", tempfile.gettempdir()], capture_output=True, text=True)
    return f"stores on {kind.stdout.strip()}; load of the machine before: {os.getloadavg()[0]:.1f}"


def median(values):
    return statistics.median(values)


def listens(port):
    with socket.socket() as s:
        return s.connect_ex(("127.0.0.1", port)) == 0
