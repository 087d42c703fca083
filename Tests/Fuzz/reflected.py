"""A hub as seen by a client that knows only its address: services, devices, and the parts of traits."""

import grpc
from google.protobuf import descriptor_pool, message_factory
from grpc_reflection.v1alpha import proto_reflection_descriptor_database

from values import Fact

# No limits in the client, because the hub's are tested. Each channel has a connection of its own.
OPTIONS = [("grpc.max_send_message_length", -1), ("grpc.max_receive_message_length", -1),
           ("grpc.use_local_subchannel_pool", 1)]
HOME = "hearth.v1.HomeService"


class Reflected:
    def __init__(self, address):
        self.channel = grpc.insecure_channel(address, OPTIONS)
        database = proto_reflection_descriptor_database.ProtoReflectionDescriptorDatabase(self.channel)
        self.pool = descriptor_pool.DescriptorPool(database)
        self.services = {name: self.pool.FindServiceByName(name) for name in database.get_services()}

    def call(self, method, **fields):
        """The answer of the home's service, as bytes."""
        request = message_factory.GetMessageClass(self.services[HOME].methods_by_name[method].input_type)(**fields)
        return self.channel.unary_unary(f"/{HOME}/{method}")(request.SerializeToString(), timeout=30)

    def whole(self, method):
        """All pages of an answer, as bytes: concatenated they are one merged message."""
        pages = [self.call(method)]
        while token := self.read(method, pages[-1]).next_page_token:
            pages.append(self.call(method, page_token=token))
        return b"".join(pages)

    def read(self, method, answer):
        found = self.services[HOME].methods_by_name[method]
        return message_factory.GetMessageClass(found.output_type).FromString(answer)


class Member:
    """A trait on an endpoint of a device, or of the structure itself."""

    def __init__(self, device, endpoint, trait):
        self.device, self.endpoint, self.trait = device, endpoint, trait


class Trait:
    """A trait's messages, and its schema as facts about their fields."""

    def __init__(self, schema, service):
        self.id, self.service = schema.id, service
        self.schema = schema
        self.methods = service.methods_by_name
        self.attributes = self.methods["Get"].output_type.fields_by_name["attributes"].message_type
        fields = [attribute.field for attribute in schema.attributes]
        self.facts = self.facts_of(fields, 0)
        self.writable = [attribute.field.id + 1 for attribute in schema.attributes if attribute.write]
        # A command's ID, its method, its arguments and the facts about them.
        self.commands = [
            (command.id, method, method.input_type.fields_by_name["command"].message_type,
             self.facts_of(command.arguments.fields, 0))
            for command in schema.commands
            if (method := self.methods.get(command.name) or self.methods.get(command.name + "Command"))
            and "command" in method.input_type.fields_by_name]

    def facts_of(self, fields, depth):
        return {field.id + 1: self.fact(field, depth) for field in fields}

    def fact(self, field, depth):
        kinds = type(field).Kind
        if field.kind == kinds.Value("KIND_STRUCT"):
            fields = self.schema.structs[field.type_index].fields if depth < 6 else []
            return Fact(members=self.facts_of(fields, depth + 1))
        if field.kind in (kinds.Value("KIND_STRING"), kinds.Value("KIND_OCTETS")):
            return Fact(length=(field.min_length, field.max_length) if field.HasField("max_length") else None)
        if field.kind == kinds.Value("KIND_ENUM"):
            known = [constant.value for constant in self.schema.enums[field.type_index].constants]
            return Fact((max(known, default=0) + 1, (1 << (field.bits or 8)) - 1, -1), known)
        if field.kind == kinds.Value("KIND_BITMAP"):
            known = [constant.value for constant in self.schema.bitmaps[field.type_index].fields]
            return Fact(((1 << (field.bits or 8)) - 1, 0), known + [sum(known)])
        bits = field.bits or 8
        is_signed = field.kind == kinds.Value("KIND_SIGNED")
        ends = [-(1 << bits - 1), (1 << bits - 1) - 1] if is_signed else [0, (1 << bits) - 1]
        for index, limit in enumerate((field.min, field.max)):
            if limit.WhichOneof("limit") == "literal":
                ends[index] = limit.literal
        low, high = ends
        step = field.step or 1
        inside = [low, low + step, (low + high) // 2 // step * step, high]
        return Fact([low - 1, low, low + 1, high - 1, high, high + 1, ends[0] - 1, 1 << bits, -1, 0], inside)


def survey(address, answers):
    """Uses the hub's description of its home from before any change: a seed's choices must not depend on concurrent calls.

    Returns: the reflected hub, all traits by ID, each target of a trait in an order that is the same for each new home, and
    the home."""
    hub = Reflected(address)
    home = hub.read("List", answers["List"])
    members = []
    # Its schemas have facts that reflection lacks: the IDs of commands, writability, limits.
    schemas = {schema.id: schema for schema in hub.read("GetTraitSchemas", answers["GetTraitSchemas"]).schemas}
    traits = {}
    for number, schema in sorted(schemas.items()):
        if service := hub.services.get(f"{schema.package}.{schema.name}Service"):
            traits[number] = Trait(schema, service)
    for structure in home.structures:
        members += [Member(structure.id, 0, info.id) for info in structure.traits]
    for device in sorted(home.devices, key=lambda device: device.id):
        members += [Member(device.id, endpoint.id, info.id) for endpoint in device.endpoints
                    for info in endpoint.traits]
    return hub, traits, members, home
