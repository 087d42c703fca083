internal import HearthBase

extension MessageToJSON {
    /// Writes a field.
    ///
    /// - Parameter content: the indices of the field's records on the stack.
    mutating func field(_ table: MessageTable, _ slot: Int, _ content: Range<Int>) throws(JSONError) {
        let (kind, type) = (table.fields[slot].kind, table.fields[slot].type)
        if table.fields[slot].presence == .repeated {
            if kind == .message, let entry = pool.entries[type].message, entry.isMapEntry {
                try key(table, slot)
                return try map(entry, content)
            }
            return try array(table, slot, kind, type, content)
        }
        if kind == .message {
            try key(table, slot)
            return try message(type, content)
        }
        let record = records[content.upperBound - 1]
        if table.fields[slot].presence == .implicit {
            guard kind.isLengthDelimited ? record.start < record.end : !isZero(kind, record.value) else { return }
            // A NullValue is written as null, which readers take as absent, whatever its number.
            if type == WellKnownType.nullValue { return }
        }
        try key(table, slot)
        try scalar(kind, type, record)
    }

    private func isZero(_ kind: FieldKind, _ value: UInt64) -> Bool {
        switch kind {
        case .bool, .double, .float: value == 0
        default: kind.integer(value) == 0
        }
    }

    private mutating func key(_ table: MessageTable, _ slot: Int) throws(JSONError) {
        try separate(UInt8(ascii: "{"))
        out.bytes.append(contentsOf: table.fields[slot].key)
    }

    private mutating func array(
        _ table: MessageTable, _ slot: Int, _ kind: FieldKind, _ type: Int, _ content: Range<Int>
    ) throws(JSONError) {
        let before = out.bytes.count
        try key(table, slot)
        try open(UInt8(ascii: "["), start(content))
        let (empty, wire, isPackable) = (out.bytes.count, kind.wire, kind.isPackable)
        var number = 0
        for index in content {
            var record = records[index]
            do throws(JSONError) {
                guard record.isLengthDelimited, isPackable else {
                    try separate(UInt8(ascii: "["))
                    if kind == .message {
                        try message(type, index..<index + 1)
                    } else {
                        try scalar(kind, type, record)
                    }
                    number &+= 1
                    continue
                }
                let end = record.end
                var position = record.start
                while position < end {
                    record.start = position
                    do throws(WireFailure) {
                        record.value = try bytes.span.bytes.number(wire, at: &position, upTo: end)
                    } catch {
                        throw JSONError(
                            .malformed, "a list's numbers can't be read: \(error.text)", offset: error.offset)
                    }
                    try separate(UInt8(ascii: "["))
                    try scalar(kind, type, record)
                    number &+= 1
                }
            } catch {
                throw error.within("[\(number)]")
            }
        }
        close(UInt8(ascii: "]"))
        if out.bytes.count == empty + 1 { out.bytes.removeLast(out.bytes.count - before) }
    }
}
