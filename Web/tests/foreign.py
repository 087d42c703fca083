"""Servers other than the hub: one that serves a foreign page and records requests, and a relay whose target can change."""

import contextlib
import dataclasses
import http.server
import select
import socket
import threading
import urllib.parse

HTML = b"<!doctype html><meta charset=utf-8><title>Cats</title><h1>Look, cats</h1>"


@dataclasses.dataclass(frozen=True)
class Arrived:
    method: str
    path: str
    content_type: str | None
    origin: str | None
    site: str | None
    host: str | None


class Foreign:
    """A web server that answers every request with a page, and records it. Any host name may lead to it.

    /redirect/STATUS?TO sends on to somewhere else; /report?TO is a page that has what it may not do reported to somewhere.
    """

    def __init__(self, address: str = "127.0.0.1", port: int = 0):
        self.arrived: list[Arrived] = []
        foreign = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self):
                length = int(self.headers.get("content-length") or 0)
                self.rfile.read(length)
                foreign.arrived.append(Arrived(self.command, self.path, self.headers.get("content-type"),
                                               self.headers.get("origin"), self.headers.get("sec-fetch-site"), self.headers.get("host")))
                where, _, to = self.path.partition("?")
                to = urllib.parse.unquote(to)
                self.send_response(int(where.split("/")[2]) if where.startswith("/redirect/") else 200)
                if where.startswith("/redirect/"):
                    self.send_header("location", to)
                if where == "/report":
                    self.send_header("content-security-policy-report-only", f"img-src 'none'; report-uri {to}")
                self.send_header("content-type", "text/html; charset=utf-8")
                self.send_header("cache-control", "no-store")
                self.send_header("content-length", str(len(HTML)))
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(HTML)

            do_GET = do_HEAD = do_POST = do_OPTIONS = do_PUT = answer

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_):
                """Ignores requests that the browser aborts."""

        self.server = Server((address, port), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Relay:
    """Relays connections to a port of 127.0.0.1 that can be changed, which simulates DNS rebinding."""

    def __init__(self, address: str, port: int, to: int):
        self.to = to
        self.listener = socket.create_server((address, port))
        self.open: set[socket.socket] = set()
        threading.Thread(target=self._accept, daemon=True).start()

    def lead_to(self, port: int):
        self.to = port
        for one in list(self.open):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def close(self):
        self.listener.close()
        self.lead_to(0)

    def _accept(self):
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._pass, args=(near, self.to), daemon=True).start()

    def _pass(self, near: socket.socket, to: int):
        with contextlib.suppress(OSError), near, socket.create_connection(("127.0.0.1", to)) as far:
            ends = {near: far, far: near}
            self.open |= {near, far}
            try:
                while True:
                    for one in select.select([near, far], [], [])[0]:
                        piece = one.recv(65536)
                        if not piece:
                            return
                        ends[one].sendall(piece)
            finally:
                self.open -= {near, far}
