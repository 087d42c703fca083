internal import HearthTraitCore
internal import HearthWire

/// What waits to be sent, in order. Reports beyond a limit are drawn together device by device, so a hub that reads
/// slowly costs the present values and never a queue that grows.
struct Outbox: Sendable {
    enum Entry: Sendable {
        case message(Hearth_V1_AttachRequest.OneOf_Content)
        case report(DeviceChange)
        /// The value is looked up when it is sent: it may be another by then.
        case memory(MemoryKey)
    }

    /// Something that the hub keeps for a device.
    struct MemoryKey: Hashable, Sendable {
        let deviceID: String
        let key: String
    }

    /// From so many entries on, a device's reports are drawn together.
    static let limit = 256
    /// Of one report; the oldest beyond are left out.
    static let eventLimit = 64
    /// So many answers may wait; a hub waits for fewer.
    static let resultLimit = 4096

    private var entries: [Entry?] = []
    /// The entries before it have been taken.
    private var head = 0
    /// The entries that were taken out of the array's front.
    private var base = 0
    /// How many reports of each device wait.
    private var waiting: [String: Int] = [:]
    /// The number of each device's newest report, counted from the very first entry.
    private var newest: [String: Int] = [:]
    private var memories: Set<MemoryKey> = []
    /// The answers that wait.
    private(set) var results = 0

    var count: Int { entries.count - head }

    mutating func add(_ message: Hearth_V1_AttachRequest.OneOf_Content) {
        if case .result = message { results += 1 }
        entries.append(.message(message))
    }

    mutating func add(_ memory: MemoryKey) {
        if memories.insert(memory).inserted { entries.append(.memory(memory)) }
    }

    /// - Returns: how many events were left out for it.
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

    /// Adds a report that no later one is drawn into: a device's, before any other of it.
    mutating func addAlone(_ change: DeviceChange) {
        waiting[change.deviceID, default: 0] += 1
        entries.append(.report(change))
    }

    /// Takes a device's reports out of their turn.
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

    /// The reports that wait, in order.
    var reports: [DeviceChange] {
        entries.dropFirst(head).compactMap { if case .report(let change)? = $0 { change } else { nil } }
    }

    mutating func take() -> Entry? {
        defer { compact() }
        while head < entries.count {
            defer { head += 1 }
            // One that was taken out of its turn left a gap.
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
    /// Draws a later change of the same device into this one. The cause stays where both have the same.
    ///
    /// - Returns: how many events were too many: the oldest are left out.
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
