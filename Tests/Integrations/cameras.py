"""Judges `hearth-cameras` by GStreamer's RTSP server and ffmpeg: pictures come and can be decoded, with and without a
password, in H.264 and H.265; the stream survives a camera that drops its connections or restarts; passwords show
nowhere. With a hub: a second viewer sees a picture at once although key frames are rare, over one connection; a camera without
pictures of its own has those of its stream."""

import argparse
import atexit
import http.server
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "PythonTestSupport"))

from integrated_hub import Hub  # noqa: E402
from processes import free_port, until  # noqa: E402

PASSWORD = "correct-horse-battery"
STARTED = []


def start(command, **more):
    """Starts a program, which ends with this one at the latest."""
    process = subprocess.Popen(command, **more)
    STARTED.append(process)
    return process


def end_all():
    for process in STARTED:
        process.kill()


atexit.register(end_all)


class Camera:
    """GStreamer's RTSP server."""

    def __init__(self, *options, password=None, port=None):
        self.port = port or free_port()
        program = pathlib.Path(__file__).with_name("rtsp_server.py")
        user = ["--user", "admin"] if password else []
        self.process = start(
            ["/usr/bin/python3", "-B", program, "--port", str(self.port), *map(str, options), *user],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        if password:
            self.say(password)
        assert self.process.stdout.readline().strip() == str(self.port), "the camera did not start"

    def say(self, word):
        self.process.stdin.write(word + "\n")
        self.process.stdin.flush()

    def clients(self):
        self.say("clients")
        return int(self.process.stdout.readline())

    def stop(self):
        self.process.kill()
        self.process.wait()


class Configuration:
    """A file with one camera, and one with its password."""

    def __init__(self, camera, password=None, **more):
        self.folder = tempfile.TemporaryDirectory(prefix="hearth-cameras-")
        folder = pathlib.Path(self.folder.name)
        entry = {"id": "cam", "name": "Porch", "url": f"rtsp://127.0.0.1:{camera.port}/live", **more}
        if password:
            (folder / "password").write_text(password + "\n")
            entry |= {"user": "admin", "passwordFile": "password"}
        self.path = folder / "cameras.json"
        self.path.write_text(json.dumps({"cameras": [entry]}))


class Frames:
    """Counts the pictures that ffmpeg decodes from a program's output."""

    def __init__(self, command, codec="h264"):
        self.begun = time.monotonic()
        self.program = start(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.count, self.first, self.bytes, self.said = 0, None, 0, []
        self.decoder = start(
            ["ffmpeg", "-hide_banner", "-loglevel", "error", "-probesize", "32", "-fflags", "nobuffer", "-flags",
             "low_delay", "-threads", "1", "-f", "hevc" if codec == "h265" else "h264", "-i", "-", "-f",
             "framecrc", "-"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=False)
        self.errors = []
        for target in (self._feed, self._count, self._listen, self._hear):
            threading.Thread(target=target, daemon=True).start()

    def _feed(self):
        while piece := os.read(self.program.stdout.fileno(), 1 << 16):
            if self.first is None:
                self.first = time.monotonic() - self.begun
            self.bytes += len(piece)
            try:
                self.decoder.stdin.write(piece)
                self.decoder.stdin.flush()
            except BrokenPipeError:
                return
        self.decoder.stdin.close()

    def _count(self):
        for line in self.decoder.stdout:
            self.count += not line.startswith(b"#")

    def _listen(self):
        for line in self.program.stderr:
            self.said.append(line.decode())

    def _hear(self):
        for line in self.decoder.stderr:
            self.errors.append(line.decode())

    def wait(self, more, seconds=30):
        """Waits for more pictures."""
        goal = self.count + more
        until(f"{goal} pictures (the program said {self.said[-3:]})", lambda: self.count >= goal, seconds)

    def cpu(self):
        """The seconds of a core that the program has used."""
        fields = pathlib.Path(f"/proc/{self.program.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        for process in (self.program, self.decoder):
            process.kill()
            process.wait()


class Pictures(http.server.ThreadingHTTPServer):
    """Gives a picture in JPEG that ffmpeg has made, a second after it was asked for; counts the questions."""

    def __init__(self):
        made = ["ffmpeg", "-loglevel", "error", "-f", "lavfi", "-i", "testsrc=size=640x360", "-frames:v", "1", "-f",
                "mjpeg", "-"]
        self.picture, self.count = subprocess.run(made, capture_output=True, check=True).stdout, 0
        server = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                server.count += 1
                time.sleep(1)
                self.send_response(200)
                self.end_headers()
                self.wfile.write(server.picture)

            def log_message(self, *words):
                pass

        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()


def check(program, configuration):
    done = subprocess.run(
        [program, "check", "--config", configuration.path], capture_output=True, text=True, timeout=60)
    assert PASSWORD not in done.stdout + done.stderr, "the password was printed"
    return done.stdout.strip()


def judge_streams(cameras):
    for codec, pattern in (("h264", r"avc1\.42\w{4}, 640 × 360; ulaw, 8000 Hz"), ("h265", r"hvc1\.1\..*, 640 × 360")):
        camera = Camera("--codec", codec)
        configuration = Configuration(camera)
        said = check(cameras, configuration)
        assert re.search(pattern, said), said
        frames = Frames([cameras, "play", "cam", "--config", configuration.path], codec)
        # What the server had encoded before the session began refers to pictures that it does not send.
        frames.wait(40)
        frames.errors.clear()
        frames.wait(50)
        print(f"{codec}: {said}; first bytes after {frames.first:.2f} s; decoder said {frames.errors[:3]}")
        assert not frames.errors, frames.errors[:3]
        frames.stop()
        camera.stop()


def judge_passwords(cameras):
    for basic in ([], ["--basic"]):
        camera = Camera(*basic, password=PASSWORD)
        good = Configuration(camera, PASSWORD, allowBasic=bool(basic))
        said = check(cameras, good)
        assert "640 × 360" in said, said
        said = check(cameras, Configuration(camera, "wrong", allowBasic=bool(basic)))
        assert "refuses the user or the password" in said, said
        said = check(cameras, Configuration(camera))
        assert "wants a password" in said, said
        if basic:
            said = check(cameras, Configuration(camera, PASSWORD))
            assert "does not send on this connection" in said, said
        frames = Frames([cameras, "play", "Porch", "--config", good.path])
        frames.wait(25)
        arguments = pathlib.Path(f"/proc/{frames.program.pid}/cmdline").read_bytes()
        assert PASSWORD.encode() not in arguments and not any(PASSWORD in line for line in frames.said)
        frames.stop()
        camera.stop()
    print("passwords: digest and basic are proven, wrong ones are told, none is shown")


def judge_losses(cameras):
    camera = Camera()
    configuration = Configuration(camera)
    frames = Frames([cameras, "play", "cam", "--config", configuration.path])
    frames.wait(25)
    camera.say("drop")
    begun = time.monotonic()
    frames.wait(50)
    print(f"dropped: 50 pictures later after {time.monotonic() - begun:.1f} s")
    camera.stop()
    time.sleep(3)
    begun = time.monotonic()
    camera = Camera(port=camera.port)
    frames.wait(25, seconds=60)
    print(f"restarted: 25 pictures later after {time.monotonic() - begun:.1f} s")
    camera.stop()
    camera = Camera("--drop", 3, port=camera.port)
    frames.wait(150, seconds=60)
    assert frames.program.poll() is None, frames.said
    print("dropped each 3 s: the stream goes on")
    frames.stop()
    camera.stop()


def judge_cost(cameras, seconds=20):
    # Snow has the bits that it is asked for.
    camera = Camera("--bitrate", 4000, "--width", 1280, "--height", 720, "--pattern", "snow")
    configuration = Configuration(camera)
    frames = Frames([cameras, "play", "cam", "--config", configuration.path])
    frames.wait(50)
    begun, cpu, size = time.monotonic(), frames.cpu(), frames.bytes
    time.sleep(seconds)
    passed = time.monotonic() - begun
    rate = (frames.bytes - size) * 8 / passed / 1e6
    print(f"cost: {(frames.cpu() - cpu) / passed * 100:.1f} % of a core at {rate:.1f} Mbit/s")
    frames.stop()
    camera.stop()


def judge_hub(cameras, program):
    camera = Camera("--gop", 10, password=PASSWORD)
    pictures = Pictures()
    configuration = Configuration(camera, PASSWORD, snapshotUrl=f"http://127.0.0.1:{pictures.server_port}/picture")
    hub = Hub(program)
    log = open(configuration.path.with_name("log"), "w+")
    process = start(
        [cameras, "--config", configuration.path, "--hub", hub.address], stdout=log, stderr=subprocess.STDOUT)
    until("the hub has the camera", lambda: any(
        each["name"] == "Porch" and each["connectivity"] == "online" for each in hub.devices()))
    watch = [program, "camera", "watch", "Porch", "--hub", hub.address]
    first = Frames(watch)
    first.wait(25)
    time.sleep(3)
    second = Frames(watch)
    second.wait(1)
    print(f"hub: first bytes of the first viewer after {first.first:.2f} s, of the second after {second.first:.2f} s "
          "at a GOP of 10 s")
    others = [Frames(watch) for _ in range(4)]
    for other in others:
        other.wait(10)
    assert camera.clients() == 1, "one connection serves all viewers"
    asked = [
        subprocess.Popen([program, "camera", "picture", "Porch", "-", "--hub", hub.address], stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE) for _ in range(3)]
    assert [each.communicate()[0] for each in asked] == [pictures.picture] * 3
    assert pictures.count == 1, f"{pictures.count} questions for one picture"
    print("pictures: one question to the camera for three at the hub")
    shown = json.dumps(hub.run("show", "Porch"))
    assert PASSWORD not in shown + log.read() + "".join(hub.lines)
    process.kill()
    process.wait()
    until("the hub shows the camera as offline", lambda: hub.device("Porch").connectivity != "online", 5)
    hub.devices()
    for frames in (first, second, *others):
        frames.stop()
    hub.stop()
    camera.stop()


def judge_stills(cameras, program):
    for codec in ("h264", "h265"):
        camera = Camera("--codec", codec)
        configuration = Configuration(camera)
        hub = Hub(program)
        process = start(
            [cameras, "--config", configuration.path, "--hub", hub.address], stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        until("the hub has the camera", lambda: any(
            each["name"] == "Porch" and each["connectivity"] == "online" for each in hub.devices()))
        times = []
        for _ in range(2):
            begun = time.monotonic()
            taken = subprocess.run(
                [program, "camera", "picture", "Porch", "-", "--hub", hub.address], capture_output=True, timeout=60)
            times.append(time.monotonic() - begun)
            assert taken.returncode == 0, taken.stderr
            probe = ["ffprobe", "-loglevel", "error", "-show_entries", "stream=codec_name,width,height", "-of", "csv=p=0",
                     "-f", "mjpeg", "-i", "-"]
            said = subprocess.run(probe, input=taken.stdout, capture_output=True, check=True).stdout.decode().strip()
            assert said == "mjpeg,640,360", said
            time.sleep(2.5)
        assert camera.clients() == 1, "the stream is kept for the next picture"
        print(f"stills: a picture of a stream in {codec} after {times[0]:.2f} s, the next one after {times[1]:.2f} s")
        process.kill()
        hub.stop()
        camera.stop()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cameras", required=True, help="the program hearth-cameras")
    parser.add_argument("--hub", help="the program hearth")
    parser.add_argument("cases", nargs="*", help="streams, passwords, losses, cost, hub, stills; all by default")
    options = parser.parse_args()
    cases = {
        "streams": lambda: judge_streams(options.cameras), "passwords": lambda: judge_passwords(options.cameras),
        "losses": lambda: judge_losses(options.cameras), "cost": lambda: judge_cost(options.cameras),
        "hub": lambda: judge_hub(options.cameras, options.hub),
        "stills": lambda: judge_stills(options.cameras, options.hub)}
    if not options.hub:
        del cases["hub"], cases["stills"]
    for name in options.cases or cases:
        cases[name]()
    print("cameras: all cases passed")


if __name__ == "__main__":
    main()
