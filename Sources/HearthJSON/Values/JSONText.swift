/// A value in a JSON text, read only as far as asked for. Unlike ``JSONValue`` it keeps a number's digits and the order
/// of members.
package struct JSONText {
    /// What the value is.
    package enum Kind {
        case null
        case bool(Bool)
        /// The digits as in the text.
        case number(Substring)
        case string(String)
        /// Its content is in ``JSONText/items``.
        case array
        /// Its content is in ``JSONText/members``.
        case object
    }

    private let tape: JSONTape
    private let token: Int

    /// Validates a text with exactly one value.
    ///
    /// - Parameter depth: the deepest nesting of arrays and objects.
    package init(_ text: [UInt8], depth: Int) throws(JSONError) {
        self.init(tape: try JSONReader.tape(text, depth: depth), token: 0)
    }

    private init(tape: JSONTape, token: Int) {
        self.tape = tape
        self.token = token
    }

    package var kind: Kind {
        switch tape.kind(token) {
        case .null: .null
        case .true: .bool(true)
        case .false: .bool(false)
        case .number: .number(Substring(decoding: tape.text[tape.tokens[token].range], as: UTF8.self))
        case .string: .string(String(decoding: tape.string(token), as: UTF8.self))
        case .array: .array
        case .object: .object
        }
    }

    /// The items of an array; empty for other values.
    package var items: [JSONText] {
        guard tape.kind(token) == .array else { return [] }
        var items: [JSONText] = []
        var item = token + 1
        while item < tape.next(token) {
            items.append(JSONText(tape: tape, token: item))
            item = tape.next(item)
        }
        return items
    }

    /// The members of an object in the order of the text, with names that may occur twice; empty for other values.
    package var members: [(name: String, value: JSONText)] {
        guard tape.kind(token) == .object else { return [] }
        var members: [(name: String, value: JSONText)] = []
        var name = token + 1
        while name < tape.next(token) {
            let text = String(decoding: tape.string(name), as: UTF8.self)
            members.append((text, JSONText(tape: tape, token: name + 1)))
            name = tape.next(name + 1)
        }
        return members
    }

    /// The last member of an object with a name in UTF-8; nil without one, and for other values. The time grows with the
    /// number of members.
    package subscript(name: [UInt8]) -> JSONText? {
        guard isObject else { return nil }
        var found: Int?
        var member = token + 1
        while member < tape.next(token) {
            if tape.string(member, equals: name) { found = member + 1 }
            member = tape.next(member + 1)
        }
        return found.map { JSONText(tape: tape, token: $0) }
    }

    package var isObject: Bool { tape.kind(token) == .object }

    /// The number of names and values in the whole text.
    package var count: Int { tape.tokens.count }

    /// Whether no number of the whole text has an exponent or hundreds of digits, so that each fits a `Double`.
    package var hasPlainNumbers: Bool {
        tape.tokens.allSatisfy { token in
            token.kind != .number
                || token.range.count < 300 && !tape.text[token.range].contains { $0 | 0x20 == UInt8(ascii: "e") }
        }
    }
}
