"""A push service for one browser: python3 PushServer.py CERTIFICATE KEY

It prints its port, and the browser's public key and secret. It decrypts each message, checks who sent it, and prints the
text, or the reason of a failure. A path that ends with a status answers with it.
"""

import ssl
import sys
from base64 import urlsafe_b64encode
from http.server import BaseHTTPRequestHandler, HTTPServer

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02

key = ec.generate_private_key(ec.SECP256R1())
secret = b"0123456789abcdef"


def text(value: bytes) -> str:
    return urlsafe_b64encode(value).rstrip(b"=").decode()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            assert self.headers["Content-Encoding"] == "aes128gcm" and int(self.headers["TTL"]) > 0
            assert Vapid02.verify(self.headers["Authorization"].replace(", ", ","))
            said = http_ece.decrypt(body, private_key=key, auth_secret=secret).decode()
        except Exception as error:
            said = f"failed: {error!r}"
        print(f"{self.path} {said}", flush=True)
        word = self.path.split("/")[-1]
        self.send_response(int(word) if word.isdigit() else 201)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_) -> None:
        pass


server = HTTPServer(("127.0.0.1", 0), Handler)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[1], sys.argv[2])
server.socket = context.wrap_socket(server.socket, server_side=True)
point = key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
print("port", server.server_address[1], flush=True)
print("point", text(point), flush=True)
print("secret", text(secret), flush=True)
try:
    server.serve_forever()
except KeyboardInterrupt:
    pass
