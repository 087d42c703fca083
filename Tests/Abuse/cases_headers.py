"""Header blocks: malformed requests, blocks that are too large, too long or without end, and HPACK itself."""

from harness import case
from peer import *


def asked(bench, fields, flags=END_STREAM | END_HEADERS):
    """The outcome of a request with these fields; a malformed one ends its stream, never the connection."""
    peer = bench.peer()
    peer.headers(1, fields, flags)
    outcome = peer.outcome()
    if outcome.startswith("RST"):
        bench.expect(peer.served(3), "the connection stays open")
    return outcome


@case("no :path", "RST PROTOCOL_ERROR")
def no_path(bench):
    return asked(bench, [f for f in request() if f[0] != ":path"])


@case("no :method", "RST PROTOCOL_ERROR")
def no_method(bench):
    return asked(bench, [f for f in request() if f[0] != ":method"])


@case("an empty :path", "RST PROTOCOL_ERROR")
def empty_path(bench):
    return asked(bench, request(""))


@case(":path twice", "RST PROTOCOL_ERROR")
def path_twice(bench):
    return asked(bench, [(":path", "/a")] + request())


@case("a pseudo-header after a header", "RST PROTOCOL_ERROR")
def late_pseudo_header(bench):
    return asked(bench, request()[1:] + [(":method", "POST")])


@case("a pseudo-header that does not exist", "RST PROTOCOL_ERROR")
def unknown_pseudo_header(bench):
    return asked(bench, [(":hearth", "x")] + request())


@case(":status in a request", "RST PROTOCOL_ERROR")
def status_in_request(bench):
    return asked(bench, [(":status", "200")] + request())


@case("a name in capitals", "RST PROTOCOL_ERROR")
def name_in_capitals(bench):
    return asked(bench, request(extra=[("X-Test", "x")]))


@case("connection: close", "RST PROTOCOL_ERROR")
def connection_header(bench):
    return asked(bench, request(extra=[("connection", "close")]))


@case("te: gzip", "RST PROTOCOL_ERROR")
def wrong_te(bench):
    return asked(bench, request(te="gzip"))


@case("a value with NUL", "RST PROTOCOL_ERROR")
def nul_in_value(bench):
    return asked(bench, request(extra=[("x-test", b"a\0b")]))


@case("a value with a line break", "RST PROTOCOL_ERROR")
def line_break_in_value(bench):
    return asked(bench, request(extra=[("x-test", "a\r\nx-admin: 1")]))


@case("more bytes than content-length says", "RST PROTOCOL_ERROR")
def content_length_too_small(bench):
    peer = bench.peer()
    peer.call(1, extra=[("content-length", "1")])
    return peer.outcome()


@case("fewer bytes than content-length says", "RST PROTOCOL_ERROR")
def content_length_too_large(bench):
    peer = bench.peer()
    peer.call(1, extra=[("content-length", "100")])
    return peer.outcome()


@case("a content-length of 1 TB, and no byte of it", "grpc-status 8")
def content_length_1tb(bench):
    peer = bench.peer()
    peer.headers(1, request(extra=[("content-length", str(10 ** 12))]), END_HEADERS)
    outcome = peer.outcome()
    bench.expect(peer.served(3), "the connection stays open")
    return outcome


@case("a content-length of 1 TB for a page, and no byte of it", "HTTP 413")
def content_length_1tb_page(bench):
    peer = bench.peer()
    fields = request("/healthz", te=None, content_type=None, extra=[("content-length", str(10 ** 12))])
    peer.headers(1, fields, END_HEADERS)
    outcome = peer.outcome()
    bench.expect(peer.served(3), "the connection stays open")
    return outcome


@case("a foreign :authority, as of a page whose name leads here", "grpc-status 7")
def foreign_authority(bench):
    return asked(bench, request(authority="evil.example"))


@case("the same as a browser's request", "HTTP 421")
def foreign_authority_of_page(bench):
    return asked(bench, request(authority="evil.example", te=None, content_type="application/json"))


@case("another port in :authority, as of a tunnel", "grpc-status 0")
def port_of_tunnel(bench):
    peer = bench.peer()
    peer.headers(1, request(authority="localhost:8080"), END_HEADERS)
    peer.send(frame(DATA, END_STREAM, 1, message()))
    return peer.outcome()


