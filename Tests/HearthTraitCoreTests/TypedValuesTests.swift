internal import HearthMessage
@testable internal import HearthTraitCore
internal import SampleTrait
internal import Expectations
internal import Testing

/// Attributes as Swift types and as values, in the same memory.
@Suite struct TypedValuesTests {
    private let typed = TraitDescriptor(
        id: 0xFFF1_FC7F, name: "Typed", vendor: "Test", package: "hearth.traits.test.v1", revision: 1,
        structs: [StructDescriptor("Leaf", [FieldDescriptor(0, "number", .signed(16))])],
        attributes: [
            AttributeDescriptor(FieldDescriptor(0, "flag", .boolean)),
            AttributeDescriptor(FieldDescriptor(1, "level", .unsigned(8), .nullable)),
            AttributeDescriptor(FieldDescriptor(2, "label", .string)),
            AttributeDescriptor(FieldDescriptor(3, "numbers", .unsigned(16), .list)),
            AttributeDescriptor(FieldDescriptor(4, "leaf", .structure(0))),
            AttributeDescriptor(FieldDescriptor(5, "leaves", .structure(0), .list)),
            AttributeDescriptor(FieldDescriptor(6, "ratio", .double)),
        ])

    /// The fields are bytes; the descriptor decides how they are decoded and encoded.
    private func attributes(_ values: StructureValue) throws -> TypedAttributes {
        try typed.attributes(values, as: TypedAttributes.self)
    }

    @Test func valuesBecomeTypedAndComeBack() throws {
        let values: StructureValue = [
            0: .bool(true), 1: .null, 2: .string("ü"), 3: .list([.unsigned(7)]), 4: .structure([0: .signed(-1)]),
            5: .list([.structure([0: .signed(2)])]), 6: .double(0.5),
        ]
        let attributes = try attributes(values)
        expect(attributes.flag, equals: true)
        expect(attributes.isLevelNull)
        expect(attributes.label, equals: "ü")
        expect(attributes.numbers, equals: [7])
        expect(typed.values(of: attributes), equals: values)
        expect(attributes.serialized(), equals: typed.encodeAttributes(values))
    }

    @Test func changesAreJustWhatDiffers() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = Seeded(seed: seed)
        for _ in 0..<500 {
            let old = Self.values(&random)
            let new = Self.values(&random)
            let expected = StructureValue(new.fields.filter { old[$0.key] != $0.value })
            expect(
                typed.changes(from: try attributes(old), to: try attributes(new)), equals: expected, "seed \(seed)")
        }
    }

    @Test func ofOneChangeNothingElseIsEncoded() throws {
        let old = try attributes([0: .bool(false), 2: .string("a long text that stays"), 3: .list([.unsigned(1)])])
        var new = old
        new.flag = true
        let changes = typed.changes(from: old, to: new)
        expect(changes, equals: [0: .bool(true)])
        expect(typed.encodeAttributes(changes), equals: [1 << 3, 1])
    }

    @Test func aMessageIsExactUntilSomethingInItIsUnknown() throws {
        let command = try require(sample.command(1))
        let bytes = sample.encodeArguments(of: command, [0: .unsigned(5), 4: .list([])])
        try expect(sample.decodeArgumentsExactly(of: command, bytes.span.bytes).isExact)
        let more = bytes + [200, 1, 0]
        try expect(!sample.decodeArgumentsExactly(of: command, more.span.bytes).isExact)

        let inner = sample.encodeAttributes([12: .list([.structure([0: .string("x"), 1: .structure([3: .null])])])])
        try expect(sample.decodeAttributesExactly(inner.span.bytes).isExact)
        // inners { items { name "x", 9: 0 } }
        let hidden: [UInt8] = [13 << 3 | 2, 7, 1 << 3 | 2, 5, 1 << 3 | 2, 1, 0x78, 9 << 3, 0]
        let (values, isExact) = try sample.decodeAttributesExactly(hidden.span.bytes)
        expect(values, equals: [12: .list([.structure([0: .string("x")])])])
        expect(!isExact)
        // A null of an unknown field: null_fields { 99 }
        let null = sample.encodeAttributes([1: .null])
        try expect(sample.decodeAttributesExactly(null.span.bytes).isExact)
        let unknownNull = null.dropLast() + [99]
        try expect(!sample.decodeAttributesExactly(Array(unknownNull).span.bytes).isExact)
    }

    @Test func aFieldThatIsAValueAndNullIsNamed() throws {
        func refused(_ bytes: [UInt8]) -> ValueAndNull? {
            expect(throws: ValueAndNull.self) { try sample.decodeAttributesExactly(bytes.span.bytes) }
        }
        // Concatenated messages are merged.
        let both = sample.encodeAttributes([1: .unsigned(3)]) + sample.encodeAttributes([0: .bool(true), 1: .null])
        expect(refused(both)?.field, equals: "small")
        expect(refused(both)?.id, equals: 1)
        // null_fields { 4 }, which is packed.
        let null: [UInt8] = [0x82, 0xEA, 0x30, 1, 4]
        // Also of an empty list, which is present: numbers {} null_fields { 12 }
        expect(refused([12 << 3 | 2, 0, 0x82, 0xEA, 0x30, 1, 12])?.field, equals: "numbers")
        // inners { items { child { number: 1 null_fields { number } } } }
        let leaf = [4 << 3, 2] + null
        let inner = [2 << 3 | 2, UInt8(leaf.count)] + leaf
        let items = [1 << 3 | 2, UInt8(inner.count)] + inner
        let nested = refused([13 << 3 | 2, UInt8(items.count)] + items)
        expect(nested?.field, equals: "inners.child.number")
        expect(nested?.id, equals: 12)

        let command = try require(sample.command(1))
        let time = sample.encodeArguments(of: command, [1: .unsigned(9)])
        let arguments = time + sample.encodeArguments(of: command, [0: .unsigned(5), 1: .null])
        let error = expect(throws: ValueAndNull.self) {
            try sample.decodeArgumentsExactly(of: command, arguments.span.bytes)
        }
        expect(error?.field, equals: "time")
        expect(error?.id, equals: 1)
    }

    private static func values(_ random: inout Seeded) -> StructureValue {
        var values = StructureValue()
        func leaf(_ random: inout Seeded) -> TraitValue {
            .structure([0: .signed(.random(in: -1...1, using: &random))])
        }
        if Bool.random(using: &random) { values[0] = .bool(.random(using: &random)) }
        if Bool.random(using: &random) {
            values[1] = Bool.random(using: &random) ? .null : .unsigned(.random(in: 0...1, using: &random))
        }
        if Bool.random(using: &random) { values[2] = .string(Bool.random(using: &random) ? "" : "x") }
        if Bool.random(using: &random) {
            values[3] = .list((0..<Int.random(in: 0...2, using: &random)).map { .unsigned(UInt64($0)) })
        }
        if Bool.random(using: &random) { values[4] = leaf(&random) }
        if Bool.random(using: &random) {
            values[5] = .list((0..<Int.random(in: 0...2, using: &random)).map { _ in leaf(&random) })
        }
        if Bool.random(using: &random) { values[6] = .double(Bool.random(using: &random) ? 0.5 : 0) }
        return values
    }

    private struct Seeded: RandomNumberGenerator {
        var state: UInt64

        init(seed: UInt64) { state = seed | 1 }

        mutating func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
    }
}

