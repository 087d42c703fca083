"""gRPC's interoperability cases with grpclib, an independent implementation: grpclib_client.py HOST:PORT [CA_FILE NAME]"""
import asyncio
import ssl
import sys

import grpclib
import grpclib.config
from grpclib.client import Channel, StreamStreamMethod, StreamUnaryMethod, UnaryStreamMethod, UnaryUnaryMethod
from grpclib.exceptions import GRPCError, ProtocolError, StreamTerminatedError
from multidict import MultiDict

import common
from common import SERVICE, expect

empty_pb2, messages_pb2 = common.load()
Empty, Simple, Upload, Output = (
    empty_pb2.Empty, messages_pb2.SimpleRequest, messages_pb2.StreamingInputCallRequest,
    messages_pb2.StreamingOutputCallRequest)
TIMEOUT = 30


def payload(size):
    return messages_pb2.Payload(body=bytes(size))


def sized(*sizes, request=0):
    return Output(
        response_parameters=[messages_pb2.ResponseParameters(size=size) for size in sizes],
        payload=payload(request) if request else None)


class Cases:
    def __init__(self, connect):
        self.connect = connect
        self.use(connect())

    def use(self, channel):
        self.channel = channel
        self.empty = UnaryUnaryMethod(channel, SERVICE + "EmptyCall", Empty, Empty)
        self.unary = UnaryUnaryMethod(channel, SERVICE + "UnaryCall", Simple, messages_pb2.SimpleResponse)
        self.upload = StreamUnaryMethod(
            channel, SERVICE + "StreamingInputCall", Upload, messages_pb2.StreamingInputCallResponse)
        answer = messages_pb2.StreamingOutputCallResponse
        self.output = UnaryStreamMethod(channel, SERVICE + "StreamingOutputCall", Output, answer)
        self.duplex = StreamStreamMethod(channel, SERVICE + "FullDuplexCall", Output, answer)
        self.half = StreamStreamMethod(channel, SERVICE + "HalfDuplexCall", Output, answer)

    async def fails(self, code, call):
        try:
            await call
        except GRPCError as error:
            expect(error.status == code, f"{error.status}: {error.message}")
            return error
        raise AssertionError("the call went well")

    async def large(self, **options):
        request = Simple(response_size=common.ANSWER_SIZE, payload=payload(common.REQUEST_SIZE), **options)
        answer = await self.unary(request, timeout=TIMEOUT)
        expect(answer.payload.body == bytes(common.ANSWER_SIZE), "the payload")

    async def empty_unary(self):
        expect(await self.empty(Empty(), timeout=TIMEOUT) == Empty(), "not empty")

    async def large_unary(self):
        await self.large()

    async def client_streaming(self):
        parts = [Upload(payload=payload(size)) for size in common.REQUEST_SIZES]
        answer = await self.upload(parts, timeout=TIMEOUT)
        expect(answer.aggregated_payload_size == 74922, f"{answer}")

    async def server_streaming(self):
        sizes = [len(a.payload.body) for a in await self.output(sized(*common.ANSWER_SIZES), timeout=TIMEOUT)]
        expect(sizes == common.ANSWER_SIZES, f"{sizes}")

    async def ping_pong(self):
        async with self.duplex.open(timeout=TIMEOUT) as stream:
            for request, answer in zip(common.REQUEST_SIZES, common.ANSWER_SIZES):
                await stream.send_message(sized(answer, request=request))
                expect(len((await stream.recv_message()).payload.body) == answer, "the answer's size")
            await stream.end()
            expect(await stream.recv_message() is None, "too many answers")

    async def half_duplex(self):
        requests = [sized(a, request=r) for r, a in zip(common.REQUEST_SIZES, common.ANSWER_SIZES)]
        sizes = [len(a.payload.body) for a in await self.half(requests, timeout=TIMEOUT)]
        expect(sizes == common.ANSWER_SIZES, f"{sizes}")

    async def empty_stream(self):
        async with self.duplex.open(timeout=TIMEOUT) as stream:
            await stream.send_request()
            await stream.end()
            expect(await stream.recv_message() is None, "an answer to nothing")

    async def custom_metadata(self):
        async with self.unary.open(timeout=TIMEOUT, metadata=MultiDict(common.ECHO)) as stream:
            await stream.send_message(
                Simple(response_size=common.ANSWER_SIZE, payload=payload(common.REQUEST_SIZE)), end=True)
            await stream.recv_message()
            await stream.recv_trailing_metadata()
            self.echoed(stream)
        async with self.duplex.open(timeout=TIMEOUT, metadata=MultiDict(common.ECHO)) as stream:
            await stream.send_message(sized(common.ANSWER_SIZE), end=True)
            await stream.recv_message()
            await stream.recv_trailing_metadata()
            self.echoed(stream)

    @staticmethod
    def echoed(stream):
        (initial, value), (trailing, data) = common.ECHO
        expect(stream.initial_metadata.get(initial) == value, f"{stream.initial_metadata}")
        expect(stream.trailing_metadata.get(trailing) == data, f"{stream.trailing_metadata}")

    async def status(self, message):
        status = messages_pb2.EchoStatus(code=2, message=message)
        for method, request in ((self.unary, Simple(response_status=status)), (self.duplex, [Output(response_status=status)])):
            error = await self.fails(grpclib.Status.UNKNOWN, method(request, timeout=TIMEOUT))
            expect(error.message == message, repr(error.message))

    async def status_code_and_message(self):
        await self.status(common.MESSAGE)

    async def special_status_message(self):
        await self.status(common.SPECIAL_MESSAGE)

    async def unimplemented_method(self):
        call = UnaryUnaryMethod(self.channel, SERVICE + "UnimplementedCall", Empty, Empty)
        await self.fails(grpclib.Status.UNIMPLEMENTED, call(Empty(), timeout=TIMEOUT))

    async def unimplemented_service(self):
        path = "/grpc.testing.UnimplementedService/UnimplementedCall"
        call = UnaryUnaryMethod(self.channel, path, Empty, Empty)
        await self.fails(grpclib.Status.UNIMPLEMENTED, call(Empty(), timeout=TIMEOUT))

    async def cancel_after_begin(self):
        async with self.upload.open(timeout=TIMEOUT) as stream:
            await stream.send_request()
            await stream.cancel()

    async def cancel_after_first_response(self):
        async with self.duplex.open(timeout=TIMEOUT) as stream:
            await stream.send_message(sized(31415, request=27182))
            expect(len((await stream.recv_message()).payload.body) == 31415, "the first answer")
            await stream.cancel()

    async def timeout_on_sleeping_server(self):
        try:
            async with self.duplex.open(timeout=0.001) as stream:
                await stream.send_message(Output(payload=payload(27182)))
                await stream.recv_message()
        except asyncio.TimeoutError:
            return
        except GRPCError as error:
            expect(error.status == grpclib.Status.DEADLINE_EXCEEDED, f"{error}")
            return
        raise AssertionError("the call went well")

    async def rpc_soak(self):
        for _ in range(common.SOAK_CALLS):
            await self.large()

    async def channel_soak(self):
        first = self.channel
        for _ in range(common.SOAK_CALLS):
            self.use(self.connect())
            await self.large()
            self.channel.close()
        self.use(first)

    async def concurrent_large_unary(self):
        await asyncio.gather(*(self.large() for _ in range(common.CONCURRENT_CALLS)))

    async def slow_consumer(self):
        count = 0
        async with self.output.open(timeout=TIMEOUT) as stream:
            await stream.send_message(sized(*([1030] * common.SLOW_ANSWERS)), end=True)
            async for answer in stream:
                expect(len(answer.payload.body) == 1030, "the payload")
                count += 1
                await asyncio.sleep(0.002)
        expect(count == common.SLOW_ANSWERS, f"{count} answers")

    async def compression_not_accepted(self):
        """Not gRPC's own: a client that does not accept compression gets uncompressed messages."""
        await self.large(response_compressed=messages_pb2.BoolValue(value=True))


async def main():
    if len(sys.argv) not in (2, 4):
        common.usage(__doc__)
    host, port = sys.argv[1].rsplit(":", 1)

    def connect():
        if len(sys.argv) == 2:
            return Channel(host, int(port))
        context = ssl.create_default_context(cafile=sys.argv[2])
        context.set_alpn_protocols(["h2"])
        configuration = grpclib.config.Configuration(ssl_target_name_override=sys.argv[3])
        return Channel(host, int(port), ssl=context, config=configuration)

    cases = Cases(connect)
    helpers = ("__init__", "use", "fails", "large", "echoed", "status")
    for name in [name for name, value in vars(Cases).items() if callable(value) and name not in helpers]:
        try:
            await getattr(cases, name)()
            common.report(name, "pass")
        except (AssertionError, GRPCError, ProtocolError, StreamTerminatedError, OSError) as error:
            common.report(name, common.failed(error))
    cases.channel.close()


asyncio.run(main())
