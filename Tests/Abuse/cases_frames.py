"""Frames that break the rules of RFC 9113: wrong sizes, wrong streams, wrong states."""

from harness import case
from peer import *


def said(bench, *frames, stream=1, **options):
    peer = bench.peer(**options)
    for data in frames:
        peer.send(data)
    return peer.outcome(stream)


def opened(stream=1, flags=END_HEADERS):
    return frame(HEADERS, flags, stream, block(request()))


@case("HTTP/1.1 that is malformed in place of the preface", "closed")
def http1_request(bench):
    return said(bench, b"GET / HTTP/1.1\nHost: x\r\n\r\n", preface=False)


@case("a preface with one wrong byte", "GOAWAY PROTOCOL_ERROR")
def wrong_preface(bench):
    return said(bench, MAGIC[:-1] + b"x" + frame(SETTINGS), preface=False)


@case("no SETTINGS after the preface", "GOAWAY PROTOCOL_ERROR")
def no_settings(bench):
    return said(bench, MAGIC + frame(PING, payload=bytes(8)), preface=False)


@case("a DATA frame of 16,385 bytes", "GOAWAY FRAME_SIZE_ERROR")
def frame_too_large(bench):
    return said(bench, opened(), frame(DATA, 0, 1, bytes(16385)))


@case("a frame that announces 16 MiB", "GOAWAY FRAME_SIZE_ERROR")
def frame_16mib(bench):
    return said(bench, b"\xff\xff\xff" + bytes([HEADERS, 4]) + number(1))


@case("DATA on stream 0", "GOAWAY PROTOCOL_ERROR")
def data_on_stream_0(bench):
    return said(bench, frame(DATA, 0, 0, b"x"))


@case("HEADERS on stream 0", "GOAWAY PROTOCOL_ERROR")
def headers_on_stream_0(bench):
    return said(bench, opened(0))


@case("HEADERS on an even stream", "GOAWAY PROTOCOL_ERROR")
def even_stream(bench):
    return said(bench, opened(2))


@case("HEADERS on a stream below one that was opened", "GOAWAY PROTOCOL_ERROR")
def stream_id_goes_back(bench):
    return said(bench, opened(5), opened(3), stream=3)


@case("DATA on a stream that was never opened", "GOAWAY PROTOCOL_ERROR")
def data_on_idle_stream(bench):
    return said(bench, frame(DATA, 0, 1, b"x"))


@case("DATA after END_STREAM", "GOAWAY STREAM_CLOSED")
def data_after_end(bench):
    return said(bench, frame(HEADERS, END_HEADERS, 1, block(request(FULL_DUPLEX))) + frame(DATA, END_STREAM, 1)
                + frame(DATA, 0, 1, b"x"))


@case("HEADERS after END_STREAM", "GOAWAY STREAM_CLOSED")
def headers_after_end(bench):
    return said(bench, opened(1, 5) + opened(1, 5))


@case("DATA on a stream that both sides ended", "GOAWAY STREAM_CLOSED")
def data_on_closed_stream(bench):
    peer = bench.peer()
    bench.expect(peer.served(1), "the first call")
    peer.send(frame(DATA, 0, 1, b"x"))
    return peer.cut()


@case("HEADERS on a stream that both sides ended", "GOAWAY STREAM_CLOSED")
def headers_on_closed_stream(bench):
    peer = bench.peer()
    bench.expect(peer.served(1), "the first call")
    peer.send(opened(1, 5))
    return peer.cut()


@case("HEADERS on a stream that the client reset", "GOAWAY STREAM_CLOSED")
def headers_on_reset_stream(bench):
    peer = bench.peer()
    peer.send(opened() + frame(RST_STREAM, 0, 1, number(8)))
    peer.served(3)
    peer.send(opened(1, 5))
    return peer.cut()


