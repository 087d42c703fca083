"""A hub, GStreamer's RTSP server as a camera, and `hearth-cameras` between them; and viewers of the camera."""

import collections
import contextlib
import http.client
import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request

import common
import home_hub
import measure
import rights

sys.path.insert(0, str(common.HERE.parent / "Tests/Integrations"))
sys.path.insert(0, str(common.HERE.parent / "Web/tests"))

import cameras
from processes import until

PACKAGES = ["gstreamer1.0-rtsp", "gstreamer1.0-plugins-base", "gstreamer1.0-plugins-good", "gstreamer1.0-plugins-bad",
            "gstreamer1.0-plugins-ugly", "gir1.2-gst-rtsp-server-1.0", "python3-gi", "ffmpeg"]
DEVICE = "cam"
TARGET = {"deviceId": DEVICE, "endpoint": 1}
ONLINE = "CONNECTIVITY_STATE_ONLINE"
STREAMS = "hearth.traits.matter.v1.CameraAvStreamManagementService"
PRIVACY = "softLivestreamPrivacyModeEnabled"
UNIT = common.HERE.parent / "Packaging/debian/hearth-cameras.service.in"


def build():
    common.swift_build("hearth"), common.swift_build("hearth-cameras")


def supervision():
    """The seconds after which systemd starts a `hearth-cameras` again that was killed."""
    return float(re.search(r"(?m)^RestartSec=(\d+)$", UNIT.read_text())[1])


class Hub(rights.Hub):
    """A hub of people, whose methods are called in JSON."""

    def __init__(self, folder):
        super().__init__(folder, common.swift_build("hearth"))

    def call(self, method, body, token=None):
        """Calls a method of `hearth.v1`, or of another package by its full name."""
        heads = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
        name = method if method.startswith("hearth.") else f"hearth.v1.{method}"
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/{name}", json.dumps(body).encode(), heads)
        try:
            with urllib.request.urlopen(request, timeout=70) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise measure.NotMeasured(f"{method}: {error.read().decode(errors='replace')[-200:]}") from None


