"""All bars of cameras in one run, with GStreamer's RTSP server as the camera, beside ffmpeg as its client."""

import os
import re
import subprocess
import time

import bridges
import browser
import camera_costs
import camera_drops
import camera_ends
import camera_house
import camera_pages
import common
import home_hub
import measure
import report

TITLE = "Cameras"
PACKAGES = [*home_hub.PACKAGES, *camera_house.PACKAGES, "chromium", "firefox-esr", "python3-venv"]
WYOMING = ["wyoming==1.10.2"]


def build():
    home_hub.build(), camera_house.build()


class Bars:
    """The rows of the table of bars, and the figures besides."""

    def __init__(self, section):
        self.section, self.rows, self.figures = section, [], []

    def at_most(self, words, unit, value, limit):
        self._add(words, unit, f"≤ {limit:g}" if limit else "0", value, limit, at_most=True)

    def at_least(self, words, value, limit):
        self._add(words, "", f"≥ {limit:g}", value, limit, at_most=False)

    def _add(self, words, unit, wanted, value, limit, at_most):
        self.section.bar(f"cameras: {words}" + (f", {unit}" if unit else ""), wanted, value, limit, at_most=at_most)
        met = "yes" if self.section.bars[-1]["met"] else "**no**"
        self.rows.append([words, f"{wanted} {unit}".strip(), report.number(value), met])

    def figure(self, words, value):
        self.figures.append([words, value if isinstance(value, str) else report.number(value)])


def run(rounds, seconds):
    section = report.Section(TITLE, f"""
Repeat with `Benchmarks/run cameras`. GStreamer's RTSP server is the camera, `hearth-cameras` and `hearth serve` run on core 0.
Viewers of frames read `OpenLiveView` by Connect in Python. A picture shows the camera's time: its age is from that time
until the browser has drawn it, of all pictures after a view's first second. Beside it ffmpeg copies the same stream from
the same camera; go2rtc is not measured, as Debian has no package of it. Medians of at most {rounds} rounds on
{os.cpu_count()} cores. {time.strftime("%Y-%m-%d")}; {common.versions("ffmpeg", "chromium", "firefox-esr")};
{home_hub.surroundings()}.""")
    bars = Bars(section)
    faults = (measure.NotMeasured, OSError, AssertionError, ImportError, subprocess.SubprocessError, *browser_faults())
    for name, part in {
        "the cost of a stream": lambda: camera_costs.run(bars, rounds, min(seconds, 2)),
        "the age of pictures": lambda: camera_pages.run(bars, rounds, min(seconds, 2)),
        "the end of views": lambda: camera_ends.run(bars),
        "cameras with ONVIF": lambda: onvif(bars),
        "the Wyoming protocol": lambda: wyoming(bars),
        "a camera that drops its connections": lambda: camera_drops.run(bars, seconds),
    }.items():
        print(f"measuring {name}", flush=True)
        try:
            part()
        except faults as reason:
            section.not_measured(common.HEARTH, name, reason)
    section.table("bar", "wanted", "measured", "met")
    for row in bars.rows:
        section.row(*row)
    section.table("without a bar", "")
    for row in bars.figures:
        section.row(*row)
    return section


def browser_faults():
    try:
        return [browser.sync_api().Error]
    except measure.NotMeasured:
        return []


def onvif(bars):
    """The judge of ONVIF, whose camera has a clock that is six months ahead."""
    if os.geteuid() != 0:
        raise measure.NotMeasured("only root can make network namespaces")
    said = camera_house.judged(
        "onvif.py", "--hub", common.swift_build("hearth"), "--cameras", common.swift_build("hearth-cameras"), alone=True)
    times = [float(each) for each in re.search(r"motion to event, s:((?: \d+\.\d+)+)", said)[1].split()]
    bars.at_most("motion at a camera whose clock is six months ahead until its event", "s", max(times), 1)
    kept = max(int(each) for each in re.search(r"subscriptions after restarts:((?: \d+)+)", said)[1].split())
    bars.at_most("subscriptions that the camera keeps after restarts of the hub, also by kills", "", kept, 1)


def wyoming(bars):
    python = bridges.environment("wyoming", ("3.12", "3.11", "3.13"), WYOMING)
    said = camera_house.judged("wyoming_judge.py", "--hub", common.swift_build("hearth"), python=python)
    slowest = float(re.search(r"at p99 ([\d.]+) ms", said)[1])
    bars.at_most("an answer by the Wyoming protocol, p99", "ms", slowest, 50)
