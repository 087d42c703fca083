"""Calls gRPC's own services with the clients of PyPI's grpcio-health-checking and grpcio-reflection:
services_client.py HOST:PORT, or services_client.py HOST:PORT watch, which prints the statuses until the call ends."""
import sys

import grpc
from google.protobuf import descriptor_pool, message_factory
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import proto_reflection_descriptor_database, reflection_pb2

import common
from common import expect

TEST_SERVICE = "grpc.testing.TestService"
Status = health_pb2.HealthCheckResponse


class DatabaseV1(proto_reflection_descriptor_database.ProtoReflectionDescriptorDatabase):
    """grpcio's client uses v1alpha; v1 has the same messages under another name."""

    def __init__(self, channel):
        super().__init__(channel)
        self._stub.ServerReflectionInfo = channel.stream_stream(
            "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
            request_serializer=reflection_pb2.ServerReflectionRequest.SerializeToString,
            response_deserializer=reflection_pb2.ServerReflectionResponse.FromString)


def health_check(channel):
    stub = health_pb2_grpc.HealthStub(channel)
    for name in ("", TEST_SERVICE):
        answer = stub.Check(health_pb2.HealthCheckRequest(service=name), timeout=10)
        expect(answer.status == Status.SERVING, f"{name!r}: {answer}")
    try:
        stub.Check(health_pb2.HealthCheckRequest(service="no.such.Service"), timeout=10)
    except grpc.RpcError as error:
        expect(error.code() == grpc.StatusCode.NOT_FOUND, f"{error.code()}")
    else:
        raise AssertionError("an unknown service is known")


def health_watch(channel):
    stub = health_pb2_grpc.HealthStub(channel)
    for name, wanted in ((TEST_SERVICE, Status.SERVING), ("no.such.Service", Status.SERVICE_UNKNOWN)):
        call = stub.Watch(health_pb2.HealthCheckRequest(service=name), timeout=10)
        expect(next(call).status == wanted, name)
        call.cancel()


def reflection(channel, database):
    services = list(database.get_services())
    for name in (TEST_SERVICE, "grpc.health.v1.Health", "grpc.reflection.v1.ServerReflection"):
        expect(name in services, f"{name} is not among {services}")
    pool = descriptor_pool.DescriptorPool(database)
    method = pool.FindServiceByName(TEST_SERVICE).FindMethodByName("UnaryCall")
    request, answer = (message_factory.GetMessageClass(t) for t in (method.input_type, method.output_type))
    call = channel.unary_unary(
        f"/{TEST_SERVICE}/UnaryCall", request_serializer=request.SerializeToString,
        response_deserializer=answer.FromString)
    expect(len(call(request(response_size=77), timeout=10).payload.body) == 77, "the answer")


def main():
    if len(sys.argv) not in (2, 3):
        common.usage(__doc__)
    channel = grpc.insecure_channel(sys.argv[1])
    if len(sys.argv) == 3:
        try:
            for answer in health_pb2_grpc.HealthStub(channel).Watch(health_pb2.HealthCheckRequest()):
                print(Status.ServingStatus.Name(answer.status), flush=True)
        except grpc.RpcError as error:
            print(error.code().name, flush=True)
        return
    database = proto_reflection_descriptor_database.ProtoReflectionDescriptorDatabase
    for name, case in {
        "grpcio-health-checking: Check": lambda: health_check(channel),
        "grpcio-health-checking: Watch": lambda: health_watch(channel),
        "grpcio-reflection: list, describe and call, v1alpha": lambda: reflection(channel, database(channel)),
        "grpcio-reflection: list, describe and call, v1": lambda: reflection(channel, DatabaseV1(channel)),
    }.items():
        try:
            case()
            common.report(name, "pass")
        except (AssertionError, grpc.RpcError, KeyError) as error:
            common.report(name, common.failed(error))


main()