@case("DATA on a stream that the client reset", "GOAWAY STREAM_CLOSED")
def data_on_reset_stream(bench):
    peer = bench.peer()
    peer.send(opened() + frame(RST_STREAM, 0, 1, number(8)))
    peer.served(3)
    peer.send(frame(DATA, 0, 1, b"x"))
    return peer.cut()


@case("DATA on a stream that the client reset, in one piece with it", "GOAWAY STREAM_CLOSED")
def data_behind_reset(bench):
    return said(bench, opened() + frame(RST_STREAM, 0, 1, number(8)) + frame(DATA, 0, 1, b"x"))


@case("HEADERS on a stream that the client reset, in one piece with it", "GOAWAY STREAM_CLOSED")
def headers_behind_reset(bench):
    return said(bench, opened() + frame(RST_STREAM, 0, 1, number(8)) + opened(1, 5))


@case("HEADERS of a stream that depends on itself", "GOAWAY PROTOCOL_ERROR")
def headers_depend_on_themselves(bench):
    return said(bench, frame(HEADERS, END_STREAM | END_HEADERS | PRIORITY_FLAG, 1, number(1) + b"\x10"
                             + block(request())))


@case("PRIORITY by which a stream depends on itself", "GOAWAY PROTOCOL_ERROR")
def priority_on_itself(bench):
    return said(bench, opened(), frame(PRIORITY, 0, 1, number(1) + b"\x10"))


@case("PRIORITY on stream 0", "GOAWAY PROTOCOL_ERROR")
def priority_on_stream_0(bench):
    return said(bench, frame(PRIORITY, 0, 0, number(1) + b"\x10"))


@case("RST_STREAM for a stream that was never opened", "GOAWAY PROTOCOL_ERROR")
def reset_idle_stream(bench):
    return said(bench, frame(RST_STREAM, 0, 1, number(8)))


@case("RST_STREAM of 3 bytes", "GOAWAY FRAME_SIZE_ERROR")
def short_reset(bench):
    return said(bench, opened(), frame(RST_STREAM, 0, 1, b"abc"))


@case("SETTINGS of 7 bytes", "GOAWAY FRAME_SIZE_ERROR")
def odd_settings(bench):
    return said(bench, frame(SETTINGS, payload=bytes(7)))


@case("an acknowledgement of SETTINGS with content", "GOAWAY FRAME_SIZE_ERROR")
def settings_ack_with_content(bench):
    return said(bench, frame(SETTINGS, ACK, 0, setting(3, 1)))


@case("SETTINGS on a stream", "GOAWAY PROTOCOL_ERROR")
def settings_on_stream(bench):
    return said(bench, opened(), frame(SETTINGS, stream=1))


@case("a window of 2 GiB in SETTINGS", "GOAWAY FLOW_CONTROL_ERROR")
def settings_window_too_large(bench):
    return said(bench, frame(SETTINGS, payload=setting(4, 0x80000000)))


@case("a frame size of 1 in SETTINGS", "GOAWAY PROTOCOL_ERROR")
def settings_frame_size(bench):
    return said(bench, frame(SETTINGS, payload=setting(5, 1)))


@case("ENABLE_PUSH of 2 in SETTINGS", "GOAWAY PROTOCOL_ERROR")
def settings_push(bench):
    return said(bench, frame(SETTINGS, payload=setting(2, 2)))


@case("unknown settings", "grpc-status 0")
def unknown_settings(bench):
    peer = bench.peer(settings=setting(0xF0F0, 1) + setting(0x99, 5))
    peer.call(1)
    return peer.outcome()


@case("SETTINGS with 2,000 entries (CVE-2020-11080)", "GOAWAY ENHANCE_YOUR_CALM")
def settings_with_thousands(bench):
    return said(bench, frame(SETTINGS, payload=setting(0x99, 1) * 2000))


@case("PING of 7 bytes", "GOAWAY FRAME_SIZE_ERROR")
def short_ping(bench):
    return said(bench, frame(PING, payload=bytes(7)))


