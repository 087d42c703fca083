internal import HearthMessage

/// A message gives a field a value and also names it in `null_fields`, which is ambiguous.
package struct ValueAndNull: Error {
    /// ID of the attribute or argument that is the field or contains it.
    package let id: UInt32
    /// Path of the field by names in the trait, joined by dots: "users.name".
    package private(set) var field: String

    fileprivate func within(_ id: UInt32, _ name: String) -> ValueAndNull {
        ValueAndNull(id: id, field: "\(name).\(field)")
    }
}

extension StructCodec {
    /// The first field that has a value and is named as null, including those of nested structs.
    func valueAndNull(_ fields: FieldReader, structs: [StructCodec]) -> ValueAndNull? {
        let nulls = nullNumbers(fields)
        if !nulls.isEmpty, let found = entries.first(where: { nulls.contains($0.number) && hasValue($0, fields) }) {
            return ValueAndNull(id: found.id, field: name(of: found))
        }
        for entry in entriesOfStructs {
            if let inner = valueAndNull(in: entry, fields, structs: structs) {
                return inner.within(entry.id, name(of: entry))
            }
        }
        return nil
    }

    private func valueAndNull(in entry: Entry, _ fields: FieldReader, structs: [StructCodec]) -> ValueAndNull? {
        guard let index = entry.structIndex, structs.indices.contains(index) else { return nil }
        let codec = structs[index]
        guard entry.isList else {
            return fields.messageReader(at: entry.at).flatMap { codec.valueAndNull($0, structs: structs) }
        }
        func first(_ list: FieldReader, at offset: Int) -> ValueAndNull? {
            for place in 0..<list.messageCount(at: offset) {
                let inner = list.messageReader(at: offset, index: place)
                if let found = inner.flatMap({ codec.valueAndNull($0, structs: structs) }) { return found }
            }
            return nil
        }
        guard let itemsAt = entry.itemsAt else { return first(fields, at: entry.at) }
        return fields.messageReader(at: entry.at).flatMap { first($0, at: itemsAt) }
    }

    /// A list without a wrapper message has no presence, so an entry counts as a value.
    private func hasValue(_ entry: Entry, _ fields: FieldReader) -> Bool {
        if entry.itemsAt != nil || entry.kind == .message && !entry.isList {
            return fields.messageReader(at: entry.at) != nil
        }
        return entry.isList ? fields.messageCount(at: entry.at) > 0 : read(entry, fields, structs: []) != nil
    }

    private func name(of entry: Entry) -> String {
        layout.fields.first { $0.number == entry.number }?.name ?? "field \(entry.number)"
    }
}
