"""The time of one call: alone, and among a hundred on one connection."""

import os
import time

import common
import measure
import report

TITLE = "Latency of a unary call"
PACKAGES = common.SERVER_PACKAGES
WORKS = {"1 × 1": (1, 1), "1 × 100": (1, 100)}


def build():
    common.hearth_server(), common.cpp_server(), common.go_server(), common.floor(), common.load_client()


def run(rounds, seconds):
    works = {
        name: (lambda server, count, shape=shape: measure.load(server, "unary", *shape, count))
        for name, shape in WORKS.items()
    }
    servers = {
        common.HEARTH: common.hearth_server, common.CPP: common.cpp_server, common.GO: common.go_server,
        common.FLOOR: common.floor,
    }
    figures = measure.interleaved(servers, works, rounds, seconds)
    section = report.Section(TITLE, f"""
Repeat with `Benchmarks/run latency`. The same calls by `peers/load_client.cc` (raw nghttp2), server on core 0, client on
core 1; connections × streams; medians of {rounds} interleaved rounds of about {seconds:g} s on {os.cpu_count()} cores.
{time.strftime("%Y-%m-%d")}; {common.versions("libgrpc++-dev", "golang-google-grpc-dev", "libnghttp2-dev")}.""")
    section.table("server", "load", "p50 µs", "× C++", "p99 µs", "× C++", "calls/s", "CPU µs/call")
    for work in works:
        for server in servers:
            if not figures.has(server, work):
                section.not_measured(server, work, figures.missing.get((server, work), "it did not run"))
                continue
            cells = []
            for name in ("p50", "p99"):
                cells.append(report.number(figures.median(server, work, name)))
                cells.append(report.number(figures.ratio(server, common.CPP, work, name)))
            section.row(server, work, *cells, report.number(figures.median(server, work, "rate")),
                        report.number(figures.median(server, work, "cpu")))
    for work, name, wanted in (("1 × 1", "p50", 0.85), ("1 × 100", "p99", 0.4)):
        section.bar(f"latency, {name} at {work}", f"≤ {wanted} × C++",
                    figures.ratio(common.HEARTH, common.CPP, work, name), wanted, at_most=True)
        section.chart(f"latency, {name} at {work}", "µs", {
            s: figures.median(s, work, name) for s in servers if figures.has(s, work)}, less_is_better=True)
    return section
