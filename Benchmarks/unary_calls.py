"""Unary echo over gRPC: Hearth beside gRPC C++'s callback server, grpc-go and the floor."""

import os
import time

import common
import measure
import report

TITLE = "Unary echo, 32-byte messages"
PACKAGES = common.SERVER_PACKAGES
WORKS = {"1 × 100": (1, 100), "8 × 32": (8, 32)}


def build():
    common.hearth_server(), common.cpp_server(), common.floor()


def run(rounds, seconds):
    works = {
        name: (lambda server, count, shape=shape: measure.h2load(server, *shape, count))
        for name, shape in WORKS.items()
    }
    servers = {
        common.HEARTH: common.hearth_server, common.CPP: common.cpp_server, common.GO: common.go_server,
        common.FLOOR: common.floor,
    }
    figures = measure.interleaved(servers, works, rounds, seconds)
    section = report.Section(TITLE, f"""
Repeat with `Benchmarks/run unary`. Hearth serves through generated stubs and HTTP/2 on one loop, all limits on. The
server runs on core 0, h2load on core 1; load is connections × streams; medians of {rounds} interleaved rounds of about
{seconds:g} s on {os.cpu_count()} cores. h2load itself is as slow as the floor: its CPU is the honest figure there.
{time.strftime("%Y-%m-%d")}; {common.versions("libgrpc++-dev", "golang-google-grpc-dev", "libnghttp2-dev", "nghttp2-client")}.""")
    report.rates(
        section, figures, servers, works, [("C++", common.CPP), ("floor", common.FLOOR)], chart="unary echo")
    for work, wanted in (("1 × 100", 2.2), ("8 × 32", 3.5)):
        section.bar(f"unary echo, {work}", f"≥ {wanted} × C++",
                    figures.ratio(common.HEARTH, common.CPP, work, "rate"), wanted)
    cpp = figures.ratio(common.HEARTH, common.CPP, "1 × 100", "cpu")
    floor = figures.ratio(common.HEARTH, common.FLOOR, "1 × 100", "cpu")
    section.bar("server CPU per unary call, 1 × 100", "≤ 0.28 × C++", cpp, 0.28, at_most=True)
    section.bar("server CPU per unary call, 1 × 100", "≤ 2.2 × floor", floor, 2.2, at_most=True)
    section.chart("server CPU per unary call, 1 × 100", "µs", {
        s: figures.median(s, "1 × 100", "cpu") for s in servers if figures.has(s, "1 × 100")}, less_is_better=True)
    return section
