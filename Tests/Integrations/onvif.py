"""Judges cameras that speak ONVIF: a hub finds ours in another network namespace, adds it with its password, and brings its
events, also after restarts of both. PyPI `ipycam`, another's camera, is found and added, too; PyPI `onveef`, another's
client, judges our camera. It runs as root in mount and network namespaces of its own."""

import argparse
import contextlib
import importlib.util
import pathlib
import subprocess
import sys
import tempfile
import time

from avahi import THERE, network
from integrated_hub import Hub, Refused, Watch
from processes import until

PASSWORD = "a-secret-of-a-camera-1"
#: Six months.
CLOCK = 15_552_000
IPYCAM = """
import http.server, sys, time, types
from ipycam import CameraConfig
from ipycam.discovery import WSDiscoveryServer
from ipycam.http import IPCameraHTTPHandler
from ipycam.onvif import ONVIFService
config = CameraConfig(local_ip=sys.argv[1], onvif_port=8081, username="admin", password=sys.argv[2])
service = ONVIFService(config, None)
IPCameraHTTPHandler.camera = types.SimpleNamespace(config=config, onvif=service)
WSDiscoveryServer(service).start()
http.server.ThreadingHTTPServer(("", 8081), IPCameraHTTPHandler).serve_forever()
"""
ONVEEF = """
import sys
from onveef.client import OnvifClient
camera = OnvifClient(sys.argv[1], int(sys.argv[2]), "admin", sys.argv[3])
# Its own type of timeout is one that newer versions of its HTTP library refuse for a pull.
camera._timeout = 10.0
assert camera.get_device_information()["SerialNumber"] == "S123"
profiles = [(each["token"], each["video_encoder"]["width"]) for each in camera.media2_get_profiles()]
assert profiles == [("sub", 640), ("main", 2560)], profiles
assert camera.get_stream_uri(profile_token="main").endswith("/main")
with camera.pull_point(timeout="PT5S") as subscription:
    print("ready", flush=True)
    messages = subscription.pull()
    assert [message["topic"] for message in messages], messages
    print("seen", messages[0]["topic"], flush=True)
"""


class Camera:
    """Our camera on a machine."""

    def __init__(self, machine, *options):
        program = pathlib.Path(__file__).with_name("onvif_camera.py")
        self.process = machine.start(
            sys.executable, program, "--password", PASSWORD, *options, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline())

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def event(self, topic, item, value):
        self.say(f"event {topic} {item} {value}")

    def subscriptions(self):
        self.say("subscriptions now")
        return int(self.process.stdout.readline().split()[1])

    def close(self):
        self.process.kill()
        self.process.wait()


