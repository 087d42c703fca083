"""The memory of a server for an idle connection, and for an idle open stream."""

import os
import select
import socket
import ssl
import subprocess
import time

import common
import measure
import report
import tls_calls

TITLE = "Memory, idle"
PACKAGES = common.SERVER_PACKAGES + ["openssl"]
CONNECTIONS, STREAMS = 1000, (10, 1000)
#: The preface and empty SETTINGS, then the ACK of the server's.
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0\4\0\0\0\0\0"
ACK = b"\0\0\0\4\1\0\0\0\0"


def build():
    common.hearth_server(), common.cpp_server(), common.go_server(), common.floor(), common.load_client()


def settled(server):
    """The resident bytes, once they no longer change."""
    last = -1
    for _ in range(20):
        now = server.memory()
        if now == last:
            break
        last = now
        time.sleep(0.25)
    return last


def connections(command, is_tls):
    """The bytes for each of CONNECTIONS that are idle after the handshake."""
    context = None
    if is_tls:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        context.set_alpn_protocols(["h2"])
    with measure.Server(command) as server:
        open_one(server.port, context).close()
        before, held = settled(server), []
        try:
            for _ in range(CONNECTIONS):
                held.append(open_one(server.port, context))
            ready = select.select(held, [], [], 0)[0]
            after = settled(server)
            if any(connection.recv(1 << 16) == b"" for connection in ready):
                raise measure.NotMeasured("it closed connections")
        finally:
            for connection in held:
                connection.close()
    return (after - before) / CONNECTIONS


def open_one(port, context):
    connection = socket.create_connection(("127.0.0.1", port), timeout=10)
    if context:
        connection = context.wrap_socket(connection)
    connection.sendall(PREFACE)
    connection.recv(1 << 16)
    connection.sendall(ACK)
    return connection


def streams(command):
    """The bytes for each of 10,000 subscriptions, including their connections."""
    with measure.Server(command) as server:
        open_one(server.port, None).close()
        before = settled(server)
        client = subprocess.Popen(
            ["taskset", "-c", "1", common.load_client(), str(server.port), "subscribe", *map(str, STREAMS)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        try:
            if client.stdout.readline().strip() != "ready":
                raise measure.NotMeasured("its streams did not open")
            after = settled(server)
        finally:
            client.stdin.close()
            client.wait(20)
        if client.returncode != 0:
            raise measure.NotMeasured("it ended streams")
    return (after - before) / (STREAMS[0] * STREAMS[1])


def run(rounds, _):
    rounds = max(3, rounds // 2)
    clear = {common.HEARTH: common.hearth_server, common.CPP: common.cpp_server, common.GO: common.go_server,
             common.FLOOR: common.floor}
    by_tls = {common.HEARTH: tls_calls.hearth, common.CPP: tls_calls.cpp, common.GO: tls_calls.go}
    works = {
        "connection, clear": (clear, lambda command: connections(command, False)),
        "connection, TLS": (by_tls, lambda command: connections(command, True)),
        "open stream": (clear, streams),
    }
    figures = measure.Figures()
    for _ in range(rounds):
        for work, (servers, take) in works.items():
            for name, command in servers.items():
                if (name, work) in figures.missing:
                    continue
                try:
                    figures.add(name, work, {"bytes": take(command())})
                except (measure.NotMeasured, OSError, subprocess.SubprocessError) as reason:
                    figures.miss(name, work, reason)
    section = report.Section(TITLE, f"""
Repeat with `Benchmarks/run memory`. How much a fresh server's resident memory grows: with {CONNECTIONS:,} connections that
have exchanged their settings and are silent, and with {STREAMS[0] * STREAMS[1]:,} open server streams that wait, on {STREAMS[0]} connections
(theirs is part of it). In Hearth a stream is handed over: a record without a task. Medians of {rounds} servers.
{time.strftime("%Y-%m-%d")}; {common.versions("libgrpc++-dev", "golang-google-grpc-dev", "libnghttp2-dev", "libssl3")}.""")
    section.table("server", "for each", "bytes", "× C++", "× floor", "spread")
    for work, (servers, _) in works.items():
        for name in servers:
            if not figures.has(name, work):
                section.not_measured(name, work, figures.missing.get((name, work), "it did not run"))
                continue
            low, high = figures.spread(name, work, "bytes")
            section.row(
                name, work, report.number(figures.median(name, work, "bytes")),
                report.number(figures.ratio(name, common.CPP, work, "bytes")),
                report.number(figures.ratio(name, common.FLOOR, work, "bytes")),
                f"{report.number(low)} to {report.number(high)}")
        section.chart(f"memory per idle {work}", "bytes", {
            name: figures.median(name, work, "bytes") for name in servers if figures.has(name, work)},
            less_is_better=True)
    for work, limit in (("connection, clear", 24 << 10), ("open stream", 4 << 10)):
        value = figures.median(common.HEARTH, work, "bytes") if figures.has(common.HEARTH, work) else None
        section.bar(f"bytes per idle {work}", f"≤ {limit:,}", value, limit, at_most=True)
    return section
