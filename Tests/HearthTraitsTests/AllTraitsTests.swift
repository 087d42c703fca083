internal import ExampleMaker
internal import HearthMessage
internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing

/// Every generated type agrees with its descriptor: each of the two reads the bytes that the other writes.
@Suite struct AllTraitsTests {
    private static let traits = StandardTraits.traits + ExampleMakerTraits.traits
    static let ids = traits.map { $0.descriptor.id }

    @Test(arguments: ids)
    func attributesAgreeWithTheirDescriptor(_ id: UInt32) throws {
        let type = try require(Self.traits.first { $0.descriptor.id == id })
        var random = Random(seed: UInt64.random(in: .min ... .max))
        let seed = random.seed
        for _ in 0..<200 {
            let value = random.structure(
                type.descriptor.attributes.map(\.field), of: type.descriptor, allOptional: true)
            let bytes = type.descriptor.encodeAttributes(value)
            try expect(rewrite(type, bytes), equals: bytes, "seed \(seed), \(type.descriptor.name) \(value)")
            try expect(type.descriptor.decodeAttributes(bytes.span.bytes), equals: value, "seed \(seed)")
        }
    }

    @Test(arguments: ids)
    func commandsAgreeWithTheirDescriptor(_ id: UInt32) throws {
        let type = try require(Self.traits.first { $0.descriptor.id == id })
        var random = Random(seed: UInt64.random(in: .min ... .max))
        let seed = random.seed
        for command in type.descriptor.commands {
            for _ in 0..<20 {
                let value = random.structure(command.arguments.fields, of: type.descriptor, allOptional: false)
                let bytes = type.descriptor.encodeArguments(of: command, value)
                let typed = try require(try decoded(type, command.id, bytes))
                // The message is the payload of the case; a command without arguments has none.
                let message = Mirror(reflecting: typed).children.first?.value as? any Message
                expect(
                    (message?.serialized() ?? []), equals: bytes,
                    "seed \(seed), \(type.descriptor.name).\(command.name)")
            }
        }
        try expectNil(decoded(type, 0xFFFF_FFF0, []))
    }

    @Test(arguments: ids)
    func responsesAndEventsAgreeWithTheirDescriptor(_ id: UInt32) throws {
        let type = try require(Self.traits.first { $0.descriptor.id == id })
        let descriptor = type.descriptor
        var random = Random(seed: UInt64.random(in: .min ... .max))
        let seed = random.seed
        for command in descriptor.commands {
            guard let response = command.response else { continue }
            let message = try require(
                GeneratedType.message(within: type, [response.name]), "\(descriptor.name).\(response.name)")
            for _ in 0..<20 {
                let value = random.structure(response.fields, of: descriptor, allOptional: false)
                let bytes = descriptor.encodeResponse(of: command, value)
                try expect(rewrite(message, bytes), equals: bytes, "seed \(seed), \(descriptor.name).\(response.name)")
            }
        }
        for event in descriptor.events {
            let names = [event.fields.name, "Payload"]
            let message = try require(GeneratedType.message(within: type, names), "\(descriptor.name).\(event.name)")
            for _ in 0..<20 {
                let value = random.structure(event.fields.fields, of: descriptor, allOptional: false)
                let bytes = descriptor.encodeEvent(event, value)
                try expect(rewrite(message, bytes), equals: bytes, "seed \(seed), \(descriptor.name).\(event.name)")
            }
        }
    }

    private func rewrite(_ type: any Message.Type, _ bytes: [UInt8]) throws -> [UInt8] {
        func open<M: Message>(_ type: M.Type) throws -> [UInt8] { try M(serialized: bytes.span.bytes).serialized() }
        return try open(type)
    }

    private func rewrite(_ type: any HearthTraitCore.Trait.Type, _ bytes: [UInt8]) throws -> [UInt8] {
        func open<T: HearthTraitCore.Trait>(_ type: T.Type) throws -> [UInt8] {
            try T.Attributes(serialized: bytes.span.bytes).serialized()
        }
        return try open(type)
    }

    private func decoded(
        _ type: any HearthTraitCore.Trait.Type, _ id: UInt32, _ bytes: [UInt8]
    ) throws -> (any TraitCommand)? {
        func open<T: HearthTraitCore.Trait>(_ type: T.Type) throws -> (any TraitCommand)? {
            try T.Command(id: id, serialized: bytes.span.bytes)
        }
        return try open(type)
    }
}

/// Random values of any field, repeatable by seed (SplitMix64).
private struct Random: RandomNumberGenerator {
    let seed: UInt64
    private var state: UInt64

    init(seed: UInt64) {
        self.seed = seed
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func structure(
        _ fields: [FieldDescriptor], of trait: TraitDescriptor, allOptional: Bool, depth: Int = 0
    ) -> StructureValue {
        var value = StructureValue()
        for field in fields {
            if (allOptional || field.isOptional), Bool.random(using: &self) { continue }
            if field.isNullable, Int.random(in: 0..<4, using: &self) == 0 {
                value[field.id] = .null
            } else if field.isList {
                let count = depth > 2 ? 0 : Int.random(in: 0..<4, using: &self)
                value[field.id] = .list((0..<count).map { _ in one(field, of: trait, depth: depth) })
            } else {
                value[field.id] = one(field, of: trait, depth: depth)
            }
        }
        return value
    }

    private mutating func one(_ field: FieldDescriptor, of trait: TraitDescriptor, depth: Int) -> TraitValue {
        switch field.type {
        case .boolean: .bool(Bool.random(using: &self))
        case .unsigned(let bits): .unsigned(next() >> UInt64(64 - Int(bits)))
        case .signed(let bits): .signed(Int64(bitPattern: next()) >> Int64(64 - Int(bits)))
        case .single: .float(Float(Int32(truncatingIfNeeded: next())) / 16)
        case .double: .double(Double(Int64(bitPattern: next())) / 16)
        case .string: .string(["", "a", "Küche", "\u{0}", "🏠 with a longer name"].randomElement(using: &self) ?? "")
        case .octets:
            .octets((0..<Int.random(in: 0..<40, using: &self)).map { _ in UInt8.random(in: 0...255, using: &self) })
        case .enumeration: .unsigned(next() >> 56)
        case .bitmap(let index): .unsigned(next() >> UInt64(64 - Int(trait.bitmaps[index].bits)))
        case .structure(let index):
            .structure(structure(trait.structs[index].fields, of: trait, allOptional: false, depth: depth + 1))
        }
    }
}
