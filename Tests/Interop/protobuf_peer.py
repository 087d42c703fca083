"""Google's protobuf as the peer of all generated messages, in one exchange of files.

usage: protobuf_peer.py make PROTO_ROOT FOLDER SEED
       protobuf_peer.py check PROTO_ROOT FOLDER SEED

FOLDER/messages.txt names the messages, one a line, with the rules of their fields, which protobuf doesn't know.
make writes random messages to FOLDER/made.bin. The tested side reads each into its type and writes it to
FOLDER/written.bin. check compares these with the expected ones, and writes FOLDER/returned.bin: the same messages
as written by protobuf. Every file has a length of four bytes and the bytes of each message.
"""

import pathlib
import random
import struct
import sys

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.protobuf.descriptor import FieldDescriptor as F
from google.rpc import status_pb2
from grpc_tools import protoc

EACH = 6
WELL_KNOWN = ["google/rpc/status.proto"] + [
    f"google/protobuf/{name}.proto"
    for name in ("any", "duration", "empty", "field_mask", "struct", "timestamp", "wrappers")]
NULL_FIELDS = 100_000
#: The null of an unknown field: the only part of a newer peer's message that Swift does not preserve.
FOREIGN_NULL = 60_001
EDGES = {
    F.CPPTYPE_INT32: (-(2**31), -129, -128, -1, 0, 1, 127, 128, 2**31 - 1),
    F.CPPTYPE_INT64: (-(2**63), -(2**31) - 1, -1, 0, 1, 2**31, 2**63 - 1),
    F.CPPTYPE_UINT32: (0, 1, 127, 128, 255, 256, 300, 65535, 65536, 2**32 - 1),
    F.CPPTYPE_UINT64: (0, 1, 2**32 - 1, 2**32, 2**56, 2**64 - 1),
    F.CPPTYPE_FLOAT: (0.0, -0.0, 1.5, float("inf"), float("-inf"), float("nan"), 2.0**-149, 3.0e38),
    F.CPPTYPE_DOUBLE: (0.0, -0.0, 1.5, float("inf"), float("nan"), 5e-324, 1.7e308),
}
TEXTS = ("", "a", "\0", "nul\0inside", "Küche", "🏠", "e\u0301", "\uffff\U0010ffff", "seven b",
         "eight by", "x" * 16, "ü" * 700)


def pool(root):
    files = sorted(str(p.relative_to(root)) for p in pathlib.Path(root).rglob("*.proto"))
    # The well-known types are beside protoc, google.rpc beside its module.
    includes = [pathlib.Path(protoc.__file__).parent / "_proto", pathlib.Path(status_pb2.__file__).parents[2]]
    out = pathlib.Path(sys.argv[3]) / "set.pb"
    arguments = ["protoc", f"-I{root}", *(f"-I{i}" for i in includes)]
    arguments += ["--include_imports", f"--descriptor_set_out={out}"]
    if protoc.main(arguments + files + WELL_KNOWN) != 0:
        sys.exit("protoc refuses the .proto files")
    descriptors = descriptor_pb2.FileDescriptorSet.FromString(out.read_bytes())
    result = descriptor_pool.DescriptorPool()
    for file in descriptors.file:
        result.Add(file)
    return result


class Rules:
    """The differences of a Swift type from its message: by field number, presence and width."""

    def __init__(self, text):
        self.presence, self.width = {}, {}
        for item in text.split():
            number, words = item.split("=")
            for word in words.split(","):
                if word[1:].isdigit():
                    self.width[int(number)] = (word[0], int(word[1:]))
                else:
                    self.presence[int(number)] = word

    def fits(self, number, value):
        if number not in self.width:
            return True
        kind, bits = self.width[number]
        return 0 <= value < 1 << bits if kind == "u" else -(1 << (bits - 1)) <= value < 1 << (bits - 1)


