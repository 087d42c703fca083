/// What a link has to know of its device after a restart of the hub.
package struct ESPHomeMemory: Hashable, Sendable {
    /// The ids of the device and its sub-devices, as they were last described.
    package var deviceIDs: [String]
    /// Whether the device's absence is expected: it sleeps, and did not vanish while it was connected. It then counts as
    /// reachable. Also true during a connection, as the device may fall asleep while the hub is off.
    package var mayBeAsleep: Bool

    /// Creates a memory; empty before the first contact.
    package init(deviceIDs: [String] = [], mayBeAsleep: Bool = false) {
        self.deviceIDs = deviceIDs
        self.mayBeAsleep = mayBeAsleep
    }

    /// Reads ``bytes``; empty if they can't be read.
    init(bytes: [UInt8]) {
        let message = (try? MemoryMessage(reading: bytes)) ?? MemoryMessage()
        self.init(deviceIDs: message.deviceIDs, mayBeAsleep: message.mayBeAsleep)
    }

    /// The memory for a store.
    var bytes: [UInt8] { MemoryMessage(deviceIDs: deviceIDs, mayBeAsleep: mayBeAsleep).encoded }
}

/// The stored form of a memory.
private struct MemoryMessage: WireMessage {
    static let id: UInt16 = 0
    static let name = "HearthMemory"
    static let fields = table(texts(1, "device_ids", \.deviceIDs), flag(2, "may_be_asleep", \.mayBeAsleep))
    var deviceIDs: [String] = []
    var mayBeAsleep = false
}
