internal import HearthMessage

/// Encodes and decodes the values of one struct, according to its fields' descriptors.
final class StructCodec: Sendable {
    /// Attributes may each be absent. In other structs, an absent nullable field is null.
    enum Role {
        case attributes
        case fields
    }

    /// One field, with the parts of its descriptor that are needed for each message. A class, so that iterating the
    /// fields copies nothing.
    final class Entry: Sendable {
        let id: UInt32
        let number: UInt32
        let kind: FieldKind
        let isList: Bool
        /// Whether an absent field means null.
        let isNullWhenAbsent: Bool
        let wrapper: MessageLayout?
        /// Offsets as in ``FieldLayout``.
        let at: Int
        let has: Int
        /// The offset of the list in the wrapper message.
        let itemsAt: Int?
        let structIndex: Int?

        init(
            _ field: FieldDescriptor, kind: FieldKind, wrapper: MessageLayout?, slot: FieldLayout, role: Role
        ) {
            id = field.id
            number = slot.number
            self.kind = kind
            isList = field.isList
            isNullWhenAbsent = role == .fields && field.isNullable && !field.isOptional
            self.wrapper = wrapper
            at = slot.at
            has = slot.has
            itemsAt = wrapper?.fields.first?.at
            structIndex = field.type.structIndex
        }
    }

    let layout: MessageLayout
    let entries: [Entry]
    /// The entries whose values are structs, or lists of structs.
    let entriesOfStructs: [Entry]
    private let ids: [UInt32: UInt32]
    let nullSlot: FieldLayout?
    /// Owns ``layout`` and the layouts in it.
    let group: LayoutGroup

    init(
        _ name: String, _ fields: [FieldDescriptor], bitmaps: [BitmapDescriptor], structs: StructLayouts,
        group: LayoutGroup, role: Role = .fields
    ) {
        self.group = group
        let hasNulls = role == .attributes || fields.contains { $0.isNullable }
        var specs: [FieldSpec] = []
        var wrappers: [MessageLayout?] = []
        for field in fields {
            let kind = field.type.fieldKind(bitmaps: bitmaps)
            let isWrapped = field.isWrapped(asAttribute: role == .attributes)
            let item = FieldSpec(1, "items", kind, label: .repeated(kind), message: structs.reference(field.type))
            let wrapper = isWrapped ? group.planned("\(name).\(field.name)List", [item]) : nil
            wrappers.append(wrapper)
            let number = WireNumber.field(field.id)
            if let wrapper {
                specs.append(FieldSpec(number, field.name, .message, message: { wrapper }))
            } else {
                specs.append(
                    FieldSpec(
                        number, field.name, kind, label: field.isList ? .repeated(kind) : .optional,
                        message: structs.reference(field.type)))
            }
        }
        if hasNulls {
            specs.append(FieldSpec(WireNumber.nullFields, "null_fields", .enumeration, label: .packed))
        }
        let layout = group.planned(name, specs)
        self.layout = layout
        let slots = Dictionary(layout.fields.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
        var entries: [Entry] = []
        for (field, wrapper) in zip(fields, wrappers) {
            guard let slot = slots[WireNumber.field(field.id)] else { continue }
            entries.append(
                Entry(
                    field, kind: field.type.fieldKind(bitmaps: bitmaps), wrapper: wrapper, slot: slot, role: role))
        }
        self.entries = entries
        entriesOfStructs = entries.filter { $0.structIndex != nil }
        ids = Dictionary(entries.map { ($0.number, $0.id) }, uniquingKeysWith: { first, _ in first })
        nullSlot = slots[WireNumber.nullFields]
    }
}

// MARK: Decoding

extension StructCodec {
    func decode(_ bytes: RawSpan, structs: [StructCodec]) throws -> StructureValue {
        try withExtendedLifetime(group) { try layout.decode(bytes, limits: Self.limits) { read($0, structs: structs) } }
    }

