internal import HearthHomeState
internal import HearthStore
internal import HearthTraitCore

/// What a program gives its hub to work with.
struct HubSurroundings: Sendable {
    let store: any HomeStorage
    let clock: any HomeClock
    let limits: HubLimits
    /// Generates IDs of structures, rooms and watches.
    let makeID: @Sendable () -> String
    /// Receives messages for a log.
    let notice: @Sendable (String) -> Void
}
