internal import HearthBase
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire

// What callers were refused, for the audit log.
extension Hub {
    /// Takes note of a call that failed, if it was for lack of a right. Of strangers access control does.
    func auditRefusal(of call: FailedCall) {
        guard !call.principal.isAnonymous else { return }
        var caller = Caller(call.principal)
        caller.address = StoredAudit.address(of: call.peer)
        auditRefusal(call.error, of: caller)
    }

    /// Takes note of a request that failed, if it was for lack of a right. Who asks for what it may not see is told that
    /// there is no such thing; the log says what it was.
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

    /// Where an object is, and what it is called, as "the room "Den"".
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
