"""Misbehaviour in one answer: status, headers, messages, retries. Each mode serves one connection."""

import struct
import time

from misbehaving_peer import SHARED, Peer, message, mode, once

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
    # If the client grants more as fast as this sends, what follows the message is no message.
    for _ in range(2_000):
        p.data(request.stream, b"x" * 16384)
    p.linger()


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
