package import HearthEntities
package import HearthJSON

/// How a value in a device's JSON and a property of an entity follow from each other.
package enum ValueConversion: Hashable, Sendable {
    package struct Word: Hashable, Sendable {
        package var json: JSONValue
        package var text: String

        package init(_ json: JSONValue, _ text: String) {
            self.json = json
            self.text = text
        }
    }

    /// The longest text of a value in bytes; longer ones count as unknown.
    static let longestText = 4_096

    case binary(on: JSONValue, off: JSONValue)
    /// JSON has the entity's number times the factor, with this number of decimal places when it is set; or what stands
    /// for a word, such as 65535 for `previous`.
    case number(factor: Double, places: Int, words: [Word] = [])
    /// One of some words. Unless `isClosed`, a device may also report words that are not listed.
    case words([Word], isClosed: Bool)
    /// Two words for 1 and 0.
    case ends(one: JSONValue, zero: JSONValue)
    /// Words for equal steps up to 1. No step is 0.
    case steps([JSONValue], zero: JSONValue?)
    case text
    /// Any JSON, as text. Only read.
    case document

    /// The entity's value.
    package func value(of json: JSONValue) -> EntityValue {
        if json == .null { return .unknown }
        switch self {
        case .binary(let on, let off):
            return json == on ? .bool(true) : json == off ? .bool(false) : .unknown
        case .number(let factor, _, let words):
            if let word = words.first(where: { $0.json == json }) { return .text(word.text) }
            guard let number = json.number else { return .unknown }
            return Self.finite(number / factor)
        case .words(let words, let isClosed):
            if let word = words.first(where: { $0.json == json }) { return .text(word.text) }
            return isClosed ? .unknown : Self.text(json, longest: ExposedList.longestWord)
        case .ends(let one, let zero):
            return json == one ? .number(1) : json == zero ? .number(0) : .unknown
        case .steps(let steps, let zero):
            if json == zero { return .number(0) }
            guard let index = steps.firstIndex(of: json) else { return .unknown }
            return .number(Double(index + 1) / Double(steps.count))
        case .text: return Self.text(json, longest: Self.longestText)
        case .document:
            let text = json.text
            return text.count <= Self.longestText ? .text(String(decoding: text, as: UTF8.self)) : .unknown
        }
    }

    /// The JSON that sets the entity's value; nil if the value does not fit.
    package func json(of value: EntityValue) -> JSONValue? {
        switch (self, value) {
        case (.binary(let on, let off), .bool(let value)): return value ? on : off
        case (.number(let factor, let places, _), .number(let number)):
            return Self.rounded(number * factor, places: places).map { .number($0) }
        case (.number(_, _, let words), .text(let text)), (.words(let words, _), .text(let text)):
            return words.first { $0.text == text }?.json
        case (.ends(let one, let zero), .number(let number)): return number > 0 ? one : zero
        case (.steps(let steps, let zero), .number(let number)):
            guard number > 0 else { return zero }
            let step = Int(exactly: (number * Double(steps.count)).rounded(.up)) ?? steps.count
            return steps.isEmpty ? nil : steps[min(max(step, 1), steps.count) - 1]
        case (.text, .text(let text)): return text.utf8.count <= Self.longestText ? .string(text) : nil
        default: return nil
        }
    }

    private static func finite(_ number: Double) -> EntityValue { number.isFinite ? .number(number) : .unknown }

    private static func text(_ json: JSONValue, longest: Int) -> EntityValue {
        let text: String
        switch json {
        case .string(let string): text = string
        case .number, .bool: text = String(decoding: json.text, as: UTF8.self)
        case .null, .array, .object: return .unknown
        }
        return text.isEmpty || text.utf8.count > longest ? .unknown : .text(text)
    }

    private static func rounded(_ number: Double, places: Int) -> Double? {
        var scale = 1.0
        for _ in 0..<max(places, 0) { scale *= 10 }
        let rounded = (number * scale).rounded() / scale
        return rounded.isFinite ? rounded : nil
    }
}
