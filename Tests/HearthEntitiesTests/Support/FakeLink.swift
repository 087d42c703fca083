internal import HearthCameraMedia
internal import HearthEntities
internal import HearthTraitCore
internal import Synchronization

/// A link in memory. It notes the commands, and obeys them if it is told how.
final class FakeLink: LeafLink, CameraLink {
    private struct State {
        var addresses: CameraAddresses?
        var receiver: (any EntityReceiver)?
        var commands: [EntityCommand] = []
        var devices: [EntityDevice] = []
        var error: TraitError?
        var isStopped = false
        var pause: (@Sendable () async -> Void)?
    }

    private let state = Mutex(State())
    private let obey: @Sendable (EntityCommand) -> [EntityState]

    /// - Parameters:
    ///   - devices: what it describes when it is started.
    ///   - obey: the states that it reports upon a command, before `send` returns.
    init(_ devices: [EntityDevice] = [], obey: @escaping @Sendable (EntityCommand) -> [EntityState] = { _ in [] }) {
        self.obey = obey
        state.withLock { $0.devices = devices }
    }

    /// A link whose devices take on what a command sets.
    static func obedient(_ devices: [EntityDevice]) -> FakeLink {
        FakeLink(devices) { [EntityState(entity: $0.entity, values: $0.values)] }
    }

    var receiver: (any EntityReceiver)? { state.withLock { $0.receiver } }
    var commands: [EntityCommand] { state.withLock { $0.commands } }
    var isStopped: Bool { state.withLock { $0.isStopped } }

    func refuse(_ error: TraitError?) { state.withLock { $0.error = error } }

    /// Makes `send` wait for an action.
    func wait(for action: @escaping @Sendable () async -> Void) { state.withLock { $0.pause = action } }

    func start(receiver: any EntityReceiver) async throws {
        let devices = state.withLock { state in
            state.receiver = receiver
            return state.devices
        }
        for device in devices {
            await receiver.describe(device)
            await receiver.reachable(device.id, true)
        }
    }

    func send(_ command: EntityCommand, to deviceID: String) async throws {
        let error = state.withLock { state in
            state.commands.append(command)
            return state.error
        }
        if let error { throw error }
        await state.withLock { $0.pause }?()
        let states = obey(command)
        if !states.isEmpty { await receiver?.report(EntityReport(deviceID: deviceID, states: states)) }
    }

    /// Answers a call with its name.
    func run(_ call: ActionCall, on deviceID: String) async throws -> String? {
        try state.withLock { state in
            state.commands.append(EntityCommand(entity: deviceID, call: call))
            if let error = state.error { throw error }
        }
        return call.values.isEmpty ? nil : "{\"ran\":\"\(call.name)\"}"
    }

    func report(_ deviceID: String, _ entity: String, _ values: [EntityProperty: EntityValue]) async {
        await receiver?.report(
            EntityReport(deviceID: deviceID, states: [EntityState(entity: entity, values: values)]))
    }

    /// Says where the streams of all its devices are.
    func say(_ addresses: CameraAddresses?) { state.withLock { $0.addresses = addresses } }

    func addresses(ofCamera deviceID: String) async -> CameraAddresses? { state.withLock { $0.addresses } }

    func leftOut(of deviceID: String) async -> [LeftOut] { [] }

    func stop() async { state.withLock { $0.isStopped = true } }
}