@case("PING on a stream", "GOAWAY PROTOCOL_ERROR")
def ping_on_stream(bench):
    return said(bench, frame(PING, 0, 1, bytes(8)))


@case("GOAWAY on a stream", "GOAWAY PROTOCOL_ERROR")
def goaway_on_stream(bench):
    return said(bench, frame(GOAWAY, 0, 1, bytes(8)))


@case("a WINDOW_UPDATE of 0", "GOAWAY PROTOCOL_ERROR")
def window_update_of_0(bench):
    return said(bench, frame(WINDOW_UPDATE, payload=number(0)))


@case("the connection's window beyond 2 GiB", "GOAWAY FLOW_CONTROL_ERROR")
def connection_window_overflow(bench):
    return said(bench, frame(WINDOW_UPDATE, payload=number(0x7FFFFFFF)) * 2)


@case("a stream's window beyond 2 GiB", "RST FLOW_CONTROL_ERROR")
def stream_window_overflow(bench):
    return said(bench, opened(), frame(WINDOW_UPDATE, 0, 1, number(0x7FFFFFFF)) * 2)


@case("WINDOW_UPDATE of 3 bytes", "GOAWAY FRAME_SIZE_ERROR")
def short_window_update(bench):
    return said(bench, frame(WINDOW_UPDATE, payload=b"abc"))


@case("PUSH_PROMISE from a client", "GOAWAY PROTOCOL_ERROR")
def push_from_client(bench):
    return said(bench, opened(), frame(PUSH_PROMISE, 4, 1, number(2) + block(request())))


@case("CONTINUATION without HEADERS", "GOAWAY PROTOCOL_ERROR")
def continuation_alone(bench):
    return said(bench, opened(), frame(CONTINUATION, END_HEADERS, 1, b""))


@case("another frame inside a header block", "GOAWAY PROTOCOL_ERROR")
def frame_inside_headers(bench):
    return said(bench, opened(1, 0), frame(PING, payload=bytes(8)))


@case("CONTINUATION for another stream", "GOAWAY PROTOCOL_ERROR")
def continuation_elsewhere(bench):
    return said(bench, opened(1, 0), frame(CONTINUATION, END_HEADERS, 3, b""))


@case("padding that is longer than its frame", "GOAWAY PROTOCOL_ERROR")
def padding_too_long(bench):
    return said(bench, opened(), frame(DATA, PADDED, 1, b"\x10abc"))


@case("HEADERS padded to nothing", "GOAWAY PROTOCOL_ERROR")
def padded_headers(bench):
    return said(bench, frame(HEADERS, END_HEADERS | PADDED, 1, b"\x10"))


@case("more DATA than the window allows", "RST FLOW_CONTROL_ERROR")
def data_beyond_window(bench):
    peer = bench.peer()
    peer.send(frame(HEADERS, END_HEADERS, 1, block(request(UNARY_CALL))))
    peer.send(frame(DATA, 0, 1, message(bytes(1 << 20))[:5]))
    for _ in range(70):
        peer.send(frame(DATA, 0, 1, bytes(16384)))
    return peer.outcome()


@case("frames of unknown types, on any stream", "grpc-status 0")
def unknown_frames(bench):
    peer = bench.peer()
    for kind in (0x0B, 0x42, 0xFF):
        peer.send(frame(kind, 0xFF, 0, b"?" * 100) + frame(kind, 0, 7, b""))
    peer.call(1)
    return peer.outcome()


@case("GOAWAY from a client whose call is open", "grpc-status 0")
def goaway_behind_call(bench):
    peer = bench.peer()
    peer.headers(1, request(STREAMING_INPUT), END_HEADERS)
    peer.send(frame(GOAWAY, payload=bytes(8)))
    peer.send(frame(DATA, END_STREAM, 1))
    return peer.outcome()


@case("GOAWAY from a client without a call", "closed")
def goaway_from_client(bench):
    peer = bench.peer()
    peer.send(frame(GOAWAY, payload=bytes(8)))
    return peer.cut()
