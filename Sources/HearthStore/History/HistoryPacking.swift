/// A row of an attribute's history in a store: the values or the summaries of at most an hour.
package struct HistoryBlockRow: Hashable, Sendable {
    /// The resolution.
    package let tier: HistoryTier
    /// The time of the first value, or the hour of the summaries, in milliseconds since 1970.
    package let start: Int64
    /// The encoded values or summaries.
    package let content: [UInt8]

    /// Creates a row.
    package init(_ tier: HistoryTier, start: Int64, content: [UInt8]) {
        self.tier = tier
        self.start = start
        self.content = content
    }
}

/// Packs the samples of one attribute: into blocks of all values, and when an hour is over, of summaries per minute and
/// of one per hour. A block never spans two hours.
package struct HistoryPacking {
    /// The hours with samples to pack, in ascending order.
    private let hours: [Int64]
    /// The rows to insert or replace, in order.
    package private(set) var rows: [HistoryBlockRow] = []
    private let samples: [HistorySample]
    private let isState: Bool
    /// The contents by start, as stored and as changed.
    private var values: [Int64: [UInt8]] = [:]
    private var summaries: [Int64: [UInt8]] = [:]

    private static let mostSamplesInBlock = 4_096

    /// Begins to pack.
    ///
    /// - Parameters:
    ///   - samples: in the order in which they arrived.
    ///   - isState: whether the attribute is a state.
    package init(_ samples: [HistorySample], isState: Bool) {
        self.samples = Self.inOrder(samples)
        self.isState = isState
        hours = Set(samples.map { $0.time.floored(to: HistoryTier.hour) }).sorted()
    }

    /// Makes the rows.
    ///
    /// - Parameters:
    ///   - stored: the values of ``time``, and the summaries per hour of the same time with the last one before it.
    ///   - open: the hour that is not over; nothing from it on is summarized.
    ///   - oldest: values of this time and before are removed after packing.
    package mutating func pack(with stored: [HistoryBlockRow], open: Int64, oldest: Int64) {
        for row in stored {
            switch row.tier {
            case .values: values[row.start] = row.content
            case .hours: summaries[row.start] = row.content
            case .minutes: continue
            }
        }
        packValues()
        // Samples that belong to an earlier hour, because a clock was set back, cause a new summary of that hour,
        // unless its values are removed.
        for hour in hours where hour < open && (hour > oldest || summaries[hour] == nil) { summarize(hour) }
    }

    private mutating func packValues() {
        var rest = samples[...]
        while let first = rest.first {
            let end = first.time.floored(to: HistoryTier.hour) &+ HistoryTier.hour
            var block = Array(rest.prefix(Self.mostSamplesInBlock).prefix { $0.time < end })
            rest = rest.dropFirst(block.count)
            if let present = values[first.time] {
                block = Self.inOrder(HistoryBlock.samples(in: present, from: first.time) + block)
            }
            put(.values, first.time, HistoryBlock.bytes(of: block, from: first.time))
        }
    }

    private mutating func summarize(_ hour: Int64) {
        let end = hour &+ HistoryTier.hour
        let held = values.filter { $0.key >= hour && $0.key < end }.sorted { $0.key < $1.key }
        let samples = Self.inOrder(held.flatMap { HistoryBlock.samples(in: $0.value, from: $0.key) })
        let last = summaries.filter { $0.key < hour }.max { $0.key < $1.key }
        let before = last.flatMap { HistoryColumn.columns(in: $0.value, .hours, from: $0.key).last }
        for tier in [HistoryTier.minutes, .hours] {
            var fold = HistoryFold(isState: isState, start: hour, end: end, length: tier.length, before: before)
            for sample in samples { fold.take(sample) }
            fold.advance(to: end)
            let columns = fold.columns.filter { $0.changes > 0 }
            put(tier, hour, HistoryColumn.bytes(of: columns, tier, from: hour))
        }
    }

    private mutating func put(_ tier: HistoryTier, _ start: Int64, _ content: [UInt8]) {
        rows.append(HistoryBlockRow(tier, start: start, content: content))
        switch tier {
        case .values: values[start] = content
        case .hours: summaries[start] = content
        case .minutes: break
        }
    }

    /// The time of the ``hours``; nil without samples.
    package var time: Range<Int64>? {
        guard let first = hours.first, let last = hours.last else { return nil }
        return HistoryTier.time(from: first, through: last)
    }

    /// Sorts by time; samples of the same time stay in order.
    package static func inOrder(_ samples: [HistorySample]) -> [HistorySample] {
        samples.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    }
}

extension HistoryTier {
    /// The time from the beginning of an hour to the end of another that is not earlier.
    package static func time(from first: Int64, through last: Int64) -> Range<Int64> {
        let (end, isTooLate) = last.addingReportingOverflow(hour)
        return first..<(isTooLate ? .max : max(first, end))
    }
}
