/// A recorded change of a structure, not coalesced, with its time.
package struct RecordedChange: Hashable, Sendable {
    /// Time since 1970.
    package let at: Duration
    /// The change. ``HomeChange/Attributes/isFirst`` is not recorded and has no meaning here.
    package let change: HomeChange
    /// Devices that came online or went offline, by id.
    package let online: [String: Bool]
    /// Devices that were removed.
    package let removed: Set<String>

    package init(
        at time: Duration, _ change: HomeChange, online: [String: Bool] = [:], removed: Set<String> = []
    ) {
        at = time
        self.change = change
        self.online = online
        self.removed = removed
    }
}
