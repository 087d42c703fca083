"""grpcio as a client of the server at the given address, then as a server for the client. Prints one line a check."""
import concurrent.futures
import sys
import threading

import grpc

raw = dict(request_serializer=lambda b: b, response_deserializer=lambda b: b)


def check(name, holds):
    print(("ok " if holds else "FAILED ") + name, flush=True)


def as_client(address):
    channel = grpc.insecure_channel(address)
    path = "/test.Test/"
    unary = channel.unary_unary(path + "Echo", **raw)
    answer, call = unary.with_call(
        b"hello", metadata=(("x-echo", "yes"), ("x-echo-bin", b"\x00\xff"), ("x-echo-bin", b"\x07")), timeout=10)
    check("unary", answer == b"hello")
    check("headers", ("x-header", "yes") in call.initial_metadata())
    check("trailers", [v for k, v in call.trailing_metadata() if k == "x-trailer-bin"] == [b"\x00\xff", b"\x07"])
    check("empty", unary(b"", timeout=10) == b"")
    check("large", unary(b"x" * 3_000_000, timeout=30) == b"x" * 3_000_000)
    counted = channel.unary_stream(path + "Count", **raw)(bytes([9] + [0] * 40_000), timeout=10)
    check("server streaming", [m[0] for m in counted] == list(range(9)))
    joined = channel.stream_unary(path + "Join", **raw)(iter([b"a", b"b", b"c"]), timeout=10)
    check("client streaming", joined == b"abc")
    chat = channel.stream_stream(path + "Chat", **raw)(iter([b"1", b"2", b"3"]), timeout=10)
    check("bidirectional", list(chat) == [b"1", b"2", b"3"])

    def error(method, request, **options):
        try:
            channel.unary_unary(path + method, **raw)(request, **options)
        except grpc.RpcError as error:
            return error
        return None

    failed = error("Fail", "tab\t 100% ☺".encode(), timeout=10)
    check("code", failed.code() == grpc.StatusCode.FAILED_PRECONDITION)
    check("message", failed.details() == "tab\t 100% ☺")
    check("details", ("grpc-status-details-bin", b"\x01\x02\x03") in failed.trailing_metadata())
    check("unknown method", error("Nothing", b"", timeout=10).code() == grpc.StatusCode.UNIMPLEMENTED)
    check("deadline", error("Hang", b"", timeout=0.2).code() == grpc.StatusCode.DEADLINE_EXCEEDED)
    future = channel.unary_unary(path + "Hang", **raw).future(b"")
    future.cancel()
    check("cancel", future.cancelled())
    long = b"x" * 1000
    check("gzip", unary(long, timeout=10, compression=grpc.Compression.Gzip) == long)
    channel.close()


class Handler(grpc.GenericRpcHandler):
    def service(self, details):
        def fail(request, context):
            context.set_trailing_metadata((("x-why", "asked"),))
            context.abort(grpc.StatusCode.ABORTED, "tab\t ☺")

        def hang(request, context):
            ended = threading.Event()
            context.add_callback(ended.set)
            ended.wait(10)
            return b""

        def join(requests, context):
            return b"".join(requests)

        def echo(request, context):
            context.send_initial_metadata((("x-header", dict(context.invocation_metadata()).get("x-echo", "")),))
            return request

        handlers = {
            "Echo": grpc.unary_unary_rpc_method_handler(echo),
            "Fail": grpc.unary_unary_rpc_method_handler(fail),
            "Hang": grpc.unary_unary_rpc_method_handler(hang),
            "Count": grpc.unary_stream_rpc_method_handler(lambda q, c: (bytes([i]) + q[1:] for i in range(q[0]))),
            "Join": grpc.stream_unary_rpc_method_handler(join),
            "Chat": grpc.stream_stream_rpc_method_handler(lambda q, c: q),
        }
        return handlers.get(details.method.rsplit("/", 1)[1])


if sys.argv[1] == "client":
    as_client(sys.argv[2])
else:
    server = grpc.server(concurrent.futures.ThreadPoolExecutor(8), handlers=(Handler(),))
    server.add_insecure_port(sys.argv[2])
    server.start()
    print("listening", flush=True)
    sys.stdin.read()
    server.stop(0)
