"""One connection of the misbehaving server: any frames in any order."""

import struct

import hpack
from hyperframe.frame import (
    ContinuationFrame, DataFrame, Frame, GoAwayFrame, HeadersFrame, PingFrame, RstStreamFrame, SettingsFrame,
    WindowUpdateFrame)

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
MODES = {}
# The state of a mode across its connections.
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
    """The server's end of a connection."""

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
        """Behaves well from now on."""
        while True:
            self.answer(self.request())

    def linger(self):
        """Reads until the client disconnects."""
        while True:
            self.read()

    def close(self):
        raise Closed


def once(name):
    """Whether this is the first time."""
    SHARED[name] = SHARED.get(name, 0) + 1
    return SHARED[name] == 1
