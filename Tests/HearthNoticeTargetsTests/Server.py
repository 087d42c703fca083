"""A web server that prints each request as a line of JSON: python3 Server.py [CERTIFICATE KEY]

It first prints its port. A path /status/503,200 answers the first request with 503 and later ones with 200. A path /long/200
promises a body of a gigabyte, and /more/200 sends bytes behind its body.
"""

import json
import ssl
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer

answers: dict[str, list[int]] = {}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        names = ["Title", "Priority", "Tags", "Authorization", "Content-Type"]
        # http.server reads header fields as Latin-1.
        fields = {name: self.headers[name].encode("latin-1").decode() for name in names if self.headers[name]}
        print(json.dumps([self.path, fields, body], ensure_ascii=False), flush=True)
        left = answers.setdefault(self.path, [int(word) for word in self.path.split("/")[-1].split(",")])
        status = left.pop(0) if len(left) > 1 else left[0]
        self.send_response(status)
        if status == 429:
            self.send_header("Retry-After", "100")
        if status == 302:
            self.send_header("Location", "/status/200")
        self.send_header("Content-Length", str(1 << 30) if self.path.startswith("/long") else "2")
        self.end_headers()
        self.wfile.write(b"ok, and more" if self.path.startswith("/more") else b"ok")

    def log_message(self, *_) -> None:
        pass


server = HTTPServer(("127.0.0.1", 0), Handler)
if len(sys.argv) > 2:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[1], sys.argv[2])
    server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_address[1], flush=True)
try:
    server.serve_forever()
except KeyboardInterrupt:
    pass
