"""The cost of open dashboards for the hub, beside clients of gRPC."""

import contextlib
import multiprocessing
import re
import select
import socket
import statistics
import time
import urllib.request

import home_hub
import measure
import report

COUNT, RATE = 50, 1_000
ASK = ("POST /hearth.v1.HomeService/Watch HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
       "Sec-Fetch-Site: same-origin\r\nContent-Type: application/connect+proto\r\nConnect-Protocol-Version: 1\r\n"
       "Content-Length: 5\r\n\r\n")


def run(section, rounds, seconds):
    """Measures both on the same hub, with the same changes. The streams are read and discarded."""
    shares = {"gRPC": [], "Connect over HTTP/1.1": []}
    for turn in range(rounds):
        for kind in list(shares)[:: 1 if turn % 2 == 0 else -1]:
            shares[kind].append(share(kind == "gRPC", seconds))
    medians = {kind: statistics.median(one for one, _ in found) for kind, found in shares.items()}
    section.table(f"{COUNT} watches, {RATE:,} changes a second", "the hub, % of a core", "KB/s that it sent")
    for kind, found in shares.items():
        section.row(kind, report.number(medians[kind] * 100), report.number(statistics.median(sent for _, sent in found) / 1024))
    more = (medians["Connect over HTTP/1.1"] - medians["gRPC"]) * 100
    section.bar(f"hub: {COUNT} open dashboards, {RATE:,} changes a second, % of a core more than by gRPC", "≤ 15", more, 15, at_most=True)


def share(is_grpc, seconds):
    with home_hub.folder() as path, home_hub.Hub(path) as hub, contextlib.ExitStack() as open_things:
        watches = (COUNT, 1) if is_grpc else (0, 0)
        load = open_things.enter_context(home_hub.fan(hub.port, "tiles", *watches, 1, 1_000))
        if is_grpc:
            load.ask("open")
        else:
            open_things.enter_context(dashboards(hub.port))
        load.ask("pace", RATE, 1)
        used, sent = hub.cpu(), sent_bytes(hub.port)
        load.ask("pace", RATE, seconds)
        return (hub.cpu() - used) / seconds, (sent_bytes(hub.port) - sent) / seconds


def sent_bytes(port):
    """The bytes that the hub has sent. They are equal for both kinds, unless one of them lacks changes."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
        return float(re.search(r"(?m)^hearth_rpc_sent_bytes_total (\S+)", answer.read().decode())[1])


@contextlib.contextmanager
def dashboards(port):
    """Opens the streams of the browsers in a separate process."""
    near, far = multiprocessing.Pipe()
    reader = multiprocessing.Process(target=read, args=(port, far), daemon=True)
    reader.start()
    if not near.poll(60) or near.recv() != "ready":
        reader.kill()
        raise measure.NotMeasured("the streams did not open")
    try:
        yield
        if not reader.is_alive():
            raise measure.NotMeasured("a stream ended")
    finally:
        reader.kill()
        reader.join()


def read(port, told):
    streams = []
    for _ in range(COUNT):
        one = socket.create_connection(("127.0.0.1", port))
        one.sendall(ASK.format(port=port).encode() + bytes(5))
        if not one.recv(65536).startswith(b"HTTP/1.1 200"):
            return
        streams.append(one)
    # Wait until the snapshots have been sent.
    quiet = time.monotonic() + 1
    while True:
        ready = select.select(streams, [], [], 0.2)[0]
        for one in ready:
            if not one.recv(1 << 20):
                return
        if quiet and not ready and time.monotonic() > quiet:
            told.send("ready")
            quiet = 0
