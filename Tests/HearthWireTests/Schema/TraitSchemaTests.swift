internal import HearthMessage
internal import HearthRPC
internal import HearthTraitCore
internal import HearthTraitDescriptors
internal import HearthWire
internal import SampleTrait
internal import Expectations
internal import Testing

@Suite struct TraitSchemaTests {
    @Test func aTraitSurvivesTheWire() throws {
        for trait in [sample, conditional] {
            let bytes = trait.schema.serialized()
            let copy = try TraitDescriptor(schema: Hearth_V1_TraitSchema(serialized: bytes.span.bytes))
            expect(copy, equals: trait)
            expect(copy.schema, equals: trait.schema)
        }
    }

    /// Conditions, responses, timed commands and the kinds of defaults.
    private let conditional = TraitDescriptor(
        id: 0xFFF1_FC00, name: "Conditional", vendor: "Test", package: "hearth.traits.test.v1", revision: 1,
        bitmaps: [BitmapDescriptor("Feature", bits: 32, [(0x1, "one"), (0x2, "two")])],
        attributes: [
            AttributeDescriptor(
                FieldDescriptor(
                    0, "depends", .signed(64), min: .literal(.min), max: .literal(.max), default: .signed(-1),
                    required: .or(.and(.feature(1), .not(.feature(2))), .feature(4)), allowed: .feature(8)),
                read: nil, write: .administer, timedWrite: true),
            AttributeDescriptor(FieldDescriptor(1, "note", .string, .fabricSensitive, default: .string("a"))),
            AttributeDescriptor(FieldDescriptor(2, "key", .octets, default: .octets([1, 2]))),
            AttributeDescriptor(FieldDescriptor(3, "single", .single, default: .float(0.5)), quieterReporting: true),
            AttributeDescriptor(FieldDescriptor(4, "double", .double, default: .double(0.25))),
            AttributeDescriptor(FieldDescriptor(0xFFFC, "featureMap", .bitmap(0))),
        ],
        commands: [
            CommandDescriptor(
                0, "Open", method: "open", invoke: .manage, timed: true, optional: true, repeatable: true,
                required: .feature(1), allowed: .not(.feature(2))),
            CommandDescriptor(1, "Knock", method: "knock"),
        ],
        events: [EventDescriptor(1, "Opened", .debug, read: .administer)])

    /// Schemas from before the mark lack it, so each of their commands is sent once.
    @Test func onlyMarkedCommandsAreRepeatable() throws {
        expect(conditional.schema.commands.map(\.isRepeatable), equals: [true, false])
        try expect(TraitDescriptor(schema: conditional.schema).commands.map(\.isRepeatable), equals: [true, false])
        expect(sample.commands.allSatisfy { !$0.isRepeatable })
    }

    @Test func attributesThatAllTraitsHaveStayAtHome() {
        expect(!sample.schema.attributes.contains { GlobalAttribute.contains($0.field?.id ?? 0) })
        expect(conditional.schema.attributes.contains { $0.field?.name == "featureMap" })
    }

    @Test func equalityLooksAtEveryPart() throws {
        let changes: [(inout Hearth_V1_TraitSchema) -> Void] = [
            { $0.id += 1 }, { $0.name += "x" }, { $0.vendor += "x" }, { $0.package = "hearth.traits.other.v1" },
            { $0.revision += 1 }, { $0.features[0].name += "x" }, { $0.enums[0].constants[2].value += 1 },
            { $0.bitmaps[0].fields[0].name += "x" }, { $0.structs[0].fields[0].maxLength = 5 },
            { $0.attributes[1].field?.max = nil }, { $0.commands[0].response?.name += "x" },
            { $0.commands[0].isRepeatable = true }, { $0.events[0].importance = .info },
        ]
        for (index, change) in changes.enumerated() {
            var schema = sample.schema
            change(&schema)
            try expect(TraitDescriptor(schema: schema), differsFrom: sample, "change \(index)")
        }
    }

    struct Fault {
        let item: String
        let code: TraitSchemaError.Code
        let words: String
        let make: @Sendable (inout Hearth_V1_TraitSchema) -> Void
    }

