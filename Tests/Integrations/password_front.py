"""A front with a password for a plain device: firmware before 2026.1, which answers the message 3 with the message 4.

Until the password fits, such firmware answers only the hello and the question about the device, which says that it uses
one, and closes the connection when a client asks for more (ESPHome 2025.12, `api.proto` and `api_connection.cpp`).
"""

import socket
import threading

from noise_front import read_plain, varint

HELLO, PASSWORD, PASSWORD_ANSWER, PING, INFO, INFO_ANSWER = 1, 3, 4, 7, 9, 10


class PasswordFront:
    """Listens at `port` and forwards to the device at `target`."""

    def __init__(self, target, password):
        self.target, self.password = target, password
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def close(self):
        self.listener.close()

    def _serve(self, client):
        with client, socket.create_connection(("127.0.0.1", self.target)) as device:
            def back():
                try:
                    while True:
                        kind, message = read_plain(device)
                        # Field 1, uses_password.
                        client.sendall(plain(kind, b"\x08\x01" * (kind == INFO_ANSWER) + message))
                except (OSError, EOFError):
                    pass
                client.close()

            threading.Thread(target=back, daemon=True).start()
            try:
                self._speak(client, device)
            except (OSError, EOFError):
                pass

    def _speak(self, client, device):
        is_authenticated = False
        while True:
            kind, message = read_plain(client)
            if kind == PASSWORD:
                # Field 1, a string of at most 127 bytes.
                is_authenticated = message[2:].decode() == self.password
                answer = b"" if is_authenticated else b"\x08\x01"
                client.sendall(plain(PASSWORD_ANSWER, answer))
            elif is_authenticated or kind in (HELLO, PING, INFO):
                device.sendall(plain(kind, message))
            else:
                return


def plain(kind, message):
    return b"\0" + varint(len(message)) + varint(kind) + message
