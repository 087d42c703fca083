"""The server of PyPI `websockets` on the standard streams: takes all bytes of a client, and writes what it answers.

Each text comes back in three fragments, with a ping between them.
"""

import sys

from websockets.frames import Opcode
from websockets.http11 import Request
from websockets.server import ServerProtocol


def answer(data):
    server, sent = ServerProtocol(), b""

    def flush():
        nonlocal sent
        sent += b"".join(server.data_to_send())

    # In small pieces, so that it answers each frame before it sees the next.
    for start in range(0, len(data), 6):
        server.receive_data(data[start:start + 6])
        for event in server.events_received():
            if isinstance(event, Request):
                server.send_response(server.accept(event))
            elif event.opcode is Opcode.TEXT:
                third = len(event.data) // 3
                server.send_text(event.data[:third], fin=False)
                server.send_ping(b"between")
                server.send_continuation(event.data[third:2 * third], fin=False)
                server.send_continuation(event.data[2 * third:], fin=True)
        flush()
    return sent


if __name__ == "__main__":
    sys.stdout.buffer.write(answer(sys.stdin.buffer.read()))
