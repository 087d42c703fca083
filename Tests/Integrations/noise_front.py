"""An encrypted front for a plain device: the responder's side of ESPHome's use of Noise.

It speaks `Noise_NNpsk0_25519_ChaChaPoly_SHA256` by PyPI's `noiseprotocol`, and passes frames on to the device. ESPHome's own
client connects through it in `esphome.py`, so that it may judge the hub.
"""

import base64
import os
import socket
import struct
import threading

from noise.connection import NoiseConnection
from noise.exceptions import NoiseInvalidMessage


def new_key():
    return base64.b64encode(os.urandom(32)).decode()


class Front:
    """Listens at `port` and forwards to the device at `target`."""

    def __init__(self, target, key, name="peer", mac="", listen=("127.0.0.1", 0)):
        self.target, self.key, self.name, self.mac = target, base64.b64decode(key), name, mac
        self.listener = socket.create_server(listen)
        self.port = self.listener.getsockname()[1]
        self.accepted = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            self.accepted += 1
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def close(self):
        self.listener.close()

    def _serve(self, client):
        with client:
            try:
                self._speak(client)
            except (OSError, EOFError, NoiseInvalidMessage):
                pass

    def _speak(self, client):
        if read(client, 1) != b"\x01":
            # As the firmware does when a plain client comes: it says in its kind of frame what it wants.
            send(client, b"\x01Bad indicator byte")
            return
        hello = read(client, *struct.unpack(">H", read(client, 2)))
        names = self.name.encode() + b"\0" + (self.mac.encode() + b"\0" if self.mac else b"")
        send(client, b"\x01" + names)
        noise = NoiseConnection.from_name(b"Noise_NNpsk0_25519_ChaChaPoly_SHA256")
        noise.set_as_responder()
        noise.set_psks(self.key)
        noise.set_prologue(b"NoiseAPIInit" + struct.pack(">H", len(hello)) + hello)
        noise.start_handshake()
        handshake = receive(client)
        try:
            noise.read_message(handshake[1:])
        except Exception:
            # The library has no one class of errors for a tag that does not fit.
            send(client, b"\x01Handshake MAC failure")
            return
        send(client, b"\x00" + noise.write_message())
        self._forward(client, noise)

    def _forward(self, client, noise):
        with socket.create_connection(("127.0.0.1", self.target)) as device:
            device.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

            def back():
                try:
                    while True:
                        kind, message = read_plain(device)
                        send(client, noise.encrypt(struct.pack(">HH", kind, len(message)) + message))
                except (OSError, EOFError):
                    client.close()

            threading.Thread(target=back, daemon=True).start()
            while True:
                clear = noise.decrypt(receive(client))
                kind, length = struct.unpack(">HH", clear[:4])
                device.sendall(b"\0" + varint(length) + varint(kind) + clear[4:4 + length])


def read(connection, count):
    data = b""
    while len(data) < count:
        more = connection.recv(count - len(data))
        if not more:
            raise EOFError
        data += more
    return data


def send(client, body):
    client.sendall(b"\x01" + struct.pack(">H", len(body)) + body)


def receive(client):
    if read(client, 1) != b"\x01":
        raise EOFError
    return read(client, *struct.unpack(">H", read(client, 2)))


def varint(value):
    out = b""
    while value > 127:
        out += bytes([value & 127 | 128])
        value >>= 7
    return out + bytes([value])


def read_varint(connection):
    value = shift = 0
    while True:
        byte = read(connection, 1)[0]
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value


def read_plain(device):
    """The type and bytes of the device's next message."""
    if read(device, 1) != b"\0":
        raise EOFError
    length = read_varint(device)
    kind = read_varint(device)
    return kind, read(device, length)
