internal import HearthTraitCore
package import HearthWire

// Objects as a view shows them. For guests, references to objects that they do not see are removed.
extension WatchView {
    /// An object as the view shows it; nil if it does not.
    func shown(_ object: ObjectChange) -> ObjectChange? {
        guard showsObjects else { return nil }
        switch object {
        case .structure(let structure): return .structure(shown(structure))
        case .room(let room): return passes(room: room.id) ? object : nil
        case .device(let device): return passes(device: device.id) ? .device(shown(device)) : nil
        case .zone(let zone): return shown(zone).map { .zone($0) }
        case .serviceGroup(let group): return shown(group).map { .serviceGroup($0) }
        case .person(let person): return .person(shown(person))
        case .removedRoomID(let id): return passes(room: id) ? object : nil
        case .removedDeviceID(let id): return passes(device: id) ? object : nil
        // A guest who loses sight of one gets everything again.
        case .removedZoneID, .removedServiceGroupID: return guest == nil ? object : nil
        case .removedStructureID, .removedPersonID: return object
        case .automation(let automation): return shows(automation: automation.id) ? object : nil
        case .removedAutomationID(let id): return shows(automation: id) ? object : nil
        case .appData(let change): return shows(change) ? object : nil
        }
    }

    /// Whether changes of an object can be shown, as far as its id tells.
    func mayShow(_ object: ObjectKey) -> Bool {
        switch object.kind {
        case .device: passes(device: object.id)
        case .automation: shows(automation: object.id)
        case .structure, .room, .person, .zone, .serviceGroup, .appData: true
        }
    }

    /// Whether a change of app data is shown. Guests see those of the structure, and of rooms and devices that they
    /// see; a view knows no other objects of theirs.
    private func shows(_ change: Hearth_V1_AppDataChange) -> Bool {
        guard let guest else { return true }
        return change.objectID == guest.structureID || guest.rooms.contains(change.objectID)
            || guest.devices.contains(change.objectID)
    }

    /// Guests see the scenes that they may run, and no rules about the rest of the home.
    func shows(automation id: String) -> Bool { guest?.scenes.contains(id) ?? true }

    package func passes(room id: String) -> Bool { guest?.rooms.contains(id) ?? true }

    /// A structure as the view shows it. Guests do not get its location, and get its own traits only with everything.
    package func shown(_ structure: Hearth_V1_Structure) -> Hearth_V1_Structure {
        guard let guest else { return structure }
        var shown = structure
        shown.location = nil
        if !guest.hasEverything { shown.traits = [] }
        return shown
    }

    /// A device as the view shows it: for guests without a room or a bridge that they do not see.
    package func shown(_ device: Hearth_V1_Device) -> Hearth_V1_Device {
        guard let guest else { return device }
        var shown = device
        if !guest.rooms.contains(device.roomID) { shown.roomID = "" }
        if !guest.devices.contains(device.bridgeID) { shown.bridgeID = "" }
        return shown
    }

    /// A zone as the view shows it: for guests with the rooms that they see; nil if they see no room.
    package func shown(_ zone: Hearth_V1_Zone) -> Hearth_V1_Zone? {
        guard let guest else { return zone }
        var shown = zone
        shown.roomIDs = zone.roomIDs.filter { guest.rooms.contains($0) }
        return shown.roomIDs.isEmpty ? nil : shown
    }

    /// A service group as the view shows it: for guests with the services that they see; nil if they see no service.
    package func shown(_ group: Hearth_V1_ServiceGroup) -> Hearth_V1_ServiceGroup? {
        guard let guest else { return group }
        var shown = group
        shown.services = group.services.filter { guest.devices.contains($0.deviceID) }
        return shown.services.isEmpty ? nil : shown
    }

    /// A person as the view shows it: for guests without the grant. The message about the caller has their own, so that
    /// guests with equal grants share a view.
    package func shown(_ person: Hearth_V1_Person) -> Hearth_V1_Person {
        guard guest != nil else { return person }
        var shown = person
        shown.grant = nil
        return shown
    }
}
