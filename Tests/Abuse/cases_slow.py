"""Slow peers: every wait has a timeout, and is cheap until then. The server runs with short timeouts."""

import socket
import struct
import time

from harness import case
from peer import *


@case("a silent connection", "closed")
def silence(bench):
    peer = bench.peer(preface=False)
    bench.expect(peer.closed(6), "is closed")
    return peer.cut()


@case("half a preface", "closed")
def half_preface(bench):
    peer = bench.peer(preface=False)
    peer.send(MAGIC[:10])
    bench.expect(peer.closed(6), "is closed")
    return peer.cut()


@case("a preface, a byte every 0.2 s", "closed")
def dripping_preface(bench):
    peer = bench.peer(preface=False)
    for byte in MAGIC:
        if not peer.send(bytes([byte])) or peer.is_closed:
            break
        time.sleep(0.2)
    return peer.cut()


@case("a preface without SETTINGS", "closed")
def preface_only(bench):
    peer = bench.peer(preface=False)
    peer.send(MAGIC)
    bench.expect(peer.closed(6), "is closed")
    return peer.cut()


def is_cut(bench, peer):
    bench.expect(peer.closed(6), "is closed")
    return peer.cut()


@case("half a header block", "GOAWAY ENHANCE_YOUR_CALM")
def half_headers(bench):
    peer = bench.peer()
    peer.send(frame(HEADERS, END_STREAM, 1, block(request())))
    return is_cut(bench, peer)


@case("a truncated HEADERS frame", "GOAWAY ENHANCE_YOUR_CALM")
def half_headers_frame(bench):
    peer = bench.peer()
    peer.send(frame(HEADERS, END_STREAM | END_HEADERS, 1, block(request()))[:-3])
    return is_cut(bench, peer)


@case("a header block, a byte every 0.3 s", "GOAWAY ENHANCE_YOUR_CALM")
def dripping_headers(bench):
    peer = bench.peer()
    for byte in frame(HEADERS, END_STREAM | END_HEADERS, 1, block(request())):
        if not peer.send(bytes([byte])) or peer.is_closed:
            break
        time.sleep(0.3)
    return is_cut(bench, peer)


@case("a request whose message never comes", "grpc-status 4")
def no_body(bench):
    peer = bench.peer()
    peer.headers(1, request(UNARY_CALL), END_HEADERS)
    return peer.outcome(timeout=8)


@case("half a message, then nothing", "grpc-status 4")
def half_message(bench):
    peer = bench.peer()
    peer.headers(1, request(UNARY_CALL), END_HEADERS)
    peer.send(frame(DATA, 0, 1, message(bytes(1000))[:500]))
    return peer.outcome(timeout=8)


@case("100 times half a message of 4 MiB", "grpc-status 4", growth=24)
def half_messages(bench):
    peer = bench.peer()
    for stream in range(1, 200, 2):
        peer.headers(stream, request(UNARY_CALL), END_HEADERS)
        peer.send(frame(DATA, 0, stream, struct.pack(">BI", 0, 4 << 20) + bytes(1000)))
    return peer.outcome(199, timeout=8)


def varint(value):
    out = b""
    while value >= 128:
        out += bytes([value & 127 | 128])
        value >>= 7
    return out + bytes([value])


def unary(size):
    """A request for a message of a size (grpc.testing.SimpleRequest)."""
    return message(b"\x10" + varint(size))


def output(size, count=1):
    """A request for `count` messages of a size (grpc.testing.StreamingOutputCallRequest)."""
    entry = b"\x08" + varint(size)
    return message((b"\x12" + varint(len(entry)) + entry) * count)


# Unread data is held once: a message of 1 MiB may cost 1.2 MiB. When a writer encoded its next message before there was
# room for it, the streams took 307 MiB in both cases.
HELD_ONCE = 100 * 1.2


@case("100 answers of 1 MiB without a window", "held once", growth=HELD_ONCE, fresh=True)
def unary_window_stall(bench):
    peer = bench.peer(settings=setting(4, 0))
    for stream in range(1, 201, 2):
        peer.call(stream, unary(1 << 20), UNARY_CALL)
    bench.expect(peer.wait(lambda: all(stream in peer.fields for stream in range(1, 201, 2))), "all are answered")
    time.sleep(0.2)
    return "held once"


@case("100 streams of messages of 1 MiB without a window", "held once", growth=HELD_ONCE, fresh=True)
def streaming_window_stall(bench):
    peer = bench.peer(settings=setting(4, 0))
    for stream in range(1, 201, 2):
        peer.call(stream, output(1 << 20, 10), STREAMING_OUTPUT)
    bench.expect(peer.wait(lambda: all(stream in peer.fields for stream in range(1, 201, 2))), "all are answered")
    time.sleep(0.2)
    return "held once"


@case("100 answers of 1 MiB, windows open, but the socket is not read", "held once", growth=HELD_ONCE, fresh=True)
def unary_socket_stall(bench):
    peer = bench.peer(settings=setting(4, 0x7FFFFFFF), reads=False, receive_buffer=4096)
    peer.send(frame(WINDOW_UPDATE, payload=number(0x7FFF0000 - 65535)))
    for stream in range(1, 201, 2):
        peer.call(stream, unary(1 << 20), UNARY_CALL)
    time.sleep(1)
    return "held once"


