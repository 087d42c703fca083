internal import HearthBase
internal import HearthTraitCore

/// Events of devices that the hub doesn't have at the moment, in order. Beyond a limit the oldest are dropped.
struct EventBacklog: Sendable {
    /// The most events, for all devices together.
    static let limit = 1000

    private struct Entry: Sendable {
        let deviceID: String
        let event: DeviceChange.EventOccurrence
        let cause: ChangeCause
    }

    private var entries = FIFO<Entry>()
    private var lost: [String: Int] = [:]

    var count: Int { entries.count }

    /// Adds a change's events.
    mutating func add(_ change: DeviceChange) {
        entries.append(contentsOf: Self.entries(change))
        limit()
    }

    /// Inserts events that are older than all kept ones of their devices, and counts of lost ones.
    mutating func addFirst(_ changes: [DeviceChange], lost: [String: Int] = [:]) {
        self.lost.merge(lost, uniquingKeysWith: +)
        guard !changes.isEmpty else { return }
        let newer = entries
        entries = FIFO()
        for change in changes { entries.append(contentsOf: Self.entries(change)) }
        entries.append(contentsOf: newer)
        limit()
    }

    private static func entries(_ change: DeviceChange) -> [Entry] {
        change.events.map { Entry(deviceID: change.deviceID, event: $0.unencoded, cause: change.cause) }
    }

    private mutating func limit() {
        while count > Self.limit, let oldest = entries.popFirst() { lost[oldest.deviceID, default: 0] += 1 }
    }

    /// Removes a device's events, and returns each as a separate change, with the number of older ones that were
    /// dropped.
    mutating func take(_ deviceID: String) -> (changes: [DeviceChange], lost: Int) {
        let changes = entries.removeAll { $0.deviceID == deviceID }
            .map { DeviceChange(deviceID: deviceID, events: [$0.event], cause: $0.cause) }
        return (changes, lost.removeValue(forKey: deviceID) ?? 0)
    }
}
