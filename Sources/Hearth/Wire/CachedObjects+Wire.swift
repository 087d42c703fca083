internal import HearthTraitCore
internal import HearthWire

extension CachedStructure {
    init(_ message: Hearth_V1_Structure) {
        self.init(
            id: message.id, name: message.name, traits: message.traits.map { DeviceEndpoint.TraitEntry($0) },
            timeZone: message.timeZone.isEmpty ? nil : message.timeZone,
            location: message.location.map { StructureLocation(latitude: $0.latitude, longitude: $0.longitude) })
    }
}

extension CachedRoom {
    init(_ message: Hearth_V1_Room) {
        self.init(id: message.id, structureID: message.structureID, name: message.name, aliases: message.aliases)
    }
}

extension CachedDevice {
    init(_ message: Hearth_V1_Device) {
        self.init(
            id: message.id, structureID: message.structureID,
            roomID: message.roomID.isEmpty ? nil : message.roomID, name: message.name,
            endpoints: message.endpoints.compactMap { DeviceEndpoint($0) }, isMatterDevice: message.isMatterDevice,
            connectivity: message.connectivity.map { SourceConnectivity($0) } ?? .unknown,
            providerID: message.providerID.isEmpty ? nil : message.providerID,
            bridgeID: message.bridgeID.isEmpty ? nil : message.bridgeID,
            services: message.services.compactMap { CachedServiceSetting($0) }, aliases: message.aliases)
    }
}

extension DeviceEndpoint {
    /// nil if the endpoint number is out of range.
    init?(_ message: Hearth_V1_Endpoint) {
        guard let id = UInt16(exactly: message.id) else { return nil }
        self.init(
            id: id, parent: message.parent.flatMap { UInt16(exactly: $0) },
            deviceTypes: message.deviceTypes.map { DeviceTypeEntry($0) },
            traits: message.traits.map { TraitEntry($0) },
            tags: Set(message.tags.compactMap { SemanticTag($0) }), name: message.name.isEmpty ? nil : message.name)
    }
}

extension DeviceEndpoint.TraitEntry {
    init(_ message: Hearth_V1_TraitInfo) {
        self.init(id: message.id, name: message.name, revision: message.revision)
    }
}
