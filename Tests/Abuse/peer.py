"""One end of an HTTP/2 connection that sends any frames, and records the answers."""

import socket
import struct
import threading
import time

import hpack

DATA, HEADERS, PRIORITY, RST_STREAM, SETTINGS, PUSH_PROMISE, PING, GOAWAY, WINDOW_UPDATE, CONTINUATION = range(10)
END_STREAM, ACK, END_HEADERS, PADDED, PRIORITY_FLAG = 1, 1, 4, 8, 32
CODES = [
    "NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT", "STREAM_CLOSED",
    "FRAME_SIZE_ERROR", "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR", "CONNECT_ERROR", "ENHANCE_YOUR_CALM",
    "INADEQUATE_SECURITY", "HTTP_1_1_REQUIRED",
]
MAGIC = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
EMPTY_CALL = "/grpc.testing.TestService/EmptyCall"
UNARY_CALL = "/grpc.testing.TestService/UnaryCall"
STREAMING_OUTPUT = "/grpc.testing.TestService/StreamingOutputCall"
STREAMING_INPUT = "/grpc.testing.TestService/StreamingInputCall"
FULL_DUPLEX = "/grpc.testing.TestService/FullDuplexCall"


def frame(kind, flags=0, stream=0, payload=b""):
    """A frame as bytes (RFC 9113, section 4.1)."""
    return struct.pack(">IBBI", len(payload) << 8 | kind, flags, 0, 0)[:3] + bytes([kind, flags]) + struct.pack(
        ">I", stream) + payload


def number(value):
    return struct.pack(">I", value)


def setting(name, value):
    return struct.pack(">HI", name, value)


# The server's name; a server on loopback refuses other names.
authority = "127.0.0.1"


def request(path=EMPTY_CALL, extra=(), **changes):
    """The fields of a gRPC request; `changes` give values of fields by their letters (te, method), None to omit one."""
    fields = [
        (":method", "POST"), (":scheme", "http"), (":path", path), (":authority", authority), ("te", "trailers"),
        ("content-type", "application/grpc"),
    ]
    for name, value in changes.items():
        key = {"method": ":method", "scheme": ":scheme", "content_type": "content-type", "authority": ":authority"}.get(name, name)
        fields = [(n, value if n == key else v) for n, v in fields if n != key or value is not None]
    return fields + list(extra)


def message(body=b"", flag=0):
    """A message with gRPC's prefix."""
    return struct.pack(">BI", flag, len(body)) + body


def literal(name, value):
    """A field in HPACK that neither uses nor changes the table, legal or not."""
    def text(value):
        value = value if isinstance(value, bytes) else value.encode()
        count, head = len(value), b""
        if count < 127:
            return bytes([count]) + value
        count -= 127
        while count >= 128:
            head += bytes([count & 127 | 128])
            count >>= 7
        return b"\x7f" + head + bytes([count]) + value
    return b"\0" + text(name) + text(value)


def block(fields):
    """Fields in HPACK, as literals."""
    return b"".join(literal(name, value) for name, value in fields)


