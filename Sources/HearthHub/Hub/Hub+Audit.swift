internal import HearthBase
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire

// Entries of the audit log.
extension Hub {
    /// The caller, by the name that its person has in the structure concerned.
    func actor(_ caller: Caller, in cell: StructureCell?) -> AuditActor {
        let principal = caller.principal
        let person = cell.flatMap { member(principal, of: $0) }
        let name =
            if let person {
                person.name
            } else if principal.isHubOwner {
                "the hub's owner"
            } else if principal.person != nil {
                "a member"
            } else {
                principal.id
            }
        return AuditActor(
            name: name, personID: person?.id ?? "", credentialID: principal.credential ?? "", address: caller.address)
    }

    /// The structures whose audit log a caller may read; nil for all of them and the hub's own entries.
    private func auditedStructures(of principal: Principal) -> Set<String>? {
        if principal.isHubOwner { return nil }
        // A program that embeds the hub may give rights in all structures to a principal without a person.
        guard principal.person != nil else { return [] }
        return Set(cells(for: principal).filter { !access(of: principal, in: $0).isGuest }.map(\.id))
    }

    /// The rows of people who join, with the actor, credential and address of the row of their claim.
    func auditJoining(
        _ people: [(cell: StructureCell, person: PersonRecord)], with access: [AccessChange]
    ) -> [StoreChange] {
        let claim = access.lazy.compactMap { change -> StoredAudit? in
            if case .addAudit(let row) = change { row } else { nil }
        }.first
        return people.map { cell, person in
            audit.addition(
                ofPerson: person.name, id: person.id, as: person.role.withArticle, in: cell.id,
                by: AuditActor(
                    name: claim?.actor ?? person.name, personID: person.id, credentialID: claim?.credentialID ?? "",
                    address: claim?.address ?? StoredAudit.thisMachine))
        }
    }

    /// The row of a person whose name, role or grant changes.
    func auditChange(
        of old: PersonRecord, to new: PersonRecord, in cell: StructureCell, by caller: Caller
    ) -> StoreChange {
        var changes: [String] = []
        if new.name != old.name { changes.append("is called \(quoted(new.name)) now") }
        if new.role != old.role { changes.append("is \(new.role.withArticle) now") }
        if new.grant != old.grant, new.role == .guest { changes.append("has another grant now") }
        return audit.change(
            ofPerson: old.name, id: old.id, changes.isEmpty ? "stays as before" : changes.joined(separator: ", "),
            in: cell.id, by: actor(caller, in: cell))
    }

    /// Logs a command to a sensitive trait (``SensitiveTraits``).
    func auditCommand(_ command: CommandDescriptor, to found: LocatedTrait, by caller: Caller) async {
        guard SensitiveTraits.ids.contains(found.path.traitID) else { return }
        await audit.command(
            "\(found.record.descriptor.name).\(command.methodName)", to: found.deviceName,
            id: found.path.target.deviceID, in: found.cell.id, by: actor(caller, in: found.cell))
    }

    /// The audit log, newest first.
    ///
    /// - Throws: ``HubError`` `.permissionDenied` if the caller owns or administers no structure; `.notFound` for a
    ///   structure that it neither owns nor administers.
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
                    .notFound, "you own or administer no structure with the id \(quoted(request.structureID))")
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

    /// The most rows in a page.
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