class House:
    """A hub with one camera. `hearth-cameras` and the hub run on core 0."""

    def __init__(self, *options):
        self.options, self.ends = options, contextlib.ExitStack()

    def __enter__(self):
        with self.ends:
            self.folder = self.ends.enter_context(home_hub.folder())
            self.hub = self.ends.enter_context(Hub(self.folder))
            self.camera = cameras.Camera(*self.options)
            self.ends.callback(self.camera.stop)
            self.configuration = cameras.Configuration(self.camera)
            self.ends.callback(self.configuration.folder.cleanup)
            self.start()
            self.ends.callback(self.kill)
            self.wait_online()
            self.ends = self.ends.pop_all()
        return self

    def __exit__(self, *_):
        self.ends.close()

    def start(self):
        """Starts `hearth-cameras`."""
        self.program = subprocess.Popen(
            ["taskset", "-c", "0", common.swift_build("hearth-cameras"), "--config", str(self.configuration.path),
             "--hub", f"127.0.0.1:{self.hub.port}", "--webrtc", "0"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def kill(self):
        self.program.kill()
        self.program.wait()

    def is_online(self):
        devices = self.hub.call("HomeService/List", {}).get("devices", [])
        return any(one["id"] == DEVICE and one.get("connectivity", {}).get("state") == ONLINE for one in devices)

    def wait_online(self):
        until("the camera is online", self.is_online, 30)

    @property
    def processes(self):
        return {"hearth-cameras": self.program.pid, "the hub": self.hub.process.pid}

    def memory(self):
        """The bytes of both programs without files."""
        return sum(map(home_hub.memory_of, self.processes.values()))

    def set_private(self, is_on):
        self.hub.call(f"{STREAMS}/Update", {"target": TARGET, "attributes": {PRIVACY: is_on}})

    def guest(self, name):
        """The token of a guest who may watch the camera, and the guest's ID."""
        token = self.hub.guests(1, self.folder, DEVICE, name)[0]
        people = self.hub.call("HomeService/List", {}).get("people", [])
        return token, next(one["id"] for one in people if one["name"].startswith(name))


def varint(part, at):
    value, shift = 0, 0
    while True:
        byte = part[at]
        value, shift, at = value | (byte & 0x7F) << shift, shift + 7, at + 1
        if byte < 0x80:
            return value, at


#: A unit as a viewer got it: when, by time.monotonic, the time in the stream in microseconds, and its bytes.
Unit = collections.namedtuple("Unit", "at is_audio time size")


def unit(part, at):
    """Reads a message OpenLiveViewResponse with a unit."""
    is_audio, stamp, (_, place) = False, 0, varint(part, 1)
    while place < len(part):
        tag, place = varint(part, place)
        value, place = varint(part, place)
        match tag >> 3:
            case 1: is_audio = value != 0
            case 3: stamp = value
            case 4: return Unit(at, is_audio, stamp, value)
    raise measure.NotMeasured("a unit without content")


class Viewer:
    """A client of OpenLiveView by Connect and HTTP/1.1, as the page is. Notes the last units."""

    #: The fields of parts in OpenLiveViewResponse.
    UNIT = 0x1A

    def __init__(self, house, token=None, reads=True):
        connection = socket.socket()
        if not reads:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(("127.0.0.1", house.hub.port))
        self.calls = http.client.HTTPConnection("127.0.0.1", house.hub.port)
        self.calls.sock = self.connection = connection
        target = b"\x0a" + bytes([len(DEVICE)]) + DEVICE.encode() + b"\x10\x01"
        request = b"\x0a" + bytes([len(target)]) + target
        heads = {"content-type": "application/connect+proto", "connect-protocol-version": "1"}
        if token:
            heads["authorization"] = f"Bearer {token}"
        self.calls.request("POST", "/hearth.v1.CameraService/OpenLiveView",
                           b"\0" + len(request).to_bytes(4, "big") + request, heads)
        self.units, self.ended, self.why = collections.deque(maxlen=20_000), None, ""
        self.reader = None
        self.answer = self.calls.getresponse()
        if reads:
            self.reader = threading.Thread(target=self._read, daemon=True)
            self.reader.start()
            until("a picture", lambda: self.units or self.ended, 30)
            if not self.units:
                raise measure.NotMeasured(f"a viewer got no picture: {self.why}")

    def _read(self):
        try:
            while len(head := self.answer.read(5)) == 5:
                part = self.answer.read(int.from_bytes(head[1:], "big"))
                if head[0] & 2:
                    self.why = part.decode(errors="replace")
                elif part and part[0] == self.UNIT:
                    self.units.append(unit(part, time.monotonic()))
        except (OSError, ValueError, IndexError, http.client.HTTPException) as reason:
            self.why = repr(reason)
        self.ended = time.monotonic()

    def pictures(self, begin=0.0, end=float("inf")):
        """The pictures that came in a part of time."""
        return [one for one in list(self.units) if not one.is_audio and begin <= one.at < end]

    def close(self):
        with contextlib.suppress(OSError):
            self.connection.shutdown(socket.SHUT_RDWR)
        if self.reader:
            self.reader.join(10)
        self.calls.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def cpu_share(processes, seconds):
    """The CPU of processes, in % of a core, over some seconds from now on."""
    begun, before = time.monotonic(), {name: measure.cpu_of(one) for name, one in processes.items()}
    time.sleep(seconds)
    passed = time.monotonic() - begun
    return {name: (measure.cpu_of(one) - before[name]) / passed * 100 for name, one in processes.items()}


def descriptors(process):
    return len(os.listdir(f"/proc/{process}/fd"))


def judged(script, *words, python=sys.executable, alone=False):
    """The output of a script of Tests/Integrations. Alone: in network and mount namespaces of its own, as root."""
    command = [python, "-B", str(common.HERE.parent / "Tests/Integrations" / script), *map(str, words)]
    out = subprocess.run(
        [*(["unshare", "--mount", "--net"] if alone else []), *command], capture_output=True, text=True, timeout=1_200)
    if out.returncode != 0:
        last = (out.stderr.strip() or out.stdout.strip()).splitlines()[-1:]
        raise measure.NotMeasured(f"{pathlib.Path(script).name} failed: {''.join(last)[-200:]}")
    return out.stdout
