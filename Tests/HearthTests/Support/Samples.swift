@testable internal import Hearth
internal import HearthTraitCore
internal import HearthTraits

let onOff = Matter.OnOffTrait.descriptor

extension SourceConnectivity {
    static let direct = SourceConnectivity(connectivityState: .online, dataSourceLocality: .direct)
    static let away = SourceConnectivity(connectivityState: .offline, dataSourceLocality: .direct)
}

/// A device with one endpoint that has OnOff.
func sampleDevice(_ id: String, in structureID: String, room: String? = nil, name: String = "") -> CachedDevice {
    CachedDevice(
        id: id, structureID: structureID, roomID: room, name: name,
        endpoints: [
            DeviceEndpoint(
                id: 1, parent: nil, deviceTypes: [.init(id: 0x100, revision: 3, isPrimary: true)],
                traits: [.init(id: onOff.id, name: onOff.typeName, revision: 6)])
        ],
        isMatterDevice: true, connectivity: .direct)
}

func onOffPath(_ deviceID: String) -> TraitPath {
    TraitPath(TraitTarget(deviceID: deviceID, endpoint: 1), onOff.id)
}

/// New attributes of a sample device's OnOff.
func onOffChange(
    _ deviceID: String, _ attributes: StructureValue?, connectivity: SourceConnectivity? = nil
) -> HomeReport.TraitChange {
    HomeReport.TraitChange(
        path: onOffPath(deviceID), attributes: attributes.map { onOff.encodeAttributes($0) },
        connectivity: connectivity)
}

func position(_ structureID: String, _ sequence: UInt64, epoch: UInt64 = 1) -> StructurePosition {
    StructurePosition(structureID: structureID, epoch: epoch, sequence: sequence)
}

func report(
    _ position: StructurePosition, traits: [HomeReport.TraitChange] = [],
    objects: [HomeReport.ObjectRecord] = [], events: [HomeReport.EventOccurrence] = []
) -> HomeReport {
    HomeReport(
        position: position, cause: .device, observedAt: 0, traits: traits, events: events, objects: objects)
}

extension CachedHome {
    /// The decoded OnOff attributes of a sample device.
    func onOffAttributes(of deviceID: String) throws -> StructureValue? {
        try traits[deviceID]?[onOffPath(deviceID)].map { try onOff.decodeAttributes($0.attributes.bytes.span.bytes) }
    }
}