@case("100 streams of messages of 1 MiB, windows open, but the socket is not read", "held once", growth=HELD_ONCE, fresh=True)
def streaming_socket_stall(bench):
    peer = bench.peer(settings=setting(4, 0x7FFFFFFF), reads=False, receive_buffer=4096)
    peer.send(frame(WINDOW_UPDATE, payload=number(0x7FFF0000 - 65535)))
    for stream in range(1, 201, 2):
        peer.call(stream, output(1 << 20, 10), STREAMING_OUTPUT)
    time.sleep(1)
    return "held once"


@case("12 stalled answers of 1 MiB", "GOAWAY ENHANCE_YOUR_CALM", growth=32)
def much_waits(bench):
    peer = bench.peer(settings=setting(4, 0))
    for stream in range(1, 25, 2):
        peer.call(stream, unary(1 << 20), UNARY_CALL)
    outcome = peer.cut(6)
    bench.expect(peer.closed(2), "is closed")
    return outcome


# Messages are buffered whole: 20 of 1 MiB.
@case("windows of 1 byte and large answers (CVE-2019-9511)", "small memory", growth=32)
def data_dribble(bench):
    peer = bench.peer(settings=setting(4, 1))
    for stream in range(1, 41, 2):
        peer.call(stream, output(1 << 20), STREAMING_OUTPUT)
    for n in range(500):
        for stream in range(1, 41, 2):
            peer.send(frame(WINDOW_UPDATE, 0, stream, number(1)))
        time.sleep(0.002)
    bench.expect(peer.cut(0.1) == "stays open" or "CALM" in peer.cut(0.1), "served or cut: " + peer.cut(0.1))
    return "small memory"


@case("100 streams with a window of 0 and endless answers (CVE-2019-9517)", "small memory", growth=24)
def window_stall(bench):
    peer = bench.peer(settings=setting(4, 0))
    for stream in range(1, 201, 2):
        peer.call(stream, output(60_000, 500), STREAMING_OUTPUT)
    time.sleep(1.5)
    return "small memory"


@case("windows open, but the socket is not read (CVE-2019-9517)", "closed", growth=24)
def socket_stall(bench):
    peer = bench.peer(settings=setting(4, 0x7FFFFFFF), reads=False, receive_buffer=4096)
    peer.send(frame(WINDOW_UPDATE, payload=number(0x7FFF0000 - 65535)))
    for stream in range(1, 101, 2):
        peer.call(stream, output(60_000, 500), STREAMING_OUTPUT)
    time.sleep(6)
    peer.read_on()
    bench.expect(peer.closed(3), "is closed")
    bench.expect(peer.bytes_read < 8 << 20, f"no more than a buffer came: {peer.bytes_read >> 10} KiB")
    return "closed" if peer.is_closed else "stays open"


@case("a connection without a call", "GOAWAY NO_ERROR")
def idle_connection(bench):
    peer = bench.peer()
    bench.expect(peer.served(1), "the first call")
    outcome = peer.cut(8)
    bench.expect(peer.closed(4), "is closed")
    return outcome


@case("a PING each 0.1 s", "GOAWAY ENHANCE_YOUR_CALM")
def frequent_pings(bench):
    peer = bench.peer()
    for _ in range(20):
        if not peer.send(frame(PING, payload=bytes(8))) or peer.goaway():
            break
        time.sleep(0.1)
    return peer.cut(3)


@case("the client ends its half of the connection", "closed")
def half_close(bench):
    peer = bench.peer()
    peer.call(1, output(1000), STREAMING_OUTPUT)
    peer.outcome()
    peer.socket.shutdown(socket.SHUT_WR)
    return "closed" if peer.closed(3) else "stays open"


@case("200 connections that are reset in the middle of a call", "served")
def aborted_connections(bench):
    for _ in range(200):
        peer = bench.peer(reads=False)
        peer.headers(1, request(FULL_DUPLEX), END_HEADERS)
        peer.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        peer.close()
    return "served" if bench.peer().served(1) else "not served"


@case("1,000 connections one after the other", "served", growth=16)
def connection_churn(bench):
    for _ in range(1000):
        bench.peer(reads=False).close()
    return "served" if bench.peer().served(1) else "not served"


@case("300 connections at once", "served", long=False, growth=32)
def many_connections(bench):
    peers = [bench.peer(reads=False) for _ in range(300)]
    last = bench.peer()
    outcome = "served" if last.served(1) else "refused"
    for peer in peers:
        peer.close()
    return outcome


@case("400 connections to a server that has 128 descriptors (CVE-2023-4785)", "served", files=128, growth=32)
def out_of_descriptors(bench):
    peers = []
    for _ in range(400):
        try:
            peers.append(bench.peer(reads=False))
        except OSError:
            break
    before = bench.server.seconds()
    time.sleep(1)
    bench.expect(bench.server.seconds() - before < 0.5, "no busy loop")
    for peer in peers:
        peer.close()
    time.sleep(0.5)
    return "served" if bench.peer().served(1) else "not served"
