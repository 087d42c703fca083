"""Google's JSON of protobuf messages, for comparison with ours.

    oracle.py make SCHEMAS SEED COUNT   writes the schemas' files, and random messages of every type with their JSON
    oracle.py check                     reads the same with our JSON and our bytes, and prints the differences

The exchange consists of parts, each after its length in four bytes: first a FileDescriptorSet, then for each message its
type, its bytes and its JSON; for a check also our JSON and the bytes that we read from Google's.
"""

import itertools
import json
import math
import pathlib
import random
import struct
import sys
import tempfile

from google.protobuf import any_pb2, descriptor_pb2, descriptor_pool, json_format, message_factory
from google.protobuf.descriptor import FieldDescriptor as F

WORDS = ["", "a", "lamp", "Küche", "客厅", "🏠", "\u2028", '"', "\\", "\n\t\r\b\f\x00\x1f", "\x7f", "</script>", "e\u0301"]
BOUNDS = {32: [0, 1, 2**31 - 1, 2**32 - 1], 64: [0, 1, 2**53, 2**53 + 1, 2**63 - 1, 2**64 - 1]}
INTEGERS = {
    F.TYPE_INT32: (32, True), F.TYPE_SINT32: (32, True), F.TYPE_SFIXED32: (32, True), F.TYPE_UINT32: (32, False),
    F.TYPE_FIXED32: (32, False), F.TYPE_INT64: (64, True), F.TYPE_SINT64: (64, True), F.TYPE_SFIXED64: (64, True),
    F.TYPE_UINT64: (64, False), F.TYPE_FIXED64: (64, False)}


def write(*parts):
    for part in parts:
        sys.stdout.buffer.write(struct.pack(">I", len(part)) + part)


def parts():
    content, at = sys.stdin.buffer.read(), 0
    while at < len(content):
        length = struct.unpack_from(">I", content, at)[0]
        yield content[at + 4:at + 4 + length]
        at += 4 + length


def compiled(schemas):
    """All .proto files below the folder and beside this program, with their imports."""
    from grpc_tools import protoc
    import grpc_tools

    roots = [pathlib.Path(schemas), pathlib.Path(__file__).parent]
    include = pathlib.Path(grpc_tools.__file__).parent / "_proto"
    files = [str(path.relative_to(root)) for root in roots for path in sorted(root.rglob("*.proto"))]
    with tempfile.NamedTemporaryFile() as out:
        arguments = [f"-I{root}" for root in roots + [include]]
        if protoc.main(["protoc", *arguments, "--include_imports", f"--descriptor_set_out={out.name}", *files]) != 0:
            sys.exit("protoc does not take the schemas")
        return pathlib.Path(out.name).read_bytes()


def types_of(files):
    """A pool with the files, and all messages that JSON can have."""
    pool, names = descriptor_pool.DescriptorPool(), []

    def add(messages, scope):
        for message in messages:
            name = f"{scope}.{message.name}"
            if not message.options.map_entry:
                names.append(name)
            add(message.nested_type, name)

    for file in descriptor_pb2.FileDescriptorSet.FromString(files).file:
        pool.AddSerializedFile(file.SerializeToString())
        if file.syntax == "proto3":
            add(file.message_type, file.package)
    return pool, names


