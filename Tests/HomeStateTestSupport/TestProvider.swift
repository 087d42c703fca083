package import HearthTraitCore
internal import HearthTraits
internal import Synchronization

/// Lamps, locks and alarm systems that obey: a real provider, small enough for tests of the hub.
package final class TestProvider: DeviceProvider {
    private struct State {
        var hub: (any DeviceReporter)?
        var values: [TraitPath: StructureValue] = [:]
        var isStopped = false
        var early: [DeviceChange] = []
        var stored = StoredState()
        var commands = 0

        mutating func take(_ devices: [DeviceDescription]) {
            for device in devices {
                for endpoint in device.endpoints {
                    for trait in endpoint.traits {
                        let target = TraitTarget(deviceID: device.id, endpoint: endpoint.id)
                        values[TraitPath(target, trait.descriptor.id)] = trait.attributes
                    }
                }
            }
        }
    }

    private let descriptions: [DeviceDescription]
    private let state = Mutex(State())

    package init(_ descriptions: [DeviceDescription], early: [DeviceChange] = []) {
        self.descriptions = descriptions
        state.withLock { $0.early = early }
    }

    package convenience init(lamps count: Int, room: String? = nil) {
        self.init((1...count).map { Self.lamp("lamp-\($0)", name: "Lamp \($0)", room: room) })
    }

    package static let onOff = Matter.OnOffTrait.descriptor
    package static let doorLock = Matter.DoorLockTrait.descriptor
    package static let securitySystem = HearthProject.SecuritySystemTrait.descriptor
    package static let armDisarm = Google.ArmDisarmTrait.descriptor

    package static func lamp(_ id: String, name: String, room: String? = nil) -> DeviceDescription {
        DeviceDescription(
            id: id, name: name, suggestedRoom: room,
            endpoints: [
                EndpointDescription(id: 0, parent: nil, deviceTypes: [], traits: []),
                EndpointDescription(
                    id: 1, parent: 0, deviceTypes: [.init(id: 0x100, revision: 3, isPrimary: true)],
                    traits: [
                        TraitInstance(
                            descriptor: onOff,
                            attributes: [
                                0x0000: .bool(false), 0x4000: .bool(true), 0x4001: .unsigned(0), 0x4002: .unsigned(0),
                                0x4003: .null,
                                0xFFF9: .list([.unsigned(0), .unsigned(1), .unsigned(2), .unsigned(66)]),
                                0xFFFC: .unsigned(1), 0xFFFD: .unsigned(6),
                            ])
                    ]),
            ], isMatterDevice: false)
    }

    package static func lock(_ id: String, name: String) -> DeviceDescription {
        DeviceDescription(
            id: id, name: name,
            endpoints: [
                EndpointDescription(id: 0, parent: nil, deviceTypes: [], traits: []),
                EndpointDescription(
                    id: 1, parent: 0, deviceTypes: [.init(id: 0xA, revision: 3, isPrimary: true)],
                    traits: [
                        TraitInstance(
                            descriptor: doorLock,
                            attributes: [
                                0x0: .unsigned(1), 0xFFF9: .list([.unsigned(0), .unsigned(1)]), 0xFFFC: .unsigned(0),
                                0xFFFD: .unsigned(8),
                            ])
                    ]),
            ], isMatterDevice: false)
    }

    /// An alarm system of Hearth's SecuritySystem or of Google's ArmDisarm, with the attributes of the trait.
    package static func alarm(
        _ id: String, name: String, _ trait: TraitDescriptor, _ attributes: StructureValue
    ) -> DeviceDescription {
        DeviceDescription(
            id: id, name: name,
            endpoints: [
                EndpointDescription(id: 0, parent: nil, deviceTypes: [], traits: []),
                EndpointDescription(
                    id: 1, parent: 0, deviceTypes: [.init(id: 0xFFF0_0001, revision: 1, isPrimary: true)],
                    traits: [TraitInstance(descriptor: trait, attributes: attributes)]),
            ], isMatterDevice: false)
    }

    package static func onOff(of device: String) -> TraitPath {
        TraitPath(TraitTarget(deviceID: device, endpoint: 1), onOff.id)
    }

    package static func doorLock(of device: String) -> TraitPath {
        TraitPath(TraitTarget(deviceID: device, endpoint: 1), doorLock.id)
    }

    package var isStopped: Bool { state.withLock { $0.isStopped } }
    package var stored: StoredState { state.withLock { $0.stored } }
    package var commands: Int { state.withLock { $0.commands } }

    package func start(hub: any DeviceReporter, stored: StoredState) async throws -> [DeviceDescription] {
        let early = state.withLock { state in
            state.hub = hub
            state.stored = stored
            state.take(descriptions)
            return state.early
        }
        for change in early { hub.report(change) }
        return descriptions
    }

    /// Describes devices again, or adds more of them.
    package func bring(_ devices: [DeviceDescription]) async throws {
        let hub = state.withLock { state in
            state.take(devices)
            return state.hub
        }
        try await hub?.bring(devices)
    }

    package func remove(_ devices: [String]) async throws {
        try await state.withLock { $0.hub }?.remove(devices)
    }

    package func report(_ change: DeviceChange) {
        state.withLock { $0.hub }?.report(change)
    }

    package func invoke(_ invocation: CommandInvocation) async throws -> StructureValue? {
        state.withLock { $0.commands += 1 }
        switch (invocation.path.traitID, invocation.command.methodName) {
        case (Self.onOff.id, "off"): set([0: .bool(false)], invocation)
        case (Self.onOff.id, "on"): set([0: .bool(true)], invocation)
        case (Self.onOff.id, "toggle"):
            let isOn = state.withLock { $0.values[invocation.path]?[0]?.bool } ?? false
            set([0: .bool(!isOn)], invocation)
        case (Self.onOff.id, "onWithTimedOff"):
            set([0: .bool(true), 0x4001: invocation.arguments[1] ?? .unsigned(0)], invocation)
        case (Self.doorLock.id, "lockDoor"):
            set([0: .unsigned(1)], invocation, events: [Self.operation(of: invocation, lock: true)])
        case (Self.doorLock.id, "unlockDoor"):
            guard invocation.arguments[0] == .octets(Array("1234".utf8)) else {
                throw TraitError(.failure, "the PIN is wrong", clusterStatus: 3)
            }
            set([0: .unsigned(2)], invocation, events: [Self.operation(of: invocation, lock: false)])
        case (Self.armDisarm.id, "armDisarm"):
            let isArmed = invocation.arguments[0]?.bool == true
            set([1: .bool(isArmed), 2: invocation.arguments[1] ?? .string("")], invocation)
        default: throw TraitError(.unsupportedCommand, "\(invocation.command.name) is not built in")
        }
        return nil
    }

    private static func operation(of invocation: CommandInvocation, lock: Bool) -> DeviceChange.EventOccurrence {
        DeviceChange.EventOccurrence(
            endpoint: invocation.path.target.endpoint, traitID: doorLock.id, eventID: 2,
            fields: [0: .unsigned(lock ? 0 : 1), 1: .unsigned(7), 2: .null, 3: .null, 4: .null])
    }

    package func write(_ update: AttributeUpdate) async throws {
        var values = update.values
        // An alarm system reaches its target at once.
        if update.path.traitID == Self.securitySystem.id, let target = values[1] { values[0] = target }
        report(update.path, values, update.cause)
    }

    package func stop() async {
        state.withLock {
            $0.isStopped = true
            $0.hub = nil
        }
    }

    private func set(
        _ values: StructureValue, _ invocation: CommandInvocation, events: [DeviceChange.EventOccurrence] = []
    ) {
        report(invocation.path, values, invocation.cause, events: events)
    }

    /// Reports a change, also one made at the device itself.
    package func report(
        _ path: TraitPath, _ values: StructureValue, _ cause: ChangeCause = .device,
        events: [DeviceChange.EventOccurrence] = []
    ) {
        let hub = state.withLock { state in
            state.values[path]?.fields.merge(values.fields) { _, new in new }
            return state.hub
        }
        let key = DeviceChange.TraitKey(endpoint: path.target.endpoint, traitID: path.traitID)
        hub?.report(
            DeviceChange(deviceID: path.target.deviceID, attributes: [key: values], events: events, cause: cause))
    }

    package func reportConnectivity(of device: String, isOnline: Bool) {
        let connectivity = SourceConnectivity(
            connectivityState: isOnline ? .online : .offline, dataSourceLocality: .localPeer)
        state.withLock { $0.hub }?.report(
            DeviceChange(deviceID: device, connectivity: connectivity, cause: .device))
    }
}
