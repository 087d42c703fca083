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

    private var entries: [Entry] = []
    /// Entries before this index have been dropped.
    private var head = 0
    private var lost: [String: Int] = [:]

    var count: Int { entries.count - head }

    /// Adds a change's events.
    mutating func add(_ change: DeviceChange) {
        entries += Self.entries(change)
        limit()
    }

    /// Inserts events that are older than everything kept for their devices, and counts of lost ones.
    mutating func addFirst(_ changes: [DeviceChange], lost: [String: Int] = [:]) {
        self.lost.merge(lost, uniquingKeysWith: +)
        guard !changes.isEmpty else { return }
        entries = changes.flatMap(Self.entries) + entries[head...]
        head = 0
        limit()
    }

    private static func entries(_ change: DeviceChange) -> [Entry] {
        change.events.map { Entry(deviceID: change.deviceID, event: $0, cause: change.cause) }
    }

    private mutating func limit() {
        while count > Self.limit {
            lost[entries[head].deviceID, default: 0] += 1
            head += 1
        }
        // Compact rarely: removing the first element moves all others.
        guard head >= Self.limit else { return }
        entries.removeFirst(head)
        head = 0
    }

    /// Removes a device's events: each as a change of its own, and the number of older ones that were dropped.
    mutating func take(_ deviceID: String) -> (changes: [DeviceChange], lost: Int) {
        let kept = entries[head...]
        let changes = kept.filter { $0.deviceID == deviceID }
            .map { DeviceChange(deviceID: deviceID, events: [$0.event], cause: $0.cause) }
        if !changes.isEmpty {
            entries = kept.filter { $0.deviceID != deviceID }
            head = 0
        }
        return (changes, lost.removeValue(forKey: deviceID) ?? 0)
    }
}
