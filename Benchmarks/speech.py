"""The time in which a hub reads a sentence about a home with a thousand names, beside recognisers of Home Assistant."""

import json
import os
import subprocess
import time

import automations
import common
import home_hub
import measure
import report

TITLE = "Sentences"
PACKAGES = home_hub.PACKAGES + ["python3-venv"]
#: Recognisers from PyPI, by the name that `peers/sentences.py` takes.
PEERS = {"hassil": "hassil==3.13.0", "gazetteer": "gazetteer-matcher==1.2.0"}
INTENTS = "home-assistant-intents==2026.11.25"
LIGHTS = 1_000
COLLIDING = "colliding names"
#: The figures of the program by language.
LANGUAGES = {"English": "p99", "German": "p99 de", "French": "p99 fr", "Spanish": "p99 es"}
NAMES = {f"{LIGHTS:,} names": common.HEARTH, f"{LIGHTS:,} names that begin with each other": COLLIDING}
ROUNDS = 200
#: The peers take longer for a sentence.
PEER_ROUNDS = 20


def build():
    common.swift_build("hearth-bench-automations"), peers()


def peers():
    """Python with the peers; raises if they can't be installed."""
    folder = common.BUILD / "sentences"
    if not (folder / "done").exists():
        print("installing " + ", ".join(PEERS.values()), flush=True)
        subprocess.run(["python3", "-m", "venv", str(folder)], check=True)
        subprocess.run(
            [str(folder / "bin/pip"), "install", "--quiet", "--disable-pip-version-check", INTENTS, *PEERS.values()],
            check=True)
        (folder / "done").touch()
    return str(folder / "bin/python")


def theirs(peer):
    out = subprocess.run(
        ["taskset", "-c", "0", peers(), str(common.HERE / "peers/sentences.py"), peer, str(LIGHTS), str(PEER_ROUNDS)],
        capture_output=True, text=True, timeout=900)
    if out.returncode != 0:
        raise measure.NotMeasured(f"it ended with {out.returncode}: {out.stderr.strip()[-200:]}")
    return json.loads(out.stdout.splitlines()[-1])


def run(rounds, _):
    section = report.Section(TITLE, f"""
Repeat with `Benchmarks/run speech`. A hub inside `hearth-bench-automations` with {LIGHTS:,} lights; a client in the
same process calls `Understand` with {ROUNDS} times eight sentences in each of four languages: commands, questions, a
misspelled name, words that mean nothing, and ten names in a row. The state of a light changes between them. The same again
with lights called "Lamp 1" to "Lamp {LIGHTS}". Beside it {' and '.join(PEERS.values())} with {INTENTS} in Python,
which read the English sentences {PEER_ROUNDS} times without a hub
around them; one core each, in turns. Medians of {rounds} rounds on {os.cpu_count()} cores, whose load was
{os.getloadavg()[0]:.1f} at the start.
{time.strftime("%Y-%m-%d")}; {home_hub.surroundings()}.""")
    figures = {name: [] for name in [common.HEARTH, COLLIDING, *PEERS]}
    missing = {}
    for _ in range(rounds):
        with automations.file() as path:
            figures[common.HEARTH].append(automations.ours("words", path, LIGHTS, ROUNDS))
        with automations.file() as path:
            figures[COLLIDING].append(automations.ours("colliding", path, LIGHTS, ROUNDS))
        for peer in PEERS:
            try:
                figures[peer].append(theirs(peer))
            except (measure.NotMeasured, OSError, subprocess.SubprocessError) as reason:
                missing[peer] = reason

    def ms(name, key):
        return home_hub.median([each[key] for each in figures[name]]) * 1e3 if figures[name] else None

    section.table("a sentence about 1,000 lights", "first ms", "p50 ms", "p99 ms", "p50 × Hearth", "p99 × Hearth")
    for name in [common.HEARTH, *PEERS]:
        values = [ms(name, key) for key in ("first", "p50", "p99")]
        ratios = [value / ms(common.HEARTH, key) if value else None for key, value in zip(("p50", "p99"), values[1:])]
        section.row(PEERS.get(name, name), *map(report.number, values + ratios))
    section.table("p99 in ms by language", *LANGUAGES)
    for names, name in NAMES.items():
        section.row(names, *(report.number(ms(name, key)) for key in LANGUAGES.values()))
    for peer, reason in missing.items():
        section.not_measured(PEERS[peer], "sentences", reason)
    for names, name in NAMES.items():
        for language, key in LANGUAGES.items():
            section.bar(f"{names}: a sentence in {language}, p99 in ms", "≤ 5", ms(name, key), 5, at_most=True)
    for peer in PEERS:
        ratio = ms(common.HEARTH, "p99") / ms(peer, "p99") if figures[peer] else None
        section.bar(f"the same beside {peer}, p99", "≤ 1 ×", ratio, 1, at_most=True)
    return section
