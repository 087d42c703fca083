internal import HearthAccessories
internal import HearthTraitCore

/// What somebody says of a device's service.
struct ServiceSetting: Hashable, Sendable {
    let key: ServiceKey
    /// Empty for none. Services may share their names (HK-94).
    var name = ""
    /// What is plugged into an outlet, or what a contact sensor watches; nil if that is not said.
    var associatedType: ServiceType?

    var isEmpty: Bool { name.isEmpty && associatedType == nil }

    /// The memory in bytes that it occupies, about.
    var size: Int { 96 + name.utf8.count }
}

extension DeviceRecord {
    /// Sets or, with an empty one, removes what is said of a service.
    ///
    /// - Returns: whether that changed something.
    mutating func set(_ setting: ServiceSetting) -> Bool {
        var changed = services.filter { $0.key != setting.key }
        if !setting.isEmpty { changed.append(setting) }
        changed.sort { $0.key < $1.key }
        guard changed != services else { return false }
        services = changed
        return true
    }

    /// Its services, as HomeKit has them.
    var serviceKeys: [ServiceKey] {
        let snapshot = DeviceSnapshot(
            id: id, name: name,
            endpoints: endpoints.map { endpoint in
                EndpointSnapshot(
                    number: endpoint.id, deviceTypes: endpoint.deviceTypes.map(\.id),
                    traits: endpoint.traitIDs.compactMap { id in
                        traits[TraitKey(endpoint: endpoint.id, traitID: id)].map {
                            TraitSnapshot(id: id, attributes: $0.attributes, descriptor: $0.descriptor)
                        }
                    })
            })
        return AccessoryView(snapshot).serviceKeys
    }
}

extension ServiceType {
    /// Whether people operate services of the type. Others, which only hold facts about the device, can't join a group
    /// (HK-28, HK-43).
    var isUserInteractive: Bool { ServiceCatalogue.definition(of: self)?.isUserInteractive ?? true }

    /// Whether one of this type can be plugged into, or watched by, one of another. Whatever has a power state can be
    /// plugged into an outlet or switch, but these themselves; doors and windows are watched by contact sensors.
    func canBeAssociated(with type: ServiceType) -> Bool {
        switch type {
        case .outlet, .switch:
            guard self != .outlet, self != .switch, let definition = ServiceCatalogue.definition(of: self) else {
                return false
            }
            return (definition.required + definition.optional).contains(.on)
        case .contactSensor: return [.door, .garageDoorOpener, .window, .windowCovering].contains(self)
        default: return false
        }
    }
}
