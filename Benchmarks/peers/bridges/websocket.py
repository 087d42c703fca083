"""A client of Home Assistant's WebSocket API, on blocking sockets."""

import base64
import hashlib
import json
import os
import socket
import struct


class WebSocket:
    """One connection, logged in with a token."""

    def __init__(self, port, token):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((
            f"GET /api/websocket HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
            f"sec-websocket-key: {key}\r\nsec-websocket-version: 13\r\n\r\n").encode())
        self.stream = self.socket.makefile("rb")
        wanted = base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest())
        headers = b"".join(iter(self.stream.readline, b"\r\n"))
        if wanted not in headers:
            raise RuntimeError("Home Assistant opens no WebSocket: " + headers.decode())
        self.last = 0
        self.receive()
        self._send({"type": "auth", "access_token": token})
        if self.receive()["type"] != "auth_ok":
            raise RuntimeError("Home Assistant does not take the token")

    def request(self, kind, **more):
        """Sends a command, and returns its number."""
        self.last += 1
        self._send({"id": self.last, "type": kind, **more})
        return self.last

    def _send(self, message):
        data, mask = json.dumps(message).encode(), os.urandom(4)
        size = len(data)
        head = struct.pack(">BB", 0x81, 0x80 | size) if size < 126 else struct.pack(">BBH", 0x81, 0xFE, size)
        self.socket.sendall(head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(data)))

    def receive(self):
        """The next message; several may come in one, as a list."""
        text = b""
        while True:
            first, second = self.stream.read(2)
            size = second & 127
            if size == 126:
                size, = struct.unpack(">H", self.stream.read(2))
            elif size == 127:
                size, = struct.unpack(">Q", self.stream.read(8))
            data = self.stream.read(size)
            if first & 15 == 8:
                raise EOFError("Home Assistant closed the WebSocket")
            if first & 15 == 9:
                continue
            text += data
            if first & 128:
                return json.loads(text)
