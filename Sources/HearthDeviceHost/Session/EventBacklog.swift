internal import HearthTraitCore

/// Events of devices that the hub does not have just now: kept until it has them again, in order, the oldest left out
/// beyond a limit.
struct EventBacklog: Sendable {
    /// Of all devices together.
    static let limit = 1000

    private struct Entry: Sendable {
        let deviceID: String
        let event: DeviceChange.EventOccurrence
        let cause: ChangeCause
    }

    private var entries: [Entry] = []
    /// The entries before it were left out.
    private var head = 0
    private var lost: [String: Int] = [:]

    var count: Int { entries.count - head }

    /// Keeps the events of a change.
    mutating func add(_ change: DeviceChange) {
        entries += Self.entries(change)
        limit()
    }

    /// Keeps the events of changes that came before all that is kept of their devices, and how many are lost of each.
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
        // Not with each event: that would move all others each time.
        guard head >= Self.limit else { return }
        entries.removeFirst(head)
        head = 0
    }

    /// Takes out what is kept of a device: its events, each as a change of its own, and how many older ones there were.
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
