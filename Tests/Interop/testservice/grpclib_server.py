"""grpc.testing.TestService by grpclib: grpclib_server.py [CERT_FILE KEY_FILE]. Listens on a free port, prints it, and serves
until its input ends."""
import asyncio
import ssl
import sys

import grpclib.const
import grpclib.server
from grpclib.exceptions import GRPCError

import common

empty_pb2, messages_pb2 = common.load()


async def echo(stream):
    sent = stream.metadata or {}
    if common.INITIAL in sent:
        await stream.send_initial_metadata(metadata={common.INITIAL: sent[common.INITIAL]})


def trailers(stream):
    sent = stream.metadata or {}
    return {common.TRAILING: sent[common.TRAILING]} if common.TRAILING in sent else None


def check(request):
    if request.response_status.code:
        raise GRPCError(grpclib.const.Status(request.response_status.code), request.response_status.message)


class TestService:
    async def empty(self, stream):
        await stream.recv_message()
        await stream.send_message(empty_pb2.Empty())

    async def unary(self, stream):
        request = await stream.recv_message()
        await echo(stream)
        check(request)
        body = bytes(request.response_size)
        await stream.send_message(messages_pb2.SimpleResponse(payload=messages_pb2.Payload(body=body)))
        await stream.send_trailing_metadata(metadata=trailers(stream))

    async def upload(self, stream):
        size = 0
        async for request in stream:
            size += len(request.payload.body)
        await stream.send_message(messages_pb2.StreamingInputCallResponse(aggregated_payload_size=size))

    async def answer(self, request, stream):
        check(request)
        for parameters in request.response_parameters:
            await asyncio.sleep(parameters.interval_us / 1e6)
            body = bytes(parameters.size)
            await stream.send_message(
                messages_pb2.StreamingOutputCallResponse(payload=messages_pb2.Payload(body=body)))

    async def output(self, stream):
        await self.answer(await stream.recv_message(), stream)

    async def full_duplex(self, stream):
        await echo(stream)
        async for request in stream:
            await self.answer(request, stream)
        await stream.send_trailing_metadata(metadata=trailers(stream))

    async def half_duplex(self, stream):
        for request in [request async for request in stream]:
            await self.answer(request, stream)

    def __mapping__(self):
        kinds, out = grpclib.const.Cardinality, messages_pb2.StreamingOutputCallRequest
        answer = messages_pb2.StreamingOutputCallResponse
        rows = {
            "EmptyCall": (self.empty, kinds.UNARY_UNARY, empty_pb2.Empty, empty_pb2.Empty),
            "UnaryCall": (
                self.unary, kinds.UNARY_UNARY, messages_pb2.SimpleRequest, messages_pb2.SimpleResponse),
            "StreamingInputCall": (
                self.upload, kinds.STREAM_UNARY, messages_pb2.StreamingInputCallRequest,
                messages_pb2.StreamingInputCallResponse),
            "StreamingOutputCall": (self.output, kinds.UNARY_STREAM, out, answer),
            "FullDuplexCall": (self.full_duplex, kinds.STREAM_STREAM, out, answer),
            "HalfDuplexCall": (self.half_duplex, kinds.STREAM_STREAM, out, answer),
        }
        return {common.SERVICE + name: grpclib.const.Handler(*row) for name, row in rows.items()}


async def main():
    context = None
    if len(sys.argv) == 3:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(sys.argv[1], sys.argv[2])
        context.set_alpn_protocols(["h2"])
    server = grpclib.server.Server([TestService()])
    await server.start("127.0.0.1", 0, ssl=context)
    port = server._server.sockets[0].getsockname()[1]
    print(f"listening on 127.0.0.1:{port}", flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    server.close()
    await server.wait_closed()


asyncio.run(main())
