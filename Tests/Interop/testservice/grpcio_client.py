"""gRPC's interoperability cases with grpcio: grpcio_client.py HOST:PORT [CA_FILE SERVER_NAME]"""
import pathlib
import sys
import threading
import time

import grpc

import common
from common import SERVICE, expect

empty_pb2, messages_pb2 = common.load()
Empty, Simple, Upload, Output = (
    empty_pb2.Empty, messages_pb2.SimpleRequest, messages_pb2.StreamingInputCallRequest,
    messages_pb2.StreamingOutputCallRequest)
TIMEOUT = 30
METHODS = {
    "EmptyCall": ("unary_unary", Empty), "UnaryCall": ("unary_unary", messages_pb2.SimpleResponse),
    "UnimplementedCall": ("unary_unary", Empty),
    "StreamingInputCall": ("stream_unary", messages_pb2.StreamingInputCallResponse),
    "StreamingOutputCall": ("unary_stream", messages_pb2.StreamingOutputCallResponse),
    "FullDuplexCall": ("stream_stream", messages_pb2.StreamingOutputCallResponse),
    "HalfDuplexCall": ("stream_stream", messages_pb2.StreamingOutputCallResponse),
}


class Cases:
    def __init__(self, connect):
        self.connect = connect
        self.channel = connect()

    def call(self, name, channel=None, service=SERVICE):
        kind, answer = METHODS[name]
        return getattr(channel or self.channel, kind)(
            service + name, request_serializer=lambda message: message.SerializeToString(),
            response_deserializer=answer.FromString)

    @staticmethod
    def payload(size):
        return messages_pb2.Payload(body=bytes(size))

    @staticmethod
    def sized(size, payload=0):
        return Output(
            response_parameters=[messages_pb2.ResponseParameters(size=size)],
            payload=Cases.payload(payload) if payload else None)

    def fails(self, code, call):
        try:
            call()
        except grpc.RpcError as error:
            expect(error.code() == code, f"{error.code()}: {error.details()}")
            return error
        raise AssertionError("the call went well")

    def large(self, channel=None, **options):
        request = Simple(response_size=common.ANSWER_SIZE, payload=self.payload(common.REQUEST_SIZE), **options)
        answer = self.call("UnaryCall", channel)(request, timeout=TIMEOUT)
        expect(answer.payload.body == bytes(common.ANSWER_SIZE), "the payload")

    def empty_unary(self):
        expect(self.call("EmptyCall")(Empty(), timeout=TIMEOUT) == Empty(), "not empty")

    def large_unary(self):
        self.large()

    def client_compressed_unary(self):
        def send(compressed, says):
            request = Simple(
                response_size=common.ANSWER_SIZE, payload=self.payload(common.REQUEST_SIZE),
                expect_compressed=messages_pb2.BoolValue(value=says))
            compression = grpc.Compression.Gzip if compressed else grpc.Compression.NoCompression
            return self.call("UnaryCall")(request, timeout=TIMEOUT, compression=compression)

        self.fails(grpc.StatusCode.INVALID_ARGUMENT, lambda: send(False, True))
        expect(len(send(True, True).payload.body) == common.ANSWER_SIZE, "compressed")
        expect(len(send(False, False).payload.body) == common.ANSWER_SIZE, "not compressed")

    def server_compressed_unary(self):
        for compressed in (True, False):
            self.large(response_compressed=messages_pb2.BoolValue(value=compressed))

    def client_compressed_streaming(self):
        def part(size, says):
            return Upload(payload=self.payload(size), expect_compressed=messages_pb2.BoolValue(value=says))

        def send(parts, compression):
            return self.call("StreamingInputCall")(iter(parts), timeout=TIMEOUT, compression=compression)

        self.fails(
            grpc.StatusCode.INVALID_ARGUMENT,
            lambda: send([part(27182, True)], grpc.Compression.NoCompression))
        answer = send([part(27182, True), part(45904, True)], grpc.Compression.Gzip)
        expect(answer.aggregated_payload_size == 73086, f"{answer}")

    def server_compressed_streaming(self):
        wanted = [(31415, True), (92653, False)]
        request = Output(response_parameters=[
            messages_pb2.ResponseParameters(size=size, compressed=messages_pb2.BoolValue(value=compressed))
            for size, compressed in wanted])
        sizes = [len(a.payload.body) for a in self.call("StreamingOutputCall")(request, timeout=TIMEOUT)]
        expect(sizes == [31415, 92653], f"{sizes}")

    def client_streaming(self):
        parts = (Upload(payload=self.payload(size)) for size in common.REQUEST_SIZES)
        answer = self.call("StreamingInputCall")(parts, timeout=TIMEOUT)
        expect(answer.aggregated_payload_size == 74922, f"{answer}")

    def server_streaming(self):
        request = Output(
            response_parameters=[messages_pb2.ResponseParameters(size=size) for size in common.ANSWER_SIZES])
        sizes = [len(a.payload.body) for a in self.call("StreamingOutputCall")(request, timeout=TIMEOUT)]
        expect(sizes == common.ANSWER_SIZES, f"{sizes}")

    def ping_pong(self):
        turn = threading.Semaphore(1)

        def requests():
            for size, answer in zip(common.REQUEST_SIZES, common.ANSWER_SIZES):
                turn.acquire()
                yield self.sized(answer, size)
            turn.acquire()

        sizes = []
        for answer in self.call("FullDuplexCall")(requests(), timeout=TIMEOUT):
            sizes.append(len(answer.payload.body))
            turn.release()
        expect(sizes == common.ANSWER_SIZES, f"{sizes}")

    def half_duplex(self):
        requests = (self.sized(a, r) for r, a in zip(common.REQUEST_SIZES, common.ANSWER_SIZES))
        sizes = [len(a.payload.body) for a in self.call("HalfDuplexCall")(requests, timeout=TIMEOUT)]
        expect(sizes == common.ANSWER_SIZES, f"{sizes}")

    def empty_stream(self):
        expect(list(self.call("FullDuplexCall")(iter([]), timeout=TIMEOUT)) == [], "an answer to nothing")

    def custom_metadata(self):
        request = Simple(response_size=common.ANSWER_SIZE, payload=self.payload(common.REQUEST_SIZE))
        _, unary = self.call("UnaryCall").with_call(request, timeout=TIMEOUT, metadata=common.ECHO)
        duplex = self.call("FullDuplexCall")(
            iter([self.sized(common.ANSWER_SIZE, common.REQUEST_SIZE)]), timeout=TIMEOUT, metadata=common.ECHO)
        expect(len(list(duplex)) == 1, "one answer")
        for call in (unary, duplex):
            expect(common.ECHO[0] in [tuple(m) for m in call.initial_metadata()], f"{call.initial_metadata()}")
            expect(common.ECHO[1] in [tuple(m) for m in call.trailing_metadata()], f"{call.trailing_metadata()}")

    def status(self, message):
        status = messages_pb2.EchoStatus(code=2, message=message)
        error = self.fails(
            grpc.StatusCode.UNKNOWN,
            lambda: self.call("UnaryCall")(Simple(response_status=status), timeout=TIMEOUT))
        expect(error.details() == message, repr(error.details()))
        error = self.fails(
            grpc.StatusCode.UNKNOWN,
            lambda: list(self.call("FullDuplexCall")(iter([Output(response_status=status)]), timeout=TIMEOUT)))
        expect(error.details() == message, repr(error.details()))

    def status_code_and_message(self):
        self.status(common.MESSAGE)

    def special_status_message(self):
        self.status(common.SPECIAL_MESSAGE)

    def unimplemented_method(self):
        self.fails(
            grpc.StatusCode.UNIMPLEMENTED, lambda: self.call("UnimplementedCall")(Empty(), timeout=TIMEOUT))

    def unimplemented_service(self):
        call = self.call("UnimplementedCall", service="/grpc.testing.UnimplementedService/")
        self.fails(grpc.StatusCode.UNIMPLEMENTED, lambda: call(Empty(), timeout=TIMEOUT))

    def cancel_after_begin(self):
        future = self.call("StreamingInputCall").future(self.never(), timeout=TIMEOUT)
        future.cancel()
        expect(future.code() == grpc.StatusCode.CANCELLED, f"{future.code()}")

    def cancel_after_first_response(self):
        call = self.call("FullDuplexCall")(self.never([self.sized(31415, 27182)]), timeout=TIMEOUT)
        expect(len(next(call).payload.body) == 31415, "the first answer")
        call.cancel()
        self.fails(grpc.StatusCode.CANCELLED, lambda: next(call))

    @staticmethod
    def never(first=()):
        """Requests that never end during the test."""
        yield from first
        time.sleep(2)

    def timeout_on_sleeping_server(self):
        requests = self.never([Output(payload=self.payload(27182))])
        self.fails(
            grpc.StatusCode.DEADLINE_EXCEEDED,
            lambda: next(self.call("FullDuplexCall")(requests, timeout=0.001)))

    def rpc_soak(self):
        for _ in range(common.SOAK_CALLS):
            self.large()

    def channel_soak(self):
        for _ in range(common.SOAK_CALLS):
            with self.connect() as channel:
                self.large(channel)

    def concurrent_large_unary(self):
        request = Simple(response_size=common.ANSWER_SIZE, payload=self.payload(common.REQUEST_SIZE))
        futures = [
            self.call("UnaryCall").future(request, timeout=TIMEOUT) for _ in range(common.CONCURRENT_CALLS)]
        for future in futures:
            expect(len(future.result().payload.body) == common.ANSWER_SIZE, "the payload")

    def slow_consumer(self):
        request = Output(
            response_parameters=[messages_pb2.ResponseParameters(size=1030)] * common.SLOW_ANSWERS)
        count = 0
        for answer in self.call("StreamingOutputCall")(request, timeout=TIMEOUT):
            expect(len(answer.payload.body) == 1030, "the payload")
            count += 1
            time.sleep(0.002)
        expect(count == common.SLOW_ANSWERS, f"{count} answers")

    def unknown_encoding(self):
        """Not gRPC's own: requests with deflate, which this server does not support."""
        request = Simple(payload=self.payload(1000))
        error = self.fails(
            grpc.StatusCode.UNIMPLEMENTED,
            lambda: self.call("UnaryCall")(request, timeout=TIMEOUT, compression=grpc.Compression.Deflate))
        expect("gzip" in error.details(), error.details())

    def too_large(self):
        """Not gRPC's own: five MiB of zeros, plain and as gzip."""
        request = Simple(payload=self.payload(5 << 20))
        for compression in (grpc.Compression.NoCompression, grpc.Compression.Gzip):
            self.fails(
                grpc.StatusCode.RESOURCE_EXHAUSTED,
                lambda: self.call("UnaryCall")(request, timeout=TIMEOUT, compression=compression))


def main():
    if len(sys.argv) not in (2, 4):
        common.usage(__doc__)

    def connect():
        if len(sys.argv) == 2:
            return grpc.insecure_channel(sys.argv[1])
        credentials = grpc.ssl_channel_credentials(pathlib.Path(sys.argv[2]).read_bytes())
        return grpc.secure_channel(
            sys.argv[1], credentials, [("grpc.ssl_target_name_override", sys.argv[3])])

    cases = Cases(connect)
    names = [
        name for name, value in vars(Cases).items()
        if callable(value) and name not in ("__init__", "call", "payload", "sized", "fails", "large", "status", "never")]
    for name in names:
        try:
            getattr(cases, name)()
            common.report(name, "pass")
        except (AssertionError, grpc.RpcError, grpc.FutureTimeoutError, StopIteration) as error:
            common.report(name, common.failed(error))


main()
