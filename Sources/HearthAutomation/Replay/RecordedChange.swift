/// A change of a structure as it was recorded, before any merging, with its time.
package struct RecordedChange: Hashable, Sendable {
    /// Time since 1970.
    package let at: Duration
    /// What changed and happened. Whether a trait was there before is not recorded, and nothing depends on what this says.
    package let change: HomeChange
    /// Whether devices could be reached from then on, by their ids, as far as that changed.
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
