"""Hostile messages as bytes, from their descriptors: the encoder of protobuf's library would refuse to write most."""

import functools
import struct

from google.protobuf.descriptor import FieldDescriptor as F

VARINT, FIXED64, BYTES, GROUP, GROUP_END, FIXED32 = range(6)
WIRE = {F.TYPE_DOUBLE: FIXED64, F.TYPE_FIXED64: FIXED64, F.TYPE_SFIXED64: FIXED64, F.TYPE_FLOAT: FIXED32,
        F.TYPE_FIXED32: FIXED32, F.TYPE_SFIXED32: FIXED32, F.TYPE_STRING: BYTES, F.TYPE_BYTES: BYTES,
        F.TYPE_MESSAGE: BYTES}
ALL_BITS = (1 << 64) - 1
EDGES = [0, 1, 2, -1, 100, 101] + [
    (1 << bits) + step for bits in (7, 8, 15, 16, 31, 32, 63) for step in (-2, -1, 0, 1)] + [
    -(1 << bits) + step for bits in (7, 15, 31, 63) for step in (-1, 0, 1)] + [ALL_BITS - 1, ALL_BITS]
DOUBLES = [struct.pack("<d", value) for value in (
    0.0, -0.0, 1.0, -1.0, 0.1, 5e-324, 1.7976931348623157e308, -1.7976931348623157e308, 9.223372036854775807e18,
    -9.3e18, float("inf"), float("-inf"), float("nan"))] + [bytes.fromhex("010000000000f07f")]
FLOATS = [struct.pack("<f", value) for value in (
    0.0, -0.0, 1.0, -1.0, 0.1, 1e-45, 3.4028234663852886e38, -3.4028234663852886e38, 9.2e18, float("inf"),
    float("-inf"), float("nan"))] + [bytes.fromhex("0100807f")]
TEXTS = [text.encode() for text in (
    "", " ", "a", "Ada", "\0", "a\0b", "\n", "\x1b[2J", "\u202eabc", "e" + "\u0301" * 40, "👩‍👩‍👧‍👦", "\U0010ffff",
    "%s%n", "../../etc", "'; DROP TABLE rooms; --", "0", "-1", "NaN", "true", "null", "\ufeffx", "ß" * 33, "x" * 32,
    "x" * 33, "x" * 100, "x" * 101, "x" * 128, "x" * 254, "x" * 255, "x" * 256)]
BAD_TEXTS = [b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"abc\xf0\x9f", b"\xf4\x90\x80\x80", b"\x80" * 100]
# The largest request that a hub accepts; its strings and lists together are about this long.
MOST = 4 << 20
# Approximately the most fields of a request: nested lists would take our time, not the hub's.
MOST_FIELDS = 3000


@functools.lru_cache(1 << 16)
def varint(number):
    number &= ALL_BITS
    made = bytearray()
    while number > 127:
        made.append(number & 127 | 128)
        number >>= 7
    made.append(number)
    return bytes(made)


def sized(content):
    return varint(len(content)) + content


def with_key(number, wire, content):
    return varint(number << 3 | wire) + content


@functools.lru_cache
def nested(number, depth, is_groups):
    """A message in a message in a message, or groups."""
    if is_groups:
        return with_key(number, GROUP, b"") * depth + with_key(number, GROUP_END, b"") * depth
    made = b""
    for _ in range(depth):
        made = with_key(number, BYTES, sized(made))
    return made


class Chance:
    """Random choices. Each takes one number from the generator, however many choices there are: a hub's answers must not
    change a seed's later choices."""

    def __init__(self, random):
        self.random = random.random

    def of(self, choices):
        return choices[int(self.random() * len(choices))]

    def below(self, end):
        return int(self.random() * end)

    def one_in(self, count):
        return self.random() * count < 1


class Fact:
    """A schema's facts about a value, to aim at its limits."""

    def __init__(self, edges=(), inside=(), length=None, members=None):
        self.edges, self.inside, self.length, self.members = edges, inside, length, members


NOTHING_KNOWN = Fact()


