"""A gRPC server that misbehaves, to test clients with: one Unix socket for each way of misbehaving.

    misbehaving_server.py FOLDER        listens on FOLDER/MODE.sock for each mode, prints "listening", ends with its input

Frames are written by hyperframe and hpack, as no honest library would send most of them. A call's request comes back as
its response, unless the mode does otherwise.
"""

import os
import socket
import struct
import sys
import threading
import time

import hpack
from hyperframe.frame import (
    ContinuationFrame, DataFrame, Frame, GoAwayFrame, HeadersFrame, PingFrame, PushPromiseFrame, RstStreamFrame,
    SettingsFrame, WindowUpdateFrame)

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
MODES = {}
# What a mode keeps over its connections.
SHARED = {}


def mode(function):
    MODES[function.__name__] = function
    return function


class Closed(Exception):
    pass


class Request:
    def __init__(self, stream, headers):
        self.stream, self.headers, self.body, self.is_complete = stream, dict(headers), b"", False


def message(payload, flag=0):
    return bytes([flag]) + struct.pack(">I", len(payload)) + payload


class Peer:
    """One connection, as its server sees it."""

    def __init__(self, connection, settings=None, says_hello=True):
        self.socket = connection
        self.encoder, self.decoder = hpack.Encoder(), hpack.Decoder()
        self.input = b""
        self.requests = {}
        self.acks, self.pongs = 0, []
        self.window, self.windows, self.initial = 65535, {}, 65535
        self.reset = {}
        if says_hello:
            self.settings(settings or {})
            self.preface()

    # Sending

    def send(self, data):
        try:
            self.socket.sendall(data)
        except OSError:
            raise Closed

    def frame(self, frame):
        self.send(frame.serialize())

    def settings(self, values):
        frame = SettingsFrame(0)
        frame.settings = values
        self.frame(frame)

    def headers(self, stream, fields, end=False, fragment=0):
        block = self.encoder.encode(fields)
        pieces = [block[i:i + fragment] for i in range(0, len(block), fragment)] if fragment else [block]
        for index, piece in enumerate(pieces):
            frame = HeadersFrame(stream, piece) if index == 0 else ContinuationFrame(stream, piece)
            if index == 0 and end:
                frame.flags.add("END_STREAM")
            if index == len(pieces) - 1:
                frame.flags.add("END_HEADERS")
            self.frame(frame)

    def begin(self, stream, *extra):
        self.headers(stream, [(":status", "200"), ("content-type", "application/grpc"), *extra])

    def data(self, stream, data, end=False, padding=None):
        frame = DataFrame(stream, data)
        if end:
            frame.flags.add("END_STREAM")
        if padding is not None:
            frame.flags.add("PADDED")
            frame.pad_length = padding
        self.frame(frame)

    def data_in_window(self, stream, data, padding=None):
        cost = len(data) + (0 if padding is None else padding + 1)
        while min(self.window, self.windows.setdefault(stream, self.initial)) < cost:
            self.read()
        self.window -= cost
        self.windows[stream] -= cost
        self.data(stream, data, padding=padding)

    def trailers(self, stream, status="0", *extra):
        self.headers(stream, [("grpc-status", str(status)), *extra], end=True)

    def answer(self, request, payload=None):
        self.begin(request.stream)
        self.data(request.stream, request.body if payload is None else message(payload))
        self.trailers(request.stream)

    def rst(self, stream, code):
        frame = RstStreamFrame(stream)
        frame.error_code = code
        self.frame(frame)

    def goaway(self, last, code=0, debug=b""):
        self.frame(GoAwayFrame(0, last_stream_id=last, error_code=code, additional_data=debug))

    def ping(self, data=b"12345678"):
        self.frame(PingFrame(0, data))

    def window_update(self, stream, by):
        self.frame(WindowUpdateFrame(stream, window_increment=by))

    # Receiving

    def receive(self, count):
        while len(self.input) < count:
            try:
                data = self.socket.recv(65536)
            except OSError:
                raise Closed
            if not data:
                raise Closed
            self.input += data
        data, self.input = self.input[:count], self.input[count:]
        return data

    def preface(self):
        if self.receive(len(PREFACE)) != PREFACE:
            raise Closed

    def read(self, answers_pings=True, grants=True):
        """Reads one frame."""
        header = self.receive(9)
        frame, length = Frame.parse_frame_header(memoryview(header))
        frame.parse_body(memoryview(self.receive(length)))
        if isinstance(frame, SettingsFrame):
            if "ACK" in frame.flags:
                self.acks += 1
            else:
                self.initial = frame.settings.get(SettingsFrame.INITIAL_WINDOW_SIZE, self.initial)
                self.frame(SettingsFrame(0, flags=["ACK"]))
        elif isinstance(frame, PingFrame):
            if "ACK" in frame.flags:
                self.pongs.append(frame.opaque_data)
            elif answers_pings:
                self.frame(PingFrame(0, frame.opaque_data, flags=["ACK"]))
        elif isinstance(frame, WindowUpdateFrame):
            if frame.stream_id == 0:
                self.window += frame.window_increment
            else:
                self.windows[frame.stream_id] = (
                    self.windows.get(frame.stream_id, self.initial) + frame.window_increment)
        elif isinstance(frame, HeadersFrame):
            self.requests[frame.stream_id] = Request(frame.stream_id, self.decoder.decode(frame.data))
        elif isinstance(frame, DataFrame) and frame.stream_id in self.requests:
            self.requests[frame.stream_id].body += frame.data
            if grants and frame.data:
                self.window_update(0, len(frame.data))
        elif isinstance(frame, RstStreamFrame):
            self.reset[frame.stream_id] = frame.error_code
            self.requests.pop(frame.stream_id, None)
        elif isinstance(frame, GoAwayFrame):
            raise Closed
        if "END_STREAM" in frame.flags and frame.stream_id in self.requests:
            self.requests[frame.stream_id].is_complete = True
        return frame

    def request(self):
        """The next complete request."""
        while True:
            for request in list(self.requests.values()):
                if request.is_complete:
                    return self.requests.pop(request.stream)
            self.read()

    def serve(self):
        """Behaves from now on."""
        while True:
            self.answer(self.request())

    def linger(self):
        """Reads until the client goes."""
        while True:
            self.read()

    def close(self):
        raise Closed