    /// The values, and whether they are the whole message, without unknown fields.
    ///
    /// - Throws: ``ValueAndNull``, `MessageError`.
    func decodeExactly(_ bytes: RawSpan, structs: [StructCodec]) throws -> (values: StructureValue, isExact: Bool) {
        try withExtendedLifetime(group) {
            try layout.decode(bytes, limits: Self.limits) { fields in
                if let twice = valueAndNull(fields, structs: structs) { throw twice }
                return (read(fields, structs: structs), isKnown(fields, structs: structs))
            }
        }
    }

    /// Far above the size of Matter's messages. Limits lists of millions of empty structs in a few megabytes, which
    /// take ten times as much memory as values.
    private static let limits = {
        var limits = DecodeLimits()
        limits.memory = 2 << 20
        return limits
    }()

    /// Whether every field has a descriptor, including those of nested structs.
    private func isKnown(_ fields: FieldReader, structs: [StructCodec]) -> Bool {
        if fields.hasUnknownFields { return false }
        if let nullSlot {
            let nulls = fields.repeatedInt32(at: nullSlot.at)
            guard nulls.allSatisfy({ ids[UInt32(bitPattern: $0)] != nil }) else { return false }
        }
        return entries.allSatisfy { isKnown($0, fields, structs: structs) }
    }

    private func isKnown(_ entry: Entry, _ fields: FieldReader, structs: [StructCodec]) -> Bool {
        guard let itemsAt = entry.itemsAt else {
            return isKnown(entry, at: entry.at, isList: entry.isList, fields, structs: structs)
        }
        guard let list = fields.messageReader(at: entry.at) else { return true }
        return !list.hasUnknownFields && isKnown(entry, at: itemsAt, isList: true, list, structs: structs)
    }

    private func isKnown(
        _ entry: Entry, at offset: Int, isList: Bool, _ fields: FieldReader, structs: [StructCodec]
    ) -> Bool {
        guard let index = entry.structIndex, structs.indices.contains(index) else { return true }
        guard isList else {
            return fields.messageReader(at: offset).map { structs[index].isKnown($0, structs: structs) } ?? true
        }
        return (0..<fields.messageCount(at: offset)).allSatisfy { place in
            fields.messageReader(at: offset, index: place).map { structs[index].isKnown($0, structs: structs) } ?? true
        }
    }

    /// The number of the first field that is set or null and has no descriptor.
    func unknownNumber(in bytes: RawSpan) throws -> UInt32? {
        let set = try RawFields(serialized: bytes).fields.map(\.number)
        if let number = set.first(where: { ids[$0] == nil && $0 != WireNumber.nullFields }) { return number }
        return try withExtendedLifetime(group) {
            try layout.decode(bytes, limits: Self.limits) { fields in
                let nulls = nullSlot.map { fields.repeatedInt32(at: $0.at) } ?? []
                return nulls.lazy.map(UInt32.init(bitPattern:)).first { ids[$0] == nil }
            }
        }
    }

    /// The numbers of the null fields that have a descriptor.
    func nullNumbers(_ fields: FieldReader) -> Set<UInt32> {
        guard let nullSlot else { return [] }
        return Set(
            fields.repeatedInt32(at: nullSlot.at).lazy.map(UInt32.init(bitPattern:)).filter { self.ids[$0] != nil })
    }

    func read(_ fields: FieldReader, structs: [StructCodec]) -> StructureValue {
        var result = StructureValue()
        for entry in entries {
            if let value = read(entry, fields, structs: structs) {
                result[entry.id] = value
            } else if entry.isNullWhenAbsent {
                result[entry.id] = .null
            }
        }
        if let nullSlot {
            for number in fields.repeatedInt32(at: nullSlot.at) {
                if let number = UInt32(exactly: number), let id = ids[number] { result[id] = .null }
            }
        }
        return result
    }

    func read(_ entry: Entry, _ fields: FieldReader, structs: [StructCodec]) -> TraitValue? {
        guard entry.isList else { return readOne(entry, fields, structs: structs) }
        guard let itemsAt = entry.itemsAt else {
            return .list(readAll(entry, at: entry.at, fields, structs: structs))
        }
        return fields.messageReader(at: entry.at).map {
            .list(readAll(entry, at: itemsAt, $0, structs: structs))
        }
    }