class Messages:
    def __init__(self, pool, names, seed):
        self.pool, self.names, self.random = pool, names, random.Random(seed)

    def of(self, name, depth=0):
        message = message_factory.GetMessageClass(self.pool.FindMessageTypeByName(name))()
        self.fill(message, depth)
        return message

    def text(self):
        return "".join(self.random.choice(WORDS) for _ in range(self.random.randrange(4)))

    def integer(self, bits, signed):
        value = self.random.choice(BOUNDS[bits] + [self.random.getrandbits(self.random.randrange(1, bits + 1))])
        value = self.random.choice([value, -value]) % (1 << bits)
        return value - (1 << bits) if signed and value >> (bits - 1) else value

    def fraction(self, form, size, finite=False):
        special = [0.0, -0.0, 1.0, -1.5, 1e16, 1e22, 123456789.0, 0.1]
        if not finite:
            special += [math.inf, -math.inf, math.nan]
        value = struct.unpack(form, self.random.randbytes(size))[0]
        return self.random.choice(special + [value if math.isfinite(value) else 0.25] * 8)

    def scalar(self, field):
        if field.type in INTEGERS:
            return self.integer(*INTEGERS[field.type])
        match field.type:
            case F.TYPE_DOUBLE:
                return self.fraction("<d", 8)
            case F.TYPE_FLOAT:
                return struct.unpack("<f", struct.pack("<f", self.fraction("<f", 4)))[0] if self.random.random() < 0.9 else 0.1
            case F.TYPE_BOOL:
                return self.random.random() < 0.5
            case F.TYPE_STRING:
                return self.text()
            case F.TYPE_BYTES:
                return self.random.randbytes(self.random.randrange(6))
            case F.TYPE_ENUM:
                if field.enum_type.full_name == "google.protobuf.NullValue" or self.random.random() < 0.9:
                    return self.random.choice(field.enum_type.values).number
                return self.integer(32, True)

    def fill(self, message, depth):
        name = message.DESCRIPTOR.full_name
        if name.startswith("google.protobuf.") and (known := getattr(self, "fill_" + name.rpartition(".")[2], None)):
            return known(message, depth)
        fields = [field for field in message.DESCRIPTOR.fields if field.type != F.TYPE_GROUP]
        self.random.shuffle(fields)
        for field in fields[:self.random.choice([1, 4, 12, 40])]:
            if self.random.random() < 0.3:
                continue
            if field.message_type and depth > 3:
                continue
            count = self.random.randrange(4) if field.is_repeated else 1
            for _ in range(count):
                self.set(message, field, depth)
        if name.startswith("google.protobuf.") and name.endswith("Value"):
            self.set(message, message.DESCRIPTOR.fields_by_name["value"], depth)

    def set(self, message, field, depth):
        if field.message_type and field.message_type.GetOptions().map_entry:
            key, value = (field.message_type.fields_by_name[part] for part in ("key", "value"))
            entries = getattr(message, field.name)
            if value.message_type:
                inner = entries[self.scalar(key)]
                inner.Clear()
                self.fill(inner, depth + 1)
            else:
                entries[self.scalar(key)] = self.scalar(value)
        elif field.message_type:
            inner = getattr(message, field.name).add() if field.is_repeated else getattr(message, field.name)
            if not field.is_repeated:
                inner.SetInParent()
            self.fill(inner, depth + 1)
        elif field.is_repeated:
            getattr(message, field.name).append(self.scalar(field))
        else:
            setattr(message, field.name, self.scalar(field))

    # Those with rules for their contents.

    def nanos(self):
        return self.random.choice([0, 1, 1000, 999_999_999, 500_000_000, 120_000, self.random.randrange(10**9)])

    def fill_Timestamp(self, message, depth):
        message.seconds = self.random.choice(
            [-62135596800, 253402300799, 0, -1, 951782400, self.random.randrange(-62135596800, 253402300800)])
        message.nanos = self.nanos()

    def fill_Duration(self, message, depth):
        sign = self.random.choice([1, -1])
        message.seconds = sign * self.random.choice([0, 1, 315576000000, self.random.randrange(10**6)])
        message.nanos = sign * self.nanos()

    def fill_FieldMask(self, message, depth):
        for _ in range(self.random.randrange(4)):
            message.paths.append(self.random.choice(["foo", "foo_bar", "foo.bar_baz", "a_b_c", "null_fields", "x1.y2"]))

    def fill_Any(self, message, depth):
        if depth > 3 or self.random.random() < 0.1:
            return
        inner = self.of(self.random.choice(self.names), depth + 1)
        message.type_url = self.random.choice(["/", "type.googleapis.com/"]) + inner.DESCRIPTOR.full_name
        message.value = inner.SerializeToString()

    def fill_Struct(self, message, depth):
        for _ in range(self.random.randrange(4)):
            self.fill_Value(message.fields[self.text()], depth + 1)

    def fill_ListValue(self, message, depth):
        for _ in range(self.random.randrange(4)):
            self.fill_Value(message.values.add(), depth + 1)

    def fill_Value(self, message, depth):
        match self.random.randrange(6 if depth < 6 else 4):
            case 0:
                message.null_value = 0
            case 1:
                message.number_value = self.fraction("<d", 8, finite=True)
            case 2:
                message.string_value = self.text()
            case 3:
                message.bool_value = self.random.random() < 0.5
            case 4:
                message.struct_value.SetInParent()
                self.fill_Struct(message.struct_value, depth)
            case 5:
                message.list_value.SetInParent()
                self.fill_ListValue(message.list_value, depth)


def encoded(message):
    return message.SerializeToString(deterministic=True)


def make(schemas, seed, count):
    files = compiled(schemas)
    pool, names = types_of(files)
    messages = Messages(pool, names, seed)
    write(files)
    messages.random.shuffle(names)
    turns = itertools.cycle(names)
    # Messages with every kind of field are frequent.
    often = [name for name in names if name.startswith("hearth.test.json.")]
    for index in range(count):
        name = messages.random.choice(often) if index % 4 == 0 else next(turns)
        message = messages.of(name)
        text = json_format.MessageToJson(message, indent=None, descriptor_pool=pool)
        write(name.encode(), encoded(message), text.encode())


def strict(text):
    """JSON by Python's reader; repeated names are an error."""
    def members(pairs):
        if len(dict(pairs)) < len(pairs):
            raise ValueError("a name is there twice")
        return dict(pairs)

    return json.loads(text, object_pairs_hook=members)


def same(left, right):
    """Whether two JSON values are one: 1 is 1.0, and is not true."""
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    return isinstance(left, bool) == isinstance(right, bool) and left == right


def check():
    given = parts()
    pool, _ = types_of(next(given))
    failed = total = 0
    for name, content, text, our_text, our_content in zip(given, given, given, given, given):
        total += 1
        kind = message_factory.GetMessageClass(pool.FindMessageTypeByName(name.decode()))

        def theirs(message):
            return json.loads(json_format.MessageToJson(message, indent=None, descriptor_pool=pool))

        # Compared as JSON and not as bytes: maps inside of an Any have no order.
        mistakes = []
        try:
            wanted = json.loads(text)
            if not same(strict(our_text.decode()), wanted):
                mistakes.append("our JSON is other JSON")
            if not same(theirs(json_format.Parse(our_text.decode(), kind(), descriptor_pool=pool)), wanted):
                mistakes.append("our JSON is another message")
            if not same(theirs(kind.FromString(our_content)), wanted):
                mistakes.append("our bytes are another message")
        except Exception as error:  # noqa: BLE001
            mistakes.append(repr(error))
        failed += bool(mistakes)
        if mistakes and failed <= 10:
            print(f"{name.decode()}: {', '.join(mistakes)}")
            shown = [text.decode(), our_text.decode(), content.hex(), our_content.hex()]
            for label, value in zip(["their JSON", "our JSON", "their bytes", "our bytes"], shown):
                print(f"  {label}: {value[:1000]}")
    print(f"{total} messages, {failed} differ")
    sys.exit(failed != 0)


if __name__ == "__main__":
    if sys.argv[1] == "make":
        make(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
    else:
        check()
