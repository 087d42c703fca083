"""Calls ConformanceService with PyPI's connectrpc, Buf's Python client of Connect, gRPC-Web and gRPC: connectrpc_client.py HOST:PORT"""
import pathlib
import sys
import tempfile

from connectrpc.client import ConnectClientSync, ResponseMetadata
from connectrpc.code import Code
from connectrpc.compat import google_protobuf_binary_codec, google_protobuf_json_codec
from connectrpc.errors import ConnectError
from connectrpc.method import IdempotencyLevel, MethodInfo, StreamType
from connectrpc.protocol import ProtocolType
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from pyqwest import HTTPVersion, SyncClient, SyncHTTPTransport

import common
from common import expect

SERVICE = "grpc.testing.ConformanceService"
FILE = "grpc/testing/conformance.proto"
MESSAGE = "no \u263a"


def load():
    """The messages of the service."""
    from grpc_tools import protoc

    path = pathlib.Path(tempfile.mkdtemp(prefix="hearth-interop-")) / "descriptors"
    assert protoc.main(["protoc", f"-I{common.PROTOS}", f"--descriptor_set_out={path}", FILE]) == 0
    pool = descriptor_pool.DescriptorPool()
    for file in descriptor_pb2.FileDescriptorSet.FromString(path.read_bytes()).file:
        pool.Add(file)
    return message_factory.GetMessageClassesForFiles([FILE], pool)


MESSAGES = load()
Request, Response, Plan, Field, Failure, Detail = (
    MESSAGES[f"grpc.testing.{name}"]
    for name in ("AskRequest", "AskResponse", "AnswerPlan", "MetadataField", "ErrorPlan", "ErrorDetail"))
LARGE = bytes(100_000)


def method(name, kind, level=IdempotencyLevel.UNKNOWN):
    return MethodInfo(
        name=name, service_name=SERVICE, input=Request, output=Response, idempotency_level=level, stream_type=kind)


ASK = method("Ask", StreamType.UNARY)
LOOK = method("Look", StreamType.UNARY, IdempotencyLevel.NO_SIDE_EFFECTS)
WATCH = method("Watch", StreamType.SERVER_STREAM)
COLLECT = method("Collect", StreamType.CLIENT_STREAM)
CONVERSE = method("Converse", StreamType.BIDI_STREAM)
MISSING = method("Missing", StreamType.UNARY)


def failure():
    """A plan's error, and its expected form at the client."""
    value = Request(padding=b"\xfb\xff").SerializeToString()
    return Failure(
        code=9, message=MESSAGE, details=[Detail(type_url="type.googleapis.com/grpc.testing.AskRequest", value=value)])


def fails(code, call):
    try:
        call()
    except ConnectError as error:
        expect(error.code == code, f"{error.code}: {error.message}")
        return error
    raise AssertionError("the call went well")


def fails_as_planned(call):
    error = fails(Code.FAILED_PRECONDITION, call)
    expect(error.message == MESSAGE, repr(error.message))
    details = [(detail.type_name, detail.message_bytes) for detail in error.details]
    planned = [(each.type_url.split("/")[1], each.value) for each in failure().details]
    expect(details == planned, f"the details are {details}")


