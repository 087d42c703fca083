"""Floods of frames that are cheap for the peer. Each is cut, or stays cheap for the server."""

import time

from harness import case
from peer import *


def flood(bench, pieces, peer=None, timeout=5.0):
    """Sends until it is cut off."""
    peer = peer or bench.peer()
    for piece in pieces:
        if not peer.send(piece):
            break
    return peer.cut(timeout)


def provoked(bench, piece, batch=50):
    """2,000 streams, with a wait for each reset, so that no other limit is reached first."""
    peer = bench.peer()
    for first in range(1, 4_000, 2 * batch):
        for stream in range(first, first + 2 * batch, 2):
            peer.send(piece(stream))
        last = first + 2 * batch - 2
        peer.wait(lambda: peer.reset(last) or peer.goaway() or peer.is_closed, 5)
        if peer.goaway() or peer.is_closed:
            bench.expect(first > 100, "some are allowed")
            break
    return peer.cut()


def streams(count):
    return range(1, 2 * count, 2)


def opened(stream, flags=END_STREAM | END_HEADERS, path=EMPTY_CALL, extra=()):
    return frame(HEADERS, flags, stream, block(request(path, extra)))


@case("rapid reset: HEADERS and RST_STREAM, 20,000 times (CVE-2023-44487)", "GOAWAY ENHANCE_YOUR_CALM")
def rapid_reset(bench):
    return flood(bench, (opened(s, END_HEADERS, FULL_DUPLEX) + frame(RST_STREAM, 0, s, number(8)) for s in streams(20_000)))


@case("rapid reset of whole calls", "GOAWAY ENHANCE_YOUR_CALM")
def rapid_reset_of_calls(bench):
    return flood(bench, (opened(s, END_HEADERS) + frame(DATA, 1, s, message()) + frame(RST_STREAM, 0, s, number(8))
                         for s in streams(20_000)))


@case("provoked resets: a window that overflows (CVE-2025-8671)", "GOAWAY ENHANCE_YOUR_CALM")
def made_you_reset_by_window(bench):
    return provoked(bench, lambda s: opened(s, END_HEADERS, FULL_DUPLEX) + frame(WINDOW_UPDATE, 0, s, number(0x7FFFFFFF)))


@case("provoked resets: a body that breaks content-length (CVE-2025-8671)", "GOAWAY ENHANCE_YOUR_CALM")
def made_you_reset_by_length(bench):
    return provoked(bench, lambda s: opened(s, END_HEADERS, FULL_DUPLEX, [("content-length", "1")]) + frame(DATA, 0, s, b"xx"))


@case("provoked resets: a second header block that does not end the stream", "GOAWAY ENHANCE_YOUR_CALM")
def made_you_reset_by_headers(bench):
    return provoked(bench, lambda s: opened(s, END_HEADERS, FULL_DUPLEX) + opened(s, END_HEADERS))


@case("2,000 malformed requests (CVE-2019-9514)", "GOAWAY ENHANCE_YOUR_CALM")
def malformed_requests(bench):
    bad = block([(":method", "POST")])
    return provoked(bench, lambda s: frame(HEADERS, 5, s, bad))


@case("malformed requests of a client that reads no answers", "GOAWAY ENHANCE_YOUR_CALM", growth=16)
def malformed_requests_unread(bench):
    peer = bench.peer(reads=False, receive_buffer=4096)
    bad = block([(":method", "POST")])
    for first in range(1, 4_000, 80):
        # Not more at once than the limit of streams, which would be another error.
        if not peer.send(b"".join(frame(HEADERS, 5, s, bad) for s in range(first, first + 80, 2))):
            break
        time.sleep(0.02 if first < 800 else 0)
    peer.read_on()
    return peer.cut()


@case("200,000 PINGs (CVE-2019-9512)", "GOAWAY ENHANCE_YOUR_CALM")
def ping_flood(bench):
    return flood(bench, (frame(PING, payload=bytes(8)) * 100 for _ in range(2_000)))


@case("PINGs of a client that reads no answers", "GOAWAY ENHANCE_YOUR_CALM", growth=16)
def ping_flood_unread(bench):
    peer = bench.peer(reads=False, receive_buffer=4096)
    for _ in range(2_000):
        if not peer.send(frame(PING, payload=bytes(8)) * 100):
            break
    peer.read_on()
    return peer.cut()


@case("100,000 answers to PINGs that were never sent", "stays open")
def pong_flood(bench):
    before = bench.server.seconds()
    outcome = flood(bench, (frame(PING, ACK, 0, bytes(8)) * 100 for _ in range(1_000)), timeout=0.5)
    bench.expect(bench.server.seconds() - before < 1, "cheap")
    return outcome


@case("100,000 SETTINGS (CVE-2019-9515)", "GOAWAY ENHANCE_YOUR_CALM")
def settings_flood(bench):
    return flood(bench, (frame(SETTINGS) * 100 for _ in range(1_000)))


