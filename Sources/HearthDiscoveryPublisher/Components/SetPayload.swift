internal import HearthBase
internal import HearthJSON
internal import HearthTraitCore

/// The payload of a command from Home Assistant.
struct SetPayload: Sendable {
    /// The text; Home Assistant sends no other payloads.
    let text: String

    /// The most bytes of a payload.
    static let mostBytes = 8 << 10

    private init(text: String) { self.text = text }

    init(_ bytes: [UInt8]) throws(SetRefusal) {
        guard bytes.count <= Self.mostBytes else {
            throw SetRefusal("the command has \(bytes.count) bytes; at most \(Self.mostBytes) are allowed")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw SetRefusal("the command is not UTF-8 text")
        }
        self.text = text
    }

    /// The payload as JSON.
    func json() throws(SetRefusal) -> JSONValue {
        guard let value = try? JSONValue(Array(text.utf8), bytes: Self.mostBytes, depth: 8) else {
            throw SetRefusal("\(quotedBeginning(text)) is not JSON")
        }
        return value
    }

    /// What Home Assistant makes of ``codeTemplate``: the word of a command, with a code if one was given. No refusal
    /// repeats the payload, as a code may be in it.
    func coded() throws(SetRefusal) -> (word: SetPayload, code: TraitValue?) {
        guard let value = try? JSONValue(Array(text.utf8), bytes: Self.mostBytes, depth: 8),
            case .object(let members) = value, case .string(let word) = members["action"]
        else { throw SetRefusal("the command is no JSON object with an action and a code") }
        guard case .string(let code) = members["code"], !code.isEmpty else { return (SetPayload(text: word), nil) }
        return (SetPayload(text: word), .octets(Array(code.utf8)))
    }

    /// The template by which Home Assistant sends a code with a command.
    ///
    /// - Parameter word: the template's variable for the command.
    static func codeTemplate(_ word: String) -> JSON {
        .string("{{ {'action': \(word), 'code': code} | to_json }}")
    }

    /// The payload as a number.
    func number() throws(SetRefusal) -> Double {
        guard let value = Double(text), value.isFinite else {
            throw SetRefusal("\(quotedBeginning(text)) is not a number")
        }
        return value
    }

    /// The payload as the nearest integer in a range.
    func integer(in range: ClosedRange<Int64>) throws(SetRefusal) -> Int64 {
        let value = Int64(nearest: try number())
        guard range.contains(value) else {
            throw SetRefusal("\(quotedBeginning(text)) is not within \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    /// The payload as one of some words.
    func word<Value>(of words: [(word: String, value: Value)]) throws(SetRefusal) -> Value {
        guard let found = words.first(where: { $0.word == text }) else { throw unknownWord(words.map(\.word)) }
        return found.value
    }

    func unknownWord(_ known: [String]) -> SetRefusal {
        let words = known.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        // A command of codeTemplate has a code, which must not be in the log.
        let shown = text.hasPrefix("{") ? "the command" : quotedBeginning(text)
        return SetRefusal("\(shown) is none of \(words.prefix(20).joined(separator: ", "))")
    }
}

/// Why a command from Home Assistant is not passed to the device.
package struct SetRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong with it.
    package let message: String

    init(_ message: String) { self.message = message }

    package var description: String { message }
}
