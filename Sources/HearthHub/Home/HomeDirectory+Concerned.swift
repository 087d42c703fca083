internal import HearthBase
internal import HearthHomeState
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire

/// What a request concerns, by the IDs that it names.
enum Concerned {
    /// A structure, room, zone, service group, device, automation or person.
    case object(String)
    case devices([String])
    /// No structure, or one that does not exist yet.
    case none
}

extension HomeDirectory {
    /// The IDs of the households in which a request counts, in order: those of the structures that it concerns. Objects
    /// that the caller does not see count nowhere: otherwise it could use up the share of a structure that it does not
    /// see. A request without any object that the caller sees counts in the caller's own households. What the hub's
    /// owner requests counts in none.
    func households(of concerned: @autoclosure () -> Concerned, for principal: Principal) -> [String] {
        guard !principal.isHubOwner else { return [] }
        let concerned = concerned()
        let found = cells(of: concerned, for: principal).households
        return (found.isEmpty ? principal.person.map { households(of: $0) } ?? [] : found).ordered()
    }

    private func cells(of concerned: Concerned, for principal: Principal) -> [StructureCell] {
        if case .none = concerned { return [] }
        let devices = if case .devices(let ids) = concerned { Set(ids) } else { Set<String>() }
        return cells(for: principal).filter { cell in
            cell.read { state in
                let access = state.access(of: principal, at: clock.sinceEpoch)
                return switch concerned {
                case .object(let id): state.shows(anyObject: id, to: access)
                case .devices: devices.contains { state.shows(device: $0, to: access) }
                case .none: false
                }
            }
        }
    }
}

extension StructureState {
    /// Whether a caller sees the structure, room, zone, service group or device with an ID.
    func shows(object id: String, to access: StructureAccess) -> Bool {
        if self.id == id { return access != .none }
        if room(id) != nil { return access.shows(room: id) }
        if let zone = groupings.zone(id) { return access.shows(zone) }
        if let group = groupings.serviceGroup(id) { return access.shows(group, in: self) }
        return device(id).map { access.shows($0, in: self.id) } ?? false
    }

    /// The same for automations and people as well.
    fileprivate func shows(anyObject id: String, to access: StructureAccess) -> Bool {
        shows(object: id, to: access) || shows(automation: id, to: access)
            || !access.isGuest && people.contains { $0.id == id }
    }

    /// Whether a caller sees a device, or the structure's own traits, which have the structure's ID.
    fileprivate func shows(device id: String, to access: StructureAccess) -> Bool {
        devices[id].map { access.shows($0, in: self.id) } ?? false
    }
}
