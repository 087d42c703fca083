extension MessageToJSON {
    /// Writes a value other than a message.
    mutating func scalar(_ kind: FieldKind, _ type: Int, _ record: Record) throws(JSONError) {
        switch kind {
        case .bool: out.raw(record.value != 0 ? "true" : "false")
        case .string:
            if let offset = out.text(bytes, record.range) {
                throw JSONError(.malformed, "a text is not UTF-8", offset: offset)
            }
        case .bytes: out.base64(bytes, record.range)
        case .double: out.fraction(Double(bitPattern: record.value))
        case .float: out.fraction(Float(bitPattern: UInt32(truncatingIfNeeded: record.value)))
        case .enumeration:
            let number = Int32(truncatingIfNeeded: record.value)
            if type == WellKnownType.nullValue {
                out.raw("null")
            } else if let text = pool.entries[type].enumeration?.text(number) {
                out.bytes.append(contentsOf: text)
            } else {
                out.number(Int64(number))
            }
        case .int32, .sint32, .sfixed32, .uint32, .fixed32: out.number(kind.integer(record.value))
        case .int64, .sint64, .sfixed64, .uint64, .fixed64:
            out.bytes.append(JSONWriter.quote)
            integer(kind, record.value)
            out.bytes.append(JSONWriter.quote)
        case .message: break  // our bug: messages are written by message(_:_:)
        }
    }

    private mutating func integer(_ kind: FieldKind, _ bits: UInt64) {
        let value = kind.integer(bits)
        if kind == .uint64 || kind == .fixed64 {
            out.number(UInt64(bitPattern: value))
        } else {
            out.number(value)
        }
    }

    /// The value of an absent field.
    func zero(_ kind: FieldKind) -> Record { Record(slot: 0, wire: kind.wire, start: 0, end: 0) }
}

extension MessageToJSON {
    private struct Entry {
        /// For numbers a sort key; unused for texts.
        var rank: UInt64
        var key: Record
        var value: Range<Int>
    }

    /// Writes a map, sorted by keys. The last of several entries with one key counts.
    mutating func map(_ table: MessageTable, _ content: Range<Int>) throws(JSONError) {
        let base = records.count
        let (keyKind, kind, type) = (table.fields[0].kind, table.fields[1].kind, table.fields[1].type)
        var entries: [Entry] = []
        for index in content {
            let parts = try list(table, index..<index + 1)
            let value = parts.first { records[$0].slot == 1 } ?? parts.upperBound
            let key = value > parts.lowerBound ? records[value - 1] : zero(keyKind)
            entries.append(Entry(rank: rank(keyKind, key), key: key, value: value..<parts.upperBound))
        }
        if keyKind == .string {
            entries.sort { isBefore($0.key.range, $1.key.range, ($0.value.lowerBound, $1.value.lowerBound)) }
        } else {
            entries.sort { ($0.rank, $0.value.lowerBound) < ($1.rank, $1.value.lowerBound) }
        }
        try open(UInt8(ascii: "{"), start(content))
        for (index, entry) in entries.enumerated() {
            if index + 1 < entries.count, isSame(keyKind, entry, entries[index + 1]) { continue }
            try separate(UInt8(ascii: "{"))
            try key(keyKind, entry.key)
            out.bytes.append(UInt8(ascii: ":"))
            do throws(JSONError) {
                if kind == .message {
                    try message(type, entry.value)
                } else {
                    try scalar(kind, type, entry.value.isEmpty ? zero(kind) : records[entry.value.upperBound - 1])
                }
            } catch {
                throw error.within(name(keyKind, entry.key))
            }
        }
        close(UInt8(ascii: "}"))
        drop(base..<records.count)
    }

    private func name(_ kind: FieldKind, _ key: Record) -> String {
        kind == .string ? String(decoding: bytes[key.range].prefix(60), as: UTF8.self) : "\(kind.integer(key.value))"
    }

    private func rank(_ kind: FieldKind, _ key: Record) -> UInt64 {
        switch kind {
        case .string: 0
        case .bool: key.value != 0 ? 1 : 0
        case .uint64, .fixed64: UInt64(bitPattern: kind.integer(key.value))
        default: UInt64(bitPattern: kind.integer(key.value)) ^ 1 << 63
        }
    }

    private func isBefore(_ left: Range<Int>, _ right: Range<Int>, _ places: (Int, Int)) -> Bool {
        if bytes[left].lexicographicallyPrecedes(bytes[right]) { return true }
        if bytes[right].lexicographicallyPrecedes(bytes[left]) { return false }
        return places.0 < places.1
    }

    private func isSame(_ kind: FieldKind, _ left: Entry, _ right: Entry) -> Bool {
        kind == .string ? bytes[left.key.range] == bytes[right.key.range] : left.rank == right.rank
    }

    private mutating func key(_ kind: FieldKind, _ key: Record) throws(JSONError) {
        if kind == .string { return try scalar(.string, -1, key) }
        out.bytes.append(JSONWriter.quote)
        if kind == .bool {
            out.raw(key.value != 0 ? "true" : "false")
        } else {
            integer(kind, key.value)
        }
        out.bytes.append(JSONWriter.quote)
    }
}