    private func readOne(_ entry: Entry, _ fields: FieldReader, structs: [StructCodec]) -> TraitValue? {
        let at = entry.at
        let has = entry.has
        switch entry.kind {
        case .bool: return fields.bool(at: at, has: has).map { .bool($0) }
        case .uint32: return fields.uint32(at: at, has: has).map { .unsigned(UInt64($0)) }
        case .uint64: return fields.uint64(at: at, has: has).map { .unsigned($0) }
        case .sint32: return fields.int32(at: at, has: has).map { .signed(Int64($0)) }
        case .sint64: return fields.int64(at: at, has: has).map { .signed($0) }
        case .enumeration: return fields.int32(at: at, has: has).map(Self.enumeration)
        case .float: return fields.float(at: at, has: has).map { .float($0) }
        case .double: return fields.double(at: at, has: has).map { .double($0) }
        case .string: return fields.string(at: at, has: has).map { .string($0) }
        case .bytes: return fields.bytes(at: at, has: has).map { .octets($0) }
        case .message:
            guard let codec = entry.structIndex.flatMap({ structs.indices.contains($0) ? structs[$0] : nil }) else {
                return nil
            }
            return fields.messageReader(at: at).map { .structure(codec.read($0, structs: structs)) }
        default: return nil
        }
    }

    func readAll(
        _ entry: Entry, at offset: Int, _ fields: FieldReader, structs: [StructCodec]
    ) -> [TraitValue] {
        switch entry.kind {
        case .bool: return fields.repeatedBool(at: offset).map { .bool($0) }
        case .uint32: return fields.repeatedUInt32(at: offset).map { .unsigned(UInt64($0)) }
        case .uint64: return fields.repeatedUInt64(at: offset).map { .unsigned($0) }
        case .sint32: return fields.repeatedInt32(at: offset).map { .signed(Int64($0)) }
        case .sint64: return fields.repeatedInt64(at: offset).map { .signed($0) }
        case .enumeration: return fields.repeatedInt32(at: offset).map(Self.enumeration)
        case .float: return fields.repeatedFloat(at: offset).map { .float($0) }
        case .double: return fields.repeatedDouble(at: offset).map { .double($0) }
        case .string: return fields.repeatedString(at: offset).map { .string($0) }
        case .bytes: return fields.repeatedBytes(at: offset).map { .octets($0) }
        case .message:
            guard let codec = entry.structIndex.flatMap({ structs.indices.contains($0) ? structs[$0] : nil }) else {
                return []
            }
            return (0..<fields.messageCount(at: offset)).compactMap { index in
                fields.messageReader(at: offset, index: index).map { .structure(codec.read($0, structs: structs)) }
            }
        default: return []
        }
    }

    private static func enumeration(_ raw: Int32) -> TraitValue {
        UInt64(exactly: raw).map { .unsigned($0) } ?? .signed(Int64(raw))
    }
}

// MARK: Encoding

extension StructCodec {
    /// Encodes values. Fields whose value does not fit their type are omitted; values from a peer are checked before.
    func encode(_ value: StructureValue, structs: [StructCodec], reserving prefix: Int = 0) -> [UInt8] {
        withExtendedLifetime(group) { layout.encode(reserving: prefix) { write(value, to: &$0, structs: structs) } }
    }

    func write(_ value: StructureValue, to fields: inout FieldWriter, structs: [StructCodec]) {
        var nulls: [Int32] = []
        for entry in entries {
            guard let fieldValue = value[entry.id] else { continue }
            if case .null = fieldValue {
                nulls.append(Int32(entry.number))
            } else if case .list(let items) = fieldValue {
                if entry.isList { writeList(items, entry, to: &fields, structs: structs) }
            } else if !entry.isList {
                writeOne(fieldValue, entry, to: &fields, structs: structs)
            }
        }
        if let nullSlot, !nulls.isEmpty {
            fields.setRepeatedInt32(nulls, at: nullSlot.at)
        }
    }

