/// A JSON value as a tree, for documents that no protobuf message describes.
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// Infinite if the text is beyond a `Double`.
    case number(Double)
    case string(String)
    case array([JSONValue])
    /// A name that occurs twice has its last value.
    case object([String: JSONValue])

    /// Reads a text with exactly one value.
    ///
    /// - Parameters:
    ///   - bytes: the most bytes that the text may have.
    ///   - depth: the deepest nesting of arrays and objects.
    package init(_ text: [UInt8], bytes: Int, depth: Int = 32) throws(JSONError) {
        self.init(try Self.tape(text, bytes, depth), 0)
    }

    /// Reads a text with an array, one item after the other, so that a long list is never in memory as a whole tree.
    /// Returns nil if the value is not an array.
    package static func items(
        of text: [UInt8], bytes: Int, depth: Int = 32
    ) throws(JSONError) -> (some Sequence<JSONValue>)? {
        let tape = try tape(text, bytes, depth)
        return tape.kind(0) == .array ? Items(tape: tape, next: 1) : nil
    }

    private static func tape(_ text: [UInt8], _ bytes: Int, _ depth: Int) throws(JSONError) -> JSONTape {
        guard text.count <= bytes else {
            throw JSONError(.tooLarge, "the text has \(text.count) bytes, more than \(bytes)", offset: 0)
        }
        return try JSONReader.tape(text, depth: depth)
    }

    private init(_ tape: JSONTape, _ token: Int) {
        switch tape.kind(token) {
        case .null: self = .null
        case .true: self = .bool(true)
        case .false: self = .bool(false)
        case .number:
            let text = String(decoding: tape.text[tape.tokens[token].range], as: UTF8.self)
            self = .number(Double(text) ?? .infinity)
        case .string: self = .string(String(decoding: tape.string(token), as: UTF8.self))
        case .array: self = .array(Array(Items(tape: tape, next: token + 1, end: tape.next(token))))
        case .object:
            var members: [String: JSONValue] = [:]
            var name = token + 1
            while name < tape.next(token) {
                members[String(decoding: tape.string(name), as: UTF8.self)] = JSONValue(tape, name + 1)
                name = tape.next(name + 1)
            }
            self = .object(members)
        }
    }

    private struct Items: Sequence, IteratorProtocol {
        let tape: JSONTape
        var token: Int
        let end: Int

        init(tape: JSONTape, next: Int, end: Int? = nil) {
            self.tape = tape
            token = next
            self.end = end ?? tape.tokens.count
        }

        mutating func next() -> JSONValue? {
            guard token < end else { return nil }
            defer { token = tape.next(token) }
            return JSONValue(tape, token)
        }
    }
}

extension JSONValue {
    /// The value of a member; nil if there is none, or if this is no object.
    package subscript(name: String) -> JSONValue? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    /// The text of a string.
    package var string: String? { if case .string(let text) = self { text } else { nil } }

    /// A finite number.
    package var number: Double? { if case .number(let value) = self, value.isFinite { value } else { nil } }

    /// A number without a fraction.
    package var integer: Int? { number.flatMap { Int(exactly: $0) } }

    /// A truth value.
    package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

    /// The items of an array; empty for other values.
    package var items: [JSONValue] { if case .array(let items) = self { items } else { [] } }

    /// The members of an object; empty for other values.
    package var members: [String: JSONValue] { if case .object(let members) = self { members } else { [:] } }

    /// This value with a change that mentions only the members that differ, at each depth. Arrays are replaced.
    package func changed(by change: JSONValue) -> JSONValue {
        guard case .object(let old) = self, case .object(let new) = change else { return change }
        return .object(old.merging(new) { $0.changed(by: $1) })
    }

    /// The text in one line, with the members of objects in the order of their names. A number that is not finite
    /// becomes null.
    package var text: [UInt8] {
        var writer = JSONWriter(bytes: [])
        write(to: &writer)
        return writer.bytes
    }

    private func write(to writer: inout JSONWriter) {
        switch self {
        case .null: writer.raw("null")
        case .bool(let value): writer.raw(value ? "true" : "false")
        case .number(let value): if value.isFinite { writer.fraction(value) } else { writer.raw("null") }
        case .string(let text): writer.text(text)
        case .array(let items):
            writer.raw("[")
            for (index, item) in items.enumerated() {
                if index > 0 { writer.raw(",") }
                item.write(to: &writer)
            }
            writer.raw("]")
        case .object(let members):
            writer.raw("{")
            for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
                if index > 0 { writer.raw(",") }
                writer.text(member.key)
                writer.raw(":")
                member.value.write(to: &writer)
            }
            writer.raw("}")
        }
    }
}
