"""Uses a hub by its address alone: server reflection provides its methods. Prints one line a check."""
import sys

import grpc
from google.protobuf import descriptor_pool, message_factory
from grpc_reflection.v1alpha import proto_reflection_descriptor_database, reflection_pb2

ON_OFF = 0x0006


def check(name, holds):
    print(("ok " if holds else "FAILED ") + name, flush=True)


class Caller:
    """Makes calls from a pool of descriptors."""

    def __init__(self, channel, pool):
        self.channel = channel
        self.pool = pool

    def __call__(self, service, method, **fields):
        found = self.pool.FindServiceByName(service).FindMethodByName(method)
        request = message_factory.GetMessageClass(found.input_type)
        response = message_factory.GetMessageClass(found.output_type)
        call = self.channel.unary_unary(
            f"/{service}/{method}", request_serializer=request.SerializeToString,
            response_deserializer=response.FromString)
        return call(request(**fields), timeout=10)


class DatabaseV1(proto_reflection_descriptor_database.ProtoReflectionDescriptorDatabase):
    """grpcio's client uses v1alpha; v1 has the same messages under another name."""

    def __init__(self, channel):
        super().__init__(channel)
        self._stub.ServerReflectionInfo = channel.stream_stream(
            "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
            request_serializer=reflection_pb2.ServerReflectionRequest.SerializeToString,
            response_deserializer=reflection_pb2.ServerReflectionResponse.FromString)


def use(channel, database, version):
    services = list(database.get_services())
    check(f"{version}: sorted services", services == sorted(services))
    for name in ("hearth.v1.HomeService", "hearth.v1.ProviderService", "hearth.traits.matter.v1.OnOffService"):
        check(f"{version}: {name} is listed", name in services)

    pool = descriptor_pool.DescriptorPool(database)
    unknown = [name for name in services if pool.FindServiceByName(name).full_name != name]
    check(f"{version}: each of {len(services)} services is described", unknown == [])
    call = Caller(channel, pool)
    devices = call("hearth.v1.HomeService", "List").devices
    target = next(
        {"device_id": device.id, "endpoint": endpoint.id}
        for device in devices for endpoint in device.endpoints if any(t.id == ON_OFF for t in endpoint.traits))

    service = "hearth.traits.matter.v1.OnOffService"
    before = call(service, "Get", target=target).attributes.on_off
    call(service, "Toggle", target=target, command={})
    check(f"{version}: a light was toggled", call(service, "Get", target=target).attributes.on_off != before)

    right = pool.FindExtensionByName("hearth.v1.right")
    options = pool.FindServiceByName(service).FindMethodByName("Toggle").GetOptions()
    options = message_factory.GetMessageClass(pool.FindMessageTypeByName("google.protobuf.MethodOptions")).FromString(
        options.SerializeToString())
    check(f"{version}: a method says its right", options.Extensions[right] == 3)
    numbers = database.FindAllExtensionNumbers("google.protobuf.MethodOptions")
    check(f"{version}: extensions by their message", list(numbers) == [right.number])
    try:
        database.FindFileContainingSymbol("hearth.v1.Nothing")
        check(f"{version}: an unknown name is refused", False)
    except KeyError:
        check(f"{version}: an unknown name is refused", True)


with grpc.insecure_channel(sys.argv[1]) as channel:
    use(channel, DatabaseV1(channel), "v1")
    use(channel, proto_reflection_descriptor_database.ProtoReflectionDescriptorDatabase(channel), "v1alpha")
