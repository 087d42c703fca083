"""A camera that drops its connections for a long time: whether memory and descriptors grow. Beside it a camera of ONVIF,
whose subscription must live as long."""

import contextlib
import pathlib
import random
import subprocess
import sys
import threading
import time

import camera_house
import common
import home_hub
import measure
import report

#: The length of the short run in seconds: a subscription of ONVIF is renewed after eight minutes.
SHORT = 540
#: Six months, by which the clock of the camera of ONVIF is ahead, in seconds.
CLOCK = 15_552_000
#: The pauses between two drops, in seconds. The short run has as many drops as an hour and a half of a long one.
PAUSES = {False: (1, 10), True: (10, 100)}


def run(bars, seconds):
    is_long = seconds > SHORT
    seconds = max(SHORT, seconds)
    pauses, chance = PAUSES[is_long], random.Random(seed := random.randrange(1 << 32))
    samples = {}
    with camera_house.House("--gop", 1) as house, watching(house) as viewers, onvif(house) as events:
        begun, drops = time.monotonic(), 0
        due = begun + chance.uniform(*pauses)
        while (now := time.monotonic()) < begun + seconds:
            if now >= due:
                house.camera.say("drop")
                drops, due = drops + 1, now + chance.uniform(*pauses)
            for name, process in house.processes.items():
                samples.setdefault(name, []).append((home_hub.memory_of(process), camera_house.descriptors(process)))
            time.sleep(1)
        events.say("subscriptions now")
        kept, made, renewed = map(int, events.answer().split()[1:])
    words = duration(seconds)
    bars.section.intro += (
        f"\nThe camera that drops its connections did so {drops} times in {words}, {pauses[0]} to {pauses[1]} s apart\n"
        f"(seed {seed}); `Benchmarks/run cameras --hours 24` takes a day, with 10 to 100 s between two.")
    for name, each in samples.items():
        # The first minute also brings what all later connections share.
        memory, files = zip(*each[60:])
        part = max(1, len(memory) // 10)
        growth = max(memory[-part:]) / max(memory[:part])
        bars.at_most(f"memory of {name} after {words} of drops", "× that of the first tenth", growth, 1.1)
        opened = max(files[-part:]) - max(files[:part])
        bars.at_most(f"descriptors of {name} more than in the first tenth", "", opened, 0)
        bars.figure(f"memory of {name} over this time, MiB", ", ".join(
            report.number(value / 2**20) for value in memory[:: max(1, len(memory) // 8)]))
    bars.figure("pictures came again after a drop, at the latest s", viewers.longest)
    bars.at_most(f"subscriptions that a camera of ONVIF keeps after {words}", "", kept, 1)
    bars.at_most("subscriptions that it had to make", "", made, 1)
    bars.at_least("times that its subscription was renewed", renewed, max(1, int(seconds // 485)))


def duration(seconds):
    return f"{seconds / 3600:g} h" if seconds >= 3600 else f"{seconds / 60:g} minutes"


class Viewers(threading.Thread):
    """A viewer after the other: a live view lasts five minutes."""

    def __init__(self, house):
        super().__init__(daemon=True)
        self.house, self.is_over, self.longest = house, False, 0.0
        self.start()

    def run(self):
        last = None
        while not self.is_over:
            refused = contextlib.suppress(measure.NotMeasured, OSError, AssertionError)
            with refused, camera_house.Viewer(self.house) as viewer:
                while viewer.ended is None and not self.is_over:
                    time.sleep(0.1)
                    while viewer.units:
                        unit = viewer.units.popleft()
                        if not unit.is_audio:
                            self.longest, last = max(self.longest, unit.at - (last or unit.at)), unit.at
        if last is not None:
            self.longest = max(self.longest, time.monotonic() - last)


@contextlib.contextmanager
def watching(house):
    viewers = Viewers(house)
    try:
        yield viewers
    finally:
        viewers.is_over = True
        viewers.join(60)


class Events:
    """A camera of ONVIF with a wrong clock, at the hub."""

    def __init__(self, house):
        password = pathlib.Path(house.folder) / "password"
        password.write_text("secret\n")
        self.process = subprocess.Popen(
            [sys.executable, "-B", str(common.HERE.parent / "Tests/Integrations/onvif_camera.py"), "--clock", str(CLOCK)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        house.hub.command("add", f"127.0.0.1:{int(self.answer())}", "--kind", "onvif", "--password-file", str(password),
                          "--hub", f"127.0.0.1:{house.hub.port}", folder=house.folder)

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def answer(self):
        return self.process.stdout.readline()


@contextlib.contextmanager
def onvif(house):
    events = Events(house)
    try:
        yield events
    finally:
        events.process.kill()
        events.process.wait()
