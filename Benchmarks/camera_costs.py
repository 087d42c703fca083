"""What a camera's stream costs: relayed to viewers, beside ffmpeg that copies it, and with a viewer that reads nothing."""

import statistics
import subprocess
import time

import camera_house
import common
import measure
import report

BITS = 4_000
CAMERA = ("--bitrate", BITS, "--width", 1280, "--height", 720, "--pattern", "snow", "--gop", 2)
MOST_VIEWERS = 8
#: The outputs of ffmpeg, which copies the pictures and has no sound.
COPIES = {
    "ffmpeg, copied to nothing": ["-f", "null", "-"],
    "ffmpeg, copied to fragments of MP4": ["-movflags", "frag_every_frame+empty_moov", "-f", "mp4", "-y", "/dev/null"],
}


def run(bars, rounds, seconds):
    seconds = max(5.0, 10 * seconds)
    with camera_house.House(*CAMERA) as house:
        relayed(bars, house, min(3, rounds), seconds)
    with camera_house.House(*CAMERA) as house:
        unread(bars, house)


def relayed(bars, house, rounds, seconds):
    costs, rate, connections = {}, [], []

    def note(name, value):
        costs.setdefault(name, []).append(value)
    for _ in range(rounds):
        for count in (1, MOST_VIEWERS):
            viewers = [camera_house.Viewer(house) for _ in range(count)]
            begun = time.monotonic()
            for name, share in camera_house.cpu_share(house.processes, seconds).items():
                note((name, count), share)
            ended = time.monotonic()
            got = sum(one.size for one in viewers[0].pictures(begun, ended))
            rate.append(got * 8 / (ended - begun) / 1e6)
            connections.append(house.camera.clients())
            for viewer in viewers:
                viewer.close()
        for name, output in COPIES.items():
            note(name, copied(house, output, seconds))
    median = {name: statistics.median(values) for name, values in costs.items()}
    one = (median["the hub", MOST_VIEWERS] - median["the hub", 1]) / (MOST_VIEWERS - 1)
    own = median["hearth-cameras", 1]
    about = f"{statistics.median(rate):.1f} Mbit/s"
    bars.at_most(f"hearth-cameras at {about}", "% of a core", own, 3)
    bars.at_most(f"the hub at {about}, for one more viewer", "% of a core", one, 2)
    bars.at_most(f"connections to the camera with {MOST_VIEWERS} viewers", "", max(connections), 1)
    bars.figure(f"the hub with one viewer at {about}, % of a core", median["the hub", 1])
    bars.figure(f"hearth-cameras with {MOST_VIEWERS} viewers, % of a core", median["hearth-cameras", MOST_VIEWERS])
    for name in COPIES:
        bars.figure(f"{name}, % of a core", median[name])
        bars.figure(f"hearth-cameras, × {name}", own / median[name])
    bars.section.chart("CPU for a camera's stream of 4 Mbit/s", "% of a core", {
        common.HEARTH: own + median["the hub", 1], **{name: median[name] for name in COPIES}}, less_is_better=True)


def copied(house, output, seconds):
    """The CPU of ffmpeg as the camera's client, in % of a core."""
    url = f"rtsp://127.0.0.1:{house.camera.port}/live"
    process = subprocess.Popen(
        ["taskset", "-c", "0", "ffmpeg", "-nostdin", "-loglevel", "error", "-rtsp_transport", "tcp", "-i", url, "-map",
         "0:v", "-c", "copy", *output], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        # It looks at the stream for seconds before it begins.
        time.sleep(6)
        share = camera_house.cpu_share({"ffmpeg": process.pid}, seconds)["ffmpeg"]
        if process.poll() is not None:
            raise measure.NotMeasured(f"ffmpeg ended: {process.stderr.read().strip()[-200:]}")
        return share
    finally:
        process.kill()
        process.communicate()


def unread(bars, house, seconds=20):
    """One viewer of three reads nothing."""
    with camera_house.Viewer(house) as first, camera_house.Viewer(house) as second:
        time.sleep(10)
        before = most_memory(house, 10)
        begun = time.monotonic()
        with camera_house.Viewer(house, reads=False):
            time.sleep(seconds - 10)
            after = most_memory(house, 10)
            ended = time.monotonic()
        # Those at the edges may have come to one of them only.
        seen = [{one.time for one in viewer.pictures(begun, ended)} for viewer in (first, second)]
        every = set.union(*seen)
        inner = {stamp for stamp in every if min(every) + 500_000 < stamp < max(every) - 500_000}
        lost = max(len(inner - one) for one in seen)
    bars.at_most("memory of both programs for a viewer that reads nothing", "MiB", (after - before) / 2**20, 1)
    bars.at_most(f"pictures that other viewers lose meanwhile, of {report.number(len(inner))}", "", lost, 0)


def most_memory(house, seconds):
    end, most = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        most = max(most, house.memory())
        time.sleep(0.2)
    return most
