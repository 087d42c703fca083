internal import HearthTraitCore
internal import HearthWire

/// Messages waiting to be sent, in order. Beyond a limit a device's reports are coalesced, so that a hub that reads
/// slowly receives the current values and the queue stays bounded.
struct Outbox: Sendable {
    enum Entry: Sendable {
        case message(Hearth_V1_AttachRequest.OneOf_Content)
        case report(DeviceChange)
        /// The value is looked up when it is sent, since it may change until then.
        case memory(MemoryKey)
    }

    /// Identifies a value that the hub stores for a device.
    struct MemoryKey: Hashable, Sendable {
        let deviceID: String
        let key: String
    }

    /// The queue length above which a device's reports are coalesced.
    static let limit = 256
    /// The most events in one report; older ones are dropped.
    static let eventLimit = 64
    /// The most queued results; hubs never wait for more.
    static let resultLimit = 4096

    private var entries: [Entry?] = []
    /// Entries before this index have been taken.
    private var head = 0
    /// The number of entries that were removed from the front of the array.
    private var base = 0
    /// Queued reports by device.
    private var waiting: [String: Int] = [:]
    /// Position of each device's newest report, counted from the very first entry.
    private var newest: [String: Int] = [:]
    private var memories: Set<MemoryKey> = []
    /// The number of queued results.
    private(set) var results = 0

    var count: Int { entries.count - head }

    mutating func add(_ message: Hearth_V1_AttachRequest.OneOf_Content) {
        if case .result = message { results += 1 }
        entries.append(.message(message))
    }

    mutating func add(_ memory: MemoryKey) {
        if memories.insert(memory).inserted { entries.append(.memory(memory)) }
    }

    /// - Returns: the number of events that were dropped.
    mutating func add(_ change: DeviceChange) -> Int {
        if count >= Self.limit, let number = newest[change.deviceID], number >= base + head,
            case .report(var merged)? = entries[number - base]
        {
            entries[number - base] = nil
            let lost = merged.merge(change, eventLimit: Self.eventLimit)
            entries[number - base] = .report(merged)
            return lost
        }
        newest[change.deviceID] = base + entries.count
        addAlone(change)
        return 0
    }

    /// Adds a report that must not be coalesced, because it precedes all others of its device.
    mutating func addAlone(_ change: DeviceChange) {
        waiting[change.deviceID, default: 0] += 1
        entries.append(.report(change))
    }

    /// Removes a device's reports from the queue.
    mutating func takeReports(of deviceID: String) -> [DeviceChange] {
        guard waiting.removeValue(forKey: deviceID) != nil else { return [] }
        newest[deviceID] = nil
        var reports: [DeviceChange] = []
        for index in head..<entries.count {
            guard case .report(let change)? = entries[index], change.deviceID == deviceID else { continue }
            reports.append(change)
            entries[index] = nil
        }
        return reports
    }

    /// The queued reports, in order.
    var reports: [DeviceChange] {
        entries.dropFirst(head).compactMap { if case .report(let change)? = $0 { change } else { nil } }
    }

    mutating func take() -> Entry? {
        defer { compact() }
        while head < entries.count {
            defer { head += 1 }
            // Reports that were removed leave gaps.
            guard let entry = entries[head].take() else { continue }
            switch entry {
            case .report(let change):
                let id = change.deviceID
                if newest[id] == base + head { newest[id] = nil }
                if let count = waiting.removeValue(forKey: id), count > 1 { waiting[id] = count - 1 }
            case .memory(let memory): memories.remove(memory)
            case .message(.result): results -= 1
            case .message: break
            }
            return entry
        }
        return nil
    }

    private mutating func compact() {
        guard head == entries.count || head >= 64 && head * 2 >= entries.count else { return }
        entries.removeFirst(head)
        base += head
        head = 0
    }
}

extension DeviceChange {
    /// Merges a later change of the same device into this one. The cause is kept if both have the same.
    ///
    /// - Returns: the number of events that were dropped, oldest first.
    mutating func merge(_ later: DeviceChange, eventLimit: Int) -> Int {
        for (key, values) in later.attributes {
            attributes[key, default: StructureValue()].fields.merge(values.fields) { _, new in new }
        }
        events += later.events
        let lost = max(0, events.count - eventLimit)
        events.removeFirst(lost)
        connectivity = later.connectivity ?? connectivity
        if cause != later.cause { cause = .device }
        return lost
    }
}
