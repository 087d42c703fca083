internal import HearthAutomation
internal import HearthBase
package import HearthCalendar
package import HearthRPC
internal import HearthTraitCore
internal import HearthWire

/// A structure as its automations see it, after the change that they are notified of. Do not keep it: while it lives, a
/// change copies what it touches.
package struct AutomatedStructure: CheckedHome {
    let state: StructureState
    let place: SchedulePlace
    let time: Duration
    let traits: TraitTable
    let records: AutomationRecords
    /// The access of the reader; nil to read everything.
    private var reader: StructureAccess?

    package init(
        state: StructureState, place: SchedulePlace, time: Duration, traits: TraitTable, records: AutomationRecords
    ) {
        self.state = state
        self.place = place
        self.time = time
        self.traits = traits
        self.records = records
    }

    var id: String { state.id }
    /// A structure without a time zone of its own has the hub's.
    var hasZone: Bool { true }

    private func record(_ path: TraitPath) -> DeviceTrait? {
        device(path.target.deviceID)?.traits[TraitKey(endpoint: path.target.endpoint, traitID: path.traitID)]
    }

    /// A device, or the record of the structure's own traits.
    private func device(_ id: String) -> DeviceRecord? {
        state.devices[id].flatMap { reader?.shows($0, in: self.id) ?? true ? $0 : nil }
    }

    func attributes(_ path: TraitPath) -> StructureValue? {
        guard let record = record(path) else { return nil }
        guard let reader else { return record.attributes }
        return StructureValue(
            record.attributes.fields.filter { id, _ in
                record.descriptor.attribute(id)?.read.map { reader.rights.isSuperset(of: Rights($0)) } ?? true
            })
    }

    func descriptor(_ path: TraitPath) -> TraitDescriptor? { record(path)?.descriptor }
    func schema(ofTrait traitID: UInt32) -> TraitDescriptor? { traits[traitID] }

    func isOnline(_ deviceID: String) -> Bool? {
        device(deviceID).map { $0.connectivity.connectivityState != .offline }
    }

    func endpoints(_ objectID: String) -> [CheckedEndpoint]? {
        guard let device = state.devices[objectID] else { return nil }
        return device.endpoints.map { endpoint in
            CheckedEndpoint(
                endpoint.id, deviceTypes: Set(endpoint.deviceTypes.map(\.id)), traits: Set(endpoint.traitIDs))
        }
    }

    func name(ofObject objectID: String) -> String? {
        if objectID == id { return state.name }
        if let device = state.devices[objectID] { return device.name }
        return state.rooms.first { $0.id == objectID }?.name ?? state.groupings.zone(objectID)?.name
            ?? state.groupings.serviceGroup(objectID)?.name
    }

    func automation(_ id: String) -> CheckedAutomation? {
        records[id].map { CheckedAutomation($0.automation) }
    }

    private func access(of author: String) -> StructureAccess { state.access(of: .author(author), at: time) }

    func allowsExecution(by author: String) -> Bool { access(of: author).rights.isSuperset(of: .operate) }

    func allowsReading(_ path: TraitPath, event eventID: UInt32?, by author: String) -> Bool {
        // Anyone may read the time.
        if path.target.deviceID == id, path.traitID == TimeTrait.id { return true }
        let access = access(of: author)
        guard let device = state.devices[path.target.deviceID] else { return access != .none }
        guard access.shows(device, in: id) else { return false }
        let event = eventID.flatMap { (descriptor(path) ?? traits[path.traitID])?.event($0) }
        return event.map { access.rights.isSuperset(of: Rights($0.read)) } ?? true
    }

    func seen(by author: String) -> AutomatedStructure {
        let access = access(of: author)
        if case .full(let rights) = access, rights.isSuperset(of: StructureAccess.privileges) { return self }
        var seen = self
        seen.reader = access
        return seen
    }

    func targets(in group: DeviceGroup, deviceType: UInt32?, traitID: UInt32) -> [TraitTarget]? {
        guard let members = GroupMembers(group, in: state) else { return nil }
        var targets: [TraitTarget] = []
        for device in state.devices where device.id != id {
            for endpoint in device.endpoints where endpoint.traitIDs.contains(traitID) {
                guard deviceType.map({ type in endpoint.deviceTypes.contains { $0.id == type } }) ?? true,
                    members.contains(device, endpoint.id)
                else { continue }
                targets.append(TraitTarget(deviceID: device.id, endpoint: endpoint.id))
            }
        }
        return targets
    }

    func isSensitive(_ action: Action) -> Bool { SensitiveActions.contains(action.trait.traitID, action.commandID) }

    func allows(_ action: Action, by author: String) -> Bool {
        let access = access(of: author)
        guard let device = state.devices[action.trait.target.deviceID] else { return access != .none }
        guard access.shows(device, in: id) else { return false }
        guard let descriptor = descriptor(action.trait.path) ?? traits[action.trait.traitID] else { return true }
        if let command = action.commandID.flatMap(descriptor.command) {
            let present = attributes(action.trait.path) ?? [:]
            return access.rights.isSuperset(of: command.right(of: action.trait.traitID, attributes: present))
        }
        return action.fields.keys.allSatisfy { id in
            descriptor.attribute(id)?.write.map { access.rights.isSuperset(of: Rights($0)) } ?? true
        }
    }
}

extension Principal {
    /// The principal of an automation: the person who saved it, with the rights that this person has now.
    package static func author(_ identity: String) -> Principal {
        identity == hubOwner
            ? Principal(id: "automation", rights: .all)
            : Principal(id: "automation", rights: [.view, .operate, .manage], person: identity)
    }
}

extension SchedulePlace {
    /// The clock and the sun of a structure. Without a known time zone it has this machine's.
    package init(_ place: StructurePlace) {
        let location = place.location.flatMap { GeoLocation(latitude: $0.latitude, longitude: $0.longitude) }
        self.init(zone: ZoneDatabase.system.rules(of: place.timeZone), sun: location.map { SolarClock(at: $0) })
    }
}
