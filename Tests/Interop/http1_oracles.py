"""How other readers parse HTTP/1.1 requests: h11, and llhttp if installed.

Reads lines of hexadecimal digits, each the input of a new connection, and answers each with a line for each reader: its
name, the complete requests as METHOD,TARGET,BODY (the latter two in hexadecimal, "-" when empty), and the end: "refused",
"more" if it waits, "stopped" if it accepts no further request.
"""

import sys

import h11

try:
    import llhttp
except ImportError:
    llhttp = None


def text(method, target, body):
    return f"{method},{target.hex() or '-'},{body.hex() or '-'}"


def by_h11(data):
    connection = h11.Connection(h11.SERVER)
    requests, request, body = [], None, b""
    try:
        connection.receive_data(data)
        while True:
            event = connection.next_event()
            if event is h11.NEED_DATA:
                return requests + ["more"]
            if event is h11.PAUSED:
                return requests + ["stopped"]
            if isinstance(event, h11.Request):
                request, body = event, b""
            elif isinstance(event, h11.Data):
                body += bytes(event.data)
            elif isinstance(event, h11.EndOfMessage):
                requests.append(text(request.method.decode(), request.target, body))
                connection.send(h11.Response(status_code=200, headers=[("content-length", "0")]))
                connection.send(h11.EndOfMessage())
                if connection.our_state is not h11.DONE:
                    return requests + ["stopped"]
                connection.start_next_cycle()
    except h11.RemoteProtocolError:
        return requests + ["refused"]


def by_llhttp(data):
    class Reader(llhttp.Request):
        def __init__(self):
            self.requests, self.name, self.target, self.body = [], b"", b"", b""

        def on_message_begin(self):
            self.name, self.target, self.body = b"", b"", b""

        def on_method(self, data):
            self.name += data

        def on_url(self, data):
            self.target += data

        def on_body(self, data):
            self.body += data

        def on_message_complete(self):
            self.requests.append(text(self.name.decode(), self.target, self.body))

    reader = Reader()
    try:
        reader.execute(data)
    except (llhttp.ClosedConnectionError, llhttp.PausedH2UpgradeError):
        return reader.requests + ["stopped"]
    except llhttp.Error:
        return reader.requests + ["refused"]
    return reader.requests + ["stopped" if reader.is_upgrading else "more"]


for line in sys.stdin.read().split("\n"):
    if not line:
        continue
    data = bytes.fromhex(line)
    print("h11", *by_h11(data))
    if llhttp is not None:
        print("llhttp", *by_llhttp(data))
