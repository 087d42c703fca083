internal import HearthTraitCore

/// Events that were sent, in order, until the hub says that it has stored them. The reports that they were sent with are
/// numbered for that, in all calls of the host's life; what the hub has not when a call breaks is sent in the next.
struct UnconfirmedEvents: Sendable {
    /// Of reports; the oldest beyond are left out. A hub stores twice a second, so there are more only at one that can't.
    static let limit = 4096

    private var sent: [(number: UInt64, change: DeviceChange)] = []
    private var lastNumber: UInt64 = 0
    /// The newest that was left out for the limit, and how many events of each device were.
    private var leftOut: (number: UInt64, counts: [String: Int]) = (0, [:])

    var count: Int { sent.count }

    /// A report with events is sent.
    ///
    /// - Returns: its number.
    mutating func add(_ change: DeviceChange) -> UInt64 {
        lastNumber += 1
        sent.append((lastNumber, DeviceChange(deviceID: change.deviceID, events: change.events, cause: change.cause)))
        if sent.count > Self.limit {
            let oldest = sent.removeFirst()
            leftOut.number = oldest.number
            leftOut.counts[oldest.change.deviceID, default: 0] += oldest.change.events.count
        }
        return lastNumber
    }

    /// The hub has what was sent up to this number.
    mutating func confirm(upTo number: UInt64) {
        sent.removeFirst(sent.firstIndex { $0.number > number } ?? sent.count)
        if leftOut.number <= number { leftOut.counts = [:] }
    }

    /// A device is gone, and what it told with it.
    mutating func remove(_ deviceID: String) {
        sent.removeAll { $0.change.deviceID == deviceID }
        leftOut.counts[deviceID] = nil
    }

    /// Takes out what was sent after the newest report that the hub has: it is to be sent again. The rest stays until the
    /// hub has stored it.
    ///
    /// - Returns: the changes, and how many older events of each device may be lost.
    mutating func take(after number: UInt64) -> (changes: [DeviceChange], lost: [String: Int]) {
        let first = sent.firstIndex { $0.number > number } ?? sent.count
        let changes = sent[first...].map(\.change)
        sent.removeSubrange(first...)
        defer { leftOut.counts = [:] }
        return (changes, leftOut.number > number ? leftOut.counts : [:])
    }
}
