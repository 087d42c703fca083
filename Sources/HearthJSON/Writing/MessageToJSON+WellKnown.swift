/// Messages with their own JSON form (protobuf.dev, "ProtoJSON Format"). Slots are those of ``WellKnownType``'s tables.
extension MessageToJSON {
    mutating func wellKnown(_ type: WellKnownType, _ content: Range<Int>) throws(JSONError) {
        guard let table = pool.entries[type.rawValue].message else { return }  // our bug: they are built in
        let level = try list(table, content)
        let offset = start(content)
        switch type {
        case .timestamp:
            let time = ProtoTime(seconds: number(level, 0), nanos: number(level, 1))
            guard time.isTimestamp else {
                throw JSONError(.malformed, "a Timestamp is outside of the years 1 to 9999", offset: offset)
            }
            time.writeTimestamp(to: &out)
        case .duration:
            let time = ProtoTime(seconds: number(level, 0), nanos: number(level, 1))
            guard time.isDuration else {
                throw JSONError(.malformed, "a Duration is longer than 10,000 years, or has two signs", offset: offset)
            }
            time.writeDuration(to: &out)
        case .fieldMask: try fieldMask(level)
        case .structure:
            let entry = pool.entries[WellKnownType.structureEntry].message
            if let entry { try map(entry, level) }
        case .listValue:
            try open(UInt8(ascii: "["), offset)
            for index in level {
                try separate(UInt8(ascii: "["))
                do throws(JSONError) {
                    try message(WellKnownType.value.rawValue, index..<index + 1)
                } catch {
                    throw error.within("[\(index - level.lowerBound)]")
                }
            }
            close(UInt8(ascii: "]"))
        case .value: try value(level)
        case .any: try any(level)
        default:
            let kind = type.wrapped ?? .bytes
            try scalar(kind, -1, level.isEmpty ? zero(kind) : records[level.upperBound - 1])
        }
        drop(level)
    }

    /// The last number in a slot.
    private func number(_ level: Range<Int>, _ slot: Int32) -> Int64 {
        let record = level.last { records[$0].slot == slot }.map { records[$0].value } ?? 0
        return slot == 0 ? Int64(bitPattern: record) : Int64(Int32(truncatingIfNeeded: record))
    }

    /// A Value has one member, possibly in several pieces.
    private mutating func value(_ level: Range<Int>) throws(JSONError) {
        guard let last = level.last else { return out.raw("null") }
        let record = records[last]
        switch record.slot {
        case 0: out.raw("null")
        case 1:
            guard Double(bitPattern: record.value).isFinite else {
                throw JSONError(.malformed, "a Value has a number that JSON can't write", offset: record.start)
            }
            try scalar(.double, -1, record)
        case 2: try scalar(.string, -1, record)
        case 3: try scalar(.bool, -1, record)
        case 4: try message(WellKnownType.structure.rawValue, level)
        default: try message(WellKnownType.listValue.rawValue, level)
        }
    }

    private mutating func fieldMask(_ level: Range<Int>) throws(JSONError) {
        var text: [UInt8] = []
        for index in level {
            let path = records[index].range
            guard let name = FieldPaths.json(bytes[path]) else {
                throw JSONError(
                    .malformed, "a FieldMask has a path that has no form in JSON; paths are lower_snake_case",
                    offset: path.lowerBound)
            }
            if index > level.lowerBound { text.append(UInt8(ascii: ",")) }
            text += name
        }
        if out.text(text, 0..<text.count) != nil {
            throw JSONError(.malformed, "a FieldMask is not UTF-8", offset: start(level))
        }
    }

    /// Writes `@type` with the message's members, or with `value` for types with their own JSON form and for the bytes
    /// of unknown types.
    private mutating func any(_ level: Range<Int>) throws(JSONError) {
        let url = level.last { records[$0].slot == 0 }.map { records[$0] } ?? zero(.string)
        let value = level.last { records[$0].slot == 1 }
        try open(UInt8(ascii: "{"), start(level))
        if url.range.isEmpty {
            guard value.map({ records[$0].range.isEmpty }) ?? true else {
                throw JSONError(.malformed, "an Any has a value but no type", offset: start(level))
            }
            return close(UInt8(ascii: "}"))
        }
        out.raw("\"@type\":")
        try scalar(.string, -1, url)
        let content: Range<Int>
        if let value {
            content = value..<value + 1
        } else {
            content = records.count..<records.count + 1
            records.append(zero(.bytes))
        }
        let (_, name) = TypeURL.split(bytes[url.range])
        if let type = pool.place(ofMessage: name) {
            if WellKnownType(rawValue: type) != nil {
                out.raw(",\"value\":")
                try message(type, content)
            } else if let table = pool.entries[type].message {
                try members(table, content)
            }
        } else {
            missing.insert(name)
            out.raw(",\"value\":")
            try scalar(.bytes, -1, records[content.lowerBound])
        }
        if value == nil { records.removeLast() }
        close(UInt8(ascii: "}"))
    }
}
