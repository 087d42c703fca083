internal import Foundation
internal import HearthAutomation
internal import HearthBase
internal import HearthCalendar
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire

/// A structure as its automations see it: as it is after the change that they are told of. Not kept: while it lives, a
/// change would copy what it touches.
struct AutomatedStructure: CheckedHome {
    let state: StructureState
    let place: SchedulePlace
    let time: Duration
    let traits: TraitTable
    let records: AutomationRecords

    var id: String { state.id }
    /// Without one of its own it has the hub's.
    var hasZone: Bool { true }

    private func record(_ path: TraitPath) -> DeviceTrait? {
        state.devices[path.target.deviceID]?.traits[TraitKey(endpoint: path.target.endpoint, traitID: path.traitID)]
    }

    func attributes(_ path: TraitPath) -> StructureValue? { record(path)?.attributes }
    func descriptor(_ path: TraitPath) -> TraitDescriptor? { record(path)?.descriptor }
    func schema(ofTrait traitID: UInt32) -> TraitDescriptor? { traits[traitID] }

    func isOnline(_ deviceID: String) -> Bool? {
        state.devices[deviceID].map { $0.connectivity.connectivityState != .offline }
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

    func allowsExecution(by author: String) -> Bool {
        state.access(of: .author(author), at: time).rights.isSuperset(of: .operate)
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
        let access = state.access(of: .author(author), at: time)
        guard let device = state.devices[action.trait.target.deviceID] else { return access != .none }
        guard access.shows(device, in: id) else { return false }
        guard let descriptor = descriptor(action.trait.path) ?? traits[action.trait.traitID] else { return true }
        if let command = action.commandID.flatMap(descriptor.command) {
            return access.rights.isSuperset(of: Rights(command.invoke))
        }
        return action.fields.keys.allSatisfy { id in
            descriptor.attribute(id)?.write.map { access.rights.isSuperset(of: Rights($0)) } ?? true
        }
    }
}

extension Principal {
    /// Whoever saved an automation, as it acts for them: with the rights that they have at the moment (AU-82).
    static func author(_ identity: String) -> Principal {
        identity == StoredPerson.hubOwner
            ? Principal(id: "automation", rights: .all)
            : Principal(id: "automation", rights: [.view, .operate, .manage], person: identity)
    }
}

extension SchedulePlace {
    /// The clock and the sun of a structure. Without a zone that is known it has this machine's.
    init(_ place: StructurePlace) {
        let known = place.timeZone.isEmpty ? nil : TimeZone(identifier: place.timeZone)
        let zone = known ?? .current
        let location = place.location.flatMap { GeoLocation(latitude: $0.latitude, longitude: $0.longitude) }
        self.init(
            zone: ZoneRules { instant in
                Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant))))
            }, sun: location.map { SolarClock(at: $0) })
    }
}
