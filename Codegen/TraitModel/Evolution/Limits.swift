/// What a value must keep to, for comparing: stated limits and those of its string type.
struct Limits: Equatable, CustomStringConvertible {
    private var constraints: ConstraintsModel
    private let isList: Bool
    /// The limits of the type itself, where it is an integer.
    private var range: ClosedRange<Int128>?

    init(_ field: FieldModel) {
        constraints = field.constraints
        isList = field.isList
        guard case .scalar(let type) = field.type else { return }
        range = type.range
        guard let longest = type.maximumLength else { return }
        if field.isList {
            constraints.maximumEntryLength = constraints.maximumEntryLength ?? longest
        } else {
            constraints.maximumLength = constraints.maximumLength ?? longest
        }
    }

    /// By what is stated: a range that changes with the type is the type's change.
    static func == (left: Limits, right: Limits) -> Bool { left.constraints == right.constraints }

    /// Whether a value may keep to `old` and not to these. Limits that other attributes set count as tighter unless
    /// they stay the same.
    func refusesSome(of old: Limits) -> Bool {
        let (now, before) = (constraints, old.constraints)
        return Self.isTighter(now.minimum, before.minimum ?? old.range.map { .literal($0.lowerBound) }) { $0 > $1 }
            || Self.isTighter(now.maximum, before.maximum ?? old.range.map { .literal($0.upperBound) }) { $0 < $1 }
            || Self.isTighter(now.minimumLength, before.minimumLength) { $0 > $1 }
            || Self.isTighter(now.maximumLength, before.maximumLength) { $0 < $1 }
            || Self.isTighter(now.maximumEntryLength, before.maximumEntryLength) { $0 < $1 }
            || isStepTighter(than: before)
    }

    private static func isTighter(_ now: Bound?, _ before: Bound?, _ isTighter: (Int128, Int128) -> Bool) -> Bool {
        guard let now, now != before else { return false }
        guard case .literal(let new) = now, case .literal(let old)? = before else { return true }
        return isTighter(new, old)
    }

    private static func isTighter(_ now: UInt64?, _ before: UInt64?, _ isTighter: (UInt64, UInt64) -> Bool) -> Bool {
        guard let now else { return false }
        return before.map { isTighter(now, $0) } ?? true
    }

    /// Steps are counted from the minimum, so the same step from another one gives other values.
    private func isStepTighter(than before: ConstraintsModel) -> Bool {
        guard let step = constraints.step, step > 1 else { return false }
        guard let old = before.step, constraints.minimum == before.minimum else { return true }
        return old % step != 0
    }

    private var words: [String] { constraints.words(isList: isList) }
    var description: String { words.isEmpty ? "none" : words.joined(separator: ", ") }
}
