internal import HearthTraitCore
internal import Synchronization

@testable internal import HearthVirtualHome

/// A hub's side that keeps every change and the resulting state.
final class Recorder: DeviceReporter {
    private struct State {
        var changes: [DeviceChange] = []
        var values: [TraitPath: StructureValue] = [:]
        var memories: [String: [String: [UInt8]]] = [:]
    }

    private let state = Mutex(State())

    func bring(_ devices: [DeviceDescription]) {}

    func remove(_ deviceIDs: [String]) {}

    func remember(_ deviceID: String, key: String, _ value: [UInt8]) {
        state.withLock { $0.memories[deviceID, default: [:]][key] = value.isEmpty ? nil : value }
    }

    /// The memory of the devices.
    var memories: [String: [String: [UInt8]]] { state.withLock { $0.memories } }

    func report(_ change: DeviceChange) {
        state.withLock { state in
            state.changes.append(change)
            for (key, values) in change.attributes {
                let path = TraitPath(TraitTarget(deviceID: change.deviceID, endpoint: key.endpoint), key.traitID)
                state.values[path, default: [:]].fields.merge(values.fields) { _, new in new }
            }
        }
    }

    func begin(_ devices: [DeviceDescription]) {
        state.withLock { $0.values = Self.values(devices) }
    }

    var changes: [DeviceChange] { state.withLock { $0.changes } }
    var values: [TraitPath: StructureValue] { state.withLock { $0.values } }

    func forget() {
        state.withLock { $0.changes = [] }
    }

    static func values(_ devices: [DeviceDescription]) -> [TraitPath: StructureValue] {
        var result: [TraitPath: StructureValue] = [:]
        for device in devices {
            for endpoint in device.endpoints {
                let target = TraitTarget(deviceID: device.id, endpoint: endpoint.id)
                for trait in endpoint.traits { result[TraitPath(target, trait.descriptor.id)] = trait.attributes }
            }
        }
        return result
    }
}

/// A virtual home with a hand-moved clock and a recorder.
struct Stage {
    let clock = ManualClock()
    let home: VirtualHome
    let recorder = Recorder()
    let devices: [DeviceDescription]

    init(seed: UInt64 = 7, isLively: Bool = false, stored: StoredState = StoredState()) async {
        home = VirtualHome(clock: clock, seed: seed, isLively: isLively)
        devices = await home.start(hub: recorder, stored: stored)
        recorder.begin(devices)
    }

    func path<T: HearthTraitCore.Trait>(_ trait: T.Type, _ device: String, _ endpoint: UInt16 = 1) -> TraitPath {
        TraitPath(TraitTarget(deviceID: device, endpoint: endpoint), T.descriptor.id)
    }

    @discardableResult
    func send<T: HearthTraitCore.Trait>(
        _ trait: T.Type, _ command: String, _ arguments: StructureValue = [:], to device: String, endpoint: UInt16 = 1,
        by cause: ChangeCause = .client("test")
    ) async throws -> StructureValue? {
        guard let command = T.descriptor.command(named: command) else {
            throw TraitError(.unsupportedCommand, "no command \(command)")
        }
        return try await home.invoke(
            CommandInvocation(
                path: path(trait, device, endpoint), command: command, arguments: arguments, cause: cause))
    }
}

extension Recorder {
    /// Printed lines.
    final class Lines: Sendable {
        private let lines = Mutex<[String]>([])
        func add(_ line: String) { lines.withLock { $0.append(line) } }
        var all: [String] { lines.withLock { $0 } }
    }
}
