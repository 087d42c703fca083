"""A misbehaving gRPC server for testing clients: one Unix socket for each mode.

    misbehaving_server.py FOLDER        listens on FOLDER/MODE.sock for each mode, prints "listening", ends when its input does

The modes are in misbehaving_connections.py and misbehaving_calls.py. Frames are written by hyperframe and hpack, as
no honest library would send most of them. A call returns its request, unless the mode does otherwise.
"""

import os
import shutil
import socket
import sys
import threading

import misbehaving_calls  # noqa: F401
import misbehaving_connections  # noqa: F401
from misbehaving_peer import MODES, Closed


def run(function, connection):
    try:
        function(connection)
    except Closed:
        pass
    finally:
        connection.close()


def listen(folder, name, function):
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(os.path.join(folder, name + ".sock"))
    listener.listen(32)

    def accept():
        while True:
            connection, _ = listener.accept()
            threading.Thread(target=run, args=(function, connection), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()


if __name__ == "__main__":
    threading.stack_size(256 << 10)
    for name, function in MODES.items():
        listen(sys.argv[1], name, function)
    print("listening on", len(MODES), "sockets", flush=True)
    sys.stdin.read()
    shutil.rmtree(sys.argv[1], ignore_errors=True)