class Values:
    """Makes messages. `named`: functions for values of text fields, and of some numbers, by the field's name."""

    def __init__(self, chance, named):
        self.chance, self.named = chance, named
        self.begin()

    def begin(self):
        """Starts a new request with the whole room for its contents."""
        self.room, self.fields_left = MOST, MOST_FIELDS

    def take(self, size):
        """Takes the wanted room, or what is left of it."""
        taken = max(0, min(size, self.room))
        self.room -= taken
        return taken

    def message(self, descriptor, facts=None, malice=None, depth=0):
        """`facts`: by field number. `malice`: the probability that a field violates its schema."""
        chance, facts = self.chance, facts or {}
        if malice is None:
            malice = chance.of((0, 0, 0.02, 0.1, 0.3, 1))
        presence = chance.of((1, 1, 1, 0.9, 0.5, 0.1))
        parts, chosen = [], set()
        for field in descriptor.fields:
            union = field.containing_oneof
            # One field of a oneof, but sometimes all of them.
            if union is not None and len(union.fields) > 1:
                if chance.random() < malice * 0.2:
                    pass
                elif union.full_name in chosen or chance.random() * len(union.fields) > 1.5:
                    continue
                chosen.add(union.full_name)
            if field.name == "null_fields":
                parts.append(self.nulls(field, malice))
            elif chance.random() < presence:
                parts.append(self.field(field, facts.get(field.number, NOTHING_KNOWN), malice, depth))
        return self.spoilt(b"".join(parts), malice)

    def nulls(self, field, malice):
        chance = self.chance
        if not chance.one_in(3):
            return b""
        numbers = [value.number for value in field.enum_type.values]
        if chance.random() < malice:
            return with_key(field.number, VARINT, varint(chance.of(EDGES + [100000])))
        named = [with_key(field.number, VARINT, varint(chance.of(numbers))) for _ in range(chance.of((1, 1, 1, 2)))]
        return b"".join(named) * chance.of((1, 1, 1, 1, 1, 100))

    def field(self, field, fact, malice, depth):
        chance = self.chance
        count = 1
        if field.is_repeated:
            count = chance.of((0, 1, 1, 2, 5, 20)) if depth < 3 else chance.below(2)
        if chance.random() < malice * 0.1:
            count += 1
        if chance.random() < malice * 0.1:
            return self.wrong(field.number)
        if self.fields_left < 0:
            count = min(count, 1)
        self.fields_left -= count
        made = [self.value(field, fact, malice, depth) for _ in range(count)]
        wire = WIRE.get(field.type, VARINT)
        if field.is_repeated and made and chance.random() < malice * 0.02:
            # Millions, if they fit.
            size = sum(map(len, made)) + 2 * len(made)
            made *= self.take(size << chance.below(21)) // size or 1
        if field.is_repeated and wire != BYTES and not chance.one_in(3):
            return with_key(field.number, BYTES, sized(b"".join(made)))
        return b"".join(with_key(field.number, wire, one) for one in made)

    def value(self, field, fact, malice, depth):
        chance, kind = self.chance, field.type
        if field.name in self.named and not chance.random() < malice * 0.5:
            return self.named[field.name]()
        if kind == F.TYPE_MESSAGE:
            if depth > 8 or self.fields_left < 0:
                return b"\0"
            inner = field.message_type
            # An optional list is a message of its own: the facts are those of its items.
            facts = {1: fact} if [f.name for f in inner.fields] == ["items"] else fact.members
            return sized(self.message(inner, facts, malice, depth + 1))
        if kind in (F.TYPE_STRING, F.TYPE_BYTES):
            return sized(self.text(kind == F.TYPE_STRING, fact.length, malice))
        if kind == F.TYPE_DOUBLE:
            return chance.of(DOUBLES)
        if kind == F.TYPE_FLOAT:
            return chance.of(FLOATS)
        return self.number(field, fact, malice)

    def number(self, field, fact, malice):
        chance, kind = self.chance, field.type
        if chance.random() < malice:
            number = chance.of(EDGES)
        elif fact.inside and not chance.one_in(3):
            number = chance.of(fact.inside)
        elif fact.edges and not chance.one_in(4):
            number = chance.of(fact.edges)
        elif kind == F.TYPE_ENUM:
            number = chance.of([value.number for value in field.enum_type.values])
        elif kind == F.TYPE_BOOL:
            number = chance.below(2)
        else:
            number = chance.of((0, 1, 1, 2, 3, chance.below(101), chance.below(65536), chance.of(EDGES)))
        if kind in (F.TYPE_SINT32, F.TYPE_SINT64):
            return varint(number << 1 ^ number >> 63)
        if kind in (F.TYPE_FIXED32, F.TYPE_SFIXED32):
            return struct.pack("<I", number & 0xffffffff)
        if kind in (F.TYPE_FIXED64, F.TYPE_SFIXED64):
            return struct.pack("<Q", number & ALL_BITS)
        return varint(number)

    def text(self, is_text, length, malice):
        chance = self.chance
        if chance.random() < malice * 0.01:
            # Mostly thousands, seldom millions.
            return b"z" * self.take(int(2 ** (chance.random() * 22.2)))
        if chance.random() < malice * 0.2:
            return chance.of(BAD_TEXTS)
        if length and not chance.one_in(3):
            count = chance.of((0, length[0] - 1, length[0], length[1], length[1] + 1, length[1] // 2, length[1] - 1))
            return b"y" * (self.take(count) if count > 1000 else max(0, count))
        if not is_text:
            sizes = (0, 1, 2, 4, 8, 16, 20, 32, 64, 128, 400, 1000)
            return bytes([chance.of((0, 1, 127, 128, 255))]) * chance.of(sizes)
        return chance.of(TEXTS)

    def wrong(self, number):
        """A field of another wire type than its own."""
        chance = self.chance
        return chance.of((
            with_key(number, VARINT, varint(chance.of(EDGES))),
            with_key(number, FIXED32, b"\xff" * 4), with_key(number, FIXED64, b"\xff" * 8),
            with_key(number, BYTES, sized(b"\xff" * chance.below(20))),
            with_key(number, GROUP, with_key(1, VARINT, b"\x01")) + with_key(number, GROUP_END, b""),
            with_key(number, GROUP_END, b""), with_key(number, 6, b""), with_key(number, 7, b"\0")))

    def spoilt(self, message, malice):
        """Now and then replaces a message by random bytes, or adds to it."""
        chance = self.chance
        if not chance.random() < malice * 0.1:
            return message
        cut = chance.below(len(message) + 1)
        return chance.of((
            message[:cut], message[cut:], message + b"\xff" * chance.below(12), message + b"\x80" * 11,
            message + with_key(chance.of((0, 19000, 100001, (1 << 29) - 1)), VARINT, b"\x01"),
            message + with_key(chance.of((1, 2, 3, 99)), BYTES, varint(chance.of(EDGES))),
            message + nested(chance.of((1, 2, 3, 7, 99)), chance.of((10, 99, 101, 1000, 10000)), chance.one_in(2)),
            message + self.wrong(chance.of((1, 2, 3, 99))) * chance.of((1, 2, 1000)),
            message[:cut] + bytes([chance.below(256)]) + message[cut + 1:], message + message))
