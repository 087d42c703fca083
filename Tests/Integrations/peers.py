"""The other ends of an integration: a broker, a Home Assistant, and a hub with a virtual home."""

import json
import pathlib
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "PythonTestSupport"))

from processes import HubProcess, free_port, until  # noqa: E402

class Program:
    """A process with its last lines of output."""

    def __init__(self, *command, **options):
        self.command = [str(part) for part in command]
        self.options = options
        self.lines = []
        self.process = None

    def start(self):
        self.lines = []
        self.process = subprocess.Popen(
            self.command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **self.options)
        threading.Thread(target=self._read, args=(self.process,), daemon=True).start()

    def _read(self, process):
        for line in process.stdout:
            self.lines = self.lines[-500:] + [line.rstrip("\n")]

    def stop(self):
        if self.process is None:
            return
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process = None


class Broker(Program):
    """mosquitto, which keeps messages in memory only."""

    def __init__(self, folder):
        self.port = free_port()
        settings = pathlib.Path(folder) / "mosquitto.conf"
        settings.write_text(f"listener {self.port} 127.0.0.1\nallow_anonymous true\npersistence false\nuser root\n")
        program = next(
            (path for path in ("/usr/sbin/mosquitto", "/usr/local/sbin/mosquitto") if pathlib.Path(path).exists()),
            "mosquitto")
        super().__init__(program, "-c", settings)

    def start(self):
        super().start()
        until("the broker listens", self.is_open)

    def is_open(self):
        with socket.socket() as client:
            return client.connect_ex(("127.0.0.1", self.port)) == 0

    def kept(self, topic):
        """The kept messages below a topic."""
        seen = subprocess.run(
            ["mosquitto_sub", "-p", str(self.port), "-t", topic, "--retained-only", "-W", "2", "-v"],
            capture_output=True, text=True, check=False)
        return dict(line.split(" ", 1) for line in seen.stdout.splitlines() if " " in line)

    def forget(self, topics):
        """Deletes kept messages."""
        for topic in topics:
            subprocess.run(["mosquitto_pub", "-p", str(self.port), "-t", topic, "-r", "-n"], check=True)


class HomeAssistant(Program):
    """A Home Assistant with nothing but MQTT, in a folder of its own."""

    def __init__(self, program, folder):
        self.folder = pathlib.Path(folder) / "home-assistant"
        self.folder.mkdir()
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.token = None
        (self.folder / "configuration.yaml").write_text(
            "homeassistant:\n  name: Judge\n  latitude: 52.5\n  longitude: 13.4\n  elevation: 34\n"
            "  unit_system: metric\n  time_zone: Europe/Berlin\n  currency: EUR\n"
            f"http:\n  server_host: 127.0.0.1\n  server_port: {self.port}\n"
            "frontend:\nlogger:\n  default: warning\n")
        super().__init__(program, "-c", self.folder, "--skip-pip")

    def start(self):
        super().start()
        until("Home Assistant answers", self.is_up, 120)
        if self.token is None:
            self.claim()
        else:
            until("Home Assistant runs", lambda: self.get("/api/config")["state"] == "RUNNING", 120)

    def is_up(self):
        try:
            with urllib.request.urlopen(self.address + "/api/onboarding", timeout=5) as answer:
                return answer.status == 200
        except urllib.error.HTTPError:
            # The steps for a new home are over.
            return True
        except OSError:
            return False

    def claim(self):
        """Makes the first user, and logs in."""
        client = self.address + "/"
        answer = self.call(
            "/api/onboarding/users",
            {"client_id": client, "name": "Judge", "username": "judge", "password": "judge", "language": "en"})
        data = urllib.parse.urlencode(
            {"client_id": client, "grant_type": "authorization_code", "code": answer["auth_code"]}).encode()
        with urllib.request.urlopen(self.address + "/auth/token", data, timeout=30) as reply:
            # It lasts half an hour.
            self.token = json.load(reply)["access_token"]

    def call(self, path, content=None):
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = "Bearer " + self.token
        data = None if content is None else json.dumps(content).encode()
        request = urllib.request.Request(self.address + path, data, headers)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)

    def get(self, path):
        return self.call(path)

    def add_broker(self, broker):
        """Adds the MQTT integration as a person would."""
        flow = self.call("/api/config/config_entries/flow", {"handler": "mqtt", "show_advanced_options": False})
        done = self.call(
            "/api/config/config_entries/flow/" + flow["flow_id"], {"broker": "127.0.0.1", "port": broker.port})
        assert done["type"] == "create_entry", done

    def states(self):
        """All entities with their states and attributes, by ID."""
        return {state["entity_id"]: state for state in self.get("/api/states")}

    def serve(self, service, entity, **data):
        """Calls a service such as light.turn_on for an entity."""
        domain, name = service.split(".")
        self.call(f"/api/services/{domain}/{name}", {"entity_id": entity, **data})

    def problems(self):
        """What it has logged about MQTT, also before a restart; lost connections are none of it."""
        logs = sorted(self.folder.glob("home-assistant.log*"))
        return [
            line for log in logs for line in log.read_text().splitlines()
            if "components.mqtt" in line and "mqtt.client" not in line and ("WARNING" in line or "ERROR" in line)]


class Hub(HubProcess):
    """`hearth serve` with the virtual home."""

    def __init__(self, program, folder):
        store = pathlib.Path(folder) / "hub"
        store.mkdir()
        super().__init__(program, store / "home.db", "--demo", "--backups", "off")

    def run(self, *arguments):
        """Runs a command, and returns its output."""
        done = subprocess.run(
            [self.program, *arguments, "--hub", self.address], capture_output=True, text=True, check=False,
            timeout=120)
        assert done.returncode == 0, f"hearth {' '.join(arguments)}: {done.stdout}{done.stderr}"
        return done.stdout
