"""Server streaming: as many 64-byte messages as the client can read, on one stream and on a hundred."""

import os
import time

import common
import measure
import report

TITLE = "Server streaming, 64-byte messages"
PACKAGES = common.SERVER_PACKAGES
WORKS = {"1 stream": 1, "100 streams": 100}


def build():
    common.hearth_server(), common.cpp_server(), common.go_server(), common.floor(), common.load_client()


def run(rounds, seconds):
    works = {
        name: (lambda server, count, streams=streams: measure.load(server, "stream", streams, count // 100 * 100))
        for name, streams in WORKS.items()
    }
    servers = {
        common.HEARTH: common.hearth_server, common.GO: common.go_server, common.CPP: common.cpp_server,
        common.FLOOR: common.floor,
    }
    figures = measure.interleaved(servers, works, rounds, seconds)
    section = report.Section(TITLE, f"""
Repeat with `Benchmarks/run streaming`. Every message is encoded and written on its own by a handler (the floor copies
one that it has, without a boundary between producer and connection: a bound, no peer). Client: `peers/load_client.cc`,
one connection, windows of 2^30 bytes; server on core 0, client on core 1; medians of {rounds} interleaved rounds of about
{seconds:g} s on {os.cpu_count()} cores.
{time.strftime("%Y-%m-%d")}; {common.versions("libgrpc++-dev", "golang-google-grpc-dev", "libnghttp2-dev")}.""")
    report.rates(
        section, figures, servers, works, [("grpc-go", common.GO), ("C++", common.CPP)], unit="messages/s",
        cpu="CPU µs/message")
    for work in works:
        section.bar(f"server streaming, {work}", "≥ 1.5 × grpc-go",
                    figures.ratio(common.HEARTH, common.GO, work, "rate"), 1.5)
        section.chart(f"server streaming, {work}", "messages/s", {
            s: figures.median(s, work, "rate") for s in servers if s != common.FLOOR and figures.has(s, work)})
    return section
