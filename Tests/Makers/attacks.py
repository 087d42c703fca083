"""Attacks of makers' processes on a hub. Each returns its result."""

import functools
import time

import grpc

from hub import Maker, home_pb2, home_pb2_grpc, provider_pb2, schema_pb2, trait_pb2

ON_OFF, BASIC_INFORMATION, GENERAL_DIAGNOSTICS = 6, 40, 51
ATTACKS = []


def attack(what, outcome, memory):
    """Declares an attack. `outcome`: the expected result; `memory`: the most MiB that the hub may take meanwhile, one number
    or that of the full and that of the small size."""
    def declare(function):
        ATTACKS.append((function, what, outcome, memory))
        return function
    return declare


def varint(number):
    out = b""
    while number > 127:
        out += bytes([number & 127 | 128])
        number >>= 7
    return out + bytes([number])


def packed(field, entries):
    """A list of that many small numbers."""
    return varint(field << 3 | 2) + varint(entries) + b"\x01" * entries


def numbers(entries):
    """OnOff's attributes with a list of that many numbers."""
    entries = packed(1, entries)
    return varint(65530 << 3 | 2) + varint(len(entries)) + entries


def state(device, endpoint, value, trait=ON_OFF, name="OnOff"):
    message = trait_pb2.TraitState(trait_id=trait)
    message.target.device_id, message.target.endpoint = device, endpoint
    message.attributes.type_url = f"/hearth.traits.matter.v1.{name}.Attributes"
    message.attributes.value = value
    return message


def device(name, endpoints=1, value=b"\x08\x01", room="", trait=ON_OFF, trait_name="OnOff"):
    brought = provider_pb2.ProvidedDevice(suggested_room=room)
    brought.device.id = brought.device.name = name
    brought.device.endpoints.add(id=0)
    for number in range(1, endpoints + 1):
        endpoint = brought.device.endpoints.add(id=number, parent=0)
        endpoint.traits.add(id=trait)
        brought.states.append(state(name, number, value, trait, trait_name))
    return brought


def bring_full_device(maker):
    """A device of some 100 MiB in memory, 2.4 MB as messages."""
    maker.bring([device("full", endpoints=200)])
    for endpoint in range(1, 201):
        report = provider_pb2.DeviceReport(device_id="full", states=[state("full", endpoint, numbers(12_000))])
        maker.send(report=report)


def bring_all(maker, devices, batch=400):
    for start in range(0, len(devices), batch):
        status = maker.bring(devices[start:start + batch])
        if status is None or status.code != 0:
            return status
    return None


def whole_home(hub):
    """Checks that another client can list, read and watch the whole home: '' or the failure."""
    with hub.channel() as channel:
        home = home_pb2_grpc.HomeServiceStub(channel)
        for call, request in ((home.List, home_pb2.ListRequest), (home.Read, home_pb2.ReadRequest)):
            token = ""
            while True:
                try:
                    page = call(request(page_token=token) if token else request(), timeout=120)
                except grpc.RpcError as error:
                    return f"{request.__name__}: {error.code().name}"
                token = getattr(page, "next_page_token", "")
                if not token:
                    break
        return watch(home, home_pb2.WatchRequest())[0]


def watch(home, request):
    """'' if the snapshot is complete, and its positions."""
    call = home.Watch(request, timeout=120)
    try:
        for message in call:
            if message.WhichOneof("content") == "snapshot_complete":
                call.cancel()
                return "", list(message.snapshot_complete.positions)
    except grpc.RpcError as error:
        return f"Watch: {error.code().name}", []
    return "Watch ended", []


@attack("two devices with a value of 3.5 MB each", "refused INVALID_ARGUMENT; others see everything", 64)
def two_large_devices(hub):
    maker = Maker(hub, "maker")
    maker.hello()
    codes = {maker.bring([device(f"large-{n}", value=numbers(3_500_000))]).code for n in range(2)}
    failure = whole_home(hub)
    maker.close()
    return f"{'refused INVALID_ARGUMENT' if codes == {3} else codes}; {failure or 'others see everything'}"


@attack("a device of 200 endpoints, each with 12 KB in a list, reported one by one", "others see everything", 160)
def many_full_endpoints(hub):
    maker = Maker(hub, "maker")
    maker.hello()
    bring_full_device(maker)
    maker.bring([device("last")])
    failure = whole_home(hub)
    maker.close()
    return failure or "others see everything"


@attack("a bridge of 3,300 devices with 1.3 KB each attaches, leaves and attaches again",
        "attached twice; others see everything", 256)
def rich_bridge(hub):
    text = b"\x12" + varint(1_300) + b"n" * 1_300  # vendor_name
    for _ in range(2):
        maker = Maker(hub, "bridge")
        count = maker.hello()
        if count is None:
            return f"ended {maker.call.code().name}"
        refused = bring_all(maker, [device(f"part-{n}", trait=BASIC_INFORMATION, trait_name="BasicInformation", value=text) for n in range(3300)])
        if refused is not None:
            return f"refused {refused.code}"
        maker.close()
        time.sleep(1)
    return f"attached {'twice' if count == 3300 else 'with a part'}; {whole_home(hub) or 'others see everything'}"


@attack("a room of 10,000 devices is deleted; watches resume from before", "they resume", 320)
def large_room(hub):
    maker = Maker(hub, "bridge")
    maker.hello()
    bring_all(maker, [device(f"part-{n}", room="Hall") for n in range(10_000)])
    with hub.channel() as channel:
        home = home_pb2_grpc.HomeServiceStub(channel)
        failure, positions = watch(home, home_pb2.WatchRequest())
        if failure:
            return failure
        room, token = None, ""
        while room is None:
            page = home.List(home_pb2.ListRequest(), timeout=60)
            room = page.rooms[0].id
        home.DeleteRoom(home_pb2.DeleteRoomRequest(room_id=room), timeout=60)
        for _ in range(3):
            failure, _ = watch(home, home_pb2.WatchRequest(resume_from=positions))
            if failure:
                return failure
    maker.close()
    return "they resume"