    static let faults: [Fault] = [
        Fault(item: "trait 4294048894", code: .malformed, words: "letters") { $0.name = "Spin ner" },
        Fault(item: "trait 4294048894", code: .malformed, words: "letters") { $0.name = "" },
        Fault(item: "Sample", code: .malformed, words: "vendor") { $0.vendor = "9lives" },
        Fault(item: "Sample", code: .reserved, words: "package") { $0.package = "hearth.v1" },
        Fault(item: "Sample", code: .reserved, words: "package") { $0.package = "hearth.traits..v1" },
        Fault(item: "Sample", code: .reserved, words: "package") { $0.package = "google.protobuf" },
        Fault(item: "Sample", code: .reserved, words: "package") {
            $0.package = String(repeating: "a.", count: 100_000)
        },
        Fault(item: "Sample", code: .malformed, words: "revision") { $0.revision = 65_536 },
        Fault(item: "Sample.Extra", code: .malformed, words: "bit") { $0.features[0].mask = 0 },
        Fault(item: "Sample.ModeEnum", code: .malformed, words: "bits") { $0.enums[0].bits = 7 },
        Fault(item: "Sample.ModeEnum", code: .malformed, words: "bits") { $0.enums[0].bits = .max },
        Fault(item: "Sample.ModeEnum.boost", code: .malformed, words: "bits") { $0.enums[0].constants[2].value = 256 },
        Fault(item: "Sample.ModeEnum", code: .duplicate, words: "low") { $0.enums[0].constants[1].name = "low" },
        Fault(item: "Sample.ModeEnum", code: .duplicate, words: "number 0") { $0.enums[0].constants[1].value = 0 },
        Fault(item: "Sample.Flags.fast", code: .malformed, words: "mask") { $0.bitmaps[0].fields[0].value = 0 },
        Fault(item: "Sample.Flags.fast", code: .malformed, words: "mask") { $0.bitmaps[0].fields[0].value = 0x100 },
        Fault(item: "Sample", code: .duplicate, words: "Leaf") { $0.structs[0].name = "Leaf" },
        Fault(item: "Sample.Attributes", code: .reserved, words: "every trait") { $0.structs[0].name = "Attributes" },
        Fault(item: "Sample.Watch", code: .reserved, words: "method") { $0.commands[0].name = "Watch" },
        Fault(item: "Sample", code: .duplicate, words: "BeganEvent") { $0.structs[0].name = "BeganEvent" },
        Fault(item: "Sample.Inner", code: .reference, words: "contains itself") {
            $0.structs[1].fields[0].kind = .struct
            $0.structs[1].fields[0].typeIndex = 0
        },
        Fault(item: "Sample.Inner", code: .malformed, words: "order") { $0.structs[0].fields.reverse() },
        Fault(item: "Sample.Inner.child", code: .reference, words: "struct 2") {
            $0.structs[0].fields[1].typeIndex = 2
        },
        Fault(item: "Sample.mode", code: .reference, words: "enum") { $0.attributes[5].field?.typeIndex = .max },
        Fault(item: "Sample.flags", code: .reference, words: "bitmap") { $0.attributes[6].field?.typeIndex = 1 },
        Fault(item: "Sample.small", code: .malformed, words: "bits") { $0.attributes[1].field?.bits = 0 },
        Fault(item: "Sample.small", code: .malformed, words: "bits") { $0.attributes[1].field?.bits = 65 },
        Fault(item: "Sample.flag", code: .malformed, words: "kind") { $0.attributes[0].field?.kind = .unspecified },
        Fault(item: "Sample.flag", code: .malformed, words: "kind") {
            $0.attributes[0].field?.kind = .init(rawValue: 99)
        },
        Fault(item: "Sample", code: .malformed, words: "field's name") { $0.attributes[0].field?.name = "a-b" },
        Fault(item: "Sample.Attributes", code: .malformed, words: "no field") { $0.attributes[0].field = nil },
        Fault(item: "Sample.Attributes", code: .duplicate, words: "called small") {
            $0.attributes[0].field?.name = "small"
        },
        Fault(item: "Sample.Attributes", code: .duplicate, words: "id 1") { $0.attributes[0].field?.id = 1 },
        // A vendor's attribute has its number from the low half of its id.
        Fault(item: "Sample.Attributes", code: .duplicate, words: "number 2") {
            $0.attributes[0].field?.id = 0xFFF1_0001
        },
        Fault(item: "Sample.flag", code: .reserved, words: "featureMap") { $0.attributes[0].field?.id = 0xFFFC },
        Fault(item: "Sample.small", code: .malformed, words: "limit") { $0.attributes[1].field?.min = .init() },
        Fault(item: "Sample.small", code: .reference, words: "attribute 77") {
            $0.attributes[1].field?.max = .init(limit: .attribute(.init(id: 77, offset: 0)))
        },
        Fault(item: "Sample.small", code: .malformed, words: "out of range") {
            $0.attributes[1].field?.max = .init(limit: .attribute(.init(id: 2, offset: .min)))
        },
        Fault(item: "Sample.temperature", code: .malformed, words: "step") { $0.attributes[4].field?.step = 0 },
        Fault(item: "Sample.label", code: .malformed, words: "length") { $0.attributes[7].field?.maxLength = .max },
        Fault(item: "Sample.label", code: .tooLarge, words: "unit") {
            $0.attributes[7].field?.unit = String(repeating: "m", count: 2_000)
        },
        Fault(item: "Sample.flag", code: .malformed, words: "default") {
            $0.attributes[0].field?.defaultValue = .init(value: .unsigned(1))
        },
        Fault(item: "Sample.flag", code: .malformed, words: "default") {
            $0.attributes[0].field?.defaultValue = .init()
        },
        Fault(item: "Sample.numbers", code: .malformed, words: "default") {
            $0.attributes[11].field?.defaultValue = .init(value: .unsigned(1))
        },
        Fault(item: "Sample.flag", code: .malformed, words: "privilege 9") {
            $0.attributes[0].readField = .init(rawValue: 9)
        },
        Fault(item: "Sample.Begin", code: .malformed, words: "privilege") { $0.commands[0].invoke = .unspecified },
        Fault(item: "Sample.Begin", code: .malformed, words: "method") { $0.commands[0].methodName = "1begin" },
        Fault(item: "Sample", code: .duplicate, words: "Begin") { $0.commands.append($0.commands[0]) },
        Fault(item: "Sample", code: .duplicate, words: "id 1") {
            var other = $0.commands[0]
            other.name = "Other"
            other.methodName = "other"
            $0.commands.append(other)
        },
        Fault(item: "Sample.Began", code: .malformed, words: "priority") { $0.events[0].importance = .unspecified },
        Fault(item: "Sample.Began", code: .malformed, words: "privilege") { $0.events[0].readField = .unspecified },
        Fault(item: "Sample.Begin.level", code: .malformed, words: "condition") {
            $0.commands[0].arguments?.fields[0].required = .init()
        },
        Fault(item: "Sample.Begin.level", code: .tooLarge, words: "deep") {
            var condition = Hearth_V1_SchemaCondition(condition: .feature(1))
            for _ in 0..<40 { condition = .init(condition: .not(condition)) }
            $0.commands[0].arguments?.fields[0].required = condition
        },
        Fault(item: "Sample", code: .tooLarge, words: "features") {
            $0.features = Array(repeating: $0.features[0], count: 2_000)
        },
        Fault(item: "Sample.ModeEnum", code: .tooLarge, words: "values") {
            $0.enums[0].constants = Array(repeating: $0.enums[0].constants[0], count: 2_000)
        },
        Fault(item: "trait 4294048894", code: .tooLarge, words: "bytes") {
            $0.name = String(repeating: "a", count: 1_000)
        },
    ]

