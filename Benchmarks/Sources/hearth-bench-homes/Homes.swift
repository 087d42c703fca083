internal import Foundation
internal import HearthHub
internal import HearthStore
internal import HearthTraitCore
internal import HearthTraits
internal import HearthVirtualHome
internal import HearthWire
internal import Synchronization

/// The homes that are measured: 28 devices of the demo house each, with names and serial numbers of their own, which
/// have reported as much as a hub reads at a start.
enum Homes {
    static let reports = 1_024
    private static let reportsInASave = 32

    static func hub(_ file: String) async throws -> Hub {
        let store = try await HomeStore.open(path: file, now: .seconds(Date().timeIntervalSince1970))
        return try await hub(store)
    }

    static func hub(_ store: HomeStore) async throws -> Hub {
        let hub = Hub(
            store: store, traits: StandardTraits.descriptors,
            deviceTypes: StandardTraits.deviceTypes.map { ($0.id, $0.name) },
            information: Hub.Information(version: "bench", schemaFingerprint: ""))
        try await hub.start()
        return hub
    }

    static func file(_ folder: String, _ home: Int) -> String { "\(folder)/\(home).db" }

    static func fill(_ folder: String, homes: Int) async throws {
        for number in 0..<homes {
            let hub = try await hub(file(folder, number))
            let devices = Devices(ofHome: number)
            try await hub.attach(devices)
            try await attachOwnTraits(hub)
            for turn in 0..<reports {
                devices.change(turn)
                if turn % reportsInASave == reportsInASave - 1 { try await hub.save() }
            }
            try await hub.shutdown()
        }
    }

    static func attachOwnTraits(_ hub: Hub) async throws {
        try await hub.attachOwnTraits {
            VirtualHome(structureID: $0.id, location: nil, secondsEastOfUTC: { _ in 0 })
        }
    }
}

/// 28 devices of the demo house, whose values change when they are told to.
final class Devices: DeviceProvider {
    static let count = 28
    private let house = VirtualHome(isLively: false)
    private let home: Int
    private let prefix: String
    private struct State {
        var hub: (any DeviceReporter)?
        /// The attributes that change: numbers which need no other to change with them.
        var changing: [(device: String, key: DeviceChange.TraitKey, attribute: UInt32, value: TraitValue)] = []
    }
    private let state = Mutex(State())

    /// - Parameter prefix: of its devices' IDs, for several in a hub.
    init(ofHome home: Int, prefix: String = "") {
        self.home = home
        self.prefix = prefix
    }

    func start(hub: any DeviceReporter, stored: StoredState) async throws -> [DeviceDescription] {
        let known = await house.start(hub: Nowhere(), stored: StoredState([:]))
        let devices = known.filter { device in
            device.endpoints.allSatisfy { $0.traits.allSatisfy { StandardTraits.ids.contains($0.descriptor.id) } }
        }.prefix(Self.count).map(own)
        state.withLock { state in
            state.hub = hub
            for device in devices {
                for endpoint in device.endpoints {
                    for trait in endpoint.traits where trait.descriptor.id < 0x1_0000 {
                        guard let value = trait.attributes[0], value.integer != nil || value.bool != nil else {
                            continue
                        }
                        let key = DeviceChange.TraitKey(endpoint: endpoint.id, traitID: trait.descriptor.id)
                        state.changing.append((device.id, key, 0, value))
                    }
                }
            }
        }
        return devices
    }

    /// The device with an ID, a name and texts of this home.
    private func own(_ device: DeviceDescription) -> DeviceDescription {
        var device = device
        device.id = prefix + device.id
        device.name += " \(home)"
        for endpoint in device.endpoints.indices {
            for trait in device.endpoints[endpoint].traits.indices {
                for (id, value) in device.endpoints[endpoint].traits[trait].attributes.fields {
                    guard case .string(let text) = value else { continue }
                    device.endpoints[endpoint].traits[trait].attributes[id] = .string(
                        String("\(text) \(home)".suffix(32)))
                }
            }
        }
        return device
    }

    /// Changes one value.
    func change(_ turn: Int) {
        let (hub, one) = state.withLock { state in
            let index = turn % state.changing.count
            state.changing[index].value =
                switch state.changing[index].value {
                case .bool(let value): .bool(!value)
                case .unsigned(let value): .unsigned(value ^ 1)
                case .signed(let value): .signed(value ^ 1)
                case let other: other
                }
            return (state.hub, state.changing[index])
        }
        hub?.report(
            DeviceChange(
                deviceID: one.device, attributes: [one.key: [one.attribute: one.value]], events: [], cause: .device))
    }

    func invoke(_ invocation: CommandInvocation) async throws -> StructureValue? { nil }
    func write(_ update: AttributeUpdate) async throws {}

    func stop() async {
        await house.stop()
        state.withLock { $0.hub = nil }
    }

    /// Ignores what the virtual home reports, as only its state at the start is measured.
    private struct Nowhere: DeviceReporter {
        func report(_ change: DeviceChange) {}
        func bring(_ devices: [DeviceDescription]) async throws {}
        func remove(_ deviceIDs: [String]) async throws {}
        func remember(_ deviceID: String, key: String, _ value: [UInt8]) {}
    }
}

extension StandardTraits {
    fileprivate static let ids = Set(descriptors.map(\.id))
}
