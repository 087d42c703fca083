internal import HearthTraitCore

/// The objects of a home and their traits' state at one moment.
struct CachedHome: Equatable, Sendable {
    /// A trait's encoded attributes, and its own connectivity if the hub has sent one.
    struct CachedTrait: Equatable, Sendable {
        var attributes = EncodedAttributes([])
        var connectivity: SourceConnectivity?
    }

    private(set) var structures: [String: CachedStructure] = [:]
    private(set) var rooms: [String: CachedRoom] = [:]
    private(set) var devices: [String: CachedDevice] = [:]
    private(set) var zones: [String: CachedZone] = [:]
    private(set) var groups: [String: CachedServiceGroup] = [:]
    private(set) var people: [String: StructureMember] = [:]
    private(set) var automations: [String: CachedAutomation] = [:]
    /// By ID of the device or structure that has the traits.
    private(set) var traits: [String: [TraitPath: CachedTrait]] = [:]

    /// The traits of one endpoint.
    func records(of target: TraitTarget) -> [UInt32: TraitRecord] {
        var records: [UInt32: TraitRecord] = [:]
        for (path, entry) in traits[target.deviceID] ?? [:] where path.target.endpoint == target.endpoint {
            records[path.traitID] = record(entry, of: target.deviceID)
        }
        return records
    }

    /// One trait; nil if it is not known.
    func record(at path: TraitPath) -> TraitRecord? {
        traits[path.target.deviceID]?[path].map { record($0, of: path.target.deviceID) }
    }

    /// The traits of all endpoints of a device or structure.
    func records(of ownerID: String) -> [TraitPath: TraitRecord] {
        (traits[ownerID] ?? [:]).mapValues { record($0, of: ownerID) }
    }

    private func record(_ entry: CachedTrait, of deviceID: String) -> TraitRecord {
        TraitRecord(
            entry.attributes,
            connectivity: entry.connectivity ?? devices[deviceID]?.connectivity ?? .unknown)
    }

    /// The connectivity of a device: that of all its traits combined.
    func connectivity(of deviceID: String) -> SourceConnectivity {
        guard let device = devices[deviceID] else { return .unknown }
        guard let traits = traits[deviceID], !traits.isEmpty else { return device.connectivity }
        return .aggregate(traits.values.map { $0.connectivity ?? device.connectivity })
    }

    /// IDs of the devices behind a bridge.
    func devices(behind bridgeID: String) -> Set<String> {
        Set(devices.values.lazy.filter { $0.bridgeID == bridgeID }.map(\.id))
    }

    // MARK: Changes

    mutating func set(_ structure: CachedStructure, _ delta: inout HomeDelta) {
        let old = structures.updateValue(structure, forKey: structure.id)
        guard old != structure else { return }
        delta.objects = true
        guard old?.traits ?? [] != structure.traits else { return }
        let target = TraitTarget(deviceID: structure.id, endpoint: 0)
        keepTraits(Set(structure.traits.map { TraitPath(target, $0.id) }), of: structure.id)
        delta.devices.insert(structure.id)
    }

    mutating func set(_ room: CachedRoom, _ delta: inout HomeDelta) {
        guard rooms.updateValue(room, forKey: room.id) != room else { return }
        delta.objects = true
    }

    mutating func set(_ device: CachedDevice, _ delta: inout HomeDelta) {
        guard devices.updateValue(device, forKey: device.id) != device else { return }
        let present = Set(
            device.endpoints.flatMap { endpoint in
                endpoint.traits.map { TraitPath(TraitTarget(deviceID: device.id, endpoint: endpoint.id), $0.id) }
            })
        keepTraits(present, of: device.id)
        delta.objects = true
        delta.devices.insert(device.id)
    }

    /// Removes the state of traits that a device or structure no longer has.
    private mutating func keepTraits(_ present: Set<TraitPath>, of ownerID: String) {
        traits[ownerID] = traits[ownerID]?.filter { present.contains($0.key) }
    }

    mutating func removeStructure(_ id: String, _ delta: inout HomeDelta) {
        guard structures.removeValue(forKey: id) != nil else { return }
        for room in rooms.values where room.structureID == id { removeRoom(room.id, &delta) }
        for device in devices.values where device.structureID == id { removeDevice(device.id, &delta) }
        zones = zones.filter { $0.value.structureID != id }
        groups = groups.filter { $0.value.structureID != id }
        people = people.filter { $0.value.structureID != id }
        automations = automations.filter { $0.value.structureID != id }
        if traits.removeValue(forKey: id) != nil { delta.devices.insert(id) }
        delta.objects = true
    }

    mutating func removeRoom(_ id: String, _ delta: inout HomeDelta) {
        guard rooms.removeValue(forKey: id) != nil else { return }
        for var device in devices.values where device.roomID == id {
            device.roomID = nil
            set(device, &delta)
        }
        delta.objects = true
    }

    mutating func removeDevice(_ id: String, _ delta: inout HomeDelta) {
        guard devices.removeValue(forKey: id) != nil else { return }
        traits[id] = nil
        for var group in groups.values where group.services.contains(where: { $0.deviceID == id }) {
            group.services.removeAll { $0.deviceID == id }
            groups[group.id] = group
        }
        delta.objects = true
        delta.devices.insert(id)
    }

