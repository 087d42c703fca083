/// Validates JSON text and creates its tape, strictly by RFC 8259: nothing after the value, strings in UTF-8, no
/// unpaired surrogates.
struct JSONReader {
    /// The longest number in characters, a limit that RFC 8259, section 9, permits.
    static let longestNumber = 1024

    private let text: [UInt8]
    private let depth: Int
    private var position = 0
    private var tokens: [JSONTape.Token] = []

    /// - Parameter depth: the deepest nesting of arrays and objects.
    static func tape(_ text: [UInt8], depth: Int) throws(JSONError) -> JSONTape {
        var reader = JSONReader(text, depth: depth)
        reader.tokens.reserveCapacity(min(text.count / 8, 1 << 16))
        reader.skipSpace()
        try reader.value(0)
        reader.skipSpace()
        guard reader.position == text.count else { throw reader.error("there is text after the value; send one value") }
        return JSONTape(text: text, tokens: reader.tokens)
    }

    private init(_ text: [UInt8], depth: Int) {
        self.text = text
        self.depth = depth
    }

    private func error(_ message: String, at offset: Int? = nil) -> JSONError {
        JSONError(.syntax, message, offset: offset ?? position)
    }

    private var byte: UInt8? { position < text.count ? text[position] : nil }

    private mutating func skipSpace() {
        while position < text.count {
            switch text[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position &+= 1
            default: return
            }
        }
    }

    private mutating func value(_ depth: Int) throws(JSONError) {
        guard let byte else { throw error("the text ends where a value is expected") }
        switch byte {
        case UInt8(ascii: "{"): try container(.object, depth + 1)
        case UInt8(ascii: "["): try container(.array, depth + 1)
        case JSONWriter.quote: try string()
        case UInt8(ascii: "t"): try literal(.true, "true")
        case UInt8(ascii: "f"): try literal(.false, "false")
        case UInt8(ascii: "n"): try literal(.null, "null")
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            guard let end = Self.numberEnd(text, position) else {
                throw error("a number does not have JSON's syntax")
            }
            guard end - position <= Self.longestNumber else {
                throw error("a number has more than \(Self.longestNumber) characters")
            }
            append(.number, position, end)
            position = end
        default: throw error("a value is expected: an object, an array, a string, a number, true, false or null")
        }
    }

    private mutating func append(_ kind: JSONTape.Token.Kind, _ start: Int, _ end: Int, hasEscapes: Bool = false) {
        tokens.append(
            JSONTape.Token(
                kind: kind, hasEscapes: hasEscapes, start: UInt32(truncatingIfNeeded: start),
                end: UInt32(truncatingIfNeeded: end), next: UInt32(truncatingIfNeeded: tokens.count + 1)))
    }

    private mutating func literal(_ kind: JSONTape.Token.Kind, _ word: StaticString) throws(JSONError) {
        let end = position + word.utf8CodeUnitCount
        guard end <= text.count, text[position..<end].elementsEqual("\(word)".utf8) else {
            throw error("a value is expected; words are true, false and null")
        }
        append(kind, position, end)
        position = end
    }

    private mutating func container(_ kind: JSONTape.Token.Kind, _ depth: Int) throws(JSONError) {
        guard depth <= self.depth else {
            throw JSONError(
                .tooDeep, "objects and arrays are nested more than \(self.depth) deep", offset: position)
        }
        let (token, close) = (tokens.count, kind == .object ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        append(kind, position, position + 1)
        position &+= 1
        skipSpace()
        if byte == close {
            position &+= 1
        } else {
            while true {
                if kind == .object {
                    guard byte == JSONWriter.quote else { throw error("a name in quotes is expected") }
                    try string()
                    skipSpace()
                    guard byte == UInt8(ascii: ":") else { throw error("a colon is expected after a name") }
                    position &+= 1
                    skipSpace()
                }
                try value(depth)
                skipSpace()
                let separator = byte
                guard separator == close || separator == UInt8(ascii: ",") else {
                    throw error("a comma or the end of the \(kind == .object ? "object" : "array") is expected")
                }
                position &+= 1
                if separator == close { break }
                skipSpace()
            }
        }
        tokens[token].next = UInt32(truncatingIfNeeded: tokens.count)
    }

    private mutating func string() throws(JSONError) {
        position &+= 1
        let start = position
        var hasEscapes = false
        while position < text.count {
            let byte = text[position]
            if byte == JSONWriter.quote {
                append(.string, start, position, hasEscapes: hasEscapes)
                position &+= 1
                return
            }
            if byte == UInt8(ascii: "\\") {
                hasEscapes = true
                try escape()
            } else if byte < 0x20 {
                throw error("a string contains a control character; write it as \\u00…")
            } else if byte < 0x80 {
                position &+= 1
            } else {
                guard let length = text.utf8Length(at: position, upTo: text.count) else {
                    throw error("a string is not UTF-8")
                }
                position &+= length
            }
        }
        throw error("a string is not closed", at: start - 1)
    }

    private mutating func escape() throws(JSONError) {
        guard position + 1 < text.count else { throw error("a string is not closed") }
        switch text[position + 1] {
        case JSONWriter.quote, UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            position &+= 2
        case UInt8(ascii: "u"):
            guard let unit = JSONEscapes.unit(text[position...].dropFirst(2).prefix(4)) else {
                throw error("\\u is followed by four hexadecimal digits")
            }
            switch unit & 0xFC00 {
            case 0xD800:
                let rest = text[position...].dropFirst(6)
                guard rest.starts(with: "\\u".utf8), let low = JSONEscapes.unit(rest.dropFirst(2).prefix(4)),
                    low & 0xFC00 == 0xDC00
                else { throw error("an unpaired surrogate; its other half must follow it") }
                position &+= 12
            case 0xDC00: throw error("an unpaired surrogate; its other half must precede it")
            default: position &+= 6
            }
        default: throw error("unknown escape; write a backslash as \\\\")
        }
    }

    /// The end of the number that begins at `start`; nil if no number does (RFC 8259, section 6).
    static func numberEnd(_ text: [UInt8], _ start: Int) -> Int? {
        var position = start
        if at(position, UInt8(ascii: "-"), text) { position &+= 1 }
        let whole = position
        position = digitsEnd(text, position)
        guard position > whole, position == whole + 1 || text[whole] != UInt8(ascii: "0") else { return nil }
        if at(position, UInt8(ascii: "."), text) {
            let end = digitsEnd(text, position + 1)
            guard end > position + 1 else { return nil }
            position = end
        }
        if at(position, UInt8(ascii: "e"), text) || at(position, UInt8(ascii: "E"), text) {
            position &+= 1
            if at(position, UInt8(ascii: "+"), text) || at(position, UInt8(ascii: "-"), text) { position &+= 1 }
            let end = digitsEnd(text, position)
            guard end > position else { return nil }
            position = end
        }
        return position
    }

    private static func at(_ position: Int, _ byte: UInt8, _ text: [UInt8]) -> Bool {
        position < text.count && text[position] == byte
    }

    private static func digitsEnd(_ text: [UInt8], _ start: Int) -> Int {
        var position = start
        while position < text.count, text[position] &- UInt8(ascii: "0") < 10 { position &+= 1 }
        return position
    }
}
