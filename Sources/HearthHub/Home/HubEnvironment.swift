internal import HearthHomeState
internal import HearthStore
internal import HearthTraitCore

/// The resources that a program gives its hub.
struct HubEnvironment: Sendable {
    let store: any HomeStorage
    let clock: any HomeClock
    let limits: HubLimits
    /// Generates IDs of structures, rooms and watches.
    let makeID: @Sendable () -> String
    /// Receives messages for a log.
    let notice: @Sendable (String) -> Void
}
