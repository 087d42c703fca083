"""Misbehaviour of a connection, its settings or its streams. Each mode serves one connection."""

import struct
import time

from hyperframe.frame import DataFrame, PushPromiseFrame, SettingsFrame

from misbehaving_peer import Peer, message, mode, once

# The negative cases of gRPC's interoperability tests


@mode
def goaway(c):
    p = Peer(c)
    request = p.request()
    p.goaway(request.stream)
    p.answer(request)
    p.linger()


@mode
def rst_after_header(c):
    p = Peer(c)
    request = p.request()
    p.begin(request.stream)
    p.rst(request.stream, 2)
    p.linger()


@mode
def rst_during_data(c):
    p = Peer(c)
    request = p.request()
    p.begin(request.stream)
    p.data(request.stream, request.body[:-1])
    p.rst(request.stream, 2)
    p.linger()


@mode
def rst_after_data(c):
    p = Peer(c)
    request = p.request()
    p.begin(request.stream)
    p.data(request.stream, request.body)
    p.rst(request.stream, 2)
    p.linger()


@mode
def ping(c):
    p = Peer(c)
    request = p.request()

    def check(data):
        p.ping(data)
        while data not in p.pongs:
            p.read()

    check(b"before00")
    p.begin(request.stream)
    check(b"between0")
    p.data(request.stream, request.body)
    check(b"data0000")
    p.trailers(request.stream)
    p.linger()


@mode
def max_streams(c):
    p = Peer(c, {SettingsFrame.MAX_CONCURRENT_STREAMS: 1})
    while True:
        request = p.request()
        # A client that opens another one now gets a GOAWAY.
        p.ping(b"is more?")
        seen = len(p.pongs)
        while len(p.pongs) == seen:
            p.read()
        if p.requests:
            p.goaway(0, 1)
            p.close()
        p.answer(request)


def padded(c, padding):
    p = Peer(c)
    request = p.request()
    p.begin(request.stream)
    for start in range(0, len(request.body), 5):
        p.data_in_window(request.stream, request.body[start:start + 5], padding)
    p.trailers(request.stream)
    p.linger()


@mode
def data_frame_padding(c):
    padded(c, 255)


@mode
def no_df_padding(c):
    padded(c, None)


# The end of connections


@mode
def goaway_leaves_a_call_untouched(c):
    p = Peer(c)
    if not once("untouched"):
        p.serve()
    first = p.request()
    second = p.request()
    p.goaway(min(first.stream, second.stream))
    p.answer(first if first.stream < second.stream else second)
    p.linger()


@mode
def goaway_before_the_first_call(c):
    p = Peer(c)
    if not once("before"):
        p.serve()
    p.goaway(0)
    p.linger()


@mode
def goaway_too_many_pings(c):
    p = Peer(c)
    request = p.request()
    if once("pings" + request.headers.get("x-key", "")):
        p.goaway(request.stream, 11, b"too_many_pings")
        p.close()
    p.answer(request)
    p.serve()


@mode
def close_without_goaway(c):
    p = Peer(c)
    request = p.request()
    if once("close" + request.headers.get("x-key", "")):
        p.close()
    p.answer(request)
    p.serve()


@mode
def half_a_frame_then_close(c):
    p = Peer(c)
    request = p.request()
    p.begin(request.stream)
    p.send(DataFrame(request.stream, request.body).serialize()[:-1])
    p.close()


@mode
def close_at_once(c):
    c.close()


@mode
def silence_before_settings(c):
    Peer(c, says_hello=False).linger()


