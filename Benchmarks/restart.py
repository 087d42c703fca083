"""Watches across restarts of the hub: when they are back, and whether they received every change once."""

import json
import os
import sqlite3
import subprocess
import time

import common
import home_hub
import measure
import report

TITLE = "Watches over starts of the hub"
PACKAGES = home_hub.PACKAGES
SHAPE = (100, 100)
RATE = 10


def build():
    home_hub.build()


def former_epochs(path):
    with sqlite3.connect(f"file:{path}/home.db?mode=ro", uri=True) as store:
        return store.execute("SELECT epoch, last FROM former_epoch").fetchall()


def run(_, __):
    section = report.Section(TITLE, f"""
Repeat with `Benchmarks/run restart`. {SHAPE[0] * SHAPE[1]:,} watches over {SHAPE[0]} connections, each cut when the
hub ends, and resumed from its last position when the hub listens again; a provider reports {RATE} changes a second as long as there is
a hub. The hub is ended once, killed once, and killed once after it has saved everything. Afterwards the watches' logs are compared: a change is missed if a
log goes past its position without it or a snapshot, and doubled if a log has it twice. Changes that a kill
lost before they were stored do not count as missed; a watch that saw them starts again with a snapshot. {os.cpu_count()} cores.
{time.strftime("%Y-%m-%d")}; {home_hub.surroundings()}.""")
    try:
        figures, end = measured()
    except (measure.NotMeasured, OSError, subprocess.SubprocessError) as reason:
        section.not_measured(common.HEARTH, "restart", reason)
        return section
    section.table("the hub", "it was gone after s", "all watches back after it listened, s", "after they were cut, s")
    for words, answer in figures.items():
        section.row(words, report.number(answer["ending"]), report.number(answer["back"]), report.number(answer["cut"]))
        section.bar(f"10,000 watches back, the hub {words}, s", "≤ 30", answer["back"], 30, at_most=True)
    section.table("their logs", "")
    for name, words in (
        ("changes", "changes in all"), ("messages", "messages in all"), ("missed", "missed"), ("doubled", "doubled"),
        ("different", "with other content than another watch's"), ("behind", "watches without the last one"),
        ("resets", "started again with a snapshot"),
    ):
        section.row(words, f"{end[name]:,.0f}")
    wrong = sum(end[name] for name in ("missed", "doubled", "different", "behind"))
    section.bar("changes missed or doubled over all three", "0", wrong, 0, at_most=True)
    return section


def measured():
    figures = {}
    with home_hub.folder() as path:
        hub = home_hub.Hub(path)
        port = hub.port
        try:
            with home_hub.Load(port, "follow", *SHAPE, RATE) as load:
                load.expect("ready")
                for words in ("ended cleanly", "killed", "killed when all was saved"):
                    time.sleep(2)
                    if words == "killed when all was saved":
                        load.tell("pause")
                        time.sleep(2)
                    load.tell("cut")
                    begin = time.monotonic()
                    hub.stop() if words == "ended cleanly" else hub.kill()
                    ended = time.monotonic()
                    hub = home_hub.Hub(path, port)
                    listens = time.monotonic()
                    figures[words] = json.loads(load.read())
                    figures[words] |= {"ending": ended - begin, "back": time.monotonic() - listens}
                    load.tell("go on")
                time.sleep(2)
                for epoch, last in former_epochs(path):
                    load.tell("former", epoch, last)
                return figures, load.ask("end")
        finally:
            hub.stop()
