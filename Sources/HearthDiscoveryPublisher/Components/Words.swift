internal import HearthTraitCore

/// Values of an enum in Matter with Home Assistant's words for them, for both directions. If several values have one
/// word, or several words one value, the first is used.
struct Words: Sendable {
    let pairs: [(value: Int64, word: String)]

    init(_ pairs: KeyValuePairs<Int64, String>) { self.pairs = pairs.map { ($0.key, $0.value) } }

    init(_ pairs: [(value: Int64, word: String)]) { self.pairs = pairs }

    /// The word for a value; null for an unknown one.
    func json(_ value: Int64?) -> JSON { value.flatMap(word).map { .string($0) } ?? .null }

    func word(_ value: Int64) -> String? { pairs.first { $0.value == value }?.word }

    func value(_ payload: SetPayload) throws(SetRefusal) -> Int64 {
        try payload.word(of: pairs.map { ($0.word, $0.value) })
    }

    /// Each word once.
    var list: JSON { .array(words.map { .string($0) }) }

    var words: [String] {
        pairs.reduce(into: []) { words, pair in if !words.contains(pair.word) { words.append(pair.word) } }
    }

    /// The words of some values.
    func only(_ isIncluded: (Int64) -> Bool) -> Words { Words(pairs.filter { isIncluded($0.value) }) }
}

extension JSON {
    /// A number with a limited count of digits after the point; null without a number.
    static func number(_ value: Double?, digits: Int) -> JSON {
        guard let value, value.isFinite else { return .null }
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        let rounded = (value * scale).rounded(.toNearestOrAwayFromZero) / scale
        if let whole = Int64(exactly: rounded) { return .number(whole) }
        return .number("\(rounded.isFinite ? rounded : value)")
    }

    static func number(_ value: Int64?) -> JSON { value.map { .number($0) } ?? .null }

    /// A text; null for none.
    static func text(_ value: String?) -> JSON { value.map { .string($0) } ?? .null }

    /// `ON` or `OFF`, as Home Assistant's switches and binary sensors have it; null if it is not known.
    static func onOff(_ value: Bool?) -> JSON { value.map { .string($0 ? "ON" : "OFF") } ?? .null }

    static func words(_ words: String...) -> JSON { .array(words.map { .string($0) }) }
}

extension Words {
    /// `ON` and `OFF`.
    static let onOff = Words([1: "ON", 0: "OFF"])
}
