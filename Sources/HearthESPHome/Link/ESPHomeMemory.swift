/// What a link knows of its device from earlier, for its owner to store.
package struct ESPHomeMemory: Hashable, Sendable {
    /// The ids of the device and its sub-devices, as they were last described.
    package var deviceIDs: [String]
    /// Whether the device sleeps: it took its leave, and wakes up by itself. It then counts as reachable.
    package var isAsleep: Bool

    package init(deviceIDs: [String] = [], isAsleep: Bool = false) {
        self.deviceIDs = deviceIDs
        self.isAsleep = isAsleep
    }
}
