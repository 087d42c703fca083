internal import HearthTraitCore

/// Events that were sent, in order, until the hub says that it has stored them. The reports that they were sent with are
/// numbered for that, in all calls of the host's life; what the hub has not when a call breaks is sent in the next.
struct UnconfirmedEvents: Sendable {
    /// Of reports; the oldest beyond are left out. A hub stores twice a second, so there are more only at one that can't.
    static let limit = 4096

    private var sent: [(number: UInt64, change: DeviceChange)] = []
    /// The entries before it are confirmed.
    private var head = 0
    private var lastNumber: UInt64 = 0
    /// The newest that was left out for the limit, and how many events of each device were.
    private var leftOut: (number: UInt64, counts: [String: Int]) = (0, [:])

    var count: Int { sent.count - head }

    /// A report with events is sent.
    ///
    /// - Returns: its number.
    mutating func add(_ change: DeviceChange) -> UInt64 {
        lastNumber += 1
        sent.append((lastNumber, DeviceChange(deviceID: change.deviceID, events: change.events, cause: change.cause)))
        if count > Self.limit {
            leftOut.number = sent[head].number
            leftOut.counts[sent[head].change.deviceID, default: 0] += sent[head].change.events.count
            head += 1
        }
        compact()
        return lastNumber
    }

    /// The hub has what was sent up to this number.
    mutating func confirm(upTo number: UInt64) {
        while head < sent.count, sent[head].number <= number { head += 1 }
        if leftOut.number <= number { leftOut.counts = [:] }
        compact()
    }

    /// A device is gone, and what it told with it.
    mutating func remove(_ deviceID: String) {
        sent = sent[head...].filter { $0.change.deviceID != deviceID }
        head = 0
        leftOut.counts[deviceID] = nil
    }

    /// Takes out what was sent after the newest report that the hub has: it is to be sent again. The rest stays until the
    /// hub has stored it.
    ///
    /// - Returns: the changes, and how many older events of each device may be lost.
    mutating func take(after number: UInt64) -> (changes: [DeviceChange], lost: [String: Int]) {
        let first = sent[head...].firstIndex { $0.number > number } ?? sent.count
        let changes = sent[first...].map(\.change)
        sent.removeSubrange(first...)
        defer { leftOut.counts = [:] }
        return (changes, leftOut.number > number ? leftOut.counts : [:])
    }

    /// Not with each event: that would move all others each time.
    private mutating func compact() {
        guard head == sent.count || head >= 64 && head * 2 >= sent.count else { return }
        sent.removeFirst(head)
        head = 0
    }
}
