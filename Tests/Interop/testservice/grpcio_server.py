"""grpc.testing.TestService by grpcio: grpcio_server.py [CERT_FILE KEY_FILE]. Listens on a free port, prints it, and serves
until its input ends."""
import concurrent.futures
import pathlib
import sys
import time

import grpc

import common

empty_pb2, messages_pb2 = common.load()


def echo(context):
    for name, value in context.invocation_metadata():
        if name == common.INITIAL:
            context.send_initial_metadata([(name, value)])
        elif name == common.TRAILING:
            context.set_trailing_metadata([(name, value)])


def check(request, context):
    if request.HasField("response_status") and request.response_status.code:
        code = next(c for c in grpc.StatusCode if c.value[0] == request.response_status.code)
        context.abort(code, request.response_status.message)


def payload(size):
    return messages_pb2.Payload(body=bytes(size))


def empty(request, context):
    return empty_pb2.Empty()


def unary(request, context):
    echo(context)
    check(request, context)
    if request.response_compressed.value:
        context.set_compression(grpc.Compression.Gzip)
    return messages_pb2.SimpleResponse(payload=payload(request.response_size))


def upload(requests, context):
    size = sum(len(request.payload.body) for request in requests)
    return messages_pb2.StreamingInputCallResponse(aggregated_payload_size=size)


def answers(request, context):
    check(request, context)
    for parameters in request.response_parameters:
        time.sleep(parameters.interval_us / 1e6)
        if not parameters.compressed.value:
            context.disable_next_message_compression()
        yield messages_pb2.StreamingOutputCallResponse(payload=payload(parameters.size))


def output(request, context):
    if any(parameters.compressed.value for parameters in request.response_parameters):
        context.set_compression(grpc.Compression.Gzip)
    yield from answers(request, context)


def full_duplex(requests, context):
    echo(context)
    for request in requests:
        yield from answers(request, context)


def half_duplex(requests, context):
    for request in list(requests):
        yield from answers(request, context)


def main():
    def made(kind, body, message):
        return getattr(grpc, f"{kind}_rpc_method_handler")(
            body, request_deserializer=message.FromString,
            response_serializer=lambda answer: answer.SerializeToString())

    out = messages_pb2.StreamingOutputCallRequest
    server = grpc.server(concurrent.futures.ThreadPoolExecutor(max_workers=16))
    server.add_generic_rpc_handlers([grpc.method_handlers_generic_handler("grpc.testing.TestService", {
        "EmptyCall": made("unary_unary", empty, empty_pb2.Empty),
        "UnaryCall": made("unary_unary", unary, messages_pb2.SimpleRequest),
        "StreamingInputCall": made("stream_unary", upload, messages_pb2.StreamingInputCallRequest),
        "StreamingOutputCall": made("unary_stream", output, out),
        "FullDuplexCall": made("stream_stream", full_duplex, out),
        "HalfDuplexCall": made("stream_stream", half_duplex, out),
    })])
    if len(sys.argv) == 3:
        certificate, key = (pathlib.Path(file).read_bytes() for file in sys.argv[1:])
        port = server.add_secure_port("127.0.0.1:0", grpc.ssl_server_credentials([(key, certificate)]))
    else:
        port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    print(f"listening on 127.0.0.1:{port}", flush=True)
    sys.stdin.read()
    server.stop(0)


main()
