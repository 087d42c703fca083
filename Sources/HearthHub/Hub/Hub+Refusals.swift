internal import HearthBase
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire

// Refusals in the audit log.
extension Hub {
    /// Logs a failed call if a right was missing. Access control logs the calls of strangers.
    func auditRefusal(of call: FailedCall) {
        guard !call.principal.isAnonymous else { return }
        var caller = Caller(call.principal)
        caller.address = StoredAudit.address(of: call.peer)
        auditRefusal(call.error, of: caller)
    }

    /// Logs a failed request if a right was missing. A caller that may not see an object is told that it does not
    /// exist; the log names the object.
    func auditRefusal(_ error: any Error, of caller: Caller) {
        let reason = RPCError(error)
        guard reason.code == .permissionDenied || reason.code == .notFound else { return }
        let id = reason.homeKitError?.objectID ?? ""
        let place = id.isEmpty ? nil : place(of: id)
        let actor = actor(caller, in: place?.cell)
        if reason.code == .permissionDenied {
            audit.refusal(reason.message, about: id, in: place?.cell.id ?? "", by: actor)
        } else if let place, !isSeen(id, in: place.cell, by: caller.principal) {
            audit.refusal("may not see \(place.name)", about: id, in: place.cell.id, by: actor)
        }
    }

    /// The structure of an object, and its kind and name, as in "the room "Den"".
    private func place(of id: String) -> (cell: StructureCell, name: String)? {
        for cell in cells {
            let name = cell.read { state -> String? in
                if state.id == id { return "the structure \(quoted(state.name))" }
                if let device = state.devices[id] { return "the device \(quoted(state.name(of: device)))" }
                if let room = state.room(id) { return "the room \(quoted(room.name))" }
                if let zone = state.groupings.zone(id) { return "the zone \(quoted(zone.name))" }
                if let group = state.groupings.serviceGroup(id) { return "the service group \(quoted(group.name))" }
                return state.person(id).map { "the person \(quoted($0.name))" }
            }
            if let name { return (cell, name) }
        }
        return nil
    }

    private func isSeen(_ id: String, in cell: StructureCell, by principal: Principal) -> Bool {
        cell.read { state in
            let access = state.access(of: principal, at: clock.sinceEpoch)
            if let device = state.devices[id] { return access.shows(device, in: state.id) }
            if state.room(id) != nil { return access.shows(room: id) }
            if let zone = state.groupings.zone(id) { return access.shows(zone) }
            if let group = state.groupings.serviceGroup(id) { return access.shows(group, in: state) }
            return access != .none
        }
    }
}