def once(name):
    """Whether this is the first time."""
    SHARED[name] = SHARED.get(name, 0) + 1
    return SHARED[name] == 1


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
        # Whoever opens another one now is told so.
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
    """Answers before the requests have ended, and wants no more of them (RFC 9113 8.1)."""
    p = Peer(c)
    while not any(r.body for r in p.requests.values()):
        p.read()
    request = next(iter(p.requests.values()))
    p.begin(request.stream)
    p.data(request.stream, message(b"early"))
    p.trailers(request.stream)
    p.rst(request.stream, 0)
    p.linger()


# Status


@mode
def trailers_missing(c):
    p = Peer(c)
    request = p.request()
    p.begin(request.stream)
    p.data(request.stream, request.body, end=True)
    p.linger()


@mode
def status_missing(c):
    p = Peer(c)
    request = p.request()
    p.begin(request.stream)
    p.data(request.stream, request.body)
    p.headers(request.stream, [("x-some", "trailer")], end=True)
    p.linger()


@mode
def status_as_asked(c):
    p = Peer(c)
    while True:
        request = p.request()
        p.begin(request.stream)
        p.data(request.stream, request.body)
        p.trailers(request.stream, request.headers["x-status"], ("grpc-message", "%zz%4"))


@mode
def trailers_only(c):
    p = Peer(c)
    while True:
        request = p.request()
        p.headers(
            request.stream,
            [(":status", "200"), ("content-type", "application/grpc"), ("grpc-status", request.headers["x-status"]),
             ("grpc-message", "by trailers only"), ("x-why", "asked")], end=True)


@mode
def http_status(c):
    p = Peer(c)
    while True:
        request = p.request()
        p.headers(request.stream, [(":status", request.headers["x-status"]), ("content-type", "text/html")])
        p.data(request.stream, b"<p>no</p>", end=True)


