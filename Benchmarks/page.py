"""The hub's page in Chromium: its size, its loading times, and its behavior under many changes."""

import os
import subprocess
import time

import browser
import common
import home_hub
import measure
import page_loads
import page_streams
import page_updates
import report

TITLE = "The page in a browser"
PACKAGES = [*home_hub.PACKAGES, "chromium"]


def build():
    home_hub.build()


def run(rounds, seconds):
    rounds, updates, minutes = min(3, rounds), 10 * seconds, 5 * seconds
    section = report.Section(TITLE, f"""
Repeat with `Benchmarks/run page`; `--seconds 6` for a minute of changes each, and {5 * 6} minutes for the heap. A hub
(`hearth serve`) on core 0, makers' devices by `peers/home` on core 1, Chromium where the system puts it. "From the hub to
the screen" is from the hub's own time of a report until the frame with it is done. A thousand devices are half switches,
half thermometers, and each change of them is visible. The page's main thread is measured by its CPU time. "CPU ÷ 4" slows
only that thread, by Chromium's throttling, and not workers.
`Web/tests/walk.py` checks accessibility, and `Web/tests/smoke.py` other browser engines. Medians of {rounds} rounds
on {os.cpu_count()} cores. {time.strftime("%Y-%m-%d")}; {common.versions("chromium")}; {home_hub.surroundings()}.""")
    try:
        with browser.chromium() as chromium:
            page_loads.run(section, chromium, rounds)
            page_updates.run(section, chromium, updates, minutes)
    except (measure.NotMeasured, OSError) as reason:
        section.not_measured(common.HEARTH, "the page", reason)
    try:
        page_streams.run(section, rounds, updates)
    except (measure.NotMeasured, OSError, subprocess.SubprocessError) as reason:
        section.not_measured(common.HEARTH, f"{page_streams.COUNT} open dashboards", reason)
    return section
