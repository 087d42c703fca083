"""A radio receiver without a radio: rtl_433 connects to it by rtl_tcp's protocol, and hears what tests transmit."""

import queue
import socket
import struct
import threading
import time

# Samples a second, each of two bytes: rtl_433's own rate.
RATE = 250_000
SILENCE, CARRIER = bytes([127, 128]), bytes([250, 128])


def samples(sample, microseconds):
    return sample * (RATE * microseconds // 1_000_000)


class Transmitter:
    """A device that sends bits as gaps between pulses of equal length, all in microseconds."""

    def __init__(self, zero, one, end, pulse=500, repeats=12):
        self.zero, self.one, self.end, self.pulse, self.repeats = zero, one, end, pulse, repeats

    def signal(self, bits):
        gaps = [self.one if bit == "1" else self.zero for bit in bits] + [self.end]
        once = b"".join(samples(CARRIER, self.pulse) + samples(SILENCE, gap) for gap in gaps)
        return samples(SILENCE, 20_000) + once * self.repeats + samples(SILENCE, 20_000)


class Receiver:
    """The server of rtl_tcp's protocol: 12 bytes about the tuner, then samples without end, in real time."""

    def __init__(self):
        self.server = socket.create_server(("127.0.0.1", 0))
        self.port = self.server.getsockname()[1]
        self.heard = queue.SimpleQueue()
        threading.Thread(target=self._serve, daemon=True).start()

    def hear(self, signal):
        self.heard.put(signal)

    def close(self):
        self.server.close()

    def _serve(self):
        while True:
            try:
                client, _ = self.server.accept()
            except OSError:
                return
            threading.Thread(target=self._ignore_settings, args=(client,), daemon=True).start()
            try:
                self._stream(client)
            except OSError:
                client.close()

    def _stream(self, client):
        client.sendall(b"RTL0" + struct.pack(">II", 5, 29))
        due = time.monotonic()
        while True:
            block = samples(SILENCE, 100_000) if self.heard.empty() else self.heard.get()
            client.sendall(block)
            due += len(block) / 2 / RATE
            time.sleep(max(0, due - time.monotonic()))

    @staticmethod
    def _ignore_settings(client):
        try:
            while client.recv(4096):
                pass
        except OSError:
            pass