@case("SETTINGS that change every stream's window, 10,000 times", "GOAWAY ENHANCE_YOUR_CALM")
def settings_window_flood(bench):
    peer = bench.peer()
    for s in streams(60):
        peer.send(opened(s, END_HEADERS, FULL_DUPLEX))
    return flood(bench, (frame(SETTINGS, payload=setting(4, n % 60_000)) for n in range(10_000)), peer)


@case("200,000 PRIORITYs (CVE-2019-9513)", "GOAWAY ENHANCE_YOUR_CALM")
def priority_flood(bench):
    before = bench.server.seconds()
    outcome = flood(bench, (frame(PRIORITY, 0, 2 * (n % 50) + 1, number(2 * (n % 30) + 101) + b"\x10") * 100
                            for n in range(2_000)))
    bench.expect(bench.server.seconds() - before < 1, "cheap")
    return outcome


@case("200,000 WINDOW_UPDATEs", "GOAWAY ENHANCE_YOUR_CALM")
def window_update_flood(bench):
    return flood(bench, (frame(WINDOW_UPDATE, payload=number(1)) * 100 for _ in range(2_000)))


@case("200,000 empty DATA frames (CVE-2019-9518)", "GOAWAY ENHANCE_YOUR_CALM")
def empty_data_flood(bench):
    peer = bench.peer()
    peer.send(opened(1, END_HEADERS, FULL_DUPLEX))
    return flood(bench, (frame(DATA, 0, 1) * 100 for _ in range(2_000)), peer)


@case("200,000 frames of an unknown type", "GOAWAY ENHANCE_YOUR_CALM")
def unknown_frame_flood(bench):
    return flood(bench, (frame(0x55) * 100 for _ in range(2_000)))


@case("10,000 GOAWAYs", "GOAWAY ENHANCE_YOUR_CALM")
def goaway_flood(bench):
    peer = bench.peer()
    # With no call open the connection would be over with the first.
    peer.send(opened(1, END_HEADERS, FULL_DUPLEX))
    return flood(bench, (frame(GOAWAY, payload=bytes(8)) * 100 for _ in range(100)), peer)


@case("100,000 RST_STREAMs for a stream that is over", "GOAWAY ENHANCE_YOUR_CALM")
def reset_flood_on_closed_stream(bench):
    peer = bench.peer()
    bench.expect(peer.served(1), "the first call")
    return flood(bench, (frame(RST_STREAM, 0, 1, number(8)) * 100 for _ in range(1_000)), peer)


@case("1,000 streams at once", "GOAWAY PROTOCOL_ERROR")
def streams_beyond_limit(bench):
    peer = bench.peer()
    peer.wait(lambda: peer.frames, 1)
    for s in streams(300):
        peer.send(opened(s, END_HEADERS, FULL_DUPLEX))
    return peer.outcome(599)


@case("100,000 messages of no bytes", "grpc-status 0")
def empty_messages(bench):
    peer = bench.peer()
    peer.send(opened(1, END_HEADERS, STREAMING_INPUT))
    sent = 0
    for _ in range(32):
        payload = message() * 3_200
        for at in range(0, len(payload), 16_000):
            peer.send(frame(DATA, 0, 1, payload[at:at + 16_000]))
            sent += 16_000
        # Stays within the windows that the server opens.
        peer.wait(lambda: 60_000 + sum(int.from_bytes(f[3], "big") for f in list(peer.frames)
                                       if f[0] == WINDOW_UPDATE and f[2] == 1) > sent, 5)
    peer.send(frame(DATA, END_STREAM, 1))
    return peer.outcome(timeout=10)


@case("a message of 50,000 bytes in as many DATA frames", "grpc-status 0")
def one_byte_frames(bench):
    peer = bench.peer()
    peer.send(opened(1, END_HEADERS, STREAMING_INPUT))
    body = message(b"\x7a\xcc\x86\x03" + bytes(49_996))
    for at in range(0, len(body), 500):
        peer.send(b"".join(frame(DATA, 0, 1, bytes([b])) for b in body[at:at + 500]))
    peer.send(frame(DATA, END_STREAM, 1))
    return peer.outcome(timeout=10)


@case("padding 255 times as large as the data", "grpc-status 0")
def padding_flood(bench):
    peer = bench.peer()
    peer.send(opened(1, END_HEADERS, STREAMING_INPUT))
    for byte in message(b"\x7a\x3a" + bytes(58)):
        peer.send(frame(DATA, PADDED, 1, b"\xff" + bytes([byte]) + bytes(255)))
    peer.send(frame(DATA, END_STREAM, 1))
    return peer.outcome()


@case("10,000 calls with bad metadata on one connection", "grpc-status 13")
def refused_calls(bench):
    peer = bench.peer()
    for s in streams(10_000):
        peer.send(opened(s, 5, EMPTY_CALL, [("x-bin", "!")]))
        if s % 100 == 1:
            if not peer.wait(lambda s=s: peer.status(s) or peer.is_closed, 5):
                break
            with peer.changed:
                peer.frames.clear()
                peer.fields.clear()
    peer.send(opened(20_001, 5, EMPTY_CALL, [("x-bin", "!")]))
    return peer.outcome(20_001)
