internal import HearthWire

// What a view shows of objects. To a guest they say nothing of what it does not see.
extension WatchView {
    /// The object as it is seen; nil for one that is not.
    func shown(_ object: ObjectUpdate) -> ObjectUpdate? {
        guard showsObjects else { return nil }
        switch object {
        case .structure(let structure): return .structure(shown(structure))
        case .room(let room): return passes(room: room.id) ? object : nil
        case .device(let device): return passes(device: device.id) ? .device(shown(device)) : nil
        case .zone(let zone): return shown(zone).map { .zone($0) }
        case .serviceGroup(let group): return shown(group).map { .serviceGroup($0) }
        case .person(let person): return .person(shown(person))
        case .removedRoom(let id): return passes(room: id) ? object : nil
        case .removedDevice(let id): return passes(device: id) ? object : nil
        // A guest to whom one is lost gets all anew.
        case .removedZone, .removedServiceGroup: return guest == nil ? object : nil
        case .removedStructure, .removedPerson: return object
        case .automation(let automation): return shows(automation: automation.id) ? object : nil
        case .removedAutomation(let id): return shows(automation: id) ? object : nil
        case .appData(let change): return shows(change) ? object : nil
        }
    }

    /// Guests are told of what is the structure's, and of rooms and devices that they see: a view knows no more of theirs.
    private func shows(_ change: Hearth_V1_AppDataChange) -> Bool {
        guard let guest else { return true }
        return change.objectID == guest.structureID || guest.rooms.contains(change.objectID)
            || guest.devices.contains(change.objectID)
    }

    /// Guests see the scenes that they may run, and no rules about the rest of the home.
    func shows(automation id: String) -> Bool { guest?.scenes.contains(id) ?? true }

    func passes(room id: String) -> Bool { guest?.rooms.contains(id) ?? true }

    /// To guests without its location, and its own traits only with everything.
    func shown(_ structure: Hearth_V1_Structure) -> Hearth_V1_Structure {
        guard let guest else { return structure }
        var shown = structure
        shown.location = nil
        if !guest.hasEverything { shown.traits = [] }
        return shown
    }

    /// To guests without a room or a bridge that they do not see.
    func shown(_ device: Hearth_V1_Device) -> Hearth_V1_Device {
        guard let guest else { return device }
        var shown = device
        if !guest.rooms.contains(device.roomID) { shown.roomID = "" }
        if !guest.devices.contains(device.bridgeID) { shown.bridgeID = "" }
        return shown
    }

    /// To guests with the rooms that they see; nil when there are none.
    func shown(_ zone: Hearth_V1_Zone) -> Hearth_V1_Zone? {
        guard let guest else { return zone }
        var shown = zone
        shown.roomIDs = zone.roomIDs.filter { guest.rooms.contains($0) }
        return shown.roomIDs.isEmpty ? nil : shown
    }

    /// To guests with the services that they see; nil when there are none.
    func shown(_ group: Hearth_V1_ServiceGroup) -> Hearth_V1_ServiceGroup? {
        guard let guest else { return group }
        var shown = group
        shown.services = group.services.filter { guest.devices.contains($0.deviceID) }
        return shown.services.isEmpty ? nil : shown
    }

    /// To guests without grants: of theirs the message about the caller tells, so that those with equal grants share a
    /// view.
    func shown(_ person: Hearth_V1_Person) -> Hearth_V1_Person {
        guard guest != nil else { return person }
        var shown = person
        shown.grant = nil
        return shown
    }
}
