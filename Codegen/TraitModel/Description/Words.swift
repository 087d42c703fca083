/// Facts of a schema in words, as documentation and reports have them.
extension ConstraintsModel {
    /// Each limit in words: `0 to maxLevel`, `steps of 5`, `at most 32 bytes`; none where nothing is limited.
    func words(isList: Bool) -> [String] {
        var words: [String] = []
        switch (minimum?.words, maximum?.words) {
        case (let low?, let high?): words.append("\(low) to \(high)")
        case (let low?, nil): words.append("at least \(low)")
        case (nil, let high?): words.append("at most \(high)")
        case (nil, nil): break
        }
        if let step { words.append("steps of \(step)") }
        let unit = isList ? "entries" : "bytes"
        if let minimumLength { words.append("at least \(minimumLength) \(unit)") }
        if let maximumLength { words.append("at most \(maximumLength) \(unit)") }
        if let maximumEntryLength { words.append("entries of at most \(maximumEntryLength) bytes") }
        return words
    }
}

extension Bound {
    var words: String {
        switch self {
        case .literal(let value): "\(value)"
        case .attribute(_, let name, let offset):
            offset == 0 ? name : offset < 0 ? "\(name) - \(offset.magnitude)" : "\(name) + \(offset)"
        }
    }
}

extension DefaultValue {
    var words: String {
        switch self {
        case .integer(let value): "\(value)"
        case .boolean(let value): "\(value)"
        case .string(let value): "\"\(value)\""
        }
    }
}

extension ConformanceModel {
    var words: String {
        switch (required, allowed) {
        case (let features?, nil): "with \(features.words)"
        case (nil, let features?): "only with \(features.words)"
        case (let features?, let limit?): "with \(features.words), only with \(limit.words)"
        case (nil, nil): "always"
        }
    }
}

extension FeatureExpression {
    /// As the schema language writes it.
    var words: String {
        switch self {
        case .feature(let name, _): name
        case .not(let inner): "!\(inner.words)"
        case .and(let left, let right): "(\(left.words) & \(right.words))"
        case .or(let left, let right): "(\(left.words) | \(right.words))"
        }
    }
}

extension UInt32 {
    /// `0x0006`: at least four digits.
    var hex: String { UInt64(self).hex(digits: 4) }
}

extension UInt64 {
    func hex(digits: Int) -> String {
        let text = String(self, radix: 16, uppercase: true)
        return "0x" + String(repeating: "0", count: Swift.max(0, digits - text.count)) + text
    }
}