class Judge:
    def __init__(self, program, ends):
        here, self.there = network()
        ends.callback(self.there.process.wait)
        ends.callback(self.there.process.kill)
        self.ends = ends
        self.folder = pathlib.Path(ends.enter_context(tempfile.TemporaryDirectory()))
        self.password = self.folder / "password"
        self.password.write_text(PASSWORD)
        self.camera = Camera(self.there, "--listen", THERE[1], "--discover", "--clock", str(CLOCK))
        ends.callback(self.camera.close)
        self.hub = Hub(program, listen="0.0.0.0:0")
        ends.callback(self.hub.stop)
        self.watch = None

    def inbox(self):
        return {each["name"]: each for each in self.hub.run("add")[0]}

    def device(self, name):
        return next((each for each in self.hub.devices() if each["name"] == name), None)

    def seconds_until(self, event, wanted):
        """The time from an event until the watch has a line."""
        start = time.monotonic()
        self.camera.event(*event)
        self.watch.until(wanted)
        return time.monotonic() - start

    def a_camera_is_found(self):
        """The hub finds a camera, and says that it needs a password."""
        found = until("the camera in the inbox", lambda: self.inbox().get("Front Door"))
        assert found["address"] == THERE[1], found
        assert "password" in str(found).lower(), found

    def a_camera_is_ignored(self):
        """A neighbour's camera can be hidden and shown again."""
        self.hub.run("integrations", "ignore", "Front Door")
        until("no camera in the inbox", lambda: "Front Door" not in self.inbox())
        self.hub.run("integrations", "unignore", "Front Door")
        until("the camera in the inbox", lambda: "Front Door" in self.inbox())

    def a_wrong_password_is_refused(self):
        """A wrong password adds nothing."""
        wrong = self.folder / "wrong"
        wrong.write_text("wrong")
        try:
            self.hub.run("add", "Front Door", "--password-file", wrong)
            raise AssertionError("a wrong password was taken")
        except Refused as refusal:
            assert "password" in str(refusal), refusal
        assert not self.hub.devices(), self.hub.devices()

    def a_camera_is_added(self):
        """With its password it is a device, although its clock is six months ahead."""
        self.hub.run("add", "Front Door", "--password-file", self.password)
        shown = until("the camera", lambda: self.device("Acme Sim-1"))
        self.id = shown["id"]
        self.watch = Watch(self.hub)
        self.ends.callback(self.watch.stop)
        until("its subscription", lambda: self.camera.subscriptions() == 1)

        def moved():
            for value in ("true", "false"):
                self.camera.event("VideoSource/MotionAlarm", "State", value)
            return self.watch.lines
        until("the watch", moved)
        time.sleep(2)

    def motion_is_in_the_log(self):
        """A motion is an event of the hub within a second, and in its log."""
        def wanted(line):
            return "OccupancySensing" in str(line)

        # The hub pauses after each answer, so the next events may find it between two questions.
        times = []
        for value in ("true", "false") * 3:
            self.watch.lines.clear()
            times.append(self.seconds_until(("VideoSource/MotionAlarm", "State", value), wanted))
        print("    motion to event, s:", *(f"{each:.2f}" for each in times))
        assert max(times) < 1.5, times
        log = self.hub.run("log", self.id)
        assert "occupancy" in str(log).lower() or "motion" in str(log).lower(), log

    def visitors_and_people_are_events(self):
        """A doorbell's button is a press, and a person an event."""
        for topic, wanted in (("Visitor", "InitialPress"), ("PeopleDetect", "ObjectDetected")):
            self.camera.event(f"RuleEngine/MyRuleDetector/{topic}", "State", "true")
            self.watch.until(lambda line: wanted in str(line))

    def a_restarted_camera_comes_back(self):
        """A camera that has restarted is subscribed to again, once."""
        self.camera.say("restart")
        until("another subscription", lambda: self.camera.subscriptions() == 1)
        self.camera.say("clock 0")
        self.camera.say("restart")
        until("another subscription", lambda: self.camera.subscriptions() == 1)

    def a_restarted_hub_leaks_nothing(self):
        """Restarts of the hub, also by a kill, leave the camera with one subscription."""
        for kill in (False, True, True):
            if kill:
                self.hub.process.kill()
                self.hub.process.wait()
            else:
                self.hub.stop()
            self.hub.start()
            until("one subscription", lambda: self.camera.subscriptions() == 1)
            time.sleep(1)
            assert self.camera.subscriptions() == 1
        until("the camera is online", lambda: "online" in str(self.hub.integrations()).lower())

    def another_camera_is_added(self):
        """PyPI `ipycam` is found and added; it wants a proof even for its time."""
        if importlib.util.find_spec("ipycam") is None:
            return print("skipped: ipycam, which is not installed (PyPI)")
        process = self.there.start(
            sys.executable, "-c", IPYCAM, THERE[1], PASSWORD, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.ends.callback(process.wait)
        self.ends.callback(process.kill)
        # The hub asks once a minute; its restart asks at once.
        until("it answers", lambda: self.there.start(
            sys.executable, "-c", f"import socket; socket.create_connection(('{THERE[1]}', 8081), 2)",
            stderr=subprocess.DEVNULL).wait() == 0)
        self.hub.stop()
        self.hub.start()
        found = until("ipycam in the inbox", lambda: next(
            (each for each in self.inbox().values() if each["address"].endswith(":8081")
             or "8081" in str(each)), None))
        self.hub.run("add", found["name"], "--password-file", self.password)
        until("ipycam's device", lambda: self.device("PythonCam VirtualCam-1"))

    def another_client_judges_ours(self):
        """PyPI `onveef` reads our camera and its events."""
        if importlib.util.find_spec("onveef") is None:
            return print("skipped: onveef, which is not installed (PyPI)")
        camera = Camera(self.there, "--listen", THERE[1])
        self.ends.callback(camera.close)
        client = self.there.start(
            sys.executable, "-c", ONVEEF, THERE[1], camera.port, PASSWORD, stdout=subprocess.PIPE, text=True)
        assert client.stdout.readline() == "ready\n"
        camera.event("VideoSource/MotionAlarm", "State", "true")
        assert "MotionAlarm" in client.stdout.readline()
        assert client.wait(20) == 0
        assert camera.subscriptions() == 0

    def no_password_is_shown(self):
        """The password is in no output of the hub, and in no word of its process."""
        command = pathlib.Path(f"/proc/{self.hub.process.pid}/cmdline").read_text()
        shown = [self.hub.run(*words) for words in (("integrations",), ("show", self.id), ("log", self.id))]
        for text in (command, *self.hub.lines, str(shown)):
            assert PASSWORD not in text, text

    def a_removed_camera_keeps_nothing(self):
        """A removal ends the subscription."""
        name = next(each["name"] for each in self.hub.integrations() if "Acme" in each["name"])
        self.hub.run("integrations", "remove", name, "--yes")
        until("no subscription", lambda: self.camera.subscriptions() == 0)

    STEPS = (
        a_camera_is_found, a_camera_is_ignored, a_wrong_password_is_refused, a_camera_is_added, motion_is_in_the_log,
        visitors_and_people_are_events, a_restarted_camera_comes_back, a_restarted_hub_leaks_nothing,
        no_password_is_shown, another_camera_is_added, another_client_judges_ours, a_removed_camera_keeps_nothing)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hub", required=True, help="the program hearth")
    options = parser.parse_args()
    with contextlib.ExitStack() as ends:
        judge = Judge(options.hub, ends)
        try:
            for step in Judge.STEPS:
                step(judge)
                print(f"passed: {step.__doc__}", flush=True)
        except BaseException:
            print("The last lines of the hub:", *judge.hub.lines[-20:], sep="\n    ")
            raise


if __name__ == "__main__":
    main()
