"""A hub to attack: its process, its memory, and an honest client."""

import multiprocessing
import os
import pathlib
import queue
import re
import sys
import tempfile
import threading
import time

import grpc
from grpc_tools import protoc

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "PythonTestSupport"))

from processes import HubProcess  # noqa: E402

STUBS = tempfile.TemporaryDirectory()


def make_stubs():
    protos = ROOT / "Schemas/proto"
    names = [str(path.relative_to(protos)) for path in sorted((protos / "hearth/v1").glob("*.proto"))]
    status = protoc.main([
        "protoc", f"-I{protos}", f"-I{pathlib.Path(protoc.__file__).parent / '_proto'}", f"--python_out={STUBS.name}",
        f"--grpc_python_out={STUBS.name}", *names])
    if status != 0:
        raise SystemExit("the .proto files can't be compiled")
    sys.path.insert(0, STUBS.name)


make_stubs()
from hearth.v1 import home_pb2, home_pb2_grpc, provider_pb2, provider_pb2_grpc, schema_pb2, trait_pb2  # noqa: E402


def memory_of(process):
    """Resident MiB of a process."""
    try:
        status = pathlib.Path(f"/proc/{process}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024
    except (OSError, TypeError):
        return 0.0


class Hub(HubProcess):
    """`hearth serve` with an empty store, as after an installation."""

    def __init__(self, program, is_full=False):
        self.is_full = is_full
        self.folder = tempfile.TemporaryDirectory()
        super().__init__(program, pathlib.Path(self.folder.name) / "home.db")
        self.start()

    def channel(self):
        # A channel of its own each time: gRPC shares connections of equal ones.
        return grpc.insecure_channel(self.address, [("grpc.use_local_subchannel_pool", 1)])

    def sized(self, full, enough):
        """The size of an attack: `enough` to exceed what it attacks, unless all of them are made in full."""
        return full if self.is_full else enough

    def memory(self):
        """Resident MiB."""
        return memory_of(self.process.pid)

    def work(self):
        """Its processor time so far, in seconds."""
        try:
            fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        except OSError:
            return 0.0

    def stored(self):
        """MiB on disk."""
        return sum(path.stat().st_size for path in self.store.parent.glob("home.db*")) / 2**20

    def is_alive(self):
        return self.process.poll() is None


def ask(address, process, slowest, peak, failed, is_counting, ready, over):
    """The honest client, in a process of its own, so that an attack's Python code does not delay it."""
    with grpc.insecure_channel(address, [("grpc.use_local_subchannel_pool", 1)]) as channel:
        get_info = channel.unary_unary("/hearth.v1.HomeService/GetInfo")
        get_info(b"", timeout=60)
        ready.set()
        while not over.is_set():
            begin = time.monotonic()
            try:
                get_info(b"", timeout=60)
            except grpc.RpcError:
                failed.value += 1
            if is_counting.value:
                slowest.value = max(slowest.value, time.monotonic() - begin)
            peak.value = max(peak.value, memory_of(process))
            time.sleep(0.02)


class Honest:
    """A client of the house that calls all the time and must be answered. Records the hub's peak memory."""

    def __init__(self, hub):
        context = multiprocessing.get_context("spawn")
        self.values = [context.Value("d", value) for value in (0.0, hub.memory(), 0.0, 1.0)]
        ready, self.over = context.Event(), context.Event()
        self.process = context.Process(
            target=ask, args=(hub.address, hub.process.pid, *self.values, ready, self.over), daemon=True)
        self.process.start()
        if not ready.wait(60):
            raise SystemExit("the honest client did not start")

    @property
    def slowest(self):
        """Its longest wait, in seconds."""
        return self.values[0].value

    @property
    def peak(self):
        return self.values[1].value

    @property
    def failed(self):
        """The number of its failed calls."""
        return int(self.values[2].value)

    def begin(self):
        """Starts counting, as the attack begins now."""
        self.values[3].value, self.values[0].value = 1.0, 0.0

    def end(self):
        """Stops counting."""
        self.values[3].value = 0.0

    def stop(self):
        self.over.set()
        self.process.join(61)
        self.process.kill()


class Maker:
    """A maker's process: one call of Attach."""

    def __init__(self, hub, name):
        self.channel = hub.channel()
        self.requests, self.ready, self.sent, self.is_over = [], threading.Condition(), 0, False
        self.call = provider_pb2_grpc.ProviderServiceStub(self.channel).Attach(self._send(), timeout=300)
        self.name = name
        # gRPC reports the end of a call only after all earlier messages have been read.
        self.answers = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        try:
            for message in self.call:
                self.answers.put(message)
        except grpc.RpcError:
            pass
        self.answers.put(None)
        with self.ready:
            self.ready.notify_all()

    def _messages(self):
        while (message := self.answers.get()) is not None:
            yield message

    def _send(self):
        while True:
            with self.ready:
                while not self.requests and not self.is_over:
                    self.ready.wait(1)
                if not self.requests:
                    return
                request = self.requests.pop(0)
                self.sent += 1
                self.ready.notify_all()
            yield request

    def send(self, **content):
        with self.ready:
            while len(self.requests) > 8:
                self.ready.wait(1)
                if self.call.done():
                    return
            self.requests.append(provider_pb2.AttachRequest(**content))
            self.ready.notify_all()

    def hello(self, schemas=()):
        """The number of states in the welcome; None without a welcome."""
        self.send(hello=provider_pb2.AttachHello(provider_id=self.name, name="Maker", schemas=schemas))
        count = 0
        for message in self._messages():
            if message.WhichOneof("content") == "welcome":
                count += len(message.welcome.states)
                if not getattr(message.welcome, "more_follows", False):
                    return count
        return None

    def bring(self, devices):
        """The status of an add: 0 if it is accepted."""
        self.send(bring=provider_pb2.BringDevices(call_id=1, devices=devices))
        for message in self._messages():
            if message.WhichOneof("content") == "brought":
                return message.brought.status
        return None

    def end(self):
        """The code with which the call ended."""
        for _ in self._messages():
            pass
        return self.call.code().name

    def close(self):
        with self.ready:
            self.is_over = True
            self.ready.notify_all()
        self.call.cancel()
        self.channel.close()
