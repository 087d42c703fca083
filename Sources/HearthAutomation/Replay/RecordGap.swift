package import HearthTraitModel

/// Something that a record does not have, so that a dry run may differ from what would have happened (AU-90).
package enum RecordGap: Hashable, Sendable {
    /// What happened before this time since 1970 is not recorded.
    case beginning(at: Duration)
    /// Changes between two times since 1970 are missing.
    case missing(from: Duration, until: Duration)
    /// The hub ended between two times since 1970, and was started anew.
    case restart(from: Duration, until: Duration)
    /// Nobody recorded what an attribute was before it changed at a time since 1970.
    case value(TraitPath, UInt32, until: Duration)
    /// There was more than may be taken; what is after this time since 1970 was not looked at.
    case end(at: Duration)
}

/// The gaps of a record, of which only so many are kept.
package struct RecordGaps: Hashable, Sendable {
    /// The first ones.
    package private(set) var first: [RecordGap] = []
    /// How many there were beyond those.
    package private(set) var more: UInt64 = 0

    /// So many are worth telling.
    static let most = 100

    package init() {}

    package mutating func add(_ gap: RecordGap) {
        if first.count < Self.most {
            first.append(gap)
        } else {
            more &+= 1
        }
    }
}
