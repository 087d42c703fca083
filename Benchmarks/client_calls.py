"""Clients: unary echo, a hundred at a time on one connection, against the floor server."""

import json
import os
import random
import subprocess
import time

import common
import measure
import report

TITLE = "Clients against the floor server"
PACKAGES = common.SERVER_PACKAGES
WORK = "1 × 100"


CLIENTS = {
    common.HEARTH: lambda: common.swift_build("hearth-bench-client"), common.CPP: lambda: common.cpp_peer("grpcpp_client"),
    common.GO: lambda: common.go_peer("client"),
}


def build():
    common.floor_server()
    for client in CLIENTS.values():
        client()


def one(client, port, count):
    return json.loads(measure.on_load_core([client(), str(port), "100", str(count)]))


def run(rounds, seconds):
    figures, clients, counts = measure.Figures(), CLIENTS, {}
    order = random.Random(4)
    with measure.Server(common.floor()) as server:
        for turn in range(-1, rounds):
            for name in order.sample(list(clients), len(clients)):
                if (name, WORK) in figures.missing:
                    continue
                try:
                    if turn < 0:
                        rate = one(clients[name], server.port, 5000)["rate"]
                        counts[name] = int(max(5000, rate * seconds)) // 100 * 100
                    else:
                        figures.add(name, WORK, one(clients[name], server.port, counts[name]))
                except (measure.NotMeasured, OSError, subprocess.SubprocessError) as reason:
                    figures.miss(name, WORK, reason)
    section = report.Section(TITLE, f"""
Repeat with `Benchmarks/run client`. Each client calls Echo of `peers/floor_server.c` through its generated stub, a hundred
calls at a time on one connection: Hearth by tasks on the connection's loop, gRPC C++ by callbacks, grpc-go by goroutines.
The client runs on core 1, the floor on core 0; medians of {rounds} rounds of about {seconds:g} s in random order on
{os.cpu_count()} cores.
{time.strftime("%Y-%m-%d")}; {common.versions("libgrpc++-dev", "golang-google-grpc-dev", "libnghttp2-dev")}.""")
    report.rates(section, figures, clients, [WORK], [("C++", common.CPP)], chart="client, unary echo")
    section.bar("client, unary echo, 1 × 100", "≥ 2 × C++",
                figures.ratio(common.HEARTH, common.CPP, WORK, "rate"), 2)
    section.bar("client CPU per unary call", "≤ 0.5 × C++",
                figures.ratio(common.HEARTH, common.CPP, WORK, "cpu"), 0.5, at_most=True)
    return section
