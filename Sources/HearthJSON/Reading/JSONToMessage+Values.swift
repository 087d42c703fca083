internal import HearthBase

extension JSONToMessage {
    /// Writes a value other than a message, without its tag.
    mutating func scalar(_ kind: FieldKind, _ type: Int, _ token: Int) throws(JSONError) {
        switch kind {
        case .bool:
            guard tape.kind(token) == .true || tape.kind(token) == .false else {
                throw expected("true or false", token)
            }
            writer.varint(tape.kind(token) == .true ? 1 : 0)
        case .string:
            guard tape.kind(token) == .string else { throw expected("a string", token) }
            writer.content(tape.string(token))
        case .bytes:
            guard tape.kind(token) == .string else { throw expected("a string with base64", token) }
            guard let bytes = Base64.decode(tape.string(token), nil) else {
                throw error("expected base64 (RFC 4648), found another string", token)
            }
            writer.content(bytes[...])
        case .double:
            writer.fixed(try fraction(token, Double.init, "64")?.bitPattern ?? Double.nan.bitPattern, 8)
        case .float:
            writer.fixed(UInt64(try fraction(token, Float.init, "32")?.bitPattern ?? Float.nan.bitPattern), 4)
        case .enumeration: writer.varint(UInt64(bitPattern: Int64(try enumeration(type, token))))
        case .message: break  // our bug: messages are read by message(_:_:)
        default: writer.number(try integer(kind, token), kind.wire)
        }
    }

    // MARK: Integers

    /// The bits of an integer, which is a number or, as in map keys, a number in quotes.
    func integer(_ kind: FieldKind, _ token: Int, isKeyOf value: Int? = nil) throws(JSONError) -> UInt64 {
        let place = value ?? token
        let (isSigned, size) = Self.form(kind)
        guard let text = numberText(token) else {
            if value != nil { throw error("the map's keys are integers of \(size) bits", place) }
            if tape.kind(token) == .string { throw error("expected an integer, found another string", token) }
            throw expected("an integer", token)
        }
        switch JSONNumber.integer(text) {
        case .fraction: throw error("expected an integer, found a fraction", place)
        case .tooLarge: throw error("expected an integer of \(size) bits, found a larger one", place)
        case .value(let isNegative, let magnitude):
            let least: UInt64 = isSigned ? 1 << UInt64(size - 1) : 0
            let most = UInt64.max >> UInt64(64 - (isSigned ? size - 1 : size))
            guard magnitude <= (isNegative ? least : most) else {
                throw error(
                    isNegative && !isSigned && magnitude > 0
                        ? "expected an integer that is not negative, found one that is"
                        : "expected an integer of \(size) bits, found a larger one", place)
            }
            return kind.bits(Int64(bitPattern: isNegative ? 0 &- magnitude : magnitude))
        }
    }

    private static func form(_ kind: FieldKind) -> (isSigned: Bool, size: Int) {
        switch kind {
        case .int32, .sint32, .sfixed32, .enumeration: (true, 32)
        case .uint32, .fixed32: (false, 32)
        case .uint64, .fixed64: (false, 64)
        default: (true, 64)
        }
    }

    /// The text of a number, with or without quotes; nil for anything else.
    private func numberText(_ token: Int) -> ArraySlice<UInt8>? {
        if tape.kind(token) == .number { return tape.text[tape.tokens[token].range] }
        guard tape.kind(token) == .string else { return nil }
        let text = Array(tape.string(token))
        guard text.count <= JSONReader.longestNumber, JSONReader.numberEnd(text, 0) == text.count else { return nil }
        return text[...]
    }

    // MARK: Fractions

    /// nil for NaN.
    private func fraction<T: BinaryFloatingPoint>(
        _ token: Int, _ read: (Substring) -> T?, _ size: StaticString
    ) throws(JSONError) -> T? {
        guard let text = numberText(token) else {
            guard tape.kind(token) == .string else { throw expected("a number", token) }
            switch String(decoding: tape.string(token), as: UTF8.self) {
            case "NaN": return nil
            case "Infinity": return .infinity
            case "-Infinity": return -.infinity
            default:
                throw error("expected a number, \"NaN\", \"Infinity\" or \"-Infinity\", found another string", token)
            }
        }
        guard let value = read(String(decoding: text, as: UTF8.self)[...]), value.isFinite else {
            throw error("expected a number of \(size) bits, found a larger one", token)
        }
        return value
    }

    /// A number for a `google.protobuf.Value`.
    func plainNumber(_ token: Int) throws(JSONError) -> Double {
        try fraction(token, Double.init, "64") ?? .nan
    }

    // MARK: Enums

    private func enumeration(_ type: Int, _ token: Int) throws(JSONError) -> Int32 {
        switch tape.kind(token) {
        case .null where type == WellKnownType.nullValue: return 0
        case .number:
            return Int32(truncatingIfNeeded: try integer(.enumeration, token))
        case .string:
            guard let table = pool.entries[type].enumeration else {
                throw error("no enum \(pool.entries[type].name) is known; send a number", token, .unknownType)
            }
            let name = Array(tape.string(token))
            guard let number = table.names.find(name, 0..<name.count) else {
                throw error(
                    "\(table.name) has no value of this name; some are \(table.examples.joined(separator: ", "))", token
                )
            }
            return Int32(truncatingIfNeeded: number)
        default: throw expected("the name or number of an enum's value", token)
        }
    }
}