class Peer:
    def __init__(self, root, folder, seed):
        self.random = random.Random(seed)
        self.pool = pool(root)
        lines = (folder / "messages.txt").read_text().splitlines()
        self.rules = {}
        for line in lines:
            name, _, rules = line.partition(" ")
            self.rules[name] = Rules(rules)
        self.names = [line.partition(" ")[0] for line in lines]
        self.classes = {
            name: message_factory.GetMessageClass(self.pool.FindMessageTypeByName(name)) for name in self.names}

    # Random messages

    def scalar(self, field):
        pick = self.random
        if field.cpp_type == F.CPPTYPE_BOOL:
            return pick.random() < 0.5
        if field.cpp_type == F.CPPTYPE_ENUM:
            known = [v.number for v in field.enum_type.values]
            return pick.choice(known + [9_999, -7, 2**31 - 1, -(2**31)])
        if field.cpp_type == F.CPPTYPE_STRING:
            if field.type == F.TYPE_STRING:
                return pick.choice(TEXTS)
            return pick.randbytes(pick.choice((0, 1, 7, 8, 40)))
        if field.cpp_type in (F.CPPTYPE_FLOAT, F.CPPTYPE_DOUBLE) or pick.random() < 0.5:
            return pick.choice(EDGES[field.cpp_type])
        bits = 32 if field.cpp_type in (F.CPPTYPE_INT32, F.CPPTYPE_UINT32) else 64
        value = pick.getrandbits(bits) >> pick.randrange(bits)
        is_signed = field.cpp_type in (F.CPPTYPE_INT32, F.CPPTYPE_INT64)
        return value - (1 << bits) if is_signed and value >> (bits - 1) else value

    def fill(self, message, share, depth=0):
        descriptor = message.DESCRIPTOR
        rules = self.rules.get(descriptor.full_name, Rules(""))
        for field in descriptor.fields:
            if field.number == NULL_FIELDS and field.name == "null_fields":
                continue
            if self.random.random() > share:
                continue
            value = getattr(message, field.name)
            if field.is_repeated:
                count = 0 if depth > 3 else self.random.choice((0, 1, 2, 5))
                if field.message_type and field.message_type.GetOptions().map_entry:
                    key, item = field.message_type.fields
                    for _ in range(count):
                        if item.message_type:
                            self.fill(value[self.scalar(key)], share, depth + 1)
                        else:
                            value[self.scalar(key)] = self.scalar(item)
                elif field.message_type:
                    for _ in range(count):
                        self.fill(value.add(), share, depth + 1)
                else:
                    value.extend(self.scalar(field) for _ in range(count))
            elif field.message_type:
                if depth > 3:
                    continue
                value.SetInParent()
                self.fill(value, share, depth + 1)
            else:
                setattr(message, field.name, self.scalar(field))
        if "null_fields" in descriptor.fields_by_name:
            null = [n for n, p in rules.presence.items() if p in ("nullable", "nullish") and self.random.random() < 0.3]
            if self.random.random() < 0.2:
                null.append(FOREIGN_NULL)
            self.random.shuffle(null)
            for number in null:
                message.null_fields.append(number)
        if self.random.random() < 0.5:
            # Unknown field numbers: a varint, a text, eight and four bytes.
            message.MergeFromString(self.unknown())

    def unknown(self):
        parts = [varint(400_000 << 3) + varint(self.random.getrandbits(64)),
                 varint(400_001 << 3 | 2) + b"\x05new\0\xff",
                 varint(536_870_911 << 3 | 1) + self.random.randbytes(8),
                 varint(400_002 << 3 | 5) + self.random.randbytes(4)]
        return b"".join(self.random.sample(parts, self.random.randrange(1, 5)))

    def made(self):
        for name in self.names:
            for share in [0.0, 1.0] + [self.random.random() for _ in range(EACH - 2)]:
                message = self.classes[name]()
                self.fill(message, share)
                yield name, message

    # Expected messages

    def settle(self, message):
        """Reduces a message to the parts that a Swift value keeps."""
        descriptor = message.DESCRIPTOR
        rules = self.rules.get(descriptor.full_name, Rules(""))
        for field in descriptor.fields:
            number, name = field.number, field.name
            if number == NULL_FIELDS and name == "null_fields":
                continue
            # A number too wide for its Swift type is dropped, in a list as well.
            if number in rules.width and field.message_type is None:
                if field.is_repeated:
                    kept = [v for v in getattr(message, name) if rules.fits(number, v)]
                    message.ClearField(name)
                    getattr(message, name).extend(kept)
                elif message.HasField(name) and not rules.fits(number, getattr(message, name)):
                    message.ClearField(name)
            self.settle_inner(message, field, rules)
        self.settle_nulls(message, rules)

    def settle_inner(self, message, field, rules):
        if field.message_type is None:
            return
        if field.is_repeated:
            if field.message_type.GetOptions().map_entry:
                item = field.message_type.fields_by_name["value"]
                if item.message_type:
                    for value in getattr(message, field.name).values():
                        self.settle(value)
                return
            for value in getattr(message, field.name):
                self.settle(value)
        elif message.HasField(field.name):
            inner = getattr(message, field.name)
            if not self.is_list(field.message_type):
                self.settle(inner)
                return
            # The wrapper of a list has the width of its items, and nothing else of it is kept.
            holds_messages = inner.DESCRIPTOR.fields[0].message_type is not None
            kept = [v for v in inner.items if holds_messages or rules.fits(field.number, v)]
            inner.Clear()
            inner.items.extend(kept)
            if holds_messages:
                for value in inner.items:
                    self.settle(value)

    def is_list(self, descriptor):
        return descriptor.full_name not in self.rules and [f.name for f in descriptor.fields] == ["items"]

    def settle_nulls(self, message, rules):
        by_number = message.DESCRIPTOR.fields_by_number
        nulls = set()
        if "null_fields" in message.DESCRIPTOR.fields_by_name:
            nulls = set(message.null_fields) - {FOREIGN_NULL}
            message.ClearField("null_fields")
        for number, presence in rules.presence.items():
            field = by_number[number]
            if presence in ("nullable", "nullish"):
                if number in nulls:
                    message.ClearField(field.name)
                elif presence == "nullable" and not message.HasField(field.name):
                    nulls.add(number)
            elif presence == "plain" and not field.is_repeated and not message.HasField(field.name):
                # Mandatory fields of a Swift value are 0 or empty if absent.
                if field.message_type:
                    getattr(message, field.name).SetInParent()
                    self.settle(getattr(message, field.name))
                else:
                    setattr(message, field.name, field.default_value if not field.enum_type else 0)
        if nulls:
            message.null_fields.extend(sorted(nulls))

    def sort_nulls(self, message):
        """Nulls are in the order of the schema's fields; their order has no meaning."""
        for field, value in message.ListFields():
            if field.name == "null_fields" and field.number == NULL_FIELDS:
                ordered = sorted(value)
                message.ClearField("null_fields")
                message.null_fields.extend(ordered)
            elif field.message_type and not (field.is_repeated and field.message_type.GetOptions().map_entry):
                for inner in value if field.is_repeated else [value]:
                    self.sort_nulls(inner)


