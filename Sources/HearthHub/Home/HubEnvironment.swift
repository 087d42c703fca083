internal import HearthHomeState
internal import HearthStore
internal import HearthTraitCore

/// The resources that a program gives its hub. A class, as the hub's objects share it: the limits take a kilobyte.
final class HubEnvironment: Sendable {
    let store: any HomeStorage
    let clock: any HomeClock
    let limits: HubLimits
    /// Generates IDs of structures, rooms and watches.
    let makeID: @Sendable () -> String
    /// Receives messages for a log.
    let notice: @Sendable (String) -> Void

    init(
        store: any HomeStorage, clock: any HomeClock, limits: HubLimits, makeID: @escaping @Sendable () -> String,
        notice: @escaping @Sendable (String) -> Void
    ) {
        self.store = store
        self.clock = clock
        self.limits = limits
        self.makeID = makeID
        self.notice = notice
    }
}
