/// The limits of a value in the form in which revisions are compared: the stated ones, and those of its string type.
package struct ComparedLimits: Equatable, Sendable {
    /// A limit of a number.
    package enum Bound: Hashable, Sendable {
        case literal(Int128)
        /// The attribute's value plus `offset`, in raw units.
        case attribute(id: UInt32, name: String, offset: Int64)
    }

    /// Inclusive.
    package var minimum: Bound?
    /// Inclusive.
    package var maximum: Bound?
    package var step: UInt64?
    /// Bytes of a string, entries of a list.
    package var minimumLength: UInt64?
    /// Bytes of a string, entries of a list.
    package var maximumLength: UInt64?
    /// Bytes of each string in a list.
    package var maximumEntryLength: UInt64?
    /// The limits of the type itself, if it is an integer.
    package var range: ClosedRange<Int128>?
    /// For people: "at most 9"; "none" without limits.
    package var words = "none"

    /// No limits beyond those of a type.
    package init(range: ClosedRange<Int128>? = nil) {
        self.range = range
    }

    /// Compares the stated limits only. A range that changes with the type counts as a change of the type.
    package static func == (left: ComparedLimits, right: ComparedLimits) -> Bool {
        left.minimum == right.minimum && left.maximum == right.maximum && left.step == right.step
            && left.minimumLength == right.minimumLength && left.maximumLength == right.maximumLength
            && left.maximumEntryLength == right.maximumEntryLength
    }

    /// Whether some values satisfy `old` but not these limits. A limit that refers to another attribute counts as
    /// tighter unless it is unchanged.
    func refusesSome(of old: ComparedLimits) -> Bool {
        Self.isTighter(minimum, old.minimum ?? old.range.map { .literal($0.lowerBound) }) { $0 > $1 }
            || Self.isTighter(maximum, old.maximum ?? old.range.map { .literal($0.upperBound) }) { $0 < $1 }
            || Self.isTighter(minimumLength, old.minimumLength) { $0 > $1 }
            || Self.isTighter(maximumLength, old.maximumLength) { $0 < $1 }
            || Self.isTighter(maximumEntryLength, old.maximumEntryLength) { $0 < $1 }
            || isStepTighter(than: old)
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

    /// Steps count from the minimum, so the same step from another minimum allows other values.
    private func isStepTighter(than before: ComparedLimits) -> Bool {
        guard let step, step > 1 else { return false }
        guard let old = before.step, minimum == before.minimum else { return true }
        return !old.isMultiple(of: step)
    }
}