@case("trailers with a pseudo-header", "RST PROTOCOL_ERROR")
def pseudo_header_in_trailers(bench):
    peer = bench.peer()
    peer.headers(1, request(FULL_DUPLEX), END_HEADERS)
    peer.headers(1, [(":path", "/")])
    return peer.outcome()


@case("100,000 fields without a name (CVE-2019-9516)", "RST PROTOCOL_ERROR")
def empty_names(bench):
    peer = bench.peer()
    for stream in range(1, 199, 2):
        peer.send(frame(HEADERS, 5, stream, block(request()) + literal("", "") * 1000))
    return peer.outcome(197)


@case("20 KiB of headers; the next request has the right ones (CVE-2023-32731)", "HTTP 431")
def headers_20kib(bench):
    peer = bench.peer()
    # Uses the table: refused fields must still enter it on both sides.
    fields = request(extra=[(f"x-{n}", "y" * 2500) for n in range(8)] + [("x-bin", "bad!")])
    whole = peer.encoder.encode(fields)
    peer.send(frame(HEADERS, END_STREAM, 1, whole[:16000]) + frame(CONTINUATION, END_HEADERS, 1, whole[16000:]))
    outcome = peer.outcome()
    peer.send(frame(HEADERS, END_STREAM | END_HEADERS, 3, peer.encoder.encode(request(extra=[("x-bin", "bad!")]))))
    bench.expect(peer.outcome(3) == "grpc-status 13", "the next request's metadata is read: " + peer.outcome(3))
    bench.expect(peer.served(5), "and the one behind it")
    return outcome


@case("200 fields", "HTTP 431")
def fields_200(bench):
    peer = bench.peer()
    peer.headers(1, request(extra=[(f"x-{n}", "y") for n in range(200)]))
    outcome = peer.outcome()
    bench.expect(peer.served(3), "the connection stays open")
    return outcome


@case("1 MiB of headers", "GOAWAY ENHANCE_YOUR_CALM")
def headers_1mib(bench):
    peer = bench.peer()
    peer.send(frame(HEADERS, END_STREAM, 1, block(request())))
    for n in range(64):
        peer.send(frame(CONTINUATION, END_HEADERS if n == 63 else 0, 1, literal(f"x-{n}", "y" * 16000)))
    return peer.cut()


@case("CONTINUATION without end (CVE-2024-27316)", "GOAWAY ENHANCE_YOUR_CALM")
def continuation_flood(bench):
    peer = bench.peer()
    peer.send(frame(HEADERS, END_STREAM, 1, block(request())))
    for _ in range(20_000):
        if not peer.send(frame(CONTINUATION, 0, 1, literal("x", "y"))):
            break
    return peer.cut()


@case("empty CONTINUATION without end (CVE-2019-9518)", "GOAWAY ENHANCE_YOUR_CALM")
def empty_continuation_flood(bench):
    peer = bench.peer()
    peer.send(frame(HEADERS, END_STREAM, 1, block(request())))
    for _ in range(20_000):
        if not peer.send(frame(CONTINUATION, 0, 1)):
            break
    return peer.cut()


@case("endless CONTINUATION after headers that were already too large", "GOAWAY ENHANCE_YOUR_CALM")
def continuation_after_refusal(bench):
    peer = bench.peer()
    peer.send(frame(HEADERS, END_STREAM, 1, block(request()) + literal("a", "y" * 16200)))
    for n in range(1000):
        if not peer.send(frame(CONTINUATION, 0, 1, literal(f"x-{n}", "y" * 1000))):
            break
    return peer.cut()


@case("1,000 cookies", "HTTP 431")
def cookies(bench):
    peer = bench.peer()
    peer.headers(1, request(extra=[("cookie", "a=b")] * 1000))
    return peer.outcome()


@case("a field of 60 KiB", "HTTP 431")
def field_60kib(bench):
    peer = bench.peer()
    whole = block(request(extra=[("x", "y" * 60_000)]))
    peer.send(frame(HEADERS, END_STREAM, 1, whole[:16000]))
    for at in range(16000, len(whole), 16000):
        peer.send(frame(CONTINUATION, END_HEADERS if at + 16000 >= len(whole) else 0, 1, whole[at:at + 16000]))
    return peer.outcome()
