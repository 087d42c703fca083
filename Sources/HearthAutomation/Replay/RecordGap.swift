package import HearthTraitDescriptors

/// A gap in a record. It may make a dry run differ from what would have happened.
package enum RecordGap: Hashable, Sendable {
    /// The record begins at this time since 1970.
    case beginning(at: Duration)
    /// Changes between two times since 1970 are missing.
    case missing(from: Duration, until: Duration)
    /// The hub stopped and was started again between two times since 1970.
    case restart(from: Duration, until: Duration)
    /// The value of an attribute before its change at this time since 1970 is not recorded.
    case value(TraitPath, UInt32, until: Duration)
    /// The limit was reached; the record after this time since 1970 was not replayed.
    case end(at: Duration)
}

/// The first ``limit`` gaps of a record, and the number of the others.
package struct RecordGaps: Hashable, Sendable {
    /// The first gaps.
    package private(set) var first: [RecordGap] = []
    /// The number of gaps beyond them.
    package private(set) var omitted: UInt64 = 0

    /// The most gaps to keep.
    static let limit = 100

    package init() {}

    package mutating func add(_ gap: RecordGap) {
        if first.count < Self.limit {
            first.append(gap)
        } else {
            omitted &+= 1
        }
    }
}