class Peer:
    """A client's connection. A thread of its own reads it, unless `reads` is false."""

    def __init__(self, port, preface=True, settings=b"", reads=True, receive_buffer=None):
        self.socket = socket.socket()
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(10)
        global authority
        authority = f"127.0.0.1:{port}"
        self.socket.connect(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.frames = []
        self.is_closed = False
        self.closed_at = None
        self.bytes_read = 0
        self.changed = threading.Condition()
        self.encoder = hpack.Encoder()
        self.decoder = hpack.Decoder()
        self.decoder.max_header_list_size = 1 << 20
        self.fields = {}
        self.reader = None
        self.has_spoken = preface
        if preface:
            self.send(MAGIC + frame(SETTINGS, payload=settings))
        if reads:
            self.read_on()
        if reads and preface:
            # Otherwise the acknowledgement would come in the middle of a case's frames.
            self.wait(lambda: self.is_closed or any(f[0] == SETTINGS for f in self.frames), 2)

    def read_on(self):
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        rest = b""
        while True:
            try:
                piece = self.socket.recv(1 << 16)
            except TimeoutError:
                continue
            except OSError:
                piece = b""
            if not piece:
                break
            self.bytes_read += len(piece)
            rest += piece
            while len(rest) >= 9:
                length = int.from_bytes(rest[:3], "big")
                if len(rest) < 9 + length:
                    break
                self._took(rest[3], rest[4], int.from_bytes(rest[5:9], "big"), rest[9:9 + length])
                rest = rest[9 + length:]
        with self.changed:
            self.is_closed = True
            self.closed_at = time.monotonic()
            self.changed.notify_all()

    def _took(self, kind, flags, stream, payload):
        if kind == HEADERS:
            decoded = self.decoder.decode(payload)
            with self.changed:
                self.fields.setdefault(stream, {}).update(decoded)
        if kind == SETTINGS and not flags & ACK and self.has_spoken:
            self.send(frame(SETTINGS, ACK))
        with self.changed:
            self.frames.append((kind, flags, stream, payload))
            self.changed.notify_all()

    def send(self, data):
        """Whether the bytes could be sent."""
        try:
            self.socket.sendall(data)
            return True
        except OSError:
            return False

    def headers(self, stream, fields=None, flags=END_STREAM | END_HEADERS):
        return self.send(frame(HEADERS, flags, stream, block(request() if fields is None else fields)))

    def call(self, stream, body=None, path=EMPTY_CALL, extra=(), **changes):
        """A whole request: headers, a message or other bytes."""
        body = message() if body is None else body
        pieces = [body[at:at + 16384] for at in range(0, len(body), 16384)] or [b""]
        out = frame(HEADERS, END_HEADERS, stream, block(request(path, extra, **changes)))
        for piece in pieces[:-1]:
            out += frame(DATA, 0, stream, piece)
        return self.send(out + frame(DATA, END_STREAM, stream, pieces[-1]))

    def wait(self, condition, timeout=5.0):
        with self.changed:
            return self.changed.wait_for(condition, timeout)

    # Answers

    def goaway(self):
        codes = [int.from_bytes(f[3][4:8], "big") for f in self.frames if f[0] == GOAWAY]
        return "GOAWAY " + CODES[codes[-1]] if codes else None

    def reset(self, stream):
        for kind, _, id, payload in self.frames:
            if kind == RST_STREAM and id == stream:
                return "RST " + CODES[int.from_bytes(payload, "big")]
        return None

    def status(self, stream):
        """The status of an ended request: gRPC's, else HTTP's."""
        if not any(f[2] == stream and f[0] in (HEADERS, DATA) and f[1] & END_STREAM for f in self.frames):
            return None
        fields = self.fields.get(stream, {})
        return "grpc-status " + fields["grpc-status"] if "grpc-status" in fields else "HTTP " + fields.get(":status", "?")

    def outcome(self, stream=1, timeout=5.0):
        """The end of a stream, or of its connection."""
        def now():
            goaway = self.goaway()
            if goaway and goaway != "GOAWAY NO_ERROR":
                return goaway
            return self.status(stream) or self.reset(stream) or goaway or ("closed" if self.is_closed else None)
        self.wait(now, timeout)
        return now() or "nothing"

    def cut(self, timeout=5.0):
        """How the connection ended, or "stays open"."""
        self.wait(lambda: self.goaway() or self.is_closed, timeout)
        return self.goaway() or ("closed" if self.is_closed else "stays open")

    def closed(self, timeout=5.0):
        self.wait(lambda: self.is_closed, timeout)
        return self.is_closed

    def served(self, stream):
        """Whether the connection still answers a call, on a stream that has not been used."""
        self.call(stream)
        return self.outcome(stream) == "grpc-status 0"

    def close(self):
        try:
            self.socket.close()
        except OSError:
            pass
