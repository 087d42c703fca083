internal import HearthBase
package import HearthEntities
internal import HearthTemplates

/// How a text on a topic and a property of an entity follow from each other.
package enum Conversion: Hashable, Sendable {
    package struct Word: Hashable, Sendable {
        /// On the topic.
        package var text: String
        /// Of the entity.
        package var word: String

        package init(_ text: String, _ word: String) {
            self.text = text
            self.word = word
        }
    }

    /// The longest text of a value in bytes; longer ones count as unknown.
    static let longestText = 4_096
    /// What a device says if it does not know (Home Assistant's documentation, "MQTT", "None").
    static let none = "None"

    case flag(on: String, off: String)
    /// Whether the text is this one. All others mean no; it can't be set.
    case isWord(String)
    /// A number that is `zero` for 0 of the entity and `one` for 1, with this number of decimal places when it is set.
    case linear(zero: Double, one: Double, places: Int)
    /// One of some words. Unless `isClosed`, a device may also report words that are not listed.
    case words([Word], isClosed: Bool)
    /// Kelvin, of an entity with mireds.
    case kelvin
    case text
    /// A date, a time, or both, which may have a time zone and fractions of a second behind.
    case moment(hasDate: Bool, hasTime: Bool)

    /// A number as it is.
    static let number = Conversion.linear(zero: 0, one: 1, places: 6)

    /// Words that mean themselves.
    static func same(_ words: [String]) -> Conversion { .words(words.map { Word($0, $0) }, isClosed: false) }

    /// The entity's value; nil for a text that says nothing.
    package func value(of text: String) -> EntityValue? {
        if text == Self.none { return .unknown }
        switch self {
        case .flag(let on, let off): return text == on ? .bool(true) : text == off ? .bool(false) : nil
        case .isWord(let word): return text.isEmpty ? nil : .bool(text == word)
        case .linear(let zero, let one, _):
            guard !text.isEmpty else { return nil }
            guard let number = Double(trimming: text), one != zero else { return .unknown }
            return Self.finite((number - zero) / (one - zero))
        case .kelvin:
            guard !text.isEmpty else { return nil }
            guard let kelvin = Double(trimming: text), kelvin > 0 else { return .unknown }
            return Self.finite(1_000_000 / kelvin)
        case .words(let words, let isClosed):
            if let word = words.first(where: { $0.text == text }) { return .text(word.word) }
            return text.isEmpty || isClosed ? nil : Self.bounded(text)
        case .text: return text.isEmpty ? nil : Self.bounded(text)
        case .moment(let hasDate, let hasTime):
            return text.isEmpty ? nil : Self.moment(text, hasDate, hasTime).map { .text($0) } ?? .unknown
        }
    }

    /// What sets the entity's value, as a value for templates; nil if the value does not fit.
    func setting(_ value: EntityValue) -> TemplateValue? {
        switch (self, value) {
        case (.flag(let on, let off), .bool(let value)): return .string(value ? on : off)
        case (.linear(let zero, let one, let places), .number(let number)):
            return Self.number(zero + number * (one - zero), places: places)
        case (.kelvin, .number(let mireds)): return mireds > 0 ? Self.number(1_000_000 / mireds, places: 0) : nil
        case (.words(let words, _), .text(let text)):
            return words.first { $0.word == text }.map { .string($0.text) }
        case (.text, .text(let text)): return text.utf8.count <= Self.longestText ? .string(text) : nil
        case (.moment, .text(let text)): return text.utf8.count <= Self.longestText ? .string(text) : nil
        default: return nil
        }
    }

    private static func finite(_ number: Double) -> EntityValue { number.isFinite ? .number(number) : .unknown }

    private static func bounded(_ text: String) -> EntityValue {
        text.utf8.count <= longestText ? .text(text) : .unknown
    }

    /// A number for templates, whole if it has no fraction.
    static func number(_ number: Double, places: Int) -> TemplateValue? {
        var scale = 1.0
        for _ in 0..<max(places, 0) { scale *= 10 }
        let rounded = (number * scale).rounded(.toNearestOrAwayFromZero) / scale
        guard rounded.isFinite else { return nil }
        return Int(exactly: rounded).map { .int($0) } ?? .double(rounded)
    }

    /// `2026-11-29T07:30:00` of `2026-11-29 07:30:00.5+01:00`: the time is that of the device.
    private static func moment(_ text: String, _ hasDate: Bool, _ hasTime: Bool) -> String? {
        let length = (hasDate ? 10 : 0) + (hasDate && hasTime ? 1 : 0) + (hasTime ? 8 : 0)
        var bytes = Array(text.utf8.prefix(length))
        guard bytes.count == length else { return nil }
        if hasDate, hasTime, bytes[10] == UInt8(ascii: " ") || bytes[10] == UInt8(ascii: "t") {
            bytes[10] = UInt8(ascii: "T")
        }
        let form = (hasDate ? "0000-00-00" : "") + (hasDate && hasTime ? "T" : "") + (hasTime ? "00:00:00" : "")
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let fits = zip(bytes, form.utf8).allSatisfy { byte, expected in
            expected == UInt8(ascii: "0") ? digits.contains(byte) : byte == expected
        }
        return fits ? String(decoding: bytes, as: UTF8.self) : nil
    }
}

extension TemplateValue {
    /// The text of a payload without a template: numbers as Python prints them.
    var payload: String {
        switch self {
        case .undefined: ""
        case .none: Conversion.none
        case .bool(let value): value ? "True" : "False"
        case .int(let value): "\(value)"
        case .double(let value): "\(value)"
        case .string(let text): text
        case .list, .tuple, .dictionary, .moment: ""
        }
    }
}
