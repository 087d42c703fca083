"""Servers on core 0, load on core 1, in turns."""

import functools
import json
import os
import pathlib
import re
import signal
import socket
import statistics
import subprocess
import time

import common


class NotMeasured(Exception):
    """The reason why a peer has no figure."""


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def cpu_of(process):
    """The CPU seconds of a process, with those of threads that ended."""
    # Linux makes the ID of a process's CPU clock of its number so (clock_getcpuclockid(3)).
    return time.clock_gettime(~process << 3 | 2)


class Server:
    """A program that serves bench.Bench; `{port}` in its command is its port."""

    def __init__(self, command, wrapped_in=(), environment=None, port=None):
        self.port = port or free_port()
        self.process = subprocess.Popen(
            ["taskset", "-c", "0", *wrapped_in] + [word.replace("{port}", str(self.port)) for word in command],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=os.environ | (environment or {}))
        for _ in range(200):
            with socket.socket() as s:
                if s.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        self.stop()
        raise NotMeasured(f"{pathlib.Path(command[0]).name} does not listen")

    def cpu(self):
        """The CPU seconds of its process."""
        return cpu_of(self.process.pid)

    def memory(self):
        """Resident bytes."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) * 1024

    def stop(self):
        if self.process.poll() is not None:
            return
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


def on_load_core(command):
    out = subprocess.run(["taskset", "-c", "1"] + command, capture_output=True, text=True, timeout=120)
    if out.returncode != 0:
        raise NotMeasured(f"{pathlib.Path(command[0]).name} failed: {(out.stderr or out.stdout).strip()[-200:]}")
    return out.stdout


def load(server, *words):
    """One run of the load client. Returns its output, with the server's CPU for each call or message in microseconds."""
    before = server.cpu()
    figures = json.loads(on_load_core([common.load_client(), str(server.port), *map(str, words)]))
    figures["cpu"] = (server.cpu() - before) / (words[-1] * WARM) * 1e6
    return figures


#: The load client warms up with a tenth of the calls before it measures; the server's CPU includes both.
WARM = 1.1


#: The headers of a unary call of gRPC.
GRPC = ("-H", "content-type: application/grpc", "-H", "te: trailers")


def h2load(server, connections, streams, count, scheme="http", form=GRPC, data=None):
    """Unary echo. `form` has h2load's options, `data` is the file with the body, by default a message in gRPC's frame."""
    before = server.cpu()
    out = on_load_core(
        ["h2load", f"-c{connections}", f"-m{streams}", f"-n{count}", "-d", str(data or body()), *form,
         f"{scheme}://127.0.0.1:{server.port}/bench.Bench/Echo"])
    rate = float(re.search(r"finished in .*?, ([\d.]+) req/s", out)[1])
    succeeded = int(re.search(r"(\d+) succeeded", out)[1])
    if succeeded != count:
        raise NotMeasured(f"only {succeeded} of {count} calls succeeded")
    return {"rate": rate, "cpu": (server.cpu() - before) / count * 1e6}


@functools.cache
def bare_body():
    """The bare message, as in Connect."""
    path = common.BUILD / "bare.bin"
    path.write_bytes(b"\x0a\x1e" + b"e" * 30)
    return path


@functools.cache
def body():
    path = common.BUILD / "body.bin"
    path.write_bytes(b"\x00\x00\x00\x00\x20\x0a\x1e" + b"e" * 30)
    return path


class Figures:
    """The results of the rounds: a list of dictionaries by server and work."""

    def __init__(self):
        self.rounds = {}
        self.missing = {}

    def add(self, server, work, figures):
        self.rounds.setdefault((server, work), []).append(figures)

    def miss(self, server, work, reason):
        self.missing[server, work] = str(reason)

    def has(self, server, work):
        return (server, work) in self.rounds and (server, work) not in self.missing

    def median(self, server, work, name):
        return statistics.median(figures[name] for figures in self.rounds[server, work])

    def ratio(self, server, base, work, name):
        """The ratio of the medians; None if one of the two is missing."""
        if not (self.has(server, work) and self.has(base, work)):
            return None
        return self.median(server, work, name) / self.median(base, work, name)

    def spread(self, server, work, name):
        values = [figures[name] for figures in self.rounds[server, work]]
        return min(values), max(values)


def interleaved(commands, works, rounds, seconds):
    """Runs each work against each server, in turns, the order reversed every other time.

    `works` maps a name to a function of server and count. Counts are found by a first run, so that each later one takes
    about `seconds`."""
    figures, servers, counts = Figures(), {}, {}
    for name, command in commands.items():
        try:
            servers[name] = Server(command())
        except (NotMeasured, OSError, subprocess.SubprocessError) as reason:
            for work in works:
                figures.miss(name, work, reason)
    try:
        for name, server in servers.items():
            for work, run in works.items():
                try:
                    first = run(server, 2000)["rate"]
                    counts[name, work] = max(2000, int(run(server, max(2000, int(first / 5)))["rate"] * seconds))
                except (NotMeasured, subprocess.SubprocessError) as reason:
                    figures.miss(name, work, reason)
        for turn in range(rounds):
            for work, run in works.items():
                for name in list(servers)[:: 1 if turn % 2 == 0 else -1]:
                    if (name, work) in figures.missing:
                        continue
                    try:
                        figures.add(name, work, run(servers[name], counts[name, work]))
                    except (NotMeasured, subprocess.SubprocessError) as reason:
                        figures.miss(name, work, reason)
    finally:
        for server in servers.values():
            server.stop()
    return figures
