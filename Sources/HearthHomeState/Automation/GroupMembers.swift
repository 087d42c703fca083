internal import HearthHomeKitMapping
internal import HearthAutomation
internal import HearthTraitCore

/// The devices, or parts of devices, that a group of an action has now.
struct GroupMembers {
    private enum Members {
        case all
        case rooms(Set<String>)
        /// Endpoints, by device.
        case services([String: Set<UInt16>])
    }

    private let members: Members

    /// nil if there is no such group.
    init?(_ group: DeviceGroup, in state: StructureState) {
        switch group {
        case .structure(let id):
            guard id == state.id else { return nil }
            members = .all
        case .room(let id):
            guard state.room(id) != nil else { return nil }
            members = .rooms([id])
        case .zone(let id):
            guard let zone = state.groupings.zone(id) else { return nil }
            members = .rooms(Set(zone.roomIDs))
        case .serviceGroup(let id):
            guard let group = state.groupings.serviceGroup(id) else { return nil }
            var services: [String: Set<UInt16>] = [:]
            for service in group.services { services[service.deviceID, default: []].insert(service.key.endpoint) }
            members = .services(services)
        }
    }

    func contains(_ device: DeviceRecord, _ endpoint: UInt16) -> Bool {
        switch members {
        case .all: true
        case .rooms(let ids): device.roomID.map(ids.contains) ?? false
        case .services(let services): services[device.id]?.contains(endpoint) ?? false
        }
    }
}
