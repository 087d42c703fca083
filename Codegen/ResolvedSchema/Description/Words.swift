internal import HearthBase
internal import TraitSchema

/// A schema's facts in words, for documentation and reports.
extension ConstraintsModel {
    /// The limits in words: `0 to maxLevel`, `steps of 5`, `at most 32 bytes`; empty without limits.
    func words(isList: Bool) -> [String] {
        [
            range, step.map { "steps of \($0)" }, length.map { "\($0) \(isList ? entries : bytes)" },
            maximumEntryLength.map { "entries of at most \($0) bytes" },
        ].compactMap { $0 }
    }

    /// `0 to maxLevel`, `at least 1`.
    var range: String? { Self.span(minimum?.words, maximum?.words) }

    /// `1 to 32`, `at most 4`, `16`, in bytes or entries.
    var length: String? { Self.span(minimumLength.map { "\($0)" }, maximumLength.map { "\($0)" }) }

    private var entries: String { (maximumLength ?? minimumLength) == 1 ? "entry" : "entries" }
    private var bytes: String { (maximumLength ?? minimumLength) == 1 ? "byte" : "bytes" }

    private static func span(_ low: String?, _ high: String?) -> String? {
        switch (low, high) {
        case (let low?, let high?): low == high ? low : "\(low) to \(high)"
        case (let low?, nil): "at least \(low)"
        case (nil, let high?): "at most \(high)"
        case (nil, nil): nil
        }
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
        case (let features?, nil): features.phrase
        case (nil, let features?): "only \(features.phrase)"
        case (let features?, let limit?): "\(features.phrase), only \(limit.phrase)"
        case (nil, nil): "always"
        }
    }

    /// The conditions of an item that some devices lack: `optional`, `with Lighting`, `provisional`. A deciding
    /// condition replaces "optional".
    func presence(isOptional: Bool, _ maturity: Maturity) -> [String] {
        var facts = isOptional && required == nil ? ["optional"] : []
        if self != ConformanceModel() { facts.append(words) }
        if maturity != .stable { facts.append(maturity.rawValue) }
        return facts
    }
}

extension FeatureCondition {
    /// The condition in the schema language.
    var words: String {
        switch self {
        case .feature(let name, _): Self.bare(name)
        case .not(let inner): "!\(inner.words)"
        case .and(let left, let right): "(\(left.words) & \(right.words))"
        case .or(let left, let right): "(\(left.words) | \(right.words))"
        }
    }

    /// The condition in words: `with the feature Lighting`, `without the feature OffOnly`, `with the features Lift or
    /// Tilt`.
    var phrase: String {
        let wanted = conjuncts.filter { $0.negated == nil }
        let unwanted = conjuncts.compactMap(\.negated)
        let parts = [Self.phrase("with", wanted, "and"), Self.phrase("without", unwanted, "or")]
        return parts.compactMap { $0 }.joined(separator: ", ")
    }

    private static func phrase(_ word: String, _ items: [FeatureCondition], _ joint: String) -> String? {
        guard !items.isEmpty else { return nil }
        let names = items.map { $0.names(isInner: items.count > 1) }.joined(separator: " \(joint) ")
        return "\(word) the \(names.contains(" ") ? "features" : "feature") \(names)"
    }

    private var negated: FeatureCondition? { if case .not(let inner) = self { inner } else { nil } }

    private var conjuncts: [FeatureCondition] {
        if case .and(let left, let right) = self { left.conjuncts + right.conjuncts } else { [self] }
    }

    private func names(isInner: Bool) -> String {
        let words: String
        switch self {
        case .feature(let name, _): return Self.bare(name)
        case .not(let inner): return "not \(inner.names(isInner: true))"
        case .and(let left, let right): words = "\(left.names(isInner: true)) and \(right.names(isInner: true))"
        case .or(let left, let right): words = "\(left.names(isInner: true)) or \(right.names(isInner: true))"
        }
        return isInner ? "(\(words))" : words
    }

    /// The name without the leading `k` of constants.
    private static func bare(_ name: String) -> String {
        name.first == "k" && name.dropFirst().first?.isUppercase == true ? String(name.dropFirst()) : name
    }
}

extension UInt32 {
    /// `0x0006`, with at least four digits.
    package var hex: String { UInt64(self).hex(digits: 4) }
}

extension UInt64 {
    package func hex(digits: Int) -> String {
        "0x" + HearthBase.hex(self, digits: digits, uppercase: true)
    }
}
