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
}
