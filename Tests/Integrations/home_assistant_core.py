"""Home Assistant's core as a program: started with an owner and its MQTT integration, and asked over its APIs.

Only Python's own modules are used here; `python` is one that has `homeassistant` installed.
"""

import base64
import hashlib
import json
import os
import pathlib
import socket
import struct
import subprocess
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def version(python):
    """The installed version; None if there is none."""
    out = subprocess.run(
        [python, "-c", "from homeassistant.const import __version__; print(__version__)"], capture_output=True,
        text=True)
    return out.stdout.strip() if out.returncode == 0 else None


class HomeAssistant:
    """The core with the integrations that its APIs need, and MQTT of a broker at `broker_port`."""

    def __init__(self, python, broker_port, wrapped_in=()):
        self.folder = tempfile.TemporaryDirectory(prefix="home-assistant-")
        self.port = free_port()
        (pathlib.Path(self.folder.name) / "configuration.yaml").write_text(f"""
homeassistant:
  name: Test
  latitude: 0
  longitude: 0
  elevation: 0
  unit_system: metric
  time_zone: UTC
http:
  server_host: 127.0.0.1
  server_port: {self.port}
api:
config:
onboarding:
websocket_api:
logger:
  default: warning
""")
        self.log = open(pathlib.Path(self.folder.name) / "output.log", "w")
        self.process = subprocess.Popen(
            [*wrapped_in, python, "-m", "homeassistant", "--config", self.folder.name, "--skip-pip"], stdout=self.log,
            stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
        try:
            self.token = self._onboard()
            self._add_mqtt(broker_port)
        except Exception:
            self.stop()
            raise

    def _onboard(self):
        client = f"http://127.0.0.1:{self.port}/"
        body = {"client_id": client, "name": "Owner", "username": "owner", "password": "owner-password", "language": "en"}
        end = time.monotonic() + 180
        while True:
            try:
                code = self.call("POST", "/api/onboarding/users", body)["auth_code"]
                break
            except (OSError, urllib.error.URLError):
                if time.monotonic() > end or self.process.poll() is not None:
                    raise RuntimeError("Home Assistant did not start: " + self.output()) from None
                time.sleep(0.5)
        form = urllib.parse.urlencode(
            {"client_id": client, "grant_type": "authorization_code", "code": code}).encode()
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/auth/token", form, timeout=60) as answer:
            return json.load(answer)["access_token"]

    def _add_mqtt(self, broker_port):
        flow = self.call("POST", "/api/config/config_entries/flow", {"handler": "mqtt", "show_advanced_options": False})
        done = self.call(
            "POST", f"/api/config/config_entries/flow/{flow['flow_id']}", {"broker": "127.0.0.1", "port": broker_port})
        if done["type"] != "create_entry":
            raise RuntimeError(f"Home Assistant does not take the broker: {done}")

    def output(self):
        """The end of what it printed."""
        return (pathlib.Path(self.folder.name) / "output.log").read_text()[-6000:]

    def call(self, method, path, body=None):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", None if body is None else json.dumps(body).encode(),
            {"content-type": "application/json"}, method=method)
        if token := getattr(self, "token", None):
            request.add_header("authorization", f"Bearer {token}")
        with urllib.request.urlopen(request, timeout=120) as answer:
            return json.load(answer)

    def states(self):
        """All states by entity ID."""
        return {state["entity_id"]: state for state in self.call("GET", "/api/states")}

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.log.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


class WebSocket:
    """A client of the WebSocket API, on blocking sockets."""

    def __init__(self, port, token):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((
            f"GET /api/websocket HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
            f"sec-websocket-key: {key}\r\nsec-websocket-version: 13\r\n\r\n").encode())
        self.stream = self.socket.makefile("rb")
        wanted = base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest())
        headers = b"".join(iter(self.stream.readline, b"\r\n"))
        if wanted not in headers:
            raise RuntimeError("Home Assistant opens no WebSocket: " + headers.decode())
        self.last = 0
        self.receive()
        self._send({"type": "auth", "access_token": token})
        if self.receive()["type"] != "auth_ok":
            raise RuntimeError("Home Assistant does not take the token")

    def request(self, kind, **more):
        """Sends a command, and returns its number."""
        self.last += 1
        self._send({"id": self.last, "type": kind, **more})
        return self.last

    def _send(self, message):
        data, mask = json.dumps(message).encode(), os.urandom(4)
        size = len(data)
        head = struct.pack(">BB", 0x81, 0x80 | size) if size < 126 else struct.pack(">BBH", 0x81, 0xFE, size)
        self.socket.sendall(head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(data)))

    def receive(self):
        """The next message; several may come in one, as a list."""
        text = b""
        while True:
            first, second = self.stream.read(2)
            size = second & 127
            if size == 126:
                size, = struct.unpack(">H", self.stream.read(2))
            elif size == 127:
                size, = struct.unpack(">Q", self.stream.read(8))
            data = self.stream.read(size)
            if first & 15 == 8:
                raise EOFError("Home Assistant closed the WebSocket")
            if first & 15 == 9:
                continue
            text += data
            if first & 128:
                return json.loads(text)
