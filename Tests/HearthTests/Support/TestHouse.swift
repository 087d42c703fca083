internal import ExampleMaker
internal import HearthCameraMedia
internal import HearthTraitCore
internal import HearthTraits
internal import Synchronization

/// A maker's house of a few plain devices: writes are stored, and a few commands work.
final class TestHouse: DeviceProvider {
    private struct State {
        var hub: (any DeviceReporter)?
        var values: [TraitPath: StructureValue] = [:]
    }

    private let state = Mutex(State())
    private let devices: [DeviceDescription]

    init(_ devices: [DeviceDescription] = TestHouse.all) {
        self.devices = devices
    }

    func start(hub: any DeviceReporter, stored: StoredState) -> [DeviceDescription] {
        state.withLock { state in
            state.hub = hub
            for device in devices {
                for endpoint in device.endpoints {
                    let target = TraitTarget(deviceID: device.id, endpoint: endpoint.id)
                    for trait in endpoint.traits {
                        state.values[TraitPath(target, trait.descriptor.id)] = trait.attributes
                    }
                }
            }
        }
        return devices
    }

    func stop() async { state.withLock { $0.hub = nil } }

    func invoke(_ invocation: CommandInvocation) throws -> StructureValue? {
        let isOn = state.withLock { $0.values[invocation.path]?[0]?.bool ?? false }
        switch (invocation.path.traitID, invocation.command.name) {
        case (Matter.OnOffTrait.descriptor.id, "On"): set(invocation.path, [0: .bool(true)], invocation.cause)
        case (Matter.OnOffTrait.descriptor.id, "Off"), (Matter.OnOffTrait.descriptor.id, "OffWithEffect"):
            set(invocation.path, [0: .bool(false)], invocation.cause)
        case (Matter.OnOffTrait.descriptor.id, "Toggle"): set(invocation.path, [0: .bool(!isOn)], invocation.cause)
        case (Matter.LevelControlTrait.descriptor.id, "MoveToLevel"):
            set(invocation.path, [0: invocation.arguments[0] ?? .null], invocation.cause)
        case (Matter.ValveConfigurationAndControlTrait.descriptor.id, "Close"):
            set(invocation.path, [4: .unsigned(0), 5: .unsigned(0)], invocation.cause)
        case (Matter.ChimeTrait.descriptor.id, "PlayChimeSound"): break
        default: throw TraitError(.failure, "\(invocation.command.name) jams")
        }
        return nil
    }

    func write(_ update: AttributeUpdate) { set(update.path, update.values, update.cause) }

    /// Changes attributes by itself.
    func set(_ path: TraitPath, _ values: StructureValue, _ cause: ChangeCause = .device) {
        let hub = state.withLock { state in
            state.values[path]?.fields.merge(values.fields) { _, new in new }
            return state.hub
        }
        hub?.report(
            DeviceChange(
                deviceID: path.target.deviceID,
                attributes: [.init(endpoint: path.target.endpoint, traitID: path.traitID): values], cause: cause))
    }

    /// Takes a device off the network, or brings it back.
    func setOnline(_ isOnline: Bool, _ deviceID: String) {
        state.withLock { $0.hub }?.report(
            DeviceChange(deviceID: deviceID, connectivity: isOnline ? .direct : .away, cause: .device))
    }

    /// Reports an event of a device.
    func happen(_ event: DeviceChange.EventOccurrence, on deviceID: String) {
        state.withLock { $0.hub }?.report(DeviceChange(deviceID: deviceID, events: [event], cause: .device))
    }
}

// MARK: Live views

/// Its cameras answer offers of WebRTC, and have no stream through the hub.
extension TestHouse: CameraSource {
    func open(_ request: CameraRequest) throws -> CameraViewer {
        throw TraitError(.failure, "there are no pictures")
    }

    func connect(_ request: CameraRequest, offer: String) -> CameraSession? {
        CameraSession(answer: "answer to \(offer)") {}
    }
}

// MARK: The devices

extension TestHouse {
    static var all: [DeviceDescription] { [ceilingLight, bedroomLamp, frontDoor, hygrometer, speakerLamp] }

    /// An on/off light whose maker added a spinner and left out StartUpOnOff.
    static var ceilingLight: DeviceDescription {
        device(
            "ceiling", "Ceiling light", "Living room",
            [
                (
                    OnOffLightDeviceType.descriptor,
                    [
                        trait(Matter.OnOffTrait.descriptor, [0: .bool(false)], commands: [0, 1, 2]),
                        trait(
                            ExampleOrganization.SpinnerTrait.descriptor, [0: .unsigned(33), 1: .unsigned(600)]),
                    ]
                )
            ])
    }

