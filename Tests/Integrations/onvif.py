"""Judges cameras that speak ONVIF: a hub finds ours in another network namespace, adds it with its password, and brings its
events, also after restarts of both. With `hearth-cameras` and GStreamer's RTSP server it also has live views, which ffmpeg
decodes, and pictures. PyPI `ipycam`, another's camera, is found, added and watched, too; PyPI `onveef`, another's client,
judges our camera. It runs as root in mount and network namespaces of its own."""

import argparse
import asyncio
import contextlib
import importlib.util
import pathlib
import subprocess
import sys
import tempfile
import time

from avahi import THERE, network
from cameras import Frames
from integrated_hub import Hub, Refused, Watch
from onvif_camera import PICTURE
from processes import until

PASSWORD = "a-secret-of-a-camera-1"
#: Six months.
CLOCK = 15_552_000
IPYCAM = """
import sys, time
import numpy
from ipycam import CameraConfig, IPCamera
camera = IPCamera(CameraConfig(
    local_ip=sys.argv[1], onvif_port=8081, rtsp_port=8555, username="admin", password=sys.argv[2], hw_accel="cpu",
    main_width=640, main_height=360, main_fps=10, main_bitrate="1M", sub_width=320, sub_height=180, sub_fps=10))
camera.start()
for number in range(1 << 40):
    camera.stream(numpy.full((360, 640, 3), number * 5 % 256, dtype=numpy.uint8))
    time.sleep(0.1)
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


class Streams:
    """GStreamer's RTSP server on a machine, with the streams main and sub of our camera."""

    def __init__(self, machine, said, port=0):
        program = pathlib.Path(__file__).with_name("rtsp_server.py")
        self.process = machine.start(
            "/usr/bin/python3", "-B", program, "--listen", THERE[1], "--port", port, "--user", "admin", "--stream",
            "main=h265", "--stream", "sub=h264", "--speaker", said, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        self.process.stdin.write(PASSWORD + "\n")
        self.process.stdin.flush()
        self.port = int(self.process.stdout.readline())

    def close(self):
        self.process.kill()
        self.process.wait()


class Cameras:
    """`hearth-cameras` without a file."""

    def __init__(self, program, hub, folder):
        self.log = folder / "hearth-cameras.log"
        with open(self.log, "a") as log:
            self.process = subprocess.Popen(
                [program, "--hub", hub.address, "--webrtc", "0"], stdout=log, stderr=subprocess.STDOUT)

    def close(self):
        self.process.kill()
        self.process.wait()


class Judge:
    def __init__(self, program, cameras, ends):
        self.program, self.cameras_program, self.cameras = program, cameras, None
        here, self.there = network()
        ends.callback(self.there.process.wait)
        ends.callback(self.there.process.kill)
        self.ends = ends
        self.folder = pathlib.Path(ends.enter_context(tempfile.TemporaryDirectory()))
        self.password = self.folder / "password"
        self.password.write_text(PASSWORD)
        self.said = self.folder / "said"
        self.streams = Streams(self.there, self.said) if cameras else None
        self.start_camera("--clock", CLOCK)
        ends.callback(lambda: self.camera.close())
        if cameras:
            ends.callback(lambda: self.streams.close())
            ends.callback(lambda: self.cameras and self.cameras.close())
        self.hub = Hub(program, listen="0.0.0.0:0")
        ends.callback(self.hub.stop)
        self.watch = None

    def start_camera(self, *more, port=0):
        rtsp = ["--rtsp", str(self.streams.port)] if self.streams else []
        self.camera = Camera(
            self.there, "--listen", THERE[1], "--discover", "--port", str(port), *rtsp, *map(str, more))

    def start_cameras(self):
        self.cameras = Cameras(self.cameras_program, self.hub, self.folder)

    def watched(self, pictures, name="Acme Sim-1", codec="h264"):
        """Watches until so many pictures are decoded."""
        small = ["--small"] if codec == "h264" else []
        frames = Frames([self.program, "camera", "watch", name, *small, "--hub", self.hub.address], codec)
        try:
            frames.wait(pictures)
        finally:
            frames.stop()
        return frames

    def refusal(self, *words):
        """What `hearth camera` says when it fails; empty if it does not."""
        done = subprocess.run(
            [self.program, "camera", *map(str, words), "--hub", self.hub.address], capture_output=True, timeout=90)
        return done.stderr.decode() if done.returncode else ""

    def taking_fails(self):
        """Why no picture can be taken; empty if one was."""
        return self.refusal("picture", self.id, self.folder / "picture.jpg")

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
        """A motion is an event of the hub, and in its log. Benchmarks/camera_bars.py has the bar for its time."""
        def wanted(line):
            return "OccupancySensing" in str(line)

        # The hub pauses after each answer, so the next events may find it between two questions.
        times = []
        for value in ("true", "false") * 3:
            self.watch.lines.clear()
            times.append(self.seconds_until(("VideoSource/MotionAlarm", "State", value), wanted))
        print("    motion to event, s:", *(f"{each:.2f}" for each in times))
        log = self.hub.run("log", self.id)
        assert "occupancy" in str(log).lower() or "motion" in str(log).lower(), log

    def visitors_and_people_are_events(self):
        """A doorbell's button is a press, and a person an event."""
        for topic, wanted in (("Visitor", "InitialPress"), ("PeopleDetect", "ObjectDetected")):
            self.camera.event(f"RuleEngine/MyRuleDetector/{topic}", "State", "true")
            self.watch.until(lambda line: wanted in str(line))

    def a_sound_is_a_flag(self):
        """A detected sound is a Flag, which is on until the camera says that it is over."""
        for value in ("true", "false"):
            self.camera.event("AudioAnalytics/Audio/DetectedSound", "IsSoundDetected", value)
            self.watch.until(lambda line: "Flag" in str(line) and value in str(line).lower())

    def a_missing_program_is_named(self):
        """Without hearth-cameras live view and picture say which command helps; events have come all the same."""
        for words in (("watch", self.id, "--output", self.folder / "out"), ("picture", self.id, self.folder / "out")):
            said = self.refusal(*words)
            assert f"hearth-cameras --hub {self.hub.address}" in said, said

    def live_views_come(self):
        """With hearth-cameras, which has no file, both streams come; ffmpeg decodes them."""
        self.start_cameras()
        until("a live view", lambda: self.taking_fails() == "")
        for codec in ("h264", "h265"):
            print(f"    {codec}: first bytes after {self.watched(30, codec=codec).first:.2f} s")
        audit = str(self.hub.run("audit"))
        assert "gets the passwords of" in audit, audit

    def clients_get_streams_over_webrtc(self):
        """A client gets the camera's small stream over WebRTC, because the main one is not H.264, and no more of it once a
        privacy mode is on. A camera's audit rows are those of all live views."""
        if importlib.util.find_spec("aiortc") is None:
            return print("skipped: live views over WebRTC, as aiortc is not installed (PyPI)")
        from webrtc import PRIVACY, View, camera_of

        async def watch():
            device, endpoint = camera_of(self.hub, self.id)
            view = await View(self.hub, device, endpoint=endpoint).open()
            await view.wait(50)
            assert view.sounds and view.sizes == {(640, 360)}, (view.sounds, view.sizes)
            print(f"    WebRTC: first picture after {view.first:.2f} s")
            self.hub.set(device, endpoint, PRIVACY, "true")
            late = await view.wait_end()
            assert late < 1, f"the last picture came {late:.2f} s after privacy was switched on"
            self.hub.set(device, endpoint, PRIVACY, "false")
            await view.close()

        asyncio.run(watch())
        assert "began to watch" in str(self.hub.run("audit"))

    def a_client_talks_through_the_camera(self):
        """What a client says is played by the camera, over ONVIF's back channel with the camera's password."""
        if importlib.util.find_spec("aiortc") is None:
            return print("skipped: talking, as aiortc is not installed (PyPI)")
        from webrtc import RATE, Tone, View, camera_of, linear, talk, tone

        async def say():
            device, endpoint = camera_of(self.hub, self.id)
            view = await View(self.hub, device, endpoint=endpoint, voice=Tone()).open()
            await view.wait(10)
            await asyncio.to_thread(talk, view)
            end = time.monotonic() + 15
            while not self.said.exists() or self.said.stat().st_size < RATE:
                assert time.monotonic() < end, "the camera hears nothing"
                await asyncio.sleep(0.1)
            share = tone([linear(byte) for byte in self.said.read_bytes()[-RATE // 2:]], RATE)
            assert share > 0.5, f"the tone has {share:.2f} of the power"
            await asyncio.to_thread(talk, view, False)
            await view.close()

        asyncio.run(say())
        audit = str(self.hub.run("audit"))
        assert "began to talk through" in audit and "stopped talking through" in audit, audit

    def pictures_come(self):
        """Pictures come with the camera's own bytes, and not while the privacy mode is on, over a restart of the hub."""
        said = self.taking_fails()
        assert said == "", said
        assert (self.folder / "picture.jpg").read_bytes() == PICTURE, "the picture has other bytes"
        mode = "CameraAvStreamManagement.softLivestreamPrivacyModeEnabled"
        self.hub.run("set", self.id, f"{mode}=true")
        self.hub.stop()
        self.hub.start()
        until("the device", lambda: (self.device("Acme Sim-1") or {}).get("connectivity") == "online")
        for words in (("watch", self.id, "--output", self.folder / "out"), ("picture", self.id, self.folder / "out")):
            said = self.refusal(*words)
            assert "privacy mode" in said, said
        self.hub.run("set", self.id, f"{mode}=false")
        until("a picture again", lambda: self.taking_fails() == "")
        self.watch.stop()
        self.watch = Watch(self.hub)
        self.ends.callback(self.watch.stop)

    def events_come_beside_a_live_view(self):
        """While a live view runs, a motion is an event."""
        frames = Frames([self.program, "camera", "watch", self.id, "--small", "--hub", self.hub.address])
        frames.wait(10)
        time.sleep(2)
        # The hub pauses after each answer.
        self.camera.event("VideoSource/MotionAlarm", "State", "true")
        self.watch.until(lambda line: "OccupancySensing" in str(line))
        frames.wait(10)
        frames.stop()

    def a_killed_program_comes_back(self):
        """A killed hearth-cameras ends live views, and the next one has them again."""
        frames = Frames([self.program, "camera", "watch", self.id, "--small", "--hub", self.hub.address])
        frames.wait(10)
        self.cameras.close()
        until("the end of the live view", lambda: frames.program.poll() is not None, 10)
        frames.stop()
        # The hub answers with the picture of the event just before until that is two seconds old.
        until("a refusal", lambda: "hearth-cameras" in self.taking_fails(), 10)
        self.start_cameras()
        until("a picture again", lambda: self.taking_fails() == "")
        self.watched(10)

    def a_killed_camera_comes_back(self):
        """A camera without power is offline, and has events, live view and pictures again once it is back."""
        frames = Frames([self.program, "camera", "watch", self.id, "--small", "--hub", self.hub.address])
        frames.wait(10)
        self.camera.close()
        self.streams.close()
        until("the camera is offline", lambda: self.device("Acme Sim-1")["connectivity"] != "online", 60)
        assert self.taking_fails() != "", "a camera without power gave a picture"
        frames.stop()
        self.streams = Streams(self.there, self.said, self.streams.port)
        self.start_camera("--clock", CLOCK, port=self.camera.port)
        until("the camera is online", lambda: self.device("Acme Sim-1")["connectivity"] == "online", 120)
        until("a picture again", lambda: self.taking_fails() == "", 60)
        self.watched(10)
        until("its subscription", lambda: self.camera.subscriptions() == 1)
        # A connection that has lasted ends the growth of the pauses between two.
        time.sleep(11)

    def a_restarted_camera_comes_back(self):
        """A camera that has restarted is subscribed to again, once."""
        self.camera.say("restart")
        until("another subscription", lambda: self.camera.subscriptions() == 1)
        self.camera.say("clock 0")
        self.camera.say("restart")
        until("another subscription", lambda: self.camera.subscriptions() == 1)

    def a_restarted_hub_leaks_nothing(self):
        """Restarts of the hub, also by a kill, leave the camera with one subscription."""
        kept = []
        for kill in (False, True, True):
            if kill:
                self.hub.process.kill()
                self.hub.process.wait()
            else:
                self.hub.stop()
            self.hub.start()
            until("one subscription", lambda: self.camera.subscriptions() == 1)
            time.sleep(1)
            kept.append(self.camera.subscriptions())
        print("    subscriptions after restarts:", *kept)
        assert kept == [1, 1, 1], kept
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
        if not self.cameras:
            return
        # The hub's restart has ended the program's call, and it comes back.
        until("the program", lambda: "hearth-cameras" not in self.taking_fails(), 60)
        frames = self.watched(10, "PythonCam VirtualCam-1")
        print(f"    ipycam: first bytes after {frames.first:.2f} s")

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
        """The password is in no output of the hub, no word of its process, no report and no backup without keys."""
        processes = [self.hub.process] + ([self.cameras.process] if self.cameras else [])
        command = "".join(pathlib.Path(f"/proc/{each.pid}/cmdline").read_text() for each in processes)
        if self.cameras:
            command += self.cameras.log.read_text()
        shown = [self.hub.run(*words) for words in (("integrations",), ("show", self.id), ("log", self.id), ("audit",))]
        for text in (command, *self.hub.lines, str(shown), str(self.watch.lines)):
            assert PASSWORD not in text, text
        with tempfile.TemporaryDirectory() as folder:
            backup = pathlib.Path(folder, "home.backup")
            self.hub.run("backup", backup)
            assert PASSWORD.encode() not in backup.read_bytes(), "the backup has the password"

    def a_removed_camera_keeps_nothing(self):
        """A removal ends the subscription."""
        name = next(each["name"] for each in self.hub.integrations() if "Acme" in each["name"])
        self.hub.run("integrations", "remove", name, "--yes")
        until("no subscription", lambda: self.camera.subscriptions() == 0)

    STEPS = (
        a_camera_is_found, a_camera_is_ignored, a_wrong_password_is_refused, a_camera_is_added, motion_is_in_the_log,
        visitors_and_people_are_events, a_sound_is_a_flag, a_missing_program_is_named, live_views_come,
        clients_get_streams_over_webrtc,
        a_client_talks_through_the_camera, pictures_come, events_come_beside_a_live_view, a_killed_program_comes_back,
        a_killed_camera_comes_back, a_restarted_camera_comes_back, a_restarted_hub_leaks_nothing, no_password_is_shown,
        another_camera_is_added, another_client_judges_ours, a_removed_camera_keeps_nothing)
    #: Those that need `hearth-cameras`, GStreamer's RTSP server and ffmpeg.
    WITH_STREAMS = (
        live_views_come, clients_get_streams_over_webrtc, a_client_talks_through_the_camera, pictures_come,
        events_come_beside_a_live_view, a_killed_program_comes_back, a_killed_camera_comes_back)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hub", required=True, help="the program hearth")
    parser.add_argument("--cameras", help="the program hearth-cameras, for live views, by GStreamer's RTSP server")
    options = parser.parse_args()
    with contextlib.ExitStack() as ends:
        judge = Judge(options.hub, options.cameras, ends)
        try:
            for step in Judge.STEPS:
                if step in Judge.WITH_STREAMS and not options.cameras:
                    continue
                step(judge)
                print(f"passed: {step.__doc__}", flush=True)
        except BaseException:
            print("The last lines of the hub:", *judge.hub.lines[-20:], sep="\n    ")
            raise


if __name__ == "__main__":
    main()
