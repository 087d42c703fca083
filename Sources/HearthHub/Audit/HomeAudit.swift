internal import HearthBase
internal import HearthHomeState
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire

/// The audit log of a home: its entries for those who may read them, and entries for refused calls. Has no state of its
/// own.
final class HomeAudit: Sendable {
    private let store: any HomeStorage
    private let environment: HubEnvironment
    private let directory: HomeDirectory
    private let recorder: AuditRecorder

    init(_ environment: HubEnvironment, directory: HomeDirectory, recorder: AuditRecorder) {
        store = environment.store
        self.environment = environment
        self.directory = directory
        self.recorder = recorder
    }

    private var limits: HubLimits { environment.limits }

    /// The structures whose audit log a caller may read; nil for all of them and the hub's own entries.
    private func auditedStructures(of principal: Principal) -> Set<String>? {
        if principal.isHubOwner { return nil }
        // A program that embeds the hub may give rights in all structures to a principal without a person.
        guard principal.person != nil else { return [] }
        return Set(
            directory.cells(for: principal).filter { !directory.access(of: principal, in: $0).isGuest }.map(\.id))
    }

    /// The audit log, newest first.
    ///
    /// - Throws: ``HubError`` `.permissionDenied` if the caller owns or administers no structure; `.notFound` for a
    ///   structure that it neither owns nor administers.
    func list(
        _ request: Hearth_V1_ListAuditRequest, as caller: Caller
    ) async throws -> Hearth_V1_ListAuditResponse {
        try directory.checkRunning()
        var structures = auditedStructures(of: caller.principal)
        guard structures != [] else {
            throw HubError(.permissionDenied, "the audit log is for owners and administrators; ask one of them")
        }
        if !request.structureID.isEmpty {
            guard structures?.contains(request.structureID) ?? true else {
                throw HubError(
                    .notFound, "you own or administer no structure with the id \(quoted(request.structureID))")
            }
            structures = [request.structureID]
        }
        await recorder.flush()
        var place = Int64.max
        if !request.pageToken.isEmpty {
            guard let number = Int64(request.pageToken) else { throw HubError.noPage }
            place = number
        }
        let rows = try await store.audit(
            AuditRequest(
                structureIDs: structures, since: request.since?.seconds ?? .min, before: place,
                limit: Self.auditRows + 1))
        var page = Page(request.pageSize, limits)
        var response = Hearth_V1_ListAuditResponse()
        for row in rows {
            guard !page.isFull, response.entries.count < Self.auditRows else {
                response.nextPageToken = "\(response.entries.last?.number ?? 0)"
                break
            }
            response.entries.append(Hearth_V1_AuditEntry(row))
            page.add(Int(clamping: row.bytes))
        }
        return response
    }

    /// The most rows in a page.
    private static let auditRows = 1_000

    // MARK: Refusals

    /// Logs a failed call if a right was missing. Access control logs the calls of strangers.
    func logRefusal(of call: FailedCall) {
        guard !call.principal.isAnonymous else { return }
        var caller = Caller(call.principal)
        caller.address = StoredAudit.address(of: call.peer)
        logRefusal(call.error, of: caller)
    }

    /// Logs a failed request if a right was missing. A caller that may not see an object gets the answer that it does
    /// not exist; the log names the object.
    func logRefusal(_ error: any Error, of caller: Caller) {
        let reason = RPCError(error)
        guard reason.code == .permissionDenied || reason.code == .notFound else { return }
        let id = reason.homeKitError?.objectID ?? ""
        let place = id.isEmpty ? nil : place(of: id)
        let actor = directory.actor(caller, in: place?.cell)
        if reason.code == .permissionDenied {
            recorder.refusal(reason.message, about: id, in: place?.cell.id ?? "", by: actor)
        } else if let place, !isSeen(id, in: place.cell, by: caller.principal) {
            recorder.refusal("may not see \(place.name)", about: id, in: place.cell.id, by: actor)
        }
    }

    /// The structure of an object, and its kind and name, as in "the room "Den"".
    private func place(of id: String) -> (cell: StructureCell, name: String)? {
        for cell in directory.cells {
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
            let access = state.access(of: principal, at: directory.clock.sinceEpoch)
            if let device = state.devices[id] { return access.shows(device, in: state.id) }
            if state.room(id) != nil { return access.shows(room: id) }
            if let zone = state.groupings.zone(id) { return access.shows(zone) }
            if let group = state.groupings.serviceGroup(id) { return access.shows(group, in: state) }
            return access != .none
        }
    }
}

extension Hearth_V1_AuditEntry {
    init(_ row: StoredAudit) {
        self.init(
            number: UInt64(clamping: row.number), time: Google_Protobuf_Timestamp(seconds: row.time),
            action: Action(rawValue: Int32(clamping: row.action)), actor: row.actor, personID: row.personID,
            credentialID: row.credentialID, structureID: row.structureID, objectID: row.objectID, what: row.what,
            address: row.address)
    }
}
