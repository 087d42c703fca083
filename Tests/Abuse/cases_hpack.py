"""HPACK (RFC 7541): a decoding error ends the connection, as the tables of both sides would differ."""

from harness import case
from peer import *


def sent(bench, payload, timeout=5.0):
    peer = bench.peer()
    peer.send(frame(HEADERS, END_STREAM | END_HEADERS, 1, payload))
    return peer.outcome(timeout=timeout)


@case("an index beyond the table", "GOAWAY COMPRESSION_ERROR")
def index_beyond_table(bench):
    return sent(bench, block(request()) + b"\xff\x80\x01")


@case("index 0", "GOAWAY COMPRESSION_ERROR")
def index_zero(bench):
    return sent(bench, block(request()) + b"\x80")


@case("an integer that overflows", "GOAWAY COMPRESSION_ERROR")
def integer_overflow(bench):
    return sent(bench, block(request()) + b"\xff" + b"\xff" * 20 + b"\x7f")


@case("an integer of endless zeros (CVE-2023-33953)", "GOAWAY COMPRESSION_ERROR")
def endless_zeros(bench):
    return sent(bench, block(request()) + b"\xff" + b"\x80" * 10_000 + b"\x00")


@case("a length of 4 GiB", "GOAWAY COMPRESSION_ERROR")
def huge_length(bench):
    return sent(bench, block(request()) + b"\0\x01a\x7f\xff\xff\xff\xff\x0f" + b"x" * 100)


@case("a table larger than was allowed", "GOAWAY COMPRESSION_ERROR")
def table_too_large(bench):
    return sent(bench, b"\x3f\xe1\xff\x03" + block(request()))


@case("a change of the table's size between fields", "GOAWAY COMPRESSION_ERROR")
def late_table_size(bench):
    return sent(bench, block(request()) + b"\x20")


@case("Huffman code that holds EOS", "GOAWAY COMPRESSION_ERROR")
def huffman_eos(bench):
    return sent(bench, block(request()) + b"\0\x01a\x84\xff\xff\xff\xff")


@case("Huffman code with wrong padding", "GOAWAY COMPRESSION_ERROR")
def huffman_padding(bench):
    return sent(bench, block(request()) + b"\0\x01a\x81\x00")


@case("a block that ends in the middle of a field", "GOAWAY COMPRESSION_ERROR")
def block_cut_off(bench):
    return sent(bench, block(request()) + b"\0\x05ab")


@case("thousands of changes of the table's size", "grpc-status 12")
def many_table_sizes(bench):
    return sent(bench, b"\x20" * 8000 + block(request()))


@case("16 KiB that unpack to 40 MiB: a field of the table, named again and again", "GOAWAY ENHANCE_YOUR_CALM")
def hpack_bomb(bench):
    peer = bench.peer()
    big = b"\x40\x01a\x7f" + bytes([(3000 - 127) & 127 | 128, (3000 - 127) >> 7]) + b"b" * 3000
    peer.send(frame(HEADERS, END_STREAM | END_HEADERS, 1, block(request()) + big))
    peer.outcome()
    before = bench.server.seconds()
    for stream in range(3, 43, 2):
        peer.send(frame(HEADERS, END_STREAM | END_HEADERS, stream, block(request()) + b"\xbe" * 14_000))
    outcome = peer.cut()
    bench.expect(bench.server.seconds() - before < 0.5, "less than half a second of work")
    return outcome


@case("a table that is emptied and filled by each of 1,000 requests", "grpc-status 12")
def table_churn(bench):
    peer = bench.peer()
    for n in range(1000):
        payload = b"\x20\x3f\xe1\x1f" + block(request()) + b"\x40\x01a\x04" + b"%04d" % n
        if not peer.send(frame(HEADERS, END_STREAM | END_HEADERS, 2 * n + 1, payload)):
            break
        if n % 50 == 49:
            peer.outcome(2 * n + 1)
    return peer.outcome(1999)
