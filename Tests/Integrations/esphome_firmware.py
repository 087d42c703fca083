"""ESPHome's own firmware for the platform `host`: built once, and started as programs of this machine."""

import hashlib
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "PythonTestSupport"))

from processes import free_port  # noqa: E402

CONFIGURATION = HERE / "firmware.yaml"
#: The address in `firmware.yaml`. Each node has another in its place.
MAC = bytes.fromhex("983569abf679")


def build(folder, configuration=CONFIGURATION):
    """The firmware's path; compiles it unless `folder` has it for this configuration and version of ESPHome."""
    version = subprocess.run(
        [sys.executable, "-c", "from esphome.const import __version__; print(__version__)"], capture_output=True,
        text=True, cwd="/")
    if version.returncode != 0:
        raise SystemExit("ESPHome is not installed; scripts/test-integrations --all installs it")
    text = pathlib.Path(configuration).read_bytes()
    digest = hashlib.sha256(text + version.stdout.encode()).hexdigest()[:16]
    folder = pathlib.Path(folder).resolve()
    program = folder / f"firmware-{digest}"
    if program.exists():
        return program
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(configuration, folder / "firmware.yaml")
    print("compiling ESPHome's firmware; this takes a few minutes of a processor", file=sys.stderr, flush=True)
    done = subprocess.run(
        [sys.executable, "-m", "esphome", "compile", "firmware.yaml"], cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit("the firmware can't be compiled: " + (done.stdout + done.stderr)[-2000:])
    shutil.copy(folder / ".esphome/build/peer/.pioenvs/peer/program", program)
    return program


class Node:
    """A device: the firmware with an address of its own. Its name ends with the last six digits of the address."""

    def __init__(self, program, number=1, batch_ms=100):
        self.mac = MAC[:3] + number.to_bytes(3, "big")
        self.folder = tempfile.TemporaryDirectory(prefix="esphome-node-")
        self.program = pathlib.Path(self.folder.name) / "firmware"
        image = pathlib.Path(program).read_bytes()
        if image.count(MAC) != 1:
            raise SystemExit(f"{program} has its address {image.count(MAC)} times, so it can't be replaced")
        self.program.write_bytes(image.replace(MAC, self.mac))
        self.program.chmod(0o755)
        self.port = free_port()
        self.batch_ms = batch_ms
        self.start()

    @property
    def id(self):
        """The address as the end of the hub's ID of the device."""
        return self.mac.hex()

    def start(self):
        self.process = subprocess.Popen(
            [str(self.program)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=os.environ | {"PEER_PORT": str(self.port), "PEER_BATCH_MS": str(self.batch_ms),
                              "ESPHOME_PREFDIR": self.folder.name})

    def wait(self, seconds=20):
        """Returns once it accepts connections."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            with socket.socket() as s:
                if s.connect_ex(("127.0.0.1", self.port)) == 0:
                    return self
            time.sleep(0.05)
        raise SystemExit("the firmware does not listen")

    def kill(self):
        self.process.kill()
        self.process.wait()
