internal import HearthBase
internal import HearthEntities

extension EntityValue {
    /// A number of a device; unknown if it is not finite. It keeps the decimal digits that the device's number shows.
    static func number(of value: Float) -> EntityValue {
        guard value.isFinite else { return .unknown }
        return .number(Double(value.description) ?? Double(value))
    }

    /// A fraction of a device, limited to 0 to 1.
    static func fraction(_ value: Float) -> EntityValue {
        value.isFinite ? number(of: min(max(value, 0), 1)) : .unknown
    }

    /// The first 4,096 bytes of a text.
    static func limitedText(_ text: String) -> EntityValue { .text(text.limited(to: 4_096)) }

    /// One of some words; unknown if the device names none.
    static func word(_ word: String?) -> EntityValue {
        word.map { $0.isEmpty ? .unknown : .limitedText($0) } ?? .unknown
    }
}

extension String {
    /// The text, or its first whole characters that fit into a number of bytes.
    func limited(to bytes: Int) -> String {
        guard utf8.count > bytes else { return self }
        var (count, end) = (0, startIndex)
        while end < endIndex {
            let next = index(after: end)
            count += self[end..<next].utf8.count
            if count > bytes { break }
            end = next
        }
        return String(self[..<end])
    }
}

extension EntityCommand {
    /// The value of a property as yes or no; nil if the command does not set it.
    func flag(_ property: EntityProperty) throws(ESPHomeError) -> Bool? {
        guard let value = values[property] else { return nil }
        guard case .bool(let flag) = value else { throw .unsupported("\(property)", "is yes or no") }
        return flag
    }

    /// The value of a property as a number; nil if the command does not set it.
    func number(_ property: EntityProperty) throws(ESPHomeError) -> Double? {
        guard let value = values[property] else { return nil }
        guard case .number(let number) = value, number.isFinite else {
            throw .unsupported("\(property)", "is a number")
        }
        return number
    }

    /// The value of a property as a number from 0 to 1; nil if the command does not set it.
    func fraction(_ property: EntityProperty) throws(ESPHomeError) -> Float? {
        try number(property).map { Float(min(max($0, 0), 1)) }
    }

    /// The value of a property as text; nil if the command does not set it.
    func text(_ property: EntityProperty) throws(ESPHomeError) -> String? {
        guard let value = values[property] else { return nil }
        guard case .text(let text) = value else { throw .unsupported("\(property)", "is a text") }
        guard text.utf8.count <= 4_096 else { throw .unsupported("\(property)", "has more than 4,096 bytes") }
        return text
    }

    /// The value of a property as one of some words; nil if the command does not set it.
    func word(_ property: EntityProperty, of words: [String]) throws(ESPHomeError) -> String? {
        guard let word = try text(property) else { return nil }
        guard words.contains(word) else {
            throw .unsupported(
                "\(property)", "can't be \"\(word.limited(to: 64))\"; it is one of \(words.joined(separator: ", "))")
        }
        return word
    }
}

/// Numbers of an enum, and the words that entities use for them.
struct WordTable: Sendable {
    private let rows: [(number: UInt32, word: String)]

    init(_ rows: KeyValuePairs<UInt32, String>) { self.rows = rows.map { ($0.key, $0.value) } }

    /// The word of a number; nil for numbers that ESPHome added later.
    func word(_ number: UInt32) -> String? { rows.first { $0.number == number }?.word }

    func number(_ word: String) -> UInt32? { rows.first { $0.word == word }?.number }

    /// The words of numbers, without repetition.
    func words(_ numbers: [UInt32]) -> [String] { unique(numbers.compactMap(word)) }
}

/// Texts without empty ones and repetitions, at most 255, in their order.
func unique(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    let different = texts.map { $0.limited(to: 128) }.filter { !$0.isEmpty && seen.insert($0).inserted }
    return Array(different.prefix(255))
}
