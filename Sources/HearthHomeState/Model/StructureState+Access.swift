internal import HearthBase
package import HearthRPC
package import HearthTraitCore
internal import HearthWire

// The rights of callers in a structure, and the scopes of guests.
extension StructureState {
    /// Its time zone by the name in the IANA database; empty for the hub's.
    package var timeZone: String { place.timeZone }

    /// - Parameter time: since 1970.
    package func access(of principal: Principal, at time: @autoclosure () -> Duration) -> StructureAccess {
        StructureAccess.of(
            principal, as: principal.person.flatMap { member($0) }, at: time(), in: timeZone)
    }

    /// Whether a person is a guest whose grant holds at a time.
    package func hasGuest(_ identity: String, at time: Duration) -> Bool {
        guard let person = member(identity), person.role == .guest, let grant = person.grant else { return false }
        return !grant.isTimed || grant.holds(at: time, in: timeZone)
    }

    /// Whether a member's grant holds at some times only.
    package var hasTimedGrants: Bool { people.contains { $0.grant?.isTimed == true } }
}

extension StructureReading {
    /// The part of the structure that a guest sees now.
    func scope(of grant: Grant, rooms: [RoomRecord]) -> GuestScope {
        var shown: Set<String> = []
        if grant.hasEverything { shown.insert(id) }
        if grant.hasEverything || !grant.rooms.isEmpty {
            for device in devices where device.id != id && device.isShown(by: grant) { shown.insert(device.id) }
        } else {
            for device in grant.devices where device != id && devices[device] != nil { shown.insert(device) }
        }
        return GuestScope(
            structureID: id, hasEverything: grant.hasEverything,
            rooms: Set(rooms.lazy.map(\.id).filter { grant.shows(room: $0) }), devices: shown,
            scenes: Set(
                automations.lazy.map(\.message).filter { $0.program?.devicesOfScene?.isSubset(of: shown) == true }
                    .map(\.id)))
    }

    /// Whether a caller sees an automation. Guests see the scenes that act only on devices that they see.
    package func shows(automation id: String, to access: StructureAccess) -> Bool {
        switch access {
        case .none: return false
        case .full: return automations[id] != nil
        case .guest:
            guard let scene = automations[id]?.message.program?.devicesOfScene else { return false }
            return scene.allSatisfy { device in devices[device].map { access.shows($0, in: self.id) } ?? false }
        }
    }
}

extension StructureAccess {
    /// Whether a device is seen.
    ///
    /// - Parameter structureID: of the structure, which is also the id of the record with its own traits.
    package func shows(_ device: DeviceRecord, in structureID: String) -> Bool {
        switch self {
        case .none: false
        case .full: true
        case .guest(let grant): device.id == structureID ? grant.hasEverything : device.isShown(by: grant)
        }
    }

    package func shows(room id: String) -> Bool {
        switch self {
        case .none: false
        case .full: true
        case .guest(let grant): grant.shows(room: id)
        }
    }
}

extension StructureAccess {
    /// Whether a zone is seen: if one of its rooms is.
    package func shows(_ zone: ZoneRecord) -> Bool {
        switch self {
        case .none: false
        case .full: true
        case .guest: zone.roomIDs.contains { shows(room: $0) }
        }
    }

    /// Whether a service group is seen: if one of its services is.
    package func shows(_ group: ServiceGroupRecord, in structure: some StructureReading) -> Bool {
        switch self {
        case .none: false
        case .full: true
        case .guest:
            group.services.contains { service in
                service.deviceID != structure.id
                    && structure.devices[service.deviceID].map { shows($0, in: structure.id) } ?? false
            }
        }
    }
}

extension DeviceRecord {
    func isShown(by grant: Grant) -> Bool {
        grant.shows(
            device: id, room: roomID, isSensitive: SensitiveTraits.contains(anyOf: traits.keys.lazy.map(\.traitID)))
    }
}