    private func writeList(
        _ items: [TraitValue], _ entry: Entry, to fields: inout FieldWriter, structs: [StructCodec]
    ) {
        guard let wrapper = entry.wrapper, let itemsAt = entry.itemsAt else {
            return writeAll(items, entry, at: entry.at, to: &fields, structs: structs)
        }
        fields.setMessage(wrapper, at: entry.at) { inner in
            writeAll(items, entry, at: itemsAt, to: &inner, structs: structs)
        }
    }

    private func writeOne(
        _ value: TraitValue, _ entry: Entry, to fields: inout FieldWriter, structs: [StructCodec]
    ) {
        let at = entry.at
        let has = entry.has
        switch (entry.kind, value) {
        case (.bool, .bool(let value)): fields.setBool(value, at: at, has: has)
        case (.float, .float(let value)): fields.setFloat(value, at: at, has: has)
        case (.double, .double(let value)): fields.setDouble(value, at: at, has: has)
        case (.string, .string(let value)): fields.setString(value, at: at, has: has)
        case (.bytes, .octets(let value)): fields.setBytes(value, at: at, has: has)
        case (.message, .structure(let value)):
            guard let codec = entry.structIndex.flatMap({ structs.indices.contains($0) ? structs[$0] : nil }) else {
                return
            }
            fields.setMessage(codec.layout, at: at) { codec.write(value, to: &$0, structs: structs) }
        case (.uint64, .unsigned(let value)): fields.setUInt64(value, at: at, has: has)
        case (.uint32, _):
            if let value = value.integer.flatMap(UInt32.init(exactly:)) { fields.setUInt32(value, at: at, has: has) }
        case (.sint32, _), (.enumeration, _):
            if let value = value.integer.flatMap(Int32.init(exactly:)) { fields.setInt32(value, at: at, has: has) }
        case (.sint64, _):
            if let value = value.integer { fields.setInt64(value, at: at, has: has) }
        default: break
        }
    }

    private func writeAll(
        _ items: [TraitValue], _ entry: Entry, at offset: Int, to fields: inout FieldWriter, structs: [StructCodec]
    ) {
        switch entry.kind {
        case .bool: fields.setRepeatedBool(items.compactMap(\.bool), at: offset)
        case .uint32:
            fields.setRepeatedUInt32(items.compactMap { $0.integer.flatMap(UInt32.init(exactly:)) }, at: offset)
        case .uint64:
            fields.setRepeatedUInt64(
                items.compactMap { if case .unsigned(let value) = $0 { value } else { nil } }, at: offset)
        case .sint32, .enumeration:
            fields.setRepeatedInt32(items.compactMap { $0.integer.flatMap(Int32.init(exactly:)) }, at: offset)
        case .sint64: fields.setRepeatedInt64(items.compactMap(\.integer), at: offset)
        case .float:
            fields.setRepeatedFloat(
                items.compactMap { if case .float(let value) = $0 { value } else { nil } }, at: offset)
        case .double:
            fields.setRepeatedDouble(
                items.compactMap { if case .double(let value) = $0 { value } else { nil } }, at: offset)
        case .string: fields.setRepeatedString(items.compactMap(\.string), at: offset)
        case .bytes:
            fields.setRepeatedBytes(
                items.compactMap { if case .octets(let value) = $0 { value } else { nil } }, at: offset)
        case .message:
            guard let codec = entry.structIndex.flatMap({ structs.indices.contains($0) ? structs[$0] : nil }) else {
                return
            }
            let values: [StructureValue] = items.compactMap {
                if case .structure(let value) = $0 { value } else { nil }
            }
            fields.setMessages(codec.layout, count: values.count, at: offset) { index, inner in
                codec.write(values[index], to: &inner, structs: structs)
            }
        default: break
        }
    }
}

extension ValueType {
    /// The protobuf type that carries values of this type.
    func fieldKind(bitmaps: [BitmapDescriptor]) -> FieldKind {
        switch wireKind(bitmaps: bitmaps) {
        case .bool: .bool
        case .uint32: .uint32
        case .uint64: .uint64
        case .sint32: .sint32
        case .sint64: .sint64
        case .float: .float
        case .double: .double
        case .string: .string
        case .bytes: .bytes
        case .enumeration: .enumeration
        case .message: .message
        }
    }
}