@mode
def http1(c):
    Peer(c, says_hello=False).send(b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n")
    time.sleep(0.2)


@mode
def garbage(c):
    Peer(c, says_hello=False).send(bytes(range(256)) * 4)
    time.sleep(0.2)


@mode
def bad_settings(c):
    p = Peer(c, says_hello=False)
    p.send(b"\0\0\6\4\0\0\0\0\0" + struct.pack(">HI", 4, 1 << 31))
    p.linger()


@mode
def window_overflow(c):
    p = Peer(c)
    p.request()
    p.window_update(0, (1 << 31) - 1)
    p.window_update(0, (1 << 31) - 1)
    p.linger()


@mode
def push_promise(c):
    p = Peer(c)
    request = p.request()
    block = p.encoder.encode([(":method", "GET"), (":scheme", "http"), (":path", "/"), (":authority", "x")])
    p.frame(PushPromiseFrame(request.stream, promised_stream_id=2, data=block, flags=["END_HEADERS"]))
    p.answer(request)
    p.linger()


# Resets and refusals


@mode
def rst_before_headers(c):
    p = Peer(c)
    while True:
        request = p.request()
        p.rst(request.stream, int(request.headers.get("x-code", "8")))


@mode
def refused_once(c):
    p = Peer(c)
    if once("refused"):
        p.rst(p.request().stream, 7)
    p.serve()


@mode
def refused_twice(c):
    p = Peer(c)
    for _ in range(2):
        p.rst(p.request().stream, 7)
    p.serve()


@mode
def rst_after_an_early_answer(c):
    """Answers before the requests have ended, and then resets them (RFC 9113, section 8.1)."""
    p = Peer(c)
    while not any(r.body for r in p.requests.values()):
        p.read()
    request = next(iter(p.requests.values()))
    p.begin(request.stream)
    p.data(request.stream, message(b"early"))
    p.trailers(request.stream)
    p.rst(request.stream, 0)
    p.linger()


# Settings and flow control


@mode
def tiny_window(c):
    p = Peer(c, {SettingsFrame.INITIAL_WINDOW_SIZE: 1})
    while not p.requests:
        p.read()
    stream = next(iter(p.requests))
    granted = 0
    while not p.requests[stream].is_complete:
        before = len(p.requests[stream].body)
        frame = p.read(grants=False)
        if isinstance(frame, DataFrame) and len(p.requests[stream].body) > before:
            granted = granted % 7 + 1
            p.window_update(stream, granted)
    p.answer(p.requests.pop(stream))
    p.linger()


@mode
def window_shut_for_a_while(c):
    p = Peer(c, {SettingsFrame.INITIAL_WINDOW_SIZE: 0})
    while not p.requests:
        p.read()
    time.sleep(0.1)
    p.settings({SettingsFrame.INITIAL_WINDOW_SIZE: 100_000})
    p.serve()


@mode
def no_streams_for_a_while(c):
    p = Peer(c, {SettingsFrame.MAX_CONCURRENT_STREAMS: 0})
    while not p.acks:
        p.read()
    time.sleep(0.1)
    if p.requests:
        p.close()
    p.settings({SettingsFrame.MAX_CONCURRENT_STREAMS: 100})
    p.serve()


@mode
def small_table(c):
    p = Peer(c, {SettingsFrame.HEADER_TABLE_SIZE: 0, SettingsFrame.MAX_FRAME_SIZE: 16384})
    p.serve()


@mode
def many_settings_and_pings(c):
    p = Peer(c)
    for _ in range(300):
        p.ping()
        p.settings({SettingsFrame.INITIAL_WINDOW_SIZE: 65535})
    p.serve()


@mode
def unknown_frames(c):
    p = Peer(c)
    request = p.request()
    p.send(b"\0\0\4\xbb\0" + struct.pack(">I", 0) + b"what")
    p.send(b"\0\0\4\xbb\xff" + struct.pack(">I", request.stream) + b"what")
    p.answer(request)
    p.linger()


# Silence


@mode
def silence(c):
    Peer(c).linger()


@mode
def silence_after_headers(c):
    p = Peer(c)
    p.begin(p.request().stream)
    p.linger()


@mode
def silence_even_to_pings(c):
    p = Peer(c)
    if not once("deaf"):
        p.serve()
    while True:
        p.read(answers_pings=False)
