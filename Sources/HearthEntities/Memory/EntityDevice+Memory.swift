internal import HearthTraitCore

/// Encoding of a device for storage at the hub, so that it exists before its ecosystem describes it again.
extension EntityDevice {
    private static let layout = TraitDescriptor(
        id: 0, name: "EntityDevice", vendor: "Hearth", package: "hearth.entities.v1", revision: 1,
        structs: [
            StructDescriptor("Words", [FieldDescriptor(0, "words", .string, .list)]),
            StructDescriptor(
                "Entity",
                [
                    FieldDescriptor(0, "key", .string), FieldDescriptor(1, "name", .string),
                    FieldDescriptor(2, "category", .unsigned(8)), FieldDescriptor(3, "isOffByDefault", .boolean),
                    FieldDescriptor(4, "isAssumed", .boolean), FieldDescriptor(5, "tag", .unsigned(8)),
                    FieldDescriptor(6, "texts", .string, .list), FieldDescriptor(7, "numbers", .double, .list),
                    FieldDescriptor(8, "flags", .boolean, .list), FieldDescriptor(9, "lists", .structure(0), .list),
                ]),
        ],
        attributes: [
            AttributeDescriptor(FieldDescriptor(0, "id", .string)),
            AttributeDescriptor(FieldDescriptor(1, "name", .string)),
            AttributeDescriptor(FieldDescriptor(2, "maker", .string, .optional)),
            AttributeDescriptor(FieldDescriptor(3, "model", .string, .optional)),
            AttributeDescriptor(FieldDescriptor(4, "softwareVersion", .string, .optional)),
            AttributeDescriptor(FieldDescriptor(5, "serialNumber", .string, .optional)),
            AttributeDescriptor(FieldDescriptor(6, "suggestedRoom", .string, .optional)),
            AttributeDescriptor(FieldDescriptor(7, "entities", .structure(1), .list)),
        ])

    private static let categories: [Entity.Category] = [.main, .setting, .diagnostic]

    /// The device as bytes, for ``init(memory:)``.
    package var memory: [UInt8] {
        var values: StructureValue = [0: .string(id), 1: .string(name)]
        values[2] = maker.map { .string($0) }
        values[3] = model.map { .string($0) }
        values[4] = softwareVersion.map { .string($0) }
        values[5] = serialNumber.map { .string($0) }
        values[6] = suggestedRoom.map { .string($0) }
        values[7] = .list(entities.map { .structure(Self.stored($0)) })
        return Self.layout.encodeAttributes(values)
    }

    private static func stored(_ entity: Entity) -> StructureValue {
        let parts = EntityKindParts(entity.kind)
        return [
            0: .string(entity.key), 1: .string(entity.name),
            2: .unsigned(UInt64(categories.firstIndex(of: entity.category) ?? 0)), 3: .bool(entity.isOffByDefault),
            4: .bool(entity.isAssumed), 5: .unsigned(UInt64(parts.tag)),
            6: .list(parts.texts.map { .string($0) }), 7: .list(parts.numbers.map { .double($0) }),
            8: .list(parts.flags.map { .bool($0) }),
            9: .list(parts.lists.map { words in .structure([0: .list(words.map { .string($0) })]) }),
        ]
    }

    /// Reads a stored device; nil if it can't be read. Entities of an unknown kind are left out.
    package init?(memory: [UInt8]) {
        guard let values = try? Self.layout.decodeAttributes(memory.span.bytes), let id = values[0]?.string,
            !id.isEmpty, let name = values[1]?.string
        else { return nil }
        let entities = (values[7]?.list ?? []).compactMap { entry -> Entity? in
            guard case .structure(let fields) = entry else { return nil }
            return Self.entity(fields)
        }
        self.init(
            id: id, name: name, maker: values[2]?.string, model: values[3]?.string,
            softwareVersion: values[4]?.string, serialNumber: values[5]?.string, suggestedRoom: values[6]?.string,
            entities: entities)
    }

    private static func entity(_ fields: StructureValue) -> Entity? {
        guard let key = fields[0]?.string, let tag = fields[5]?.integer.flatMap({ UInt8(exactly: $0) }) else {
            return nil
        }
        let numbers = (fields[7]?.list ?? []).compactMap { value -> Double? in
            if case .double(let number) = value { number } else { nil }
        }
        let lists = (fields[9]?.list ?? []).map { value -> [String] in
            guard case .structure(let words) = value else { return [] }
            return (words[0]?.list ?? []).compactMap(\.string)
        }
        let parts = EntityKindParts(
            tag: tag, texts: (fields[6]?.list ?? []).compactMap(\.string), numbers: numbers,
            flags: (fields[8]?.list ?? []).compactMap(\.bool), lists: lists)
        guard let kind = parts.kind else { return nil }
        let category = fields[2]?.integer.flatMap { Int(exactly: $0) } ?? 0
        return Entity(
            key: key, name: fields[1]?.string ?? "",
            category: categories.indices.contains(category) ? categories[category] : .main,
            isOffByDefault: fields[3]?.bool ?? false, isAssumed: fields[4]?.bool ?? false, kind: kind)
    }
}
