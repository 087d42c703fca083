package import HearthHomeKitMapping
internal import HearthBase
package import HearthTraitCore

/// A service of a device.
package struct ServiceReference: Hashable, Sendable {
    package let deviceID: String
    package let key: ServiceKey

    package init(deviceID: String, key: ServiceKey) {
        self.deviceID = deviceID
        self.key = key
    }
}

/// A service group as the hub holds it: services of devices under a name. Unlike a stored one, it has only services
/// whose type can be read.
package struct ServiceGroupRecord: Hashable, Sendable {
    package let id: String
    package var name: String
    /// In the order in which they were added, each once.
    package var services: [ServiceReference] = []

    package init(id: String, name: String, services: [ServiceReference] = []) {
        self.id = id
        self.name = name
        self.services = services
    }
}

/// The zones and service groups of a structure, each in the order in which they were made.
package struct Groupings: Sendable {
    package private(set) var zones: [ZoneRecord] = []
    package private(set) var serviceGroups: [ServiceGroupRecord] = []

    package init(zones: [ZoneRecord] = [], serviceGroups: [ServiceGroupRecord] = []) {
        self.zones = zones
        self.serviceGroups = serviceGroups
    }

    package func zone(_ id: String) -> ZoneRecord? { zones.first { $0.id == id } }

    package func serviceGroup(_ id: String) -> ServiceGroupRecord? { serviceGroups.first { $0.id == id } }

    mutating func put(_ zone: ZoneRecord) {
        if let index = zones.firstIndex(where: { $0.id == zone.id }) { zones[index] = zone } else { zones.append(zone) }
    }

    mutating func put(_ group: ServiceGroupRecord) {
        if let index = serviceGroups.firstIndex(where: { $0.id == group.id }) {
            serviceGroups[index] = group
        } else {
            serviceGroups.append(group)
        }
    }

    mutating func removeZone(_ id: String) { zones.removeAll { $0.id == id } }

    mutating func removeServiceGroup(_ id: String) { serviceGroups.removeAll { $0.id == id } }

    /// Takes a room out of all zones.
    ///
    /// - Returns: the zones that had it, as they are now.
    mutating func remove(room id: String) -> [ZoneRecord] {
        zones.indices.compactMap { index in
            guard zones[index].roomIDs.contains(id) else { return nil }
            zones[index].roomIDs.removeAll { $0 == id }
            return zones[index]
        }
    }

    /// Takes the services of devices out of all groups.
    ///
    /// - Returns: the groups that had one of them, as they are now.
    mutating func remove(devices ids: Set<String>) -> [ServiceGroupRecord] {
        serviceGroups.indices.compactMap { index in
            guard serviceGroups[index].services.contains(where: { ids.contains($0.deviceID) }) else { return nil }
            serviceGroups[index].services.removeAll { ids.contains($0.deviceID) }
            return serviceGroups[index]
        }
    }
}

extension Array where Element: Hashable {
    /// The members with some added at the end and others taken out, each once.
    package func members(adding added: [Element], removing removed: [Element]) -> [Element] {
        var seen = Set(removed)
        return (self + added).filter { seen.insert($0).inserted }
    }
}
