internal import HearthBase

/// The newest events of a structure, by rising number, for clients that missed some.
struct EventLog: Sendable {
    private var ring: Ring<EventChange>

    /// - Parameters:
    ///   - capacity: how many events are kept; at least one.
    ///   - mostBytes: how much memory they may occupy together.
    init(capacity: Int, mostBytes: Int) {
        ring = Ring(capacity: capacity, mostBytes: mostBytes)
    }

    var count: Int { ring.count }

    /// The number of the oldest event that is kept.
    var firstNumber: UInt64? { ring.first?.number }

    /// Adds an event; its number is higher than all before it.
    mutating func append(_ event: EventChange) { ring.append(event, size: event.memorySize) }

    /// The events after `number` and up to `last` that fit, oldest first and at most `limit`.
    func events(
        after number: UInt64, through last: UInt64 = .max, limit: Int = .max,
        where fits: (EventChange) -> Bool = { _ in true }
    ) -> [EventChange] {
        var events: [EventChange] = []
        var index = firstIndex(after: number)
        while index < ring.count, events.count < limit {
            let event = ring[index]
            guard event.number <= last else { break }
            if fits(event) { events.append(event) }
            index += 1
        }
        return events
    }

    /// Binary search, as the log may be long.
    private func firstIndex(after number: UInt64) -> Int {
        var (low, high) = (0, ring.count)
        while low < high {
            let middle = (low + high) / 2
            if ring[middle].number <= number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
