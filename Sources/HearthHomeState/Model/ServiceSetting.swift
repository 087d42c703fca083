package import HearthHomeKitMapping
internal import HearthTraitCore

/// A person's settings of a device's service.
package struct ServiceSetting: Hashable, Sendable {
    package let key: ServiceKey
    /// Empty for none. Several services may have the same name.
    package var name = ""
    /// The type of the appliance plugged into an outlet, or of the opening that a contact sensor watches, if set.
    package var associatedType: ServiceType?

    package init(key: ServiceKey, name: String = "", associatedType: ServiceType? = nil) {
        self.key = key
        self.name = name
        self.associatedType = associatedType
    }

    var isEmpty: Bool { name.isEmpty && associatedType == nil }

    /// Approximate memory in bytes.
    var size: Int { 96 + name.utf8.count }
}

extension DeviceRecord {
    /// Replaces the settings of a service; empty ones are removed.
    ///
    /// - Returns: whether that changed something.
    package mutating func set(_ setting: ServiceSetting) -> Bool {
        var changed = services.filter { $0.key != setting.key }
        if !setting.isEmpty { changed.append(setting) }
        changed.sort { $0.key < $1.key }
        guard changed != services else { return false }
        services = changed
        return true
    }

    /// Its services, as HomeKit has them.
    package var serviceKeys: [ServiceKey] {
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
    /// Whether people operate services of the type (HomeKit documentation, HMService.isUserInteractive). Others, which
    /// only hold facts about the device, can't join a group.
    package var isUserInteractive: Bool { ServiceCatalogue.definition(of: self)?.isUserInteractive ?? true }

    /// Whether the type can be associated with another: anything with a power state, except outlets and switches, with
    /// an outlet or switch; doors and windows with a contact sensor.
    package func canBeAssociated(with type: ServiceType) -> Bool {
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
