"""grpcio by TLS: as client of ADDRESS, then as a server for our client.

grpcio_tls.py client ADDRESS CA [CERTIFICATE KEY]
grpcio_tls.py server CERTIFICATE KEY [CA: clients must show a certificate of it]
"""
import concurrent.futures
import sys

import grpc

raw = dict(request_serializer=lambda b: b, response_deserializer=lambda b: b)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def as_client(address, ca, certificate=None, key=None):
    credentials = grpc.ssl_channel_credentials(
        read(ca), read(key) if key else None, read(certificate) if certificate else None)
    with grpc.secure_channel(address, credentials) as channel:
        try:
            answer = channel.unary_unary("/test.Test/WhoAmI", **raw)(b"", timeout=5)
            big = channel.unary_unary("/test.Test/Echo", **raw)(b"x" * 1_000_000, timeout=20)
            print("ok", answer.decode(), len(big))
        except grpc.RpcError as error:
            print("refused", error.code().name, error.details())


class Handler(grpc.GenericRpcHandler):
    def service(self, details):
        def echo(request, context):
            names = context.auth_context().get("x509_common_name", [b"nobody"])
            return names[0] + b" " + request

        return grpc.unary_unary_rpc_method_handler(echo)


def as_server(certificate, key, ca=None):
    server = grpc.server(concurrent.futures.ThreadPoolExecutor(4), handlers=(Handler(),))
    credentials = grpc.ssl_server_credentials(
        [(read(key), read(certificate))], read(ca) if ca else None, require_client_auth=ca is not None)
    port = server.add_secure_port("127.0.0.1:0", credentials)
    server.start()
    print("listening", port, flush=True)
    sys.stdin.read()
    server.stop(0)


{"client": as_client, "server": as_server}[sys.argv[1]](*sys.argv[2:])