def varint(value):
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def write(path, messages):
    path.write_bytes(b"".join(struct.pack("<I", len(m)) + m for m in messages))


def read(path):
    data, at = path.read_bytes(), 0
    while at < len(data):
        (size,) = struct.unpack_from("<I", data, at)
        yield data[at + 4:at + 4 + size]
        at += 4 + size


def main():
    task, root, folder, seed = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]), int(sys.argv[4])
    peer = Peer(root, folder, seed)
    if task == "make":
        write(folder / "made.bin", (m.SerializeToString() for _, m in peer.made()))
        return
    wrong, returned = 0, []
    written = read(folder / "written.bin")
    for name, made in peer.made():  # the same seed gives the same messages again
        peer.settle(made)
        wanted = made.SerializeToString(deterministic=True)
        came = peer.classes[name].FromString(next(written))
        returned.append(came.SerializeToString())
        peer.sort_nulls(came)
        if came.SerializeToString(deterministic=True) != wanted:
            wrong += 1
            if wrong <= 5:
                print(f"{name} differs\n--- wanted\n{peer.classes[name].FromString(wanted)}--- came\n{came}")
    write(folder / "returned.bin", returned)
    if next(written, None) is not None:
        sys.exit("more messages came than were sent")
    if wrong:
        sys.exit(f"{wrong} of {len(returned)} messages differ")
    print(f"ok {len(returned)} messages of {len(peer.names)} types")


if __name__ == "__main__":
    main()