    mutating func set(_ zone: CachedZone, _ delta: inout HomeDelta) {
        if zones.updateValue(zone, forKey: zone.id) != zone { delta.objects = true }
    }

    mutating func set(_ group: CachedServiceGroup, _ delta: inout HomeDelta) {
        if groups.updateValue(group, forKey: group.id) != group { delta.objects = true }
    }

    mutating func set(_ person: StructureMember, _ delta: inout HomeDelta) {
        if people.updateValue(person, forKey: person.id) != person { delta.objects = true }
    }

    mutating func set(_ automation: CachedAutomation, _ delta: inout HomeDelta) {
        var automation = automation
        if automation.program == nil { automation.program = automations[automation.id]?.program }
        if automations.updateValue(automation, forKey: automation.id) != automation { delta.objects = true }
    }

    mutating func removeZone(_ id: String, _ delta: inout HomeDelta) {
        if zones.removeValue(forKey: id) != nil { delta.objects = true }
    }

    mutating func removeGroup(_ id: String, _ delta: inout HomeDelta) {
        if groups.removeValue(forKey: id) != nil { delta.objects = true }
    }

    mutating func removePerson(_ id: String, _ delta: inout HomeDelta) {
        if people.removeValue(forKey: id) != nil { delta.objects = true }
    }

    mutating func removeAutomation(_ id: String, _ delta: inout HomeDelta) {
        if automations.removeValue(forKey: id) != nil { delta.objects = true }
    }

    /// Sets a trait's state: completely in a snapshot, changed attributes in a report. Undecodable attributes are
    /// ignored.
    mutating func set(
        _ path: TraitPath, attributes: [UInt8]?, whole: Bool, connectivity: SourceConnectivity?,
        _ delta: inout HomeDelta
    ) {
        let ownerID = path.target.deviceID
        guard devices[ownerID] != nil || structures[ownerID] != nil else { return }
        let old = traits[ownerID]?[path]
        var entry = old ?? CachedTrait()
        if let attributes {
            if whole || old == nil {
                entry.attributes = EncodedAttributes(attributes)
            } else if let merged = try? AttributeDelta.merge(attributes, into: entry.attributes.bytes) {
                entry.attributes = EncodedAttributes(merged)
            }
        }
        if let connectivity { entry.connectivity = connectivity }
        guard entry != old else { return }
        traits[ownerID, default: [:]][path] = entry
        delta.devices.insert(ownerID)
        if entry.connectivity != old?.connectivity { delta.objects = true }
    }

    // MARK: Snapshots

    /// Replaces these structures' state by that of `other`; nil means all structures.
    mutating func replace(_ scope: Set<String>?, from other: CachedHome) -> HomeDelta {
        func isIn(_ structureID: String) -> Bool { scope?.contains(structureID) ?? true }
        var delta = HomeDelta()
        for id in structures.keys where isIn(id) && other.structures[id] == nil { removeStructure(id, &delta) }
        for room in rooms.values where isIn(room.structureID) && other.rooms[room.id] == nil {
            removeRoom(room.id, &delta)
        }
        for device in devices.values where isIn(device.structureID) && other.devices[device.id] == nil {
            removeDevice(device.id, &delta)
        }
        for zone in zones.values where isIn(zone.structureID) && other.zones[zone.id] == nil {
            removeZone(zone.id, &delta)
        }
        for group in groups.values where isIn(group.structureID) && other.groups[group.id] == nil {
            removeGroup(group.id, &delta)
        }
        for person in people.values where isIn(person.structureID) && other.people[person.id] == nil {
            removePerson(person.id, &delta)
        }
        for automation in automations.values
        where isIn(automation.structureID) && other.automations[automation.id] == nil {
            removeAutomation(automation.id, &delta)
        }
        for structure in other.structures.values {
            set(structure, &delta)
            replaceTraits(of: structure.id, from: other, &delta)
        }
        for room in other.rooms.values { set(room, &delta) }
        for zone in other.zones.values { set(zone, &delta) }
        for group in other.groups.values { set(group, &delta) }
        for person in other.people.values { set(person, &delta) }
        for automation in other.automations.values { set(automation, &delta) }
        for device in other.devices.values {
            set(device, &delta)
            replaceTraits(of: device.id, from: other, &delta)
        }
        return delta
    }

    private mutating func replaceTraits(of ownerID: String, from other: CachedHome, _ delta: inout HomeDelta) {
        let ours = traits[ownerID] ?? [:]
        var theirs = other.traits[ownerID] ?? [:]
        guard ours != theirs else { return }
        // Equal entries keep their decoded form.
        for (path, entry) in ours where theirs[path] == entry { theirs[path] = entry }
        traits[ownerID] = theirs
        delta.devices.insert(ownerID)
        delta.objects = true
    }
}

/// The objects that a change affects. Their observers must be updated.
struct HomeDelta: Equatable, Sendable {
    /// Whether structures, rooms, device descriptions or connectivity changed.
    var objects = false
    /// IDs of devices with any change, and of structures whose own traits changed.
    var devices: Set<String> = []

    var isEmpty: Bool { !objects && devices.isEmpty }

    mutating func formUnion(_ other: HomeDelta) {
        objects = objects || other.objects
        devices.formUnion(other.devices)
    }
}
