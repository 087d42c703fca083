"""Requests that are valid HTTP/2 but invalid gRPC: each gets its own error, and the connection stays open."""

import gzip
import struct

from harness import case
from peer import *


def answer(bench, body=None, path=EMPTY_CALL, extra=(), timeout=5.0, **changes):
    peer = bench.peer()
    peer.call(1, body, path, extra, **changes)
    outcome = peer.outcome(timeout=timeout)
    bench.expect(peer.served(3), "the connection stays open")
    return outcome


@case("an unknown method", "grpc-status 12")
def unknown_method(bench):
    return answer(bench, path="/grpc.testing.TestService/Nothing")


@case("paths that try to look like another", "grpc-status 12")
def tricky_paths(bench):
    outcomes = set()
    for path in ["/grpc.testing.TestService/../EmptyCall", "//grpc.testing.TestService/EmptyCall", EMPTY_CALL + "/",
                 EMPTY_CALL + "?a=b", "/grpc.testing.TestService/%45mptyCall", EMPTY_CALL.upper(), EMPTY_CALL + "%00"]:
        outcomes.add(answer(bench, path=path))
    return outcomes.pop() if len(outcomes) == 1 else str(outcomes)


@case("a path without a slash", "RST PROTOCOL_ERROR")
def path_without_slash(bench):
    return answer(bench, path="grpc.testing.TestService")


@case("a path of 8,000 bytes", "grpc-status 12")
def long_path(bench):
    return answer(bench, path="/" + "a" * 8000)


@case("GET of a method's path", "HTTP 405")
def get(bench):
    peer = bench.peer()
    peer.call(1, method="GET")
    outcome = peer.outcome()
    bench.expect(peer.fields[1].get("allow") == "POST", "allow: POST")
    bench.expect(peer.served(3), "the connection stays open")
    return outcome


@case("CONNECT", "RST PROTOCOL_ERROR")
def connect(bench):
    return answer(bench, method="CONNECT")


@case("content-type: text/plain", "HTTP 415")
def wrong_content_type(bench):
    return answer(bench, content_type="text/plain")


@case("no te: trailers", "HTTP 400")
def no_te(bench):
    return answer(bench, te=None)


@case("a malformed grpc-timeout", "grpc-status 13")
def bad_timeout(bench):
    outcomes = {answer(bench, extra=[("grpc-timeout", value)])
                for value in ["", "S", "1", "-1S", "1X", "1.5S", "100000000000S", "９S".encode().decode("latin1")]}
    return outcomes.pop() if len(outcomes) == 1 else str(outcomes)


@case("the longest grpc-timeout", "grpc-status 0")
def longest_timeout(bench):
    return answer(bench, extra=[("grpc-timeout", "99999999H")])


@case("a grpc-timeout of 0", "grpc-status 0")
def timeout_of_0(bench):
    return answer(bench, extra=[("grpc-timeout", "0n")])


@case("metadata that is not base64 (CVE-2023-32732)", "grpc-status 13")
def bad_bin_metadata(bench):
    outcomes = {answer(bench, extra=[("x-bin", value)]) for value in ["!", "a", "a=b=", "====", "ab c"]}
    return outcomes.pop() if len(outcomes) == 1 else str(outcomes)


@case("no message", "grpc-status 12")
def no_message(bench):
    return answer(bench, b"")


@case("two messages for a unary call", "grpc-status 12")
def two_messages(bench):
    return answer(bench, message() * 2)


@case("a body that ends in a prefix", "grpc-status 13")
def cut_prefix(bench):
    return answer(bench, b"\0\0\0")


@case("a body that ends in a message", "grpc-status 13")
def cut_message(bench):
    return answer(bench, message(bytes(100))[:50])


@case("an unknown message flag", "grpc-status 13")
def unknown_flag(bench):
    return answer(bench, message(flag=7))


@case("a prefix of 4 GiB (CVE-2021-36155)", "grpc-status 8", growth=8)
def prefix_4gib(bench):
    return answer(bench, b"\0\xff\xff\xff\xff" + bytes(100))


@case("prefixes of 4 MiB on 100 streams, and nothing after them", "grpc-status 13", growth=16)
def prefix_4mib(bench):
    peer = bench.peer()
    for stream in range(1, 201, 2):
        peer.call(stream, struct.pack(">BI", 0, 4 << 20), UNARY_CALL)
    return peer.outcome(199)


