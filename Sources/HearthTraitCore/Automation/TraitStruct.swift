public import HearthMessage
internal import HearthTraitDescriptors

/// A struct of a trait. Conforming types are generated from schemas.
public protocol TraitStruct: Message, AutomationValue {}

extension TraitStruct {
    public var traitValue: TraitValue {
        // Reading can't fail: the memory was written by this process, so all texts are UTF-8.
        .structure((try? read(as: Self.layout) { $0.values(Self.layout) }) ?? StructureValue())
    }
}

extension FieldReader {
    /// The fields that are present, by Matter's IDs. Their types are derived from the layout alone.
    fileprivate func values(_ layout: MessageLayout) -> StructureValue {
        var values = StructureValue()
        for field in layout.fields where field.number != WireNumber.nullFields {
            values[WireNumber.id(ofField: field.number)] = value(field)
        }
        guard let nulls = layout.fields.first(where: { $0.number == WireNumber.nullFields }) else { return values }
        for number in repeatedInt32(at: nulls.at) {
            if let number = UInt32(exactly: number) { values[WireNumber.id(ofField: number)] = .null }
        }
        return values
    }

    private func value(_ field: FieldLayout) -> TraitValue? {
        guard field.label == .optional else { return .list(items(field)) }
        let (at, has) = (field.at, field.has)
        switch field.kind {
        case .bool: return bool(at: at, has: has).map { .bool($0) }
        case .uint32: return uint32(at: at, has: has).map { .unsigned(UInt64($0)) }
        case .uint64: return uint64(at: at, has: has).map { .unsigned($0) }
        case .sint32: return int32(at: at, has: has).map { .signed(Int64($0)) }
        case .sint64: return int64(at: at, has: has).map { .signed($0) }
        case .enumeration: return int32(at: at, has: has).map { .unsigned(UInt64(UInt32(bitPattern: $0))) }
        case .float: return float(at: at, has: has).map { .float($0) }
        case .double: return double(at: at, has: has).map { .double($0) }
        case .string: return string(at: at, has: has).map { .string($0) }
        case .bytes: return bytes(at: at, has: has).map { .octets($0) }
        case .message:
            guard let layout = field.messageLayout, let fields = messageReader(at: at) else { return nil }
            // A list that may be absent is encoded in a wrapper message.
            if let items = layout.listItems { return fields.value(items) }
            return .structure(fields.values(layout))
        case .int32, .int64, .fixed32, .sfixed32, .fixed64, .sfixed64: return nil
        }
    }

    private func items(_ field: FieldLayout) -> [TraitValue] {
        let at = field.at
        switch field.kind {
        case .bool: return repeatedBool(at: at).map { .bool($0) }
        case .uint32: return repeatedUInt32(at: at).map { .unsigned(UInt64($0)) }
        case .uint64: return repeatedUInt64(at: at).map { .unsigned($0) }
        case .sint32: return repeatedInt32(at: at).map { .signed(Int64($0)) }
        case .sint64: return repeatedInt64(at: at).map { .signed($0) }
        case .enumeration: return repeatedInt32(at: at).map { .unsigned(UInt64(UInt32(bitPattern: $0))) }
        case .float: return repeatedFloat(at: at).map { .float($0) }
        case .double: return repeatedDouble(at: at).map { .double($0) }
        case .string: return repeatedString(at: at).map { .string($0) }
        case .bytes: return repeatedBytes(at: at).map { .octets($0) }
        case .message:
            guard let layout = field.messageLayout else { return [] }
            return (0..<messageCount(at: at)).compactMap { index in
                messageReader(at: at, index: index).map { .structure($0.values(layout)) }
            }
        case .int32, .int64, .fixed32, .sfixed32, .fixed64, .sfixed64: return []
        }
    }
}

extension MessageLayout {
    /// The entries of the list, if this is the layout of a wrapper message for a list that may be absent.
    fileprivate var listItems: FieldLayout? {
        guard fields.count == 1, let items = fields.first, items.name == "items", items.label != .optional,
            name.hasSuffix("List")
        else { return nil }
        return items
    }
}
