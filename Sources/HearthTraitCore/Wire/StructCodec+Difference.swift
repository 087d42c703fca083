internal import HearthMessage

extension StructCodec {
    /// The fields of `new` that are absent from `old` or have a different value there. Both have the same layout. Only
    /// these fields are converted to values.
    func difference(_ new: FieldReader, from old: FieldReader, structs: [StructCodec]) -> StructureValue {
        let nulls = nulls(in: new)
        let oldNulls = self.nulls(in: old)
        var difference = StructureValue()
        for entry in entries {
            if nulls.contains(entry.number) {
                if !oldNulls.contains(entry.number) { difference[entry.id] = .null }
            } else if oldNulls.contains(entry.number) || !isSame(entry, new, old, structs: structs) {
                difference[entry.id] = read(entry, new, structs: structs)
            }
        }
        return difference
    }

    private func nulls(in fields: FieldReader) -> [UInt32] {
        nullSlot.map { fields.repeatedInt32(at: $0.at).map(UInt32.init(bitPattern:)) } ?? []
    }

    private func isSame(_ entry: Entry, _ new: FieldReader, _ old: FieldReader, structs: [StructCodec]) -> Bool {
        guard let itemsAt = entry.itemsAt else {
            if !entry.isList { return isSameValue(entry, new, old, structs: structs) }
            return isSameList(entry, at: entry.at, new, old, structs: structs)
        }
        switch (new.messageReader(at: entry.at), old.messageReader(at: entry.at)) {
        case (nil, nil): return true
        case (let new?, let old?): return isSameList(entry, at: itemsAt, new, old, structs: structs)
        default: return false
        }
    }

    private func isSameValue(
        _ entry: Entry, _ new: FieldReader, _ old: FieldReader, structs: [StructCodec]
    ) -> Bool {
        let at = entry.at
        let has = entry.has
        switch entry.kind {
        case .bool: return new.bool(at: at, has: has) == old.bool(at: at, has: has)
        case .uint32: return new.uint32(at: at, has: has) == old.uint32(at: at, has: has)
        case .sint32, .enumeration: return new.int32(at: at, has: has) == old.int32(at: at, has: has)
        case .uint64: return new.uint64(at: at, has: has) == old.uint64(at: at, has: has)
        case .sint64: return new.int64(at: at, has: has) == old.int64(at: at, has: has)
        case .float: return new.float(at: at, has: has) == old.float(at: at, has: has)
        case .double: return new.double(at: at, has: has) == old.double(at: at, has: has)
        case .string: return new.string(at: at, has: has) == old.string(at: at, has: has)
        case .bytes: return new.bytes(at: at, has: has) == old.bytes(at: at, has: has)
        default: return read(entry, new, structs: structs) == read(entry, old, structs: structs)
        }
    }

    private func isSameList(
        _ entry: Entry, at offset: Int, _ new: FieldReader, _ old: FieldReader, structs: [StructCodec]
    ) -> Bool {
        switch entry.kind {
        case .uint32: new.repeatedUInt32(at: offset) == old.repeatedUInt32(at: offset)
        case .enumeration, .sint32: new.repeatedInt32(at: offset) == old.repeatedInt32(at: offset)
        default:
            readAll(entry, at: offset, new, structs: structs) == readAll(entry, at: offset, old, structs: structs)
        }
    }
}
