internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire

// What callers do, for the audit log.
extension Hub {
    /// Who calls.
    func actor(_ caller: Caller) -> AuditActor {
        let principal = caller.principal
        let name =
            if principal.rights.isSuperset(of: .administer) {
                "the hub's owner"
            } else if principal.person != nil {
                "a member"
            } else {
                principal.id
            }
        return AuditActor(name: name, credentialID: principal.credential ?? "", address: caller.address)
    }

    /// The structures whose audit log a caller may read; nil for all, and for what concerns the hub.
    func auditedStructures(of principal: Principal) -> Set<String>? {
        principal.rights.isSuperset(of: .administer) ? nil : []
    }

    /// Takes note of a command to a device that guests get by name only.
    func auditCommand(_ command: CommandDescriptor, to found: LocatedTrait, by caller: Caller) async {
        guard SensitiveTraits.ids.contains(found.path.traitID) else { return }
        await audit.command(
            "\(found.record.descriptor.name).\(command.methodName)", to: found.deviceName,
            id: found.path.target.deviceID, in: found.cell.id, by: actor(caller))
    }

    /// Takes note of a request that failed, if it was for lack of a right.
    func auditRefusal(_ error: any Error, of caller: Caller) async {
        let error = RPCError(error)
        guard error.code == .permissionDenied else { return }
        await audit.refusal(error.message, about: "", in: "", by: actor(caller))
    }

    /// The audit log, newest first.
    ///
    /// - Throws: ``HubError`` `.permissionDenied` for who owns and administers no structure, and `.notFound` for a
    ///   structure of which the caller does neither.
    func listAudit(
        _ request: Hearth_V1_ListAuditRequest, as caller: Caller
    ) async throws -> Hearth_V1_ListAuditResponse {
        try checkRunning()
        var structures = auditedStructures(of: caller.principal)
        guard structures != [] else {
            throw HubError(.permissionDenied, "the audit log is for owners and administrators; ask one of them")
        }
        if !request.structureID.isEmpty {
            guard structures?.contains(request.structureID) ?? true else {
                throw HubError(
                    .notFound, "there is no structure with the id \(quoted(request.structureID)) of yours")
            }
            structures = [request.structureID]
        }
        await audit.flush()
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

    /// The most rows of a page.
    private static let auditRows = 1_000
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
