internal import Expectations
internal import HearthCameraMedia
internal import HearthEntities
internal import HearthHomeState
internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCatalog
internal import HearthTraitCore

/// A hub with a provider of a link's devices; its clock is moved by hand.
struct EntityHome {
    let hub: Hub
    let provider: EntityProvider
    let clock: ManualClock

    static let owner = Caller(.owner, clientID: "test")

    init(
        _ link: FakeLink, store: any HomeStorage, cameras: (any CameraOpener)? = nil
    ) async throws {
        clock = ManualClock()
        hub = Hub(
            store: store, traits: StandardTraits.descriptors,
            information: Hub.Information(version: "1", schemaFingerprint: "-"), clock: clock)
        try await hub.start()
        provider = EntityProvider(link: link, idPrefix: "fake-", cameras: cameras, clock: clock)
        try await hub.attach(provider)
    }

    func path(_ device: String, _ endpoint: UInt16, _ trait: TraitDescriptor) -> TraitPath {
        TraitPath(TraitTarget(deviceID: "fake-\(device)", endpoint: endpoint), trait.id)
    }

    /// An attribute as the hub has it.
    func value(_ device: String, _ endpoint: UInt16, _ trait: TraitDescriptor, _ name: String) throws -> TraitValue? {
        let id = try require(trait.attribute(named: name)?.id)
        return try hub.read(path(device, endpoint, trait), as: Self.owner).attributes[id]
    }

    func isOnline(_ device: String) throws -> Bool {
        let reading = try hub.read(path(device, 0, StandardTraits.matterBasicInformation), as: Self.owner)
        return reading.connectivity.connectivityState == .online
    }

    @discardableResult
    func invoke(
        _ device: String, _ endpoint: UInt16, _ trait: TraitDescriptor, _ command: String,
        _ arguments: StructureValue = [:]
    ) async throws -> CommandAnswer {
        let id = try require(trait.command(named: command)?.id)
        return try await hub.invoke(path(device, endpoint, trait), command: id, arguments, as: Self.owner)
    }
}

/// Devices for tests.
enum Devices {
    static let camera = EntityDevice(
        id: "camera", name: "Camera",
        entities: [
            Entity(
                key: "camera", name: "",
                kind: .camera(
                    EntityKind.Camera(
                        isDoorbell: false, width: 640, height: 360, framesPerSecond: 25, objects: [], hasPictures: true)
                ))
        ])

    static let plug = EntityDevice(
        id: "plug", name: "Plug", maker: "Maker", model: "P1", softwareVersion: "2.0",
        entities: [
            Entity(key: "relay", name: "", kind: .toggle(deviceClass: "outlet")),
            Entity(
                key: "power", name: "Power", kind: .sensor(deviceClass: "power", unit: "W", stateClass: "measurement")),
            Entity(
                key: "energy", name: "Energy",
                kind: .sensor(deviceClass: "energy", unit: "kWh", stateClass: "total_increasing")),
            Entity(
                key: "rssi", name: "Signal", category: .diagnostic,
                kind: .sensor(deviceClass: "signal_strength", unit: "dBm", stateClass: "measurement")),
        ])

    static let lamp = EntityDevice(
        id: "lamp", name: "Lamp",
        entities: [
            Entity(
                key: "light", name: "",
                kind: .light(
                    EntityKind.Light(
                        hasBrightness: true, mireds: 153...500, color: .xy, effects: ["rainbow"], hasTransition: true)))
        ])

    static let sensor = EntityDevice(
        id: "sensor", name: "Sensor",
        entities: [
            Entity(
                key: "t", name: "Temperature", kind: .sensor(deviceClass: "temperature", unit: "°C", stateClass: "")),
            Entity(key: "door", name: "Door", kind: .flag(deviceClass: "door")),
            Entity(
                key: "battery", name: "Battery", category: .diagnostic,
                kind: .sensor(deviceClass: "battery", unit: "%", stateClass: "")),
            Entity(
                key: "offset", name: "Offset", category: .setting,
                kind: .number(minimum: -5, maximum: 5, step: 0.1, unit: "°C", deviceClass: "")),
        ])
}
