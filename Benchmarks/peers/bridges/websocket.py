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
        self._frame(0x81, json.dumps(message).encode())

    def _frame(self, first, data):
        mask, size = os.urandom(4), len(data)
        head = struct.pack(">BB", first, 0x80 | size) if size < 126 else struct.pack(">BBH", first, 0xFE, size)
        self.socket.sendall(head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(data)))

    def receive(self):
        """The next message; several may come in one, as a list."""
        text = b""
        while True:
            head = self.stream.read(2)
            if len(head) < 2:
                raise EOFError("Home Assistant closed the connection")
            first, second = head
            size = second & 127
            if size == 126:
                size, = struct.unpack(">H", self.stream.read(2))
            elif size == 127:
                size, = struct.unpack(">Q", self.stream.read(8))
            data = self.stream.read(size)
            if first & 15 == 8:
                raise EOFError("Home Assistant closed the WebSocket")
            if first & 15 == 9:
                # It closes a connection that does not answer.
                self._frame(0x8A, data)
                continue
            text += data
            if first & 128:
                return json.loads(text)