@attack("a device of 65,535 endpoints, each the child of the one before", "refused INVALID_ARGUMENT", 128)
def long_chain(hub):
    maker = Maker(hub, "maker")
    maker.hello()
    brought = provider_pb2.ProvidedDevice()
    brought.device.id = "chain"
    brought.device.endpoints.add(id=0)
    for number in range(1, 65_536):
        brought.device.endpoints.add(id=number, parent=number - 1)
    status = maker.bring([brought])
    maker.close()
    return "refused INVALID_ARGUMENT" if status and status.code == 3 else f"status {status and status.code}"


@attack("60 KB stored for each of 64 keys of 500 devices (1.9 GB); not in full, beside a device of 100 MiB", "cut RESOURCE_EXHAUSTED; others see everything", 320)
def endless_memories(hub):
    maker = Maker(hub, "maker")
    maker.hello()
    bring_all(maker, [device(f"part-{n}") for n in range(500)])
    # The hub reads 4 MiB a second, so the limit would be reached after half a minute.
    if not hub.is_full:
        bring_full_device(maker)
    value = bytes(60_000)
    for number in range(500 * 64):
        if maker.call.done():
            break
        memory = provider_pb2.Memory(device_id=f"part-{number % 500}", key=str(number // 500), value=value)
        maker.send(remember=provider_pb2.Remember(memory=memory))
    code = maker.end() if maker.call.done() else "not cut"
    maker.close()
    return f"cut {code}; {whole_home(hub) or 'others see everything'}"


@attack("300 (in full 2,000) reports, each another list of 12,000 numbers", "all are accepted; others see everything", 96)
def large_reports(hub):
    maker = Maker(hub, "maker")
    maker.hello()
    maker.bring([device("busy")])
    reports = [
        provider_pb2.DeviceReport(device_id="busy", states=[state("busy", 1, numbers(12_000 - number))]) for number in range(2)]
    # As values in memory 300 would take more than the attack may.
    for number in range(hub.sized(2_000, 300)):
        maker.send(report=reports[number % 2])
    taken = maker.bring([device("last")])
    failure = whole_home(hub)
    maker.close()
    return f"{'all are accepted' if taken is not None and taken.code == 0 else 'cut'}; {failure or 'others see everything'}"


@attack("300 (in full 2,000) events of 15,000 numbers each", "all are accepted; others see everything", 128)
def large_events(hub):
    maker = Maker(hub, "maker")
    maker.hello()
    maker.bring([device("faulty", trait=GENERAL_DIAGNOSTICS, trait_name="GeneralDiagnostics", value=b"")])
    event = trait_pb2.EventReport(trait_id=GENERAL_DIAGNOSTICS, event_id=0)
    event.target.device_id, event.target.endpoint = "faulty", 1
    event.payload.value = packed(1, 15_000)
    report = provider_pb2.DeviceReport(device_id="faulty", events=[event])
    for _ in range(hub.sized(2_000, 300)):
        maker.send(report=report)
    taken = maker.bring([device("last")])
    failure = whole_home(hub)
    maker.close()
    return f"{'all are accepted' if taken is not None and taken.code == 0 else 'cut'}; {failure or 'others see everything'}"


@functools.cache
def large_schema():
    """A trait as large as its limits allow: 16,000 fields, 206 KB."""
    made = schema_pb2.TraitSchema(vendor="Acme", package="hearth.traits.acme.v1")
    for struct in range(16):
        fields = made.structs.add(name=f"S{struct}").fields
        for at in range(1_000):
            name = "f" + "abcdefghijklmnopqrstuvwxyz"[at % 26] + format(at // 26, "02d")
            fields.add(id=at, name=name, kind=schema_pb2.SchemaField.KIND_BOOLEAN)
    return made


def schema(number, revision=1):
    made = schema_pb2.TraitSchema()
    made.CopyFrom(large_schema())
    made.id, made.name, made.revision = 0xFFF1_FC40 + number, f"Wild{number}", revision
    return made


def bring_schemas(hub, schemas):
    """How many of them are accepted, each in a call of its own, and how many are refused. Not in full, it ends with the second
    refusal."""
    taken = refused = 0
    for name, brought in schemas:
        maker = Maker(hub, name)
        if maker.hello([brought]) is not None:
            taken += 1
        else:
            refused += 1
        maker.close()
        if refused == 2 and not hub.is_full:
            break
    return taken, refused


def some_are_accepted(hub, schemas):
    taken, refused = bring_schemas(hub, schemas)
    outcome = "some" if taken and refused else f"{taken} of {taken + refused}"
    return f"{outcome} are accepted; {whole_home(hub) or 'others see everything'}"


@attack("up to 160 schemas of 206 KB, each in a call of its own", "some are accepted; others see everything", 96)
def large_schemas(hub):
    return some_are_accepted(hub, (("maker", schema(number)) for number in range(160)))


@attack("the same by up to 160 providers", "some are accepted; others see everything", 224)
def large_schemas_of_many(hub):
    return some_are_accepted(hub, ((f"maker-{number}", schema(number)) for number in range(160)))


@attack("12 (in full 160) increasing revisions of one schema of 206 KB", "all are accepted; others see everything", 96)
def endless_revisions(hub):
    # Of different traits three are accepted.
    count = hub.sized(160, 12)
    taken, _ = bring_schemas(hub, (("maker", schema(0, number + 1)) for number in range(count)))
    return f"{'all' if taken == count else taken} are accepted; {whole_home(hub) or 'others see everything'}"
