internal import HearthBase

/// Devices that the hub could not take for now, such as while its disk is full. After a pause one of them is brought
/// again; when the hub takes it, the others follow.
struct DelayedDevices: Sendable {
    /// Not spread at random: a hub stores the devices of many hosts one after the other anyway.
    private static let pauses = AttachMachine.backoff

    private var ids: [String] = []
    /// Those of which whoever runs the host was told.
    private var told: Set<String> = []
    private var tries = 0
    /// The last one that was brought again.
    private var tried: String?
    /// When the next one is to be brought.
    private(set) var due: Duration?

    /// The hub could not take a device.
    ///
    /// - Returns: whether to tell whoever runs the host.
    mutating func add(_ id: String, now: Duration) -> Bool {
        ids.append(id)
        if due == nil { pause(now) }
        return told.insert(id).inserted
    }

    private mutating func pause(_ now: Duration) {
        due = now + Self.pauses.delay(after: tries, random: 1)
        tries += 1
    }

    /// The device to bring now; nil if it is not time.
    mutating func next(now: Duration) -> String? {
        guard let due, now >= due else { return nil }
        self.due = nil
        tried = ids.isEmpty ? nil : ids.removeFirst()
        if !ids.isEmpty { pause(now) }
        return tried
    }

    /// The hub has taken a device.
    ///
    /// - Returns: the devices to bring now.
    mutating func taken(_ id: String) -> [String] {
        told.remove(id)
        guard id == tried else { return [] }
        let others = ids
        forgetAll()
        return others
    }

    /// The device was removed, is about to be brought anyway, or is refused for good.
    mutating func forget(_ id: String) {
        told.remove(id)
        ids.removeAll { $0 == id }
        if ids.isEmpty { due = nil }
    }

    /// The call has ended: the next one brings all.
    mutating func forgetAll() {
        ids = []
        tries = 0
        tried = nil
        due = nil
    }
}
