internal import Foundation
internal import HearthHomeKitMapping
internal import HearthAutomation
internal import HearthCalendar
internal import HearthTraitCatalog
internal import HearthTraitDescriptors
internal import HearthWire
internal import Expectations
internal import Testing

@testable internal import HearthHomeKit

/// Devices as values, for mappings without a hub.
struct MappedHouse {
    static let devices: [String: DeviceSnapshot] = Dictionary(
        [
            device(
                "lamp", 0x010D,
                [
                    0x6: [0: .bool(false)],
                    0x8: [0: .unsigned(127), 2: .unsigned(1), 3: .unsigned(254)],
                    0x300: [0: .unsigned(127), 1: .unsigned(254), 7: .unsigned(370), feature: .unsigned(0x11)],
                ]),
            device("contact", 0x0015, [0x45: [0: .bool(true)]]),
            device("thermometer", 0x0302, [0x402: [0: .signed(2_150), 1: .signed(-4_000), 2: .signed(12_000)]]),
            device("lock", 0x000A, [0x101: [0: .unsigned(1), 2: .bool(true)]]),
            device(
                "shade", 0x0202,
                [
                    0x102: [
                        0: .unsigned(0), 7: .unsigned(0), 10: .unsigned(0), 11: .unsigned(2_000), 14: .unsigned(2_000),
                        feature: .unsigned(0x5),
                    ]
                ]),
            device("motion", 0x0107, [0x406: [0: .unsigned(0), 1: .unsigned(0), 2: .unsigned(1)]]),
            device(
                "button", 0x000F,
                [0x3B: [0: .unsigned(2), 1: .unsigned(0), 2: .unsigned(2), feature: .unsigned(0x1E)]]),
            device("outlet", 0x010A, [0x6: [0: .bool(false)], 0x90: [8: .signed(0)]]),
        ].map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })

    private static let feature = GlobalAttribute.featureMap
    static let schemas = Dictionary(
        StandardTraits.descriptors.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })

    private static func device(_ id: String, _ type: UInt32, _ traits: [UInt32: StructureValue]) -> DeviceSnapshot {
        let traits = traits.map { TraitSnapshot(id: $0.key, attributes: $0.value, descriptor: schemas[$0.key]) }
        return DeviceSnapshot(
            id: id, name: id, endpoints: [EndpointSnapshot(number: 1, deviceTypes: [type], traits: traits)])
    }

    static func home(
        zone: String = "Europe/Berlin", without removed: String? = nil, personID: String? = nil
    ) throws -> MappedHome {
        let zone = try require(TimeZone(identifier: zone))
        return MappedHome(structureID: "house", timeZone: zone, personID: personID) {
            $0 == removed ? nil : devices[$0]
        }
    }

    /// A device's characteristic by its type; each type is in one service.
    static func characteristic(_ device: String, _ type: CharacteristicType) throws -> CharacteristicReference {
        let accessory = AccessoryView(try require(devices[device])).accessory()
        let service = try require(accessory.services.first { $0[type] != nil && $0.type != .accessoryInformation })
        return CharacteristicReference(device, CharacteristicKey(service.key, type))
    }

    /// The issues that the hub's check finds in a program; none of these homes lacks a device.
    static func issues(_ program: Hearth_V1_AutomationProgram) -> [String] {
        let automation = Automation(id: "a", name: "Test", graph: AutomationGraph(program.graph))
        let verdict = GraphCheck.verdict(
            on: automation, in: CheckedHouse(),
            at: AutomationMoment(now: .zero, sinceEpoch: .seconds(1_767_225_600)))
        return verdict.issues.map { "\($0.kind): \($0.message)" }
    }
}

/// The same devices as the hub's check sees them.
private struct CheckedHouse: CheckedHome {
    let id = "house"
    let hasZone = true

    var place: SchedulePlace {
        SchedulePlace(
            zone: ZoneRules { _ in 3_600 }, sun: GeoLocation(latitude: 52.5, longitude: 13.4).map { SolarClock(at: $0) }
        )
    }

    private func trait(_ path: TraitPath) -> TraitSnapshot? {
        MappedHouse.devices[path.target.deviceID]?.endpoints.first { $0.number == path.target.endpoint }?
            .traits[path.traitID]
    }

    func attributes(_ path: TraitPath) -> StructureValue? { trait(path)?.attributes }
    func descriptor(_ path: TraitPath) -> TraitDescriptor? { trait(path)?.descriptor }
    func isOnline(_ deviceID: String) -> Bool? { true }
    func schema(ofTrait traitID: UInt32) -> TraitDescriptor? { MappedHouse.schemas[traitID] }
    func name(ofObject objectID: String) -> String? { objectID }
    func allows(_ action: Action, by author: String) -> Bool { true }
    func isSensitive(_ action: Action) -> Bool { false }
    func targets(in group: DeviceGroup, deviceType: UInt32?, traitID: UInt32) -> [TraitTarget]? { nil }
    func allowsExecution(by author: String) -> Bool { true }
    func automation(_ id: String) -> CheckedAutomation? {
        CheckedAutomation(id, hasManualStarter: true, executedIDs: [])
    }

    func endpoints(_ objectID: String) -> [CheckedEndpoint]? {
        MappedHouse.devices[objectID]?.endpoints.map {
            CheckedEndpoint($0.number, deviceTypes: Set($0.deviceTypes), traits: Set($0.traits.keys))
        }
    }
}