@mode
def http_status_without_body(c):
    p = Peer(c)
    while True:
        request = p.request()
        p.headers(request.stream, [(":status", request.headers["x-status"])], end=True)


@mode
def http_503_as_grpc(c):
    p = Peer(c)
    request = p.request()
    p.headers(request.stream, [(":status", "503"), ("content-type", "application/grpc")], end=True)
    p.linger()


@mode
def html_instead_of_grpc(c):
    p = Peer(c)
    request = p.request()
    p.headers(request.stream, [(":status", "200"), ("content-type", "text/html")])
    p.data(request.stream, b"<p>Welcome!</p>", end=True)
    p.linger()


# Headers


@mode
def informational(c):
    p = Peer(c)
    request = p.request()
    p.headers(request.stream, [(":status", "100")])
    p.headers(request.stream, [(":status", "103"), ("link", "</style.css>")])
    p.answer(request)
    p.linger()


@mode
def continuation(c):
    p = Peer(c)
    request = p.request()
    p.headers(
        request.stream,
        [(":status", "200"), ("content-type", "application/grpc"), ("x-long", "y" * 60)], fragment=16)
    p.data(request.stream, request.body)
    p.headers(request.stream, [("grpc-status", "0"), ("x-long", "z" * 40)], end=True, fragment=16)
    p.linger()


@mode
def huge_headers(c):
    p = Peer(c)
    request = p.request()
    if not once("huge headers" + request.headers.get("x-key", "")):
        p.answer(request)
    else:
        p.headers(
            request.stream,
            [(":status", "200"), ("content-type", "application/grpc"), *[(f"x-{i}", "y" * 4000) for i in range(10)]],
            fragment=16000)
    p.serve()


@mode
def huge_trailers(c):
    p = Peer(c)
    request = p.request()
    if not once("huge trailers" + request.headers.get("x-key", "")):
        p.answer(request)
    else:
        p.begin(request.stream)
        p.data(request.stream, request.body)
        p.headers(
            request.stream, [("grpc-status", "0"), *[(f"x-{i}", "y" * 4000) for i in range(10)]], end=True,
            fragment=16000)
    p.serve()


@mode
def headers_twice(c):
    p = Peer(c)
    request = p.request()
    p.begin(request.stream)
    p.begin(request.stream)
    p.linger()


@mode
def data_before_headers(c):
    p = Peer(c)
    request = p.request()
    p.data(request.stream, request.body)
    p.linger()


@mode
def odd_binary_metadata(c):
    p = Peer(c)
    request = p.request()
    p.begin(request.stream, ("x-unpadded-bin", "q6ur"), ("x-padded-bin", "AQ=="), ("x-two-bin", "AQ,Ag=="))
    p.data(request.stream, request.body)
    p.trailers(request.stream, 0, ("x-bad-bin", "!not base64!"))
    p.linger()


@mode
def headers_that_must_not_be(c):
    p = Peer(c)
    request = p.request()
    p.headers(request.stream, [(":status", "200"), ("content-type", "application/grpc"), ("connection", "close")])
    p.linger()


# Messages


@mode
def byte_by_byte(c):
    p = Peer(c)
    request = p.request()
    p.begin(request.stream)
    for byte in request.body:
        p.data_in_window(request.stream, bytes([byte]))
    p.trailers(request.stream)
    p.linger()


@mode
def cut_in_the_prefix(c):
    p = Peer(c)
    request = p.request()
    p.begin(request.stream)
    body = message(b"one") + message(b"") + message(b"three")
    for start, end in [(0, 3), (3, 7), (7, 12), (12, 14), (14, len(body))]:
        p.data(request.stream, body[start:end])
        time.sleep(0.01)
    p.trailers(request.stream)
    p.linger()


@mode
def empty_data_frames(c):
    p = Peer(c)
    request = p.request()
    p.begin(request.stream)
    for _ in range(100):
        p.data(request.stream, b"")
    p.data(request.stream, request.body)
    p.data(request.stream, b"", padding=100)
    p.trailers(request.stream)
    p.linger()


