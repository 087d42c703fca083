/// A part of an attribute's history, as read from the store.
public struct HistoryRange: Sendable {
    /// Its resolution.
    public let tier: HistoryTier
    /// When the history of the attribute begins at this tier, in milliseconds since 1970.
    public let heldSince: Int64
    /// When the first column begins, in milliseconds since 1970.
    public let start: Int64
    /// The length of each column in milliseconds.
    public let length: Int64
    let end: Int64
    let isState: Bool
    /// The last column known before the start.
    var before: HistoryColumn?
    var summaries: [(start: Int64, content: [UInt8])] = []
    var values: [(start: Int64, content: [UInt8])] = []
    /// Samples later than all of the above, in ascending order of time.
    var waiting: [HistorySample] = []

    init(_ request: HistoryRequest, _ tier: HistoryTier, heldSince: Int64, isState: Bool) {
        self.tier = tier
        self.heldSince = heldSince
        self.isState = isState
        (start, length, end) = request.columns(of: tier)
    }

    /// Creates the answer of an implementation of ``HomeStorage`` that stores single samples.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - tier: the resolution of the samples.
    ///   - heldSince: when the history begins at this tier, in milliseconds since 1970.
    ///   - isState: whether the attribute is a state.
    ///   - samples: in ascending order of time, from the oldest stored one to the end of the columns or beyond.
    package init(
        _ request: HistoryRequest, _ tier: HistoryTier, heldSince: Int64, isState: Bool, samples: [HistorySample]
    ) {
        self.init(request, tier, heldSince: heldSince, isState: isState)
        waiting = samples
    }

    /// The columns in which the value was known or something changed, in ascending order of time.
    ///
    /// - Parameter now: milliseconds since 1970; later values are unknown.
    public func columns(now: Int64) -> [HistoryColumn] {
        var fold = HistoryFold(isState: isState, start: start, end: end, length: length, before: before)
        for block in summaries {
            for column in HistoryColumn.columns(in: block.content, tier, from: block.start) {
                fold.take(column, length: tier.length)
            }
        }
        for block in values {
            HistoryBlock.forEach(in: block.content, from: block.start) { fold.take($0) }
        }
        for sample in waiting { fold.take(sample) }
        fold.advance(to: now)
        return fold.columns
    }
}

/// A request for a part of a history.
public struct HistoryRequest: Hashable, Sendable {
    /// The attribute.
    public var key: HistoryKey
    /// Milliseconds since 1970.
    public var from: Int64
    /// Milliseconds since 1970, exclusive.
    public var until: Int64
    /// The most columns to return; at least 1.
    public var mostColumns: Int64

    /// Creates a request.
    public init(_ key: HistoryKey, from: Int64, until: Int64, mostColumns: Int64) {
        self.key = key
        self.from = from
        self.until = until
        self.mostColumns = mostColumns
    }

    /// The coarsest tier that is exact enough for the columns.
    package var tier: HistoryTier {
        let length = (until &- from) / max(mostColumns, 1)
        return HistoryTier.allCases.last { $0.length <= length } ?? .values
    }

    /// The columns that a tier's summaries allow: both begin and end at the same times.
    package func columns(of tier: HistoryTier) -> (start: Int64, length: Int64, end: Int64) {
        let start = from.floored(to: tier.length)
        let span = max(until &- start, 1)
        let shortest = (span &- 1) / max(mostColumns, 1) &+ 1
        let length = (shortest &- 1).floored(to: tier.length) &+ tier.length
        guard tier != .values else { return (start, length, until) }
        return (start, length, start &+ ((span &- 1) / length &+ 1) &* length)  // in range: a length of a tier or more
    }
}

/// The history of an attribute that has changed.
public struct StoredSeries: Hashable, Sendable {
    /// The attribute.
    public var key: HistoryKey
    /// Its approximate size in bytes.
    public var bytes: Int64

    /// Creates an entry.
    package init(key: HistoryKey, bytes: Int64) {
        self.key = key
        self.bytes = bytes
    }
}

/// Values of a history in ascending order of time.
public struct HistoryPart: Sendable {
    /// Where to continue reading.
    public var next: Int64
    /// The last value before the first sample; null if none is known.
    public var before: HistoryContent
    /// The samples.
    public var samples: [HistorySample]

    /// Creates a part.
    package init(next: Int64, before: HistoryContent, samples: [HistorySample]) {
        self.next = next
        self.before = before
        self.samples = samples
    }
}