def upload(bench, body, path=UNARY_CALL, extra=(), timeout=15.0, ends=True):
    """Sends a body larger than the windows. Unless it `ends`, does not wait for the answer after sending."""
    peer = bench.peer()
    peer.headers(1, request(path, extra), END_HEADERS)
    sent = 0
    while sent < len(body):
        def credit():
            updates = [f for f in list(peer.frames) if f[0] == WINDOW_UPDATE]
            return 65_535 + min(sum(int.from_bytes(f[3], "big") for f in updates if f[2] == s) for s in (0, 1)) - sent
        if not peer.wait(lambda: credit() > 0 or peer.status(1) or peer.reset(1) or peer.is_closed, 5):
            return "no more credit"
        if credit() <= 0 or peer.status(1):
            break
        piece = body[sent:sent + min(16_384, credit())]
        sent += len(piece)
        if not peer.send(frame(DATA, END_STREAM if ends and sent == len(body) else 0, 1, piece)):
            break
    if not ends:
        peer.wait(lambda: peer.status(1), 0.1)
        return peer.status(1)
    outcome = peer.outcome(timeout=timeout)
    bench.expect(peer.served(3), "the connection stays open")
    return outcome


@case("a message of 5 MiB", "grpc-status 8", growth=24)
def message_5mib(bench):
    return upload(bench, message(bytes(5 << 20)))


@case("a message of 3 MiB, which is allowed", "grpc-status 0", growth=48)
def message_3mib(bench):
    body = b"\x1a\x85\x80\xc0\x01\x12\x80\x80\xc0\x01" + bytes(3 << 20)
    return upload(bench, message(body))


# A caller may have 16 MiB of incomplete requests, over all its connections. These would be 96 MiB, and 4 GiB with the
# most connections.
@case("24 connections, each with 4 MiB of an endless message", "refused beyond 16 MiB", growth=48, fresh=True)
def messages_without_their_end(bench):
    body = message(bytes((4 << 20) - 64))[:-1]
    statuses = [upload(bench, body, ends=False) for _ in range(24)]
    bench.expect(statuses[:3] == [None] * 3, f"the first are waited for: {statuses[:3]}")
    return "refused beyond 16 MiB" if statuses.count("grpc-status 8") >= 16 else str(statuses)


# The test service decodes messages itself, so the status is not that of a Hearth server.
@case("bytes that are not protobuf", "grpc-status 2")
def garbage_protobuf(bench):
    outcomes = {answer(bench, message(body), UNARY_CALL)
                for body in [b"\xff" * 20, b"\x0a\xff\xff\xff\xff\x0f", b"\x12\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01"]}
    return outcomes.pop() if len(outcomes) == 1 else str(outcomes)


@case("protobuf nested 100,000 deep", "grpc-status 0")
def deeply_nested_protobuf(bench):
    body = b""
    for _ in range(400):
        length, count = len(body), b""
        while length >= 128:
            count += bytes([length & 127 | 128])
            length >>= 7
        body = b"\x1a" + count + bytes([length]) + body
    groups = b"\x23" * 100_000
    first = answer(bench, message(body), UNARY_CALL)
    second = upload(bench, message(groups))
    bench.expect(second.startswith("grpc-status"), second)
    return first


@case("a compressed message without grpc-encoding", "grpc-status 13")
def compressed_without_encoding(bench):
    return answer(bench, message(gzip.compress(b""), 1))


@case("an unknown encoding", "grpc-status 12")
def unknown_encoding(bench):
    return answer(bench, message(b"x", 1), extra=[("grpc-encoding", "snappy")])


@case("malformed gzip", "grpc-status 13")
def bad_gzip(bench):
    return answer(bench, message(b"\x1f\x8b\x08\x00garbage", 1), extra=[("grpc-encoding", "gzip")])


@case("gzip: 1 MiB that unpacks to 1 GiB", "grpc-status 8", growth=32)
def gzip_bomb(bench):
    packer = __import__("zlib").compressobj(9, wbits=31)
    bomb = b"".join(packer.compress(bytes(1 << 20)) for _ in range(1024)) + packer.flush()
    return upload(bench, message(bomb, 1), extra=[("grpc-encoding", "gzip")])


@case("gzip: 100 bombs at once", "grpc-status 8", growth=48)
def gzip_bombs(bench):
    bomb = gzip.compress(bytes(16 << 20))
    peer = bench.peer()
    for stream in range(1, 41, 2):
        peer.call(stream, message(bomb, 1), UNARY_CALL, [("grpc-encoding", "gzip")])
    return peer.outcome(39, timeout=15)
