internal import HearthBase

/// Devices that the hub could not add for now, for example while its disk is full. After a pause one of them is sent
/// again; when the hub accepts it, the others follow.
struct DelayedDevices: Sendable {
    /// Without random spread, because a hub stores the devices of many hosts one after the other anyway.
    private static let pauses = AttachMachine.backoff

    private var ids: [String] = []
    /// Devices that the operator was notified of.
    private var reported: Set<String> = []
    private var tries = 0
    /// The last one that was sent again.
    private var tried: String?
    /// When to send the next one.
    private(set) var due: Duration?

    /// Adds a device that the hub could not add.
    ///
    /// - Returns: whether to notify the operator.
    mutating func add(_ id: String, now: Duration) -> Bool {
        ids.append(id)
        if due == nil { pause(now) }
        return reported.insert(id).inserted
    }

    private mutating func pause(_ now: Duration) {
        due = now + Self.pauses.delay(after: tries, random: 1)
        tries += 1
    }

    /// The device to send now; nil if none is due.
    mutating func next(now: Duration) -> String? {
        guard let due, now >= due else { return nil }
        self.due = nil
        tried = ids.isEmpty ? nil : ids.removeFirst()
        if !ids.isEmpty { pause(now) }
        return tried
    }

    /// Notes that the hub has added a device.
    ///
    /// - Returns: the devices to send now.
    mutating func taken(_ id: String) -> [String] {
        reported.remove(id)
        guard id == tried else { return [] }
        let others = ids
        forgetAll()
        return others
    }

    /// Removes a device that was removed, is about to be sent anyway, or is permanently refused.
    mutating func forget(_ id: String) {
        reported.remove(id)
        ids.removeAll { $0 == id }
        if ids.isEmpty { due = nil }
    }

    /// Removes all at the end of a call: the next one sends all devices.
    mutating func forgetAll() {
        ids = []
        tries = 0
        tried = nil
        due = nil
    }
}
