internal import Foundation
internal import Hearth

// Zones and service groups.
extension HMHome {
    /// Adds a zone.
    ///
    /// - Throws: ``HMError``: `objectWithSimilarNameExistsInHome` if another object of the home has a similar name;
    ///   `insufficientPrivileges` for guests; a code for an invalid name, as in
    ///   ``HMHome/updateName(_:)``.
    public func addZone(withName zoneName: String) async throws -> HMZone {
        try await inOrder {
            let record = try await Operation(model).run {
                try await $0.createZone(in: self.id, name: zoneName)
            } settle: {
                .zone($0)
            }
            return try made(model?.zone(record.id), "zone", zoneName)
        }
    }

    /// Adds a zone.
    public func addZone(
        withName zoneName: String, completionHandler completion: @escaping (HMZone?, (any Error)?) -> Void
    ) {
        complete(completion) { try await self.addZone(withName: zoneName) }
    }

    /// Removes a zone; its rooms stay.
    ///
    /// - Throws: ``HMError``: `objectAssociatedToAnotherHome` for a zone of another home; `insufficientPrivileges` for
    ///   guests.
    public func removeZone(_ zone: HMZone) async throws {
        try await inOrder {
            try check(zone.homeID, zone.name)
            try await Operation(model).run {
                try await $0.deleteZone(zone.id)
            } settle: {
                .zoneRemoved(zone.id)
            }
        }
    }

    /// Removes a zone; its rooms stay.
    public func removeZone(_ zone: HMZone, completionHandler completion: @escaping ((any Error)?) -> Void) {
        complete(completion) { try await self.removeZone(zone) }
    }

    /// Adds a service group.
    ///
    /// - Throws: ``HMError``: `objectWithSimilarNameExistsInHome` if another object of the home has a similar name;
    ///   `insufficientPrivileges` for guests; a code for an invalid name, as in
    ///   ``HMHome/updateName(_:)``.
    public func addServiceGroup(withName serviceGroupName: String) async throws -> HMServiceGroup {
        try await inOrder {
            let record = try await Operation(model).run {
                try await $0.createGroup(in: self.id, name: serviceGroupName)
            } settle: {
                .serviceGroup($0)
            }
            return try made(model?.group(record.id), "service group", serviceGroupName)
        }
    }

    /// Adds a service group.
    public func addServiceGroup(
        withName serviceGroupName: String,
        completionHandler completion: @escaping (HMServiceGroup?, (any Error)?) -> Void
    ) {
        complete(completion) { try await self.addServiceGroup(withName: serviceGroupName) }
    }

    /// Removes a service group; its services stay.
    ///
    /// - Throws: ``HMError``: `objectAssociatedToAnotherHome` for a group of another home; `insufficientPrivileges` for
    ///   guests.
    public func removeServiceGroup(_ group: HMServiceGroup) async throws {
        try await inOrder {
            try check(group.homeID, group.name)
            try await Operation(model).run {
                try await $0.deleteGroup(group.id)
            } settle: {
                .serviceGroupRemoved(group.id)
            }
        }
    }

    /// Removes a service group; its services stay.
    public func removeServiceGroup(
        _ group: HMServiceGroup, completionHandler completion: @escaping ((any Error)?) -> Void
    ) {
        complete(completion) { try await self.removeServiceGroup(group) }
    }
}
