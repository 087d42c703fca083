"""Brings a real hub one large trait schema after the other, as a maker's process that runs wild does, and prints its
memory meanwhile, and that of the hub which starts again with what was stored.

    swift build --product hearth && python3 Tests/Abuse/hub_schemas.py .build/debug/hearth

Fails when the hub dies, or takes more than --most MiB for them. Needs nothing but Python."""

import argparse
import re
import socket
import struct
import subprocess
import tempfile
import threading
import time

DATA, HEADERS, RST_STREAM, SETTINGS, PING, GOAWAY, WINDOW_UPDATE = 0, 1, 3, 4, 6, 7, 8
END_STREAM, ACK, END_HEADERS = 1, 1, 4


def varint(value):
    out = b""
    while value > 0x7F:
        out += bytes([value & 0x7F | 0x80])
        value >>= 7
    return out + bytes([value])


def field(number, value):
    """A protobuf field: a number, or bytes."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    value = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(value)) + value


def name(index):
    return "f" + "abcdefghijklmnopqrstuvwxyz"[index % 26] + format(index // 26, "02d")


def trait(index, shape):
    """A `hearth.v1.TraitSchema`, as large as its limits allow: 16,000 fields."""
    kinds = {"plain": field(3, 1), "lists": field(3, 1) + field(6, 1) + field(7, 1)}
    fields = b"".join(
        field(2, field(1, at) + field(2, name(at)) + kinds[shape]) for at in range(1_000))
    structs = b"".join(field(9, field(1, f"S{at}") + fields) for at in range(16))
    return (field(1, 0xFFF1_FC40 + index) + field(2, f"Wild{index}")
            + field(3, "Acme") + field(4, "hearth.traits.acme.v1") + field(5, 1) + structs)


def frame(kind, flags, stream, payload=b""):
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def literal(name, value):
    return b"\0" + bytes([len(name)]) + name.encode() + bytes([len(value)]) + value.encode()


class Provider:
    """A call of ProviderService.Attach; nothing else is on its connection."""

    def __init__(self, port, hello):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=20)
        self.rest = b""
        request = field(1, hello)
        body = struct.pack(">BI", 0, len(request)) + request
        head = b"".join(literal(*pair) for pair in [
            (":method", "POST"), (":scheme", "http"), (":path", "/hearth.v1.ProviderService/Attach"),
            (":authority", "x"), ("te", "trailers"), ("content-type", "application/grpc")])
        self.socket.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(SETTINGS, 0, 0) + frame(HEADERS, END_HEADERS, 1, head))
        # Of the connection and of the stream.
        windows = [65_535, 65_535]
        while body:
            room = min(len(body), 16_384, *windows)
            if room == 0:
                kind, flags, payload, stream = self.read()
                if kind == WINDOW_UPDATE:
                    windows[stream] += int.from_bytes(payload, "big")
                elif kind in (GOAWAY, RST_STREAM) or kind == HEADERS and flags & END_STREAM:
                    return
                continue
            self.socket.sendall(frame(DATA, 0, 1, body[:room]))
            body, windows = body[room:], [window - room for window in windows]

    def read(self):
        while True:
            if len(self.rest) >= 9 and len(self.rest) >= 9 + (length := int.from_bytes(self.rest[:3], "big")):
                kind, flags, stream = self.rest[3], self.rest[4], int.from_bytes(self.rest[5:9], "big")
                payload = self.rest[9:9 + length]
                self.rest = self.rest[9 + length:]
                if kind == SETTINGS and not flags & ACK:
                    self.socket.sendall(frame(SETTINGS, ACK, 0))
                return kind, flags, payload, stream
            piece = self.socket.recv(1 << 16)
            if not piece:
                return GOAWAY, 0, b"", 0
            self.rest += piece

    def is_welcome(self):
        while True:
            kind, flags, _, _ = self.read()
            if kind == DATA:
                return True
            if kind in (GOAWAY, RST_STREAM) or kind == HEADERS and flags & END_STREAM:
                return False


class Hub:
    def __init__(self, program, store):
        start = time.monotonic()
        self.process = subprocess.Popen(
            [program, "serve", "--listen", "127.0.0.1:0", "--store", store], stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True)
        self.notices = []
        for line in self.process.stdout:
            if match := re.search(r"127\.0\.0\.1:(\d+)", line):
                self.port = int(match[1])
                break
            self.notices.append(line.strip())
        else:
            raise SystemExit("the hub did not start; it said: " + "\n".join(self.notices))
        self.started = time.monotonic() - start
        threading.Thread(target=lambda: [self.notices.append(line.strip()) for line in self.process.stdout],
                         daemon=True).start()

    def memory(self):
        """Resident, in MiB."""
        try:
            with open(f"/proc/{self.process.pid}/status") as status:
                return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024
        except (OSError, StopIteration):
            raise SystemExit("the hub died")

    def stop(self):
        self.process.terminate()
        self.process.wait(30)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="hearth")
    parser.add_argument("--count", type=int, default=160, help="at most 900")
    parser.add_argument("--shape", choices=["plain", "lists"], default="plain")
    parser.add_argument("--ids", type=int, default=1, help="provider ids to spread them over")
    parser.add_argument("--revisions", action="store_true", help="one trait in ever newer revisions")
    parser.add_argument("--most", type=float, default=256)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        hub = Hub(arguments.program, folder + "/home.db")
        before = hub.memory()
        size = len(trait(0, arguments.shape))
        print(f"schemas of {size:,} bytes, {arguments.shape}; the hub without them has {before:.0f} MiB")
        taken, peak = 0, before
        for index in range(arguments.count):
            schema = trait(0 if arguments.revisions else index, arguments.shape)
            if arguments.revisions:
                schema += field(5, index + 1)
            provider = Provider(hub.port, field(1, f"wild-{index % arguments.ids}") + field(3, schema))
            taken += provider.is_welcome()
            provider.socket.close()
            peak = max(peak, hub.memory())
            if index + 1 in (1, 10, 40, 80, arguments.count):
                print(f"{index + 1:4} brought, {taken:4} taken: {hub.memory():6.0f} MiB", flush=True)
        hub.stop()
        hub = Hub(arguments.program, folder + "/home.db")
        print(f"started again in {hub.started:.1f} s: {hub.memory():6.0f} MiB")
        hub.stop()
        for notice in hub.notices[:3]:
            print("notice:", notice)
    if peak - before > arguments.most:
        raise SystemExit(f"the hub took {peak - before:.0f} MiB, more than {arguments.most:.0f}")


if __name__ == "__main__":
    main()
