/// Reads one message from validated JSON.
struct JSONToMessage {
    let pool: DescriptorPool
    let tape: JSONTape
    var writer = MessageWriter()
    /// The type of an `Any` that the pool lacks.
    var missing: Set<String> = []

    init(_ pool: DescriptorPool, _ tape: JSONTape) {
        self.pool = pool
        self.tape = tape
    }

    func error(_ message: String, _ token: Int, _ code: JSONError.Code = .value) -> JSONError {
        // A string token begins after its quote.
        let offset = Int(tape.tokens[token].start) - (tape.kind(token) == .string ? 1 : 0)
        return JSONError(code, message, offset: offset, token: token)
    }

    func expected(_ what: String, _ token: Int) -> JSONError {
        error("expected \(what), found \(tape.words(token))", token)
    }

    // MARK: Messages

    mutating func message(_ type: Int, _ token: Int) throws(JSONError) {
        if let wellKnown = WellKnownType(rawValue: type) { return try self.wellKnown(wellKnown, token) }
        guard let table = pool.entries[type].message else {
            throw error("no message \(pool.entries[type].name) is known", token, .unknownType)
        }
        guard tape.kind(token) == .object else { throw expected("an object with the fields of \(table.name)", token) }
        try members(table, token)
    }

    /// Writes the members of an object as a message's fields. Unknown members are ignored.
    mutating func members(_ table: MessageTable, _ token: Int) throws(JSONError) {
        var (seen, oneofs) = (PlaceSet(table.fields.count), PlaceSet(table.oneofs.count))
        var name = token + 1
        while name < tape.next(token) {
            let value = name + 1
            if let slot = slot(table, name) {
                guard seen.insert(slot) else {
                    throw error("this field of \(table.name) is given twice", value)
                }
                if tape.kind(value) != .null || takesNull(table, slot) {
                    let oneof = table.fields[slot].oneof
                    guard oneof < 0 || oneofs.insert(oneof) else {
                        throw error(
                            "another member of the oneof \(table.oneofs[oneof]) is set already; send one", value)
                    }
                    try field(table, slot, value)
                }
            }
            name = tape.next(value)
        }
    }

    private func slot(_ table: MessageTable, _ name: Int) -> Int? {
        let token = tape.tokens[name]
        guard token.hasEscapes else { return table.names.find(tape.text, token.range) }
        let text = Array(tape.string(name))
        return table.names.find(text, 0..<text.count)
    }

    /// Whether null is a value of a field instead of its absence.
    private func takesNull(_ table: MessageTable, _ slot: Int) -> Bool {
        table.fields[slot].presence != .repeated && takesNull(table.fields[slot].type)
    }

    private func takesNull(_ type: Int) -> Bool {
        type == WellKnownType.value.rawValue || type == WellKnownType.nullValue
    }

    private mutating func field(_ table: MessageTable, _ slot: Int, _ token: Int) throws(JSONError) {
        let (number, kind, type) = (table.fields[slot].number, table.fields[slot].kind, table.fields[slot].type)
        guard table.fields[slot].presence == .repeated else { return try single(number, kind, type, token) }
        if kind == .message, let entry = pool.entries[type].message, entry.isMapEntry {
            return try map(number, entry, token)
        }
        guard tape.kind(token) == .array else { throw expected("an array", token) }
        var element = token + 1
        guard element < tape.next(token) else { return }
        let packed = table.fields[slot].isPacked ? writer.open(number) : nil
        while element < tape.next(token) {
            if tape.kind(element) == .null, !takesNull(type) {
                throw error("a list must not contain null; leave the element out", element)
            }
            if packed != nil {
                try scalar(kind, type, element)
            } else {
                try single(number, kind, type, element)
            }
            element = tape.next(element)
        }
        if let packed { writer.close(packed) }
    }

    /// Writes a tag and a value.
    mutating func single(_ number: UInt32, _ kind: FieldKind, _ type: Int, _ token: Int) throws(JSONError) {
        if kind == .message {
            let content = writer.open(number)
            try message(type, token)
            writer.close(content)
        } else {
            writer.tag(number, kind.wire)
            try scalar(kind, type, token)
        }
    }

    private mutating func map(_ number: UInt32, _ entry: MessageTable, _ token: Int) throws(JSONError) {
        guard tape.kind(token) == .object else { throw expected("an object", token) }
        let (keyKind, kind, type) = (entry.fields[0].kind, entry.fields[1].kind, entry.fields[1].type)
        var seen: Set<MapKey> = []
        var name = token + 1
        while name < tape.next(token) {
            let value = name + 1
            let key = try key(keyKind, name, of: value)
            guard seen.insert(key).inserted else { throw error("the map has two entries with this key", value) }
            if tape.kind(value) == .null, !takesNull(type) {
                throw error("a map must not contain null; leave the key out", value)
            }
            let content = writer.open(number)
            writer.tag(1, keyKind.wire)
            switch key {
            case .text(let text): writer.content(text)
            case .number(let bits): writer.number(bits, keyKind.wire)
            }
            try single(2, kind, type, value)
            writer.close(content)
            name = tape.next(value)
        }
    }

    private enum MapKey: Hashable {
        case text(ArraySlice<UInt8>)
        case number(UInt64)
    }

    private func key(_ kind: FieldKind, _ name: Int, of value: Int) throws(JSONError) -> MapKey {
        switch kind {
        case .string: return .text(tape.string(name))
        case .bool:
            if tape.string(name).elementsEqual("true".utf8) { return .number(1) }
            if tape.string(name).elementsEqual("false".utf8) { return .number(0) }
            throw error("the map's keys are true and false", value)
        default: return .number(try integer(kind, name, isKeyOf: value))
        }
    }
}

/// A set of numbers below a bound.
private struct PlaceSet {
    private var low: UInt64 = 0
    private var high: [UInt64]

    init(_ bound: Int) { high = bound > 64 ? [UInt64](repeating: 0, count: (bound - 1) / 64) : [] }

    /// Inserts a number; returns whether it is new.
    mutating func insert(_ place: Int) -> Bool {
        let bit = UInt64(1) << UInt64(place & 63)
        if place < 64 {
            defer { low |= bit }
            return low & bit == 0
        }
        let word = place / 64 - 1
        defer { high[word] |= bit }
        return high[word] & bit == 0
    }
}
