"""The time in which a hub reads a sentence about a home with a thousand names."""

import os
import time

import automations
import common
import home_hub
import report

TITLE = "Sentences"
PACKAGES = home_hub.PACKAGES
LIGHTS = 1_000
ROUNDS = 200


def build():
    common.swift_build("hearth-bench-automations")


def run(rounds, _):
    section = report.Section(TITLE, f"""
Repeat with `Benchmarks/run speech`. A hub inside `hearth-bench-automations` with {LIGHTS:,} lights; a client in the same
process calls `Understand` with {ROUNDS} times eight sentences: commands, questions, a misspelled name, words that mean nothing.
The state of a light changes between them. Medians of {rounds} rounds on {os.cpu_count()} cores.
{time.strftime("%Y-%m-%d")}; {home_hub.surroundings()}.""")
    figures = []
    for _ in range(rounds):
        with automations.file() as path:
            figures.append(automations.ours("words", path, LIGHTS, ROUNDS))
    first, p50, p99 = (home_hub.median([each[key] for each in figures]) * 1e3 for key in ("first", "p50", "p99"))
    section.table("a sentence about 1,000 lights", "first ms", "p50 ms", "p99 ms")
    section.row(common.HEARTH, *map(report.number, (first, p50, p99)))
    section.bar("a sentence about 1,000 names, p99 in ms", "≤ 5", p99, 5, at_most=True)
    return section
