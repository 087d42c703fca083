"""Processes of tests: `hearth serve`, free ports, and waits."""

import pathlib
import re
import signal
import socket
import subprocess
import threading
import time

#: The lines of output that are kept.
MOST_LINES = 500


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def until(what, condition, seconds=30):
    """Waits until a condition returns something true, and returns that. Fails after the time."""
    end = time.monotonic() + seconds
    while not (value := condition()):
        if time.monotonic() > end:
            raise AssertionError(f"{what}: not within {seconds} s; it is {value!r}")
        time.sleep(0.1)
    return value


class HubProcess:
    """A hub with a store. Each start after the first one is at the same address."""

    def __init__(self, program, store, *options, listen="127.0.0.1:0", environment=None):
        self.program, self.store = str(program), pathlib.Path(store)
        self.options, self.listen, self.environment = options, listen, environment
        self.process, self.lines = None, []

    @property
    def port(self):
        return int(self.listen.rpartition(":")[2])

    @property
    def address(self):
        """The address for programs of this machine."""
        return f"127.0.0.1:{self.port}"

    def start(self, *more):
        """Starts the hub with `more` options, and waits until it listens."""
        command = [self.program, "serve", "--listen", self.listen, "--store", str(self.store), *self.options, *more]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True,
            env=self.environment)
        self.lines = []
        for line in self.process.stdout:
            self.lines.append(line)
            if match := re.search(r"is listening on (\S+:\d+)", line):
                self.listen = match[1]
                break
        else:
            raise SystemExit("the hub did not start; it said: " + "".join(self.lines))
        threading.Thread(target=self._read, args=(self.process,), daemon=True).start()

    def _read(self, process):
        for line in process.stdout:
            self.lines = self.lines[1 - MOST_LINES:] + [line]

    def find(self, pattern, seconds=30):
        """The first group of a pattern in the output, which may still come."""
        end = time.monotonic() + seconds
        while not (found := re.search(pattern, "".join(self.lines))):
            if time.monotonic() > end:
                raise AssertionError(f"the hub has not said {pattern}; its last lines:\n{''.join(self.lines[-20:])}")
            time.sleep(0.1)
        return found[1]

    def stop(self):
        """Ends the hub as a service manager does. Returns its status: negative if it had to be killed."""
        if self.process is None:
            return 0
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
        return self.process.wait()

    def kill(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait()
