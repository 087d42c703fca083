/// Messages with their own JSON form (protobuf.dev, "ProtoJSON Format"). Field numbers are those of protobuf's own
/// files.
extension JSONToMessage {
    mutating func wellKnown(_ type: WellKnownType, _ token: Int) throws(JSONError) {
        switch type {
        case .timestamp:
            guard tape.kind(token) == .string else { throw expected("a time such as \"2026-01-31T12:00:00Z\"", token) }
            guard let time = ProtoTime(timestamp: tape.string(token)) else {
                throw error(
                    "expected a time of the years 1 to 9999 such as \"2026-01-31T12:00:00Z\" (RFC 3339), found another string",
                    token)
            }
            self.time(time)
        case .duration:
            guard tape.kind(token) == .string else { throw expected("a duration such as \"1.5s\"", token) }
            guard let time = ProtoTime(duration: tape.string(token)) else {
                throw error("expected a duration in seconds such as \"1.5s\", found another string", token)
            }
            self.time(time)
        case .fieldMask: try fieldMask(token)
        case .structure:
            guard tape.kind(token) == .object else { throw expected("an object", token) }
            try structure(token)
        case .listValue:
            guard tape.kind(token) == .array else { throw expected("an array", token) }
            try list(token)
        case .value: try value(token)
        case .any: try any(token)
        default:
            if tape.kind(token) == .null { throw expected("a value", token) }
            try single(1, type.wrapped ?? .bytes, -1, token)
        }
    }

    private mutating func time(_ time: ProtoTime) {
        for (number, value): (UInt32, Int64) in [(1, time.seconds), (2, time.nanos)] where value != 0 {
            writer.tag(number, 0)
            writer.varint(UInt64(bitPattern: value))
        }
    }

    private mutating func fieldMask(_ token: Int) throws(JSONError) {
        guard tape.kind(token) == .string else { throw expected("a string with field names and commas", token) }
        let text = tape.string(token)
        guard !text.isEmpty else { return }
        for path in text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            guard !path.isEmpty, let path = FieldPaths.original(path) else {
                throw error("expected lowerCamelCase field names with commas, found another string", token)
            }
            writer.tag(1, 2)
            writer.content(path[...])
        }
    }

    // MARK: Any JSON

    private mutating func structure(_ token: Int) throws(JSONError) {
        var seen: Set<ArraySlice<UInt8>> = []
        var name = token + 1
        while name < tape.next(token) {
            let key = tape.string(name)
            guard seen.insert(key).inserted else { throw error("the object has two members of this name", name + 1) }
            let entry = writer.open(1)
            writer.tag(1, 2)
            writer.content(key)
            let content = writer.open(2)
            try value(name + 1)
            writer.close(content)
            writer.close(entry)
            name = tape.next(name + 1)
        }
    }

    private mutating func list(_ token: Int) throws(JSONError) {
        var element = token + 1
        while element < tape.next(token) {
            let content = writer.open(1)
            try value(element)
            writer.close(content)
            element = tape.next(element)
        }
    }

    private mutating func value(_ token: Int) throws(JSONError) {
        switch tape.kind(token) {
        case .null:
            writer.tag(1, 0)
            writer.varint(0)
        case .number:
            writer.tag(2, 1)
            writer.fixed(try plainNumber(token).bitPattern, 8)
        case .string:
            writer.tag(3, 2)
            writer.content(tape.string(token))
        case .true, .false:
            writer.tag(4, 0)
            writer.varint(tape.kind(token) == .true ? 1 : 0)
        case .object:
            let content = writer.open(5)
            try structure(token)
            writer.close(content)
        case .array:
            let content = writer.open(6)
            try list(token)
            writer.close(content)
        }
    }

    // MARK: google.protobuf.Any

    private mutating func any(_ token: Int) throws(JSONError) {
        guard tape.kind(token) == .object else { throw expected("an object with \"@type\"", token) }
        // An empty object is an Any without a type.
        guard token + 1 < tape.next(token) else { return }
        guard let typeToken = try member(Self.typeMember, of: token) else {
            throw error("an Any needs \"@type\", such as \"type.googleapis.com/hearth.v1.Device\"", token)
        }
        guard tape.kind(typeToken) == .string else { throw expected("a string with the type's name", typeToken) }
        let url = tape.string(typeToken)
        let (hasSlash, name) = TypeURL.split(url)
        guard hasSlash, let type = pool.place(ofMessage: name) else {
            if hasSlash { missing.insert(name) }
            throw error(
                "no message of this type is known; a slash and a whole name are expected, such as "
                    + "\"type.googleapis.com/hearth.v1.Device\"", typeToken, .unknownType)
        }
        writer.tag(1, 2)
        writer.content(url)
        let content = writer.open(2)
        if WellKnownType(rawValue: type) != nil {
            guard let value = try member(Self.valueMember, of: token) else {
                throw error("an Any of \(pool.entries[type].name) needs \"value\"", token)
            }
            try message(type, value)
        } else if let table = pool.entries[type].message {
            // `@type` is ignored, since no field has this name.
            try members(table, token)
        }
        writer.close(content)
    }

    private static let typeMember = Array("@type".utf8)[...]
    private static let valueMember = Array("value".utf8)[...]

    /// The value of an object's member; nil if it is absent.
    private func member(_ wanted: ArraySlice<UInt8>, of token: Int) throws(JSONError) -> Int? {
        var found: Int?
        var name = token + 1
        while name < tape.next(token) {
            if tape.string(name) == wanted {
                guard found == nil else { throw error("the object has two members of this name", name + 1) }
                found = name + 1
            }
            name = tape.next(name + 1)
        }
        return found
    }
}