/// Some attributes are hand-written, the others are kept as bytes.
private struct TypedAttributes: TraitAttributes {
    var flag: Bool?
    var isLevelNull = false
    var level: UInt32?
    var label: String?
    var numbers: [UInt32]?
    var leaf: Leaf?
    var leaves: [Leaf]?
    var ratio: Double?
    var globalAttributes = GlobalAttributeValues()
    var unknownFields = UnknownFields()

    struct Leaf: Message {
        var number: Int32?
        var unknownFields = UnknownFields()
        static let layout = MessageLayout.planned("Leaf", [FieldSpec(1, "number", .sint32)])

        func write(to fields: inout FieldWriter) {
            if let number { fields.setInt32(number, at: 24, has: 28) }
            fields.setUnknownFields(unknownFields)
        }

        mutating func read(from fields: FieldReader) {
            fields.readUnknownFields(into: &unknownFields)
            number = fields.int32(at: 24, has: 28)
        }
    }

    private static let list = WireList.messages { Leaf.layout }
    static let layout = MessageLayout.planned(
        "Typed",
        [
            FieldSpec(1, "flag", .bool), FieldSpec(2, "level", .uint32), FieldSpec(3, "label", .string),
            FieldSpec(4, "numbers", .message, message: { WireList.uint32 }),
            FieldSpec(5, "leaf", .message, message: { Leaf.layout }),
            FieldSpec(6, "leaves", .message, message: { list }), FieldSpec(7, "ratio", .double),
            FieldSpec(WireNumber.nullFields, "null_fields", .enumeration, label: .packed),
        ])
    private static let slots = Dictionary(uniqueKeysWithValues: layout.fields.map { ($0.number, $0) })

    private static func slot(_ number: UInt32) -> (at: Int, has: Int) {
        slots[number].map { ($0.at, $0.has) } ?? (0, 0)
    }

    func write(to fields: inout FieldWriter) {
        func slot(_ number: UInt32) -> (at: Int, has: Int) { Self.slot(number) }
        if let flag { fields.setBool(flag, at: slot(1).at, has: slot(1).has) }
        if let level { fields.setUInt32(level, at: slot(2).at, has: slot(2).has) }
        if let label { fields.setString(label, at: slot(3).at, has: slot(3).has) }
        if let numbers {
            fields.setMessage(WireList.uint32, at: slot(4).at) { $0.setRepeatedUInt32(numbers, at: WireList.at) }
        }
        if let leaf { fields.setMessage(leaf, at: slot(5).at) }
        if let leaves { fields.setMessage(Self.list, at: slot(6).at) { $0.setMessages(leaves, at: WireList.at) } }
        if let ratio { fields.setDouble(ratio, at: slot(7).at, has: slot(7).has) }
        if isLevelNull { fields.setRepeatedInt32([2], at: slot(WireNumber.nullFields).at) }
        fields.setUnknownFields(unknownFields)
    }

    mutating func read(from fields: FieldReader) {
        fields.readUnknownFields(into: &unknownFields)
        func slot(_ number: UInt32) -> (at: Int, has: Int) { Self.slot(number) }
        if let value = fields.bool(at: slot(1).at, has: slot(1).has) { flag = value }
        if let value = fields.uint32(at: slot(2).at, has: slot(2).has) { level = value }
        if let value = fields.string(at: slot(3).at, has: slot(3).has) { label = value }
        if let list = fields.messageReader(at: slot(4).at) { numbers = list.repeatedUInt32(at: WireList.at) }
        if let value = fields.message(Leaf.self, at: slot(5).at) { leaf = value }
        if let list = fields.messageReader(at: slot(6).at) { leaves = list.messages(Leaf.self, at: WireList.at) }
        if let value = fields.double(at: slot(7).at, has: slot(7).has) { ratio = value }
        if fields.repeatedInt32(at: slot(WireNumber.nullFields).at).contains(2) { isLevelNull = true }
    }
}
