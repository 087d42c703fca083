internal import HearthTraitCore

/// Sent events that the hub has not confirmed as stored, in order. Reports with events are numbered throughout the
/// host's run; after a reconnect the unconfirmed ones are sent again.
struct UnconfirmedEvents: Sendable {
    /// The most reports; older ones are dropped. Hubs store twice a second, so only a hub that can't store reaches the
    /// limit.
    static let limit = 4096

    private var sent: [(number: UInt64, change: DeviceChange)] = []
    private var lastNumber: UInt64 = 0
    /// The newest dropped report, and the number of dropped events by device.
    private var leftOut: (number: UInt64, counts: [String: Int]) = (0, [:])

    var count: Int { sent.count }

    /// Adds a report with events that is being sent.
    ///
    /// - Returns: its number.
    mutating func add(_ change: DeviceChange) -> UInt64 {
        lastNumber += 1
        let events = change.events.map(\.unencoded)
        sent.append((lastNumber, DeviceChange(deviceID: change.deviceID, events: events, cause: change.cause)))
        if sent.count > Self.limit {
            let oldest = sent.removeFirst()
            leftOut.number = oldest.number
            leftOut.counts[oldest.change.deviceID, default: 0] += oldest.change.events.count
        }
        return lastNumber
    }

    /// Removes the reports up to this number, which the hub has stored.
    mutating func confirm(upTo number: UInt64) {
        sent.removeFirst(sent.firstIndex { $0.number > number } ?? sent.count)
        if leftOut.number <= number { leftOut.counts = [:] }
    }

    /// Removes the events of a removed device.
    mutating func remove(_ deviceID: String) {
        sent.removeAll { $0.change.deviceID == deviceID }
        leftOut.counts[deviceID] = nil
    }

    /// Removes and returns the reports after the newest one that the hub has received, which must be sent again.
    /// Earlier ones stay until they are confirmed as stored.
    ///
    /// - Returns: the changes, and the number of older events of each device that may be lost.
    mutating func take(after number: UInt64) -> (changes: [DeviceChange], lost: [String: Int]) {
        let first = sent.firstIndex { $0.number > number } ?? sent.count
        let changes = sent[first...].map(\.change)
        sent.removeSubrange(first...)
        defer { leftOut.counts = [:] }
        return (changes, leftOut.number > number ? leftOut.counts : [:])
    }
}
