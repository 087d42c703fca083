internal import HearthMessage
internal import HearthTraitCore
internal import SampleTrait
internal import Expectations
internal import Testing

/// An object that a descriptor with codecs must not retain.
private let unwanted = Unwanted()
private final class Unwanted: Sendable {}

@Suite(.timeLimit(.minutes(5))) struct StructCodecTests {
    private func roundTrip(_ value: StructureValue) throws -> StructureValue {
        try sample.decodeAttributes(sample.encodeAttributes(value).span.bytes)
    }

    @Test func everyKindSurvives() throws {
        let value = StructureValue([
            0: .bool(true), 1: .null, 2: .unsigned(200), 3: .unsigned(.max), 4: .signed(-2150), 5: .unsigned(7),
            6: .unsigned(0x87), 7: .string("a\u{0}ü"), 8: .octets([0, 255]), 9: .float(1.5), 10: .double(-0.1),
            11: .list([.unsigned(0), .unsigned(65535)]),
            12: .list([
                .structure([0: .string("x"), 1: .structure([3: .null])]), .structure([0: .string("")]),
            ]),
            18_999: .signed(.min), 0xFFFB: .list([]), 0xFFFC: .unsigned(1),
        ])
        try expect(roundTrip(value), equals: value)
    }

    @Test func absentNullAndEmptyListDiffer() throws {
        try expect(roundTrip([:]), equals: [:])
        try expect(roundTrip([11: .list([])]), equals: [11: .list([])])
        try expect(roundTrip([1: .null]), equals: [1: .null])
        try expect(roundTrip([1: .unsigned(0)]), equals: [1: .unsigned(0)])
    }

    @Test func aNullableArgumentThatIsAbsentIsNull() throws {
        let command = try require(sample.command(1))
        let bytes = sample.encodeArguments(of: command, [0: .unsigned(5), 4: .list([])])
        try expect(
            sample.decodeArguments(of: command, bytes.span.bytes), equals: [0: .unsigned(5), 1: .null, 4: .list([])])
    }

    /// Millions of empty structs as values would take seconds.
    @Test func aListOfMillionsIsRefusedBeforeItIsMade() throws {
        try expect(roundTrip([11: .list([TraitValue](repeating: .unsigned(3), count: 100_000))]).isEmpty, equals: false)
        let structs = sample.encodeAttributes([
            12: .list([TraitValue](repeating: .structure([:]), count: 500_000))
        ])
        expect(structs.count, isBelow: 2 << 20)
        let error = expect(throws: MessageError.self) { try sample.decodeAttributes(structs.span.bytes) }
        expect(error?.code, equals: .tooLarge)
    }

    @Test func anUnknownEnumValueSurvives() throws {
        try expect(roundTrip([5: .unsigned(99)]), equals: [5: .unsigned(99)])
    }

    /// The layouts of the messages are computed once, by the first caller.
    @Test func codecsAreKeptWithTheDescriptor() async throws {
        let trait = TraitDescriptor(
            id: 1, name: "T", vendor: "V", package: "p", revision: 1,
            attributes: [AttributeDescriptor(FieldDescriptor(0, "a", .boolean))])
        let kept = await withTaskGroup(of: ObjectIdentifier.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    _ = trait.encodeAttributes([0: .bool(true)])
                    return ObjectIdentifier(trait.attached { unwanted })
                }
            }
            return await group.reduce(into: Set<ObjectIdentifier>()) { $0.insert($1) }
        }
        expect(kept.count, equals: 1)
        expect(!kept.contains(ObjectIdentifier(unwanted)))
    }

    @Test func codecsEndWithTheirDescriptorUnlessLayoutAsked() throws {
        func trait() -> TraitDescriptor {
            TraitDescriptor(
                id: 0xFFF1_FC01, name: "Passing", vendor: "Acme", package: "hearth.traits.acme.v1", revision: 1,
                structs: [StructDescriptor("Part", [FieldDescriptor(0, "size", .unsigned(8))])],
                attributes: [AttributeDescriptor(FieldDescriptor(0, "parts", .structure(0), .list))])
        }
        let value: StructureValue = [0: .list([.structure([0: .unsigned(7)])])]
        weak var passing: AnyObject?
        do {
            let trait = trait()
            try expect(trait.decodeAttributes(trait.encodeAttributes(value).span.bytes), equals: value)
            passing = trait.attached { unwanted }
            expect(passing != nil)
        }
        expectNil(passing)
        // A layout kept by typed code outlives the descriptor.
        let layout = trait().attributesLayout
        let bytes = trait().encodeAttributes(value)
        let parts = try layout.decode(bytes.span.bytes) { fields in
            fields.messageReader(at: layout.fields[0].at)?.messageCount(at: WireList.at)
        }
        expect(parts, equals: 1)
    }

    @Test func damagedBytesAreRefused() {
        var bytes = sample.encodeAttributes([7: .string("abc"), 12: .list([.structure([0: .string("x")])])])
        bytes.removeLast()
        expect(throws: (any Error).self) { try sample.decodeAttributes(bytes.span.bytes) }
    }

    @Test func textThatIsNotUTF8IsRefusedByName() throws {
        let bytes: [UInt8] = [8 << 3 | 2, 2, 0xC3, 0x28]
        let error = expect(throws: MessageError.self) { try sample.decodeAttributes(bytes.span.bytes) }
        expect(error?.code, equals: .invalidUTF8)
        expect(error?.message.contains("label"), equals: true)
    }
}