class Cases:
    def __init__(self, client, is_connect, is_http1):
        self.client, self.is_connect, self.is_http1 = client, is_connect, is_http1

    def unary(self):
        plan = Plan(
            payloads=[b"hi"], headers=[Field(name="x-custom-header", texts=["a", "b"])],
            trailers=[Field(name="x-custom-trailer", texts=["c", "d"])])
        with ResponseMetadata() as seen:
            answer = self.client.execute_unary(
                request=Request(plan=plan), method=ASK, headers={"x-conformance-test": "value"})
        expect(answer.payload == b"hi" and answer.requests == 1, f"{answer}")
        sent = [field for field in answer.metadata if field.name == "x-conformance-test"]
        expect(len(sent) == 1 and list(sent[0].texts) == ["value"], f"{answer.metadata}")
        expect(seen.headers.getall("x-custom-header") == ["a", "b"], f"{seen.headers}")
        expect(seen.trailers.getall("x-custom-trailer") == ["c", "d"], f"{seen.trailers}")

    def large_and_compressed(self):
        plan = Plan(payloads=[LARGE], compresses=True)
        answer = self.client.execute_unary(request=Request(plan=plan, padding=LARGE), method=ASK)
        expect(answer.payload == LARGE, "the payload")
        answers = list(self.client.execute_server_stream(request=Request(plan=plan, padding=LARGE), method=WATCH))
        expect([each.payload for each in answers] == [LARGE], "the payload of the stream")

    def empty(self):
        expect(self.client.execute_unary(request=Request(), method=ASK).requests == 1, "the request")

    def errors(self):
        request = Request(plan=Plan(payloads=[b"1", b"2"], error=failure()))
        fails_as_planned(lambda: self.client.execute_unary(request=request, method=ASK))
        seen = []

        def watch():
            for answer in self.client.execute_server_stream(request=request, method=WATCH):
                seen.append(answer.payload)

        fails_as_planned(watch)
        expect(seen == [b"1", b"2"], f"{seen}")
        fails(Code.UNIMPLEMENTED, lambda: self.client.execute_unary(request=Request(), method=MISSING))

    def every_code(self):
        for number, code in enumerate(CODES, 1):
            request = Request(plan=Plan(error=Failure(code=number, message="asked")))
            fails(code, lambda: self.client.execute_unary(request=request, method=ASK))

    def streams(self):
        plan = Plan(payloads=[b"1", b"2", b"3"])
        answers = self.client.execute_server_stream(request=Request(plan=plan), method=WATCH)
        expect([each.payload for each in answers] == [b"1", b"2", b"3"], "a server's stream")
        requests = [Request(plan=plan), Request(), Request()]
        answer = self.client.execute_client_stream(request=iter(requests), method=COLLECT)
        expect(answer.payload == b"1" and answer.requests == 3, f"a client's stream: {answer}")
        if self.is_http1:
            return fails_to_converse(self.client, requests)
        answers = self.client.execute_bidi_stream(request=iter(requests), method=CONVERSE)
        expect([each.payload for each in answers] == [b"1", b"2", b"3"], "both streams")

    def get(self):
        if self.is_connect:
            request = Request(plan=Plan(payloads=[b"got"]))
            answer = self.client.execute_unary(request=request, method=LOOK, use_get=True)
            expect(answer.payload == b"got", f"{answer}")

    def timeout(self):
        request = Request(plan=Plan(payloads=[b"1"], delay_ms=10_000))
        for call in (
            lambda: self.client.execute_unary(request=request, method=ASK, timeout_ms=200),
            lambda: list(self.client.execute_server_stream(request=request, method=WATCH, timeout_ms=200)),
        ):
            fails(Code.DEADLINE_EXCEEDED, call)


CODES = [
    Code.CANCELED, Code.UNKNOWN, Code.INVALID_ARGUMENT, Code.DEADLINE_EXCEEDED, Code.NOT_FOUND, Code.ALREADY_EXISTS,
    Code.PERMISSION_DENIED, Code.RESOURCE_EXHAUSTED, Code.FAILED_PRECONDITION, Code.ABORTED, Code.OUT_OF_RANGE,
    Code.UNIMPLEMENTED, Code.INTERNAL, Code.UNAVAILABLE, Code.DATA_LOSS, Code.UNAUTHENTICATED]


def fails_to_converse(client, requests):
    """Bidirectional streams need HTTP/2."""
    try:
        list(client.execute_bidi_stream(request=iter(requests), method=CONVERSE))
    except ConnectError:
        return
    raise AssertionError("streams both ways went by HTTP/1.1")


def main():
    if len(sys.argv) != 2:
        common.usage("connectrpc_client.py HOST:PORT")
    for name, protocol, codec in (
        ("Connect", ProtocolType.CONNECT, google_protobuf_binary_codec()),
        ("Connect in JSON", ProtocolType.CONNECT, google_protobuf_json_codec()),
        ("gRPC-Web", ProtocolType.GRPC_WEB, google_protobuf_binary_codec()),
        ("gRPC", ProtocolType.GRPC, google_protobuf_binary_codec()),
    ):
        for title, version in (("HTTP/1.1", HTTPVersion.HTTP1), ("HTTP/2", HTTPVersion.HTTP2)):
            is_http1 = version == HTTPVersion.HTTP1
            if protocol == ProtocolType.GRPC and is_http1:
                continue
            http = SyncClient(SyncHTTPTransport(http_version=version))
            client = ConnectClientSync(f"http://{sys.argv[1]}", codec=codec, protocol=protocol, http_client=http)
            cases = Cases(client, protocol == ProtocolType.CONNECT, is_http1)
            wrong = []
            for case in (
                "unary", "large_and_compressed", "empty", "errors", "every_code", "streams", "get", "timeout",
            ):
                try:
                    getattr(cases, case)()
                except Exception as error:  # whatever a client makes of an answer is a result
                    wrong.append(f"{case} {common.failed(error)}")
            common.report(f"connectrpc: {name} over {title}", "; ".join(wrong) or "pass")


main()
