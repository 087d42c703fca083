internal import HearthCameraEvents
internal import HearthTraitCore

extension CameraEvent {
    /// The camera events that changed attributes stand for.
    static func of(_ change: HomeReport.TraitChange, _ home: CachedHome) -> Set<CameraEvent> {
        guard let bytes = change.attributes else { return [] }
        return CameraEventRule.events(change.path.traitID, at: .init(change.path.target, home)) { trait in
            try? trait.decodeAttributes(bytes.span.bytes)
        }
    }

    /// The camera events that an event stands for.
    static func of(_ event: HomeReport.EventOccurrence, _ home: CachedHome) -> Set<CameraEvent> {
        CameraEventRule.events(
            ofEvent: event.eventID, event.path.traitID, at: .init(event.path.target, home)
        ) { trait in
            guard let type = trait.event(event.eventID) else { return nil }
            return try? trait.decodeEvent(type, event.payload.span.bytes)
        }
    }

    /// The camera events that the devices of a structure can have.
    static func possible(in structureID: String, _ home: CachedHome) -> Set<CameraEvent> {
        var events: Set<CameraEvent> = []
        for device in home.devices.values where device.structureID == structureID {
            for endpoint in device.endpoints {
                let place = CameraEventRule.Place(device, endpoint, home)
                let rules = endpoint.traits.flatMap { CameraEventRule.of($0.id) }
                for rule in rules where rule.applies(at: place) { events.formUnion(rule.events) }
            }
        }
        return events
    }
}

extension CameraEventRule.Place {
    /// nil for an endpoint that is not there any more.
    fileprivate init?(_ target: TraitTarget, _ home: CachedHome) {
        guard let device = home.devices[target.deviceID],
            let endpoint = device.endpoints.first(where: { $0.id == target.endpoint })
        else { return nil }
        self.init(device, endpoint, home)
    }

    fileprivate init(_ device: CachedDevice, _ endpoint: DeviceEndpoint, _ home: CachedHome) {
        self.init(
            deviceTypes: endpoint.deviceTypes.map(\.id), traitIDs: endpoint.traits.map(\.id),
            // The short form of HomeKit's type of a garage door opener.
            watchesGarageDoor: device.services.contains { $0.endpoint == endpoint.id && $0.associatedType == "41" },
            flag: { trait in
                let target = TraitTarget(deviceID: device.id, endpoint: endpoint.id)
                return home.record(at: TraitPath(target, trait.id)).flatMap {
                    try? trait.decodeAttributes($0.attributes.span.bytes)
                }
            })
    }
}