    static var bedroomLamp: DeviceDescription {
        device(
            "bedroom-lamp", "Bedroom Lamp", "Bedroom",
            [
                (
                    DimmableLightDeviceType.descriptor,
                    [
                        trait(
                            Matter.OnOffTrait.descriptor, [0: .bool(true), 0x4003: .null], commands: [0, 1, 2, 0x40],
                            features: 1),
                        trait(
                            Matter.LevelControlTrait.descriptor, [0: .unsigned(254), 0xF: .unsigned(0)], commands: [0]),
                    ]
                )
            ])
    }

    static var frontDoor: DeviceDescription {
        device(
            "door", "Front door", nil,
            [
                (
                    DoorLockDeviceType.descriptor,
                    [
                        trait(
                            Matter.DoorLockTrait.descriptor,
                            [0: .unsigned(1), 0x30: .unsigned(5)], commands: [0, 1], features: 1)
                    ]
                )
            ])
    }

    static var hygrometer: DeviceDescription {
        device(
            "hygrometer", "Hygrometer", nil,
            [
                (
                    HumiditySensorDeviceType.descriptor,
                    [
                        trait(
                            Matter.RelativeHumidityMeasurementTrait.descriptor,
                            [0: .unsigned(4500), 1: .unsigned(0), 2: .unsigned(10_000)])
                    ]
                )
            ])
    }

    /// A speaker that is a dimmable light too: two OnOff traits on one device.
    static var speakerLamp: DeviceDescription {
        device(
            "speaker", "Glowing speaker", "Living room",
            [
                (
                    SpeakerDeviceType.descriptor,
                    [trait(Matter.OnOffTrait.descriptor, [0: .bool(true)], commands: [0, 1, 2])]
                ),
                (
                    DimmableLightDeviceType.descriptor,
                    [trait(Matter.OnOffTrait.descriptor, [0: .bool(false)], commands: [0, 1, 2])]
                ),
            ])
    }

    /// A doorbell with a light of Google's kind beside it; not among `all`.
    static var doorbell: DeviceDescription {
        device(
            "doorbell", "Doorbell", nil,
            [
                (GoogleDoorbellDeviceType.descriptor, [trait(Google.DoorbellPressTrait.descriptor, [:])]),
                (
                    DimmableLightDeviceType.descriptor,
                    [
                        trait(Matter.OnOffTrait.descriptor, [0: .bool(true)], commands: [0, 1, 2]),
                        trait(Google.LightEffectsTrait.descriptor, [0: .unsigned(1800)], commands: [2]),
                    ]
                ),
            ])
    }

    /// The valve behind the water meter, which is open; not among `all`.
    static var waterValve: DeviceDescription {
        device(
            "valve", "Water valve", nil,
            [
                (
                    WaterValveDeviceType.descriptor,
                    [
                        trait(
                            Matter.ValveConfigurationAndControlTrait.descriptor,
                            [0: .null, 1: .null, 3: .null, 4: .unsigned(1), 5: .unsigned(1)], commands: [0, 1])
                    ]
                )
            ])
    }

    /// A chime with two sounds; not among `all`.
    static var chime: DeviceDescription {
        let sounds = ["Bell", "Siren"].enumerated().map { index, name in
            TraitValue.structure([0: .unsigned(UInt64(index + 1)), 1: .string(name)])
        }
        return device(
            "chime", "Chime", nil,
            [
                (
                    ChimeDeviceType.descriptor,
                    [
                        trait(
                            Matter.ChimeTrait.descriptor, [0: .list(sounds), 1: .unsigned(1), 2: .bool(true)],
                            commands: [0])
                    ]
                )
            ])
    }

    static func device(
        _ id: String, _ name: String, _ room: String?, _ parts: [(DeviceTypeDescriptor, [TraitInstance])]
    ) -> DeviceDescription {
        let root = EndpointDescription(
            id: 0, parent: nil, deviceTypes: [.init(id: 0x16, revision: 1, isPrimary: false)], traits: [])
        let endpoints = parts.enumerated().map { index, part in
            EndpointDescription(
                id: UInt16(index + 1), parent: 0,
                deviceTypes: [.init(id: part.0.id, revision: part.0.revision, isPrimary: index == 0)],
                traits: part.1)
        }
        return DeviceDescription(
            id: id, name: name, suggestedRoom: room, endpoints: [root] + endpoints, isMatterDevice: true)
    }

    static func trait(
        _ descriptor: TraitDescriptor, _ values: StructureValue, commands: [UInt64] = [], features: UInt64 = 0
    ) -> TraitInstance {
        var attributes = values
        attributes[GlobalAttribute.generatedCommandList] = .list([])
        attributes[GlobalAttribute.acceptedCommandList] = .list(commands.map { .unsigned($0) })
        attributes[GlobalAttribute.featureMap] = .unsigned(features)
        attributes[GlobalAttribute.clusterRevision] = .unsigned(UInt64(descriptor.revision))
        let ids = attributes.fields.keys.sorted() + [GlobalAttribute.attributeList]
        attributes[GlobalAttribute.attributeList] = .list(ids.map { .unsigned(UInt64($0)) })
        return TraitInstance(descriptor: descriptor, attributes: attributes)
    }
}
