"""Chooses the next call. A trait's commands and attributes are reached in two ways: by its own service and by batches. The
generic messages (`TraitUpdateRequest` and the like) are not a third one: on the wire they equal the trait's own."""

from collections import deque

from reflected import HOME
from values import BAD_TEXTS, BYTES, EDGES, NOTHING_KNOWN, TEXTS, VARINT, Values, sized, varint, with_key

# A call without an answer by then is a failure.
DEADLINE = 10.0


class Call:
    def __init__(self, service, method, request, timeout=DEADLINE):
        self.service, self.method, self.request, self.timeout = service, method, request, timeout
        self.path = f"/{service}/{method}"
        # Learns from the answer.
        self.learn = None

    def __str__(self):
        return f"{self.path} {self.request.hex() or '(an empty request)'}"


class Calls:
    def __init__(self, chance, hub, traits, members, home):
        self.chance, self.hub, self.traits, self.members = chance, hub, traits, members
        self.commanded = [member for member in members if traits[member.trait].commands]
        self.written = [member for member in members if traits[member.trait].writable]
        self.all_traits = list(traits.values())
        self.devices = [device.id for device in sorted(home.devices, key=lambda device: device.id)]
        self.structures = [structure.id for structure in home.structures]
        self.rooms = [room.id for room in sorted(home.rooms, key=lambda room: room.name)]
        # Objects that calls have created, to be used and removed again.
        self.made = {"structure": deque(), "room": deque()}
        self.watches, self.page_tokens = deque(maxlen=50), deque(maxlen=50)
        self.strings = TEXTS + [b"fuzz-%d" % number for number in range(20)]
        self.values = Values(chance, {
            "device_id": self.text(lambda: self.devices), "device_ids": self.text(lambda: self.devices),
            "structure_id": self.text(lambda: self.structures + list(self.made["structure"])),
            "structure_ids": self.text(lambda: self.structures + list(self.made["structure"])),
            "room_id": self.text(lambda: self.rooms + list(self.made["room"])),
            "object_id": self.text(lambda: self.devices + self.structures + self.rooms + list(self.made["room"])),
            "watch_id": self.text(lambda: self.watches), "page_token": self.text(lambda: self.page_tokens),
            "target": lambda: sized(self.target(self.member())),
            "endpoint": lambda: varint(self.member().endpoint), "trait_ids": self.trait_id, "trait_id": self.trait_id,
            # Few, or the hub would keep an answer for each; it keeps 64 providers for good.
            "idempotency_key": self.text(lambda: self.strings), "client_id": self.text(lambda: self.strings),
            "provider_id": self.text(lambda: self.strings), "app_id": self.text(lambda: self.strings),
            # A message in bytes.
            "attributes": self.attributes_of_some, "arguments": self.arguments_of_some,
        })
        self.others = [
            (service, method) for name, service in sorted(hub.services.items())
            for method in service.methods if name not in (HOME, "hearth.v1.ProviderService")
            and not name.startswith(("hearth.traits.", "grpc.reflection."))
            and not (method.client_streaming or method.server_streaming)]
        # All methods that can be called; those of traits only if the home has the trait.
        self.known = {f"/{service.full_name}/{method.name}" for service, method in self.others} | {
            f"/{method.containing_service.full_name}/{method.name}"
            for service in [hub.services[HOME]] + [traits[number].service for number in {m.trait for m in members}]
            for method in service.methods}
        self.home = [method for method in hub.services[HOME].methods if not method.server_streaming]
        self.roads = [self.command] * 45 + [self.update] * 25 + [self.batch] * 8 + [self.get] * 5 + [self.edit] * 14 + [
            self.other] * 2 + [self.raw]

    def text(self, known):
        def one():
            # The number of draws is fixed, since some choices become known only by answers.
            choices, chance = known(), self.chance
            is_wild, strange, draw = chance.one_in(8), chance.one_in(10), chance.random()
            if is_wild or not choices:
                choices = BAD_TEXTS if strange else TEXTS
            found = choices[int(draw * len(choices))]
            return sized(found if isinstance(found, bytes) else found.encode())
        return one

    def trait_id(self):
        return varint(self.chance.of(EDGES) if self.chance.one_in(10) else self.chance.of(self.all_traits).id)

    def member(self):
        return self.chance.of(self.members)

    def target(self, member):
        """The target of a trait; sometimes a wrong one."""
        chance = self.chance
        other = chance.of(self.members) if chance.one_in(40) else member
        number = chance.of(EDGES) if chance.one_in(60) else member.endpoint
        return with_key(1, BYTES, sized(other.device.encode())) + with_key(2, VARINT, varint(number))

    def at(self, member, request):
        """A request to the trait's target: a repeated field overrides the first."""
        return request + with_key(1, BYTES, sized(self.target(member)))

    def attributes(self, trait):
        """An update of a few writable attributes, of any, or of all."""
        chance, values = self.chance, self.values
        fields = trait.attributes.fields
        if chance.one_in(20):
            return values.message(trait.attributes, trait.facts)
        malice = chance.of((0, 0, 0.1, 0.5, 1))
        choices = [trait.attributes.fields_by_number[number] for number in trait.writable
                   if number in trait.attributes.fields_by_number]
        made = b""
        for _ in range(chance.of((1, 1, 1, 2, 4))):
            field = chance.of(fields if not choices or chance.one_in(10) else choices)
            if field.name == "null_fields" or chance.one_in(8):
                made += with_key(100000, VARINT, varint(field.number))
            else:
                made += values.field(field, trait.facts.get(field.number, NOTHING_KNOWN), malice, 0)
        return values.spoilt(made, malice)

    def attributes_of_some(self):
        return sized(self.attributes(self.chance.of(self.all_traits)))

    def arguments_of_some(self):
        trait = self.chance.of(self.all_traits)
        return sized(self.arguments(trait)[1])

    def arguments(self, trait):
        """A command of a trait: its ID, its message, its method. An unknown one if the trait has no commands."""
        if not trait.commands:
            return self.chance.of(EDGES), b"", None
        number, method, message, facts = self.chance.of(trait.commands)
        return number, self.values.message(message, facts), method

    def options(self):
        if not self.chance.one_in(10):
            return b""
        return with_key(3, BYTES, sized(
            with_key(1, BYTES, self.values.named["idempotency_key"]())
            + with_key(2, BYTES, self.values.named["client_id"]())))

    def timeout(self):
        """The timeout of a call; now and then a tiny one, which ends during the call."""
        return self.chance.of((0.0005, 0.002, 0.01)) if self.chance.one_in(100) else DEADLINE

    def next(self):
        """The next unary call."""
        self.values.begin()
        return self.chance.of(self.roads)()

    # Kinds of calls

    def command(self):
        member = self.chance.of(self.commanded)
        trait = self.traits[member.trait]
        _, arguments, method = self.arguments(trait)
        return Call(trait.service.full_name, method.name,
                    with_key(1, BYTES, sized(self.target(member))) + with_key(2, BYTES, sized(arguments))
                    + self.options(), self.timeout())

    def update(self):
        member = self.chance.of(self.written)
        trait = self.traits[member.trait]
        return Call(trait.service.full_name, "Update",
                    with_key(1, BYTES, sized(self.target(member)))
                    + with_key(2, BYTES, sized(self.attributes(trait))) + self.options(), self.timeout())

    def batch(self):
        items = []
        for _ in range(self.chance.of((1, 1, 2, 5, 20))):
            is_command = self.chance.one_in(2)
            place = self.chance.of(
                self.members if self.chance.one_in(10) else self.commanded if is_command else self.written)
            trait = self.traits[place.trait]
            if is_command:
                number, arguments, _ = self.arguments(trait)
                number = self.chance.of(EDGES) if self.chance.one_in(50) else number
                action = with_key(3, BYTES, sized(
                    with_key(1, VARINT, varint(number)) + with_key(2, BYTES, sized(arguments))))
            else:
                action = with_key(4, BYTES, sized(with_key(1, BYTES, sized(self.attributes(trait)))))
            items.append(with_key(1, BYTES, sized(
                with_key(1, BYTES, sized(self.target(place))) + with_key(2, VARINT, varint(trait.id)) + action)))
        if self.chance.one_in(500):
            # More than a batch may have.
            items *= 1100 // len(items)
        return Call(HOME, "SendBatch", b"".join(items), self.timeout())

    def get(self):
        member = self.member()
        trait = self.traits[member.trait]
        method = trait.methods["Get"]
        return Call(trait.service.full_name, "Get", self.at(member, self.values.message(method.input_type)),
                    self.timeout())

    def edit(self):
        """A call about the home as a whole. Created objects are removed again, or the home would fill up."""
        method, text, draw = self.chance.of(self.home), self.chance.of(TEXTS), self.chance.random()
        call = Call(HOME, method.name, self.values.message(method.input_type))
        kind = method.name.removeprefix("Create").lower()
        if kind in self.made:
            if len(made := self.made[kind]) > 20:
                return Call(HOME, f"Delete{kind.capitalize()}", with_key(1, BYTES, sized(made.popleft().encode())))
            call.learn = lambda answer: self.made[kind].append(getattr(answer, kind).id)
        # The home itself stays until the end, and so do its devices.
        if method.name == "DeleteStructure":
            made = self.made["structure"]
            call.request = with_key(1, BYTES, sized(made[0].encode() if made and draw < 0.5 else text))
        elif method.name == "RemoveDevice":
            call.request = with_key(1, BYTES, sized(text))
        return call

    def other(self):
        """A unary call of another service, such as access or health."""
        service, method = self.chance.of(self.others)
        return Call(service.full_name, method.name, self.values.message(method.input_type))

    def raw(self):
        """Random bytes in place of a message, for any method."""
        chance = self.chance
        service = chance.of(self.chance.of(self.all_traits).service.methods if chance.one_in(2) else self.home)
        data = bytes(chance.below(256) for _ in range(chance.of((1, 2, 5, 20))))
        size = int(2 ** (chance.random() * 23)) if chance.one_in(100) else 1
        owner = service.containing_service.full_name
        if service.server_streaming or service.name in ("RemoveDevice", "DeleteStructure"):
            return Call(HOME, "Read", data * (size // len(data) + 1))
        return Call(owner, service.name, data * (size // len(data) + 1))

    # Streams

    def watch(self):
        self.values.begin()
        chance, member = self.chance, self.member()
        malice, is_plain = chance.of((0, 0, 0, 0.1, 1)), chance.one_in(5)
        if chance.one_in(2):
            method = self.hub.services[HOME].methods_by_name["Watch"]
            return Call(HOME, "Watch", b"" if is_plain else self.values.message(method.input_type, None, malice))
        method = self.traits[member.trait].methods["Watch"]
        made = b"" if is_plain else self.values.message(method.input_type, None, malice)
        return Call(method.containing_service.full_name, "Watch", self.at(member, made))

    def attach(self):
        """The messages of a maker's process: a hello, valid or not, and more.

        Returns: the call with all of them as its request, and the messages."""
        self.values.begin()
        method = self.hub.services["hearth.v1.ProviderService"].methods_by_name["Attach"]
        message = method.input_type
        hello = with_key(1, BYTES, self.values.named["provider_id"]())
        if self.chance.one_in(3):
            hello += self.values.message(message.fields_by_name["hello"].message_type)
        messages = [with_key(1, BYTES, sized(hello))] + [
            self.values.message(message) for _ in range(self.chance.of((1, 3, 10, 30)))]
        return Call(method.containing_service.full_name, "Attach", b"".join(messages)), messages
