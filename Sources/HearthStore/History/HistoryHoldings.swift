/// What a store holds of an attribute's history: it decides which rows a request needs, and makes the answer of them.
package struct HistoryHoldings {
    /// Whether the attribute is a state.
    package let isState: Bool
    /// The start of the oldest block of any attribute, by tier.
    package let oldest: [HistoryTier: Int64]
    /// The start of the oldest block of the attribute, by tier.
    package let first: [HistoryTier: Int64]
    /// The start of the last summary per hour of the attribute.
    package let lastHour: Int64?
    /// The bytes of the attribute's values in the time of ``HistoryRequest/valueHours``.
    package let valueBytes: Int64
    /// The samples that are not packed, in the order in which they arrived.
    package let waiting: [HistorySample]

    /// With more bytes of single values than this, summaries are read instead.
    private static let mostValueBytes: Int64 = 16 << 20

    /// Describes holdings.
    package init(
        isState: Bool, oldest: [HistoryTier: Int64], first: [HistoryTier: Int64], lastHour: Int64?, valueBytes: Int64,
        waiting: [HistorySample]
    ) {
        self.isState = isState
        self.oldest = oldest
        self.first = first
        self.lastHour = lastHour
        self.valueBytes = valueBytes
        self.waiting = waiting
    }

    /// The rows that a request needs.
    package struct Needs: Hashable, Sendable {
        /// The resolution.
        package let tier: HistoryTier
        let heldSince: Int64
        /// The last summary per hour before this time.
        package let before: Int64
        /// The summaries of the tier in this time; nil for the finest tier, which has none.
        package let summaries: Range<Int64>?
        /// The values in this time.
        package let values: Range<Int64>
    }

    /// The rows that a request needs; nil if the attribute has no history.
    package func needs(of request: HistoryRequest) -> Needs? {
        var tier = request.tier
        while let coarser = tier.coarser, !reaches(tier, request) { tier = coarser }
        // An attribute that has not changed for long is in coarser tiers only.
        guard let heldSince = first[tier] ?? waiting.first?.time ?? first[.hours] else { return nil }
        let (start, _, end) = request.columns(of: tier)
        let hour = start.floored(to: HistoryTier.hour)
        // Later values have no summaries yet.
        let summarized = lastHour.map { $0 &+ HistoryTier.hour } ?? .min
        let valuesFrom = tier == .values ? min(hour, summarized) : summarized
        return Needs(
            tier: tier, heldSince: heldSince, before: tier == .values ? valuesFrom : hour,
            summaries: tier == .values ? nil : hour..<max(hour, end), values: valuesFrom..<max(valuesFrom, end))
    }

    /// Whether a tier has the whole range, and not too many bytes of it.
    private func reaches(_ tier: HistoryTier, _ request: HistoryRequest) -> Bool {
        request.from >= since(tier) && (tier != .values || valueBytes <= Self.mostValueBytes)
    }

    /// Since when a tier has all that the coarsest tier has: older blocks were removed.
    private func since(_ tier: HistoryTier) -> Int64 {
        guard let oldest = oldest[.hours]?.floored(to: HistoryTier.hour) else { return .min }
        let own = self.oldest[tier]?.floored(to: HistoryTier.hour) ?? .max
        return own > oldest ? own : .min
    }

    /// The answer to a request.
    ///
    /// - Parameter rows: those of `needs`, of each tier in ascending order.
    package func answer(to request: HistoryRequest, _ needs: Needs, _ rows: [HistoryBlockRow]) -> HistoryRange {
        var range = HistoryRange(request, needs.tier, heldSince: needs.heldSince, isState: isState)
        range.before = rows.last { $0.tier == .hours && $0.start < needs.before }.flatMap(\.lastColumn)
        if let summaries = needs.summaries {
            range.summaries = rows.filter { $0.tier == needs.tier && summaries.contains($0.start) }
                .map { ($0.start, $0.content) }
        }
        range.values = rows.filter { $0.tier == .values }.map { ($0.start, $0.content) }
        range.waiting = HistoryPacking.inOrder(waiting.filter { needs.values.contains($0.time) })
        return range
    }
}

extension HistoryRequest {
    /// The hours that the single values of the request are in.
    package var valueHours: Range<Int64> {
        let from = from.floored(to: HistoryTier.hour)
        return from..<max(from, until)
    }
}

extension HistoryBlockRow {
    /// The last of the summaries per hour.
    var lastColumn: HistoryColumn? { HistoryColumn.columns(in: content, .hours, from: start).last }
}

extension HistoryPart {
    /// The hour that a part begins in; nil if there is no more.
    ///
    /// - Parameters:
    ///   - first: the start of the first block of values in the hour of `from` or later.
    ///   - waiting: the samples that are not packed.
    package static func hour(from: Int64, until: Int64, first: Int64?, waiting: [HistorySample]) -> Int64? {
        let begin = from.floored(to: HistoryTier.hour)
        let times = [first, waiting.map(\.time).filter { $0 >= begin }.min()].compactMap(\.self)
        guard let time = times.min(), time < until else { return nil }
        return time.floored(to: HistoryTier.hour)
    }

    /// Makes the part of an hour.
    ///
    /// - Parameters:
    ///   - values: the blocks of values of the hour, in ascending order.
    ///   - last: the last summary per hour before it.
    package init(
        hour: Int64, from: Int64, until: Int64, values: [HistoryBlockRow], last: HistoryBlockRow?,
        waiting: [HistorySample]
    ) {
        let end = hour &+ HistoryTier.hour
        let held = values.flatMap { HistoryBlock.samples(in: $0.content, from: $0.start) }
        var before = last?.lastColumn?.held
        let samples = HistoryPacking.inOrder(held + waiting.filter { $0.time < end })
        for sample in samples where sample.time < from {
            if sample.content == .null { before = nil }
            before = sample.content.number ?? before
        }
        self.init(
            next: end, before: before.map { HistoryContent.number($0) } ?? .null,
            samples: samples.filter { $0.time >= from && $0.time < until })
    }
}

extension HistoryContent {
    /// Converts a stored number to a value.
    static func number(_ value: Double) -> HistoryContent {
        Int64(exactly: value).map { .integer($0) } ?? .real(value)
    }
}