@mode
def half_a_message(c):
    p = Peer(c)
    request = p.request()
    p.begin(request.stream)
    p.data(request.stream, request.body[:-1])
    p.trailers(request.stream)
    p.linger()


@mode
def half_a_message_without_trailers(c):
    p = Peer(c)
    request = p.request()
    p.begin(request.stream)
    p.data(request.stream, request.body[:3], end=True)
    p.linger()


@mode
def no_message(c):
    p = Peer(c)
    request = p.request()
    p.begin(request.stream)
    p.trailers(request.stream)
    p.linger()


@mode
def two_messages(c):
    p = Peer(c)
    request = p.request()
    p.begin(request.stream)
    p.data(request.stream, request.body * 2)
    p.trailers(request.stream)
    p.linger()


@mode
def two_messages_and_silence(c):
    p = Peer(c)
    request = p.request()
    p.begin(request.stream)
    p.data(request.stream, request.body * 2)
    p.linger()


@mode
def compressed_without_encoding(c):
    p = Peer(c)
    request = p.request()
    p.begin(request.stream)
    p.data(request.stream, message(b"xyz", 1))
    p.linger()


@mode
def compressed_by_no_known_way(c):
    p = Peer(c)
    request = p.request()
    p.begin(request.stream, ("grpc-encoding", "snappy"))
    p.data(request.stream, message(b"xyz", 1))
    p.linger()


@mode
def unknown_flag(c):
    p = Peer(c)
    request = p.request()
    p.begin(request.stream)
    p.data(request.stream, message(b"xyz", 7))
    p.linger()


@mode
def message_over_the_limit(c):
    p = Peer(c)
    request = p.request()
    p.begin(request.stream)
    p.data(request.stream, b"\0" + struct.pack(">I", 5_000_000) + b"x")
    p.linger()


@mode
def prefix_of_4_gib(c):
    p = Peer(c)
    request = p.request()
    p.begin(request.stream)
    p.data(request.stream, b"\0\xff\xff\xff\xffx")
    p.linger()


@mode
def more_than_the_window(c):
    p = Peer(c)
    request = p.request()
    p.begin(request.stream)
    p.data(request.stream, message(b"x" * 20_000_000)[:16384])
    for _ in range(600):
        p.data(request.stream, b"x" * 16384)
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


# Retries


def fails_with(c, failures, *trailers):
    p = Peer(c)
    while True:
        request = p.request()
        attempt = int(request.headers.get("grpc-previous-rpc-attempts", "0"))
        if attempt < failures:
            p.headers(
                request.stream,
                [(":status", "200"), ("content-type", "application/grpc"), ("grpc-status", "14"),
                 ("grpc-message", f"attempt {attempt}"), *trailers], end=True)
        else:
            p.answer(request, str(attempt).encode() + b" " + request.body[5:])


@mode
def unavailable_twice(c):
    fails_with(c, 2)


@mode
def unavailable_always(c):
    fails_with(c, 99)


@mode
def unavailable_with_pushback(c):
    fails_with(c, 2, ("grpc-retry-pushback-ms", "1"))


@mode
def unavailable_and_never_again(c):
    fails_with(c, 2, ("grpc-retry-pushback-ms", "-1"))


@mode
def unavailable_after_headers(c):
    p = Peer(c)
    request = p.request()
    p.begin(request.stream)
    p.trailers(request.stream, 14)
    p.serve()


@mode
def closes_twice(c):
    p = Peer(c)
    SHARED["closes"] = SHARED.get("closes", 0) + 1
    if SHARED["closes"] > 2:
        p.serve()
    p.request()
    p.close()


def run(function, connection):
    try:
        function(connection)
    except Closed:
        pass
    finally:
        connection.close()


def listen(folder, name, function):
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(os.path.join(folder, name + ".sock"))
    listener.listen(32)

    def accept():
        while True:
            connection, _ = listener.accept()
            threading.Thread(target=run, args=(function, connection), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()


if __name__ == "__main__":
    threading.stack_size(256 << 10)
    for name, function in MODES.items():
        listen(sys.argv[1], name, function)
    print("listening on", len(MODES), "sockets", flush=True)
    sys.stdin.read()
