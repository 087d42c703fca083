internal import HearthTraitCore

/// The connection to an ecosystem: a device of ESPHome, or a broker behind which many devices are.
package protocol EntityLink: Sendable {
    /// Connects, and keeps connecting until ``stop()``. Devices and reports go to `receiver`.
    func start(receiver: any EntityReceiver) async throws

    /// Sends a command. Returns when the ecosystem has it; the state that follows confirms it.
    ///
    /// - Throws: `TraitError` if the link is down, or the ecosystem refuses.
    func send(_ command: EntityCommand, to deviceID: String) async throws

    /// Runs an action of a device's firmware. Returns when the device says that it has run, or has no way to say it.
    ///
    /// - Returns: what the action answers, as JSON; nil if it answers no data.
    /// - Throws: `TraitError` if the link is down, the device refuses, or does not answer.
    func run(_ call: ActionCall, on deviceID: String) async throws -> String?

    /// Connects at once if the link waits for its next attempt: the device has announced itself on the network.
    func wake()

    /// Takes back what the link has left at the ecosystem, such as messages that a broker keeps. Called before
    /// ``stop()`` when the integration is removed, or moves to another place.
    func withdraw() async

    /// Disconnects; nothing is reported afterwards.
    func stop() async

    /// What the ecosystem has of a device and the link describes no entity for; empty for an unknown device.
    func leftOut(of deviceID: String) async -> [LeftOut]
}

/// A link that wraps no other link; unsupported calls have defaults here. A link around another one is an
/// ``EntityLink`` without these defaults, so that it can't forget to pass a call on.
package protocol LeafLink: EntityLink {}

extension LeafLink {
    package func run(_ call: ActionCall, on deviceID: String) async throws -> String? {
        throw TraitError(.unsupportedCommand, "the device has no actions")
    }

    package func wake() {}

    package func withdraw() async {}
}

/// Receives what a link learns of its devices. Calls of one link are made in order.
package protocol EntityReceiver: Sendable {
    /// Adds devices, or replaces the descriptions of known ones. They count as reachable until ``reachable(_:_:)`` says
    /// otherwise. Each call is one transaction, so pass all known devices together.
    func describe(_ devices: [EntityDevice]) async

    /// Removes a device that the ecosystem no longer has.
    func remove(_ deviceID: String) async

    /// Removes all devices that are not in the ecosystem's complete list: those that it dropped while the hub was off.
    func keepOnly(_ deviceIDs: Set<String>) async

    /// Passes on values and events. Runs on the caller's executor, as a change of executors costs more than the rest.
    nonisolated(nonsending) func report(_ report: EntityReport) async

    /// Says whether a device can be reached. Values stay while it can't. Runs on the caller's executor.
    nonisolated(nonsending) func reachable(_ deviceID: String, _ isReachable: Bool) async

    /// Says how the connection of the link is, whenever that changes.
    func health(_ health: LinkHealth) async

    /// What the link gave to ``remember(_:)`` last, also before a restart of the hub; empty at first.
    var memory: [UInt8] { get async }

    /// Stores what the link has to know after a restart of the hub, at most 64 KiB. Returns once it is stored.
    func remember(_ memory: [UInt8]) async
}

extension EntityReceiver {
    /// Adds a device, or replaces the description of a known one.
    package func describe(_ device: EntityDevice) async { await describe([device]) }
}

/// A receiver that passes nothing on to another one. One around another receiver is an ``EntityReceiver`` without these
/// defaults.
package protocol LeafReceiver: EntityReceiver {}

extension LeafReceiver {
    package func keepOnly(_ deviceIDs: Set<String>) async {}

    package func health(_ health: LinkHealth) async {}

    package var memory: [UInt8] { get async { [] } }

    package func remember(_ memory: [UInt8]) async {}
}

/// The state of a link's connection. Texts are for people and contain no secrets.
package enum LinkHealth: Hashable, Sendable {
    case connecting
    case online
    /// The connection is down, and the link tries again by itself.
    case offline(reason: String)
    /// The connection fails until a person does something, such as giving the new key.
    case needsAttention(reason: String, wayOut: String)
}