    @Test func everyFaultIsRefusedByName() {
        for (index, fault) in Self.faults.enumerated() {
            var schema = sample.schema
            fault.make(&schema)
            do {
                _ = try TraitDescriptor(schema: schema)
                Issue.record("fault \(index) (\(fault.words)) was taken")
            } catch {
                expect(error.item, equals: fault.item, "fault \(index)")
                expect(error.code, equals: fault.code, "fault \(index)")
                expect(error.message.contains(fault.words), "fault \(index): \(error.message)")
            }
        }
    }

    @Test func structsNestOnlySoDeep() throws {
        func nested(_ depth: Int) -> Hearth_V1_TraitSchema {
            var schema = sample.schema
            schema.structs = (0..<depth).map { level in
                let kind: Hearth_V1_SchemaField.Kind = level == 0 ? .boolean : .struct
                return .init(
                    name: "Level\(level)",
                    fields: [.init(name: "inner", kind: kind, typeIndex: UInt32(max(0, level - 1)))])
            }
            schema.attributes = []
            return schema
        }
        _ = try TraitDescriptor(schema: nested(16))
        expect(throws: TraitSchemaError.self) { try TraitDescriptor(schema: nested(17)) }
        expect(throws: TraitSchemaError.self) { try TraitDescriptor(schema: nested(900)) }
    }

    @Test func errorsHaveAStatus() {
        var schema = sample.schema
        schema.package = "hearth.v1"
        let error = expect(throws: TraitSchemaError.self) { try TraitDescriptor(schema: schema) }
        expect(error?.rpcError.code, equals: .invalidArgument)
    }

    /// Any bytes give a working trait or an error.
    @Test func damagedSchemasNeverTrap() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix(state: seed)
        let bytes = sample.schema.serialized()
        var taken = 0
        for _ in 0..<4_000 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: damaged.indices, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: damaged[place] = UInt8.random(in: 0...255, using: &random)
                case 1: damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                case 2: damaged.remove(at: place)
                default: damaged.insert(UInt8.random(in: 0...255, using: &random), at: place)
                }
            }
            guard let schema = try? Hearth_V1_TraitSchema(serialized: damaged.span.bytes),
                let trait = try? TraitDescriptor(schema: schema)
            else { continue }
            taken += 1
            try expect(TraitDescriptor(schema: trait.schema), equals: trait, "seed \(seed)")
            for attribute in trait.attributes {
                _ = trait.typeName(of: attribute.field)
                let value = attribute.field.defaultValue ?? .unsigned(1)
                _ = trait.text(value, attribute.field)
                _ = try? trait.checkWrite([attribute.id: value], present: [attribute.id: value])
                _ = trait.encodeAttributes([attribute.id: value])
            }
        }
        expect(taken, isAbove: 0, "seed \(seed)")
    }
}

private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
