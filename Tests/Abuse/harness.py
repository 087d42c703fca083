"""Starts the server, calls it during each case, and measures its memory and processor time."""

import os
import re
import resource
import subprocess
import threading
import time

from peer import Peer

CASES = []


class Case:
    def __init__(self, name, what, run, group, outcome, long, growth, files, fresh):
        self.name, self.what, self.run, self.group = name, what, run, group
        self.outcome, self.long, self.growth, self.files, self.fresh = outcome, long, growth, files, fresh


def case(what, outcome, long=False, growth=24, files=None, fresh=False):
    """Declares a case. Its function gets a `Bench` and returns the server's reaction, which must be `outcome`. `growth`: the
    most MiB that the server may take meanwhile. `files`: needs a server with this many descriptors. `fresh`: needs a new
    server, since memory freed by another case would hide its own. `long`: only run by --all."""
    def declare(function):
        group = function.__module__.removeprefix("cases_")
        CASES.append(Case(function.__name__, what, function, group, outcome, long, growth, files, fresh))
        return function
    return declare


class Server:
    """A process of the server under test."""

    def __init__(self, command, files=None):
        def limit():
            if files:
                resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
        self.process = subprocess.Popen(
            command + ["--port", "0", "--limits", "short"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            preexec_fn=limit)
        self.output = []
        # Do not wait for a silent server.
        timer = threading.Timer(20, self.process.kill)
        timer.start()
        for line in self.process.stdout:
            self.output.append(line)
            if match := re.search(r":(\d+)\b", line):
                self.port = int(match[1])
                break
        else:
            raise SystemExit("the server did not start; its output: " + "".join(self.output))
        timer.cancel()
        threading.Thread(target=self._drain, daemon=True).start()

    def _drain(self):
        for line in self.process.stdout:
            self.output = self.output[-50:] + [line]

    def is_alive(self):
        return self.process.poll() is None

    def memory(self):
        """Resident memory in KiB."""
        try:
            with open(f"/proc/{self.process.pid}/status") as status:
                return next((int(line.split()[1]) for line in status if line.startswith("VmRSS")), 0)
        except OSError:
            return 0

    def seconds(self):
        """Processor time so far."""
        try:
            with open(f"/proc/{self.process.pid}/stat") as stat:
                fields = stat.read().rsplit(")", 1)[1].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        except OSError:
            return 0.0

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()


class Bystander(threading.Thread):
    """A well-behaved client on a connection of its own; records its longest wait."""

    def __init__(self, server):
        super().__init__(daemon=True)
        self.server = server
        self.worst = 0.0
        self.failures = []
        self.calls = 0
        self.peak = server.memory()
        self.is_done = threading.Event()

    def run(self):
        peer, stream = None, 1
        while True:
            start = time.monotonic()
            try:
                if peer is None or peer.is_closed:
                    peer, stream = Peer(self.server.port), 1
                peer.call(stream)
                outcome = peer.outcome(stream)
                good = outcome == "grpc-status 0"
                stream += 2
                if peer.frames:
                    with peer.changed:
                        peer.frames.clear()
                        peer.fields.clear()
            except OSError:
                good, outcome, peer = False, "no connection", None
            self.worst = max(self.worst, time.monotonic() - start)
            self.calls += 1
            if not good:
                self.failures.append(f"{outcome} to call {stream}")
            self.peak = max(self.peak, self.server.memory())
            if self.is_done.wait(0.03):
                break
        if peer:
            peer.close()

    def finish(self):
        self.is_done.set()
        self.join(10)


class Bench:
    """The server and the peers of a case, and the problems found."""

    def __init__(self, server):
        self.server = server
        self.peers = []
        self.problems = []

    def peer(self, **options):
        peer = Peer(self.server.port, **options)
        self.peers.append(peer)
        return peer

    def expect(self, holds, text):
        if not holds:
            self.problems.append(text)

    def close(self):
        for peer in self.peers:
            peer.close()
