public import HearthRPC
public import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

// People: their invitations and their removal.
extension AccessControl {
    /// Connects access control with the home. Revokes the credentials of people who are no longer members of any of its
    /// structures: a crash may have prevented that earlier.
    public func connect(to home: any HomeMembership) async {
        self.home.withLock { $0 = home }
        for person in now({ state, time in state.members(at: time) }) where !home.isMember(person) {
            await revokeAll(of: person)
        }
    }

    /// Creates an invitation for a person.
    ///
    /// - Parameters:
    ///   - offers: the person's roles and structures; empty for another client of the caller's own person.
    ///   - name: the person's name. Empty lets the person's client choose.
    ///   - principal: the inviting caller.
    ///   - peer: the caller's connection.
    ///   - life: the lifetime of the code, in seconds; nil for ``AccessLimits/invitationLife``.
    ///   - call: the request, if it has an idempotency key; see ``invite(_:name:by:from:life:for:)``.
    /// - Throws: the errors of ``HomeMembership/checkOffers(_:by:)``; `INVALID_ARGUMENT` for an invalid name or
    ///   lifetime and for several offers of a structure; `PERMISSION_DENIED` for a caller without a person;
    ///   `RESOURCE_EXHAUSTED` if the caller has too many open invitations.
    public func invite(
        to offers: [StoredOffer], name: String = "", by principal: Principal, from peer: Peer, life: Int64? = nil,
        for call: KeyedCall? = nil
    ) async throws(RPCError) -> Invitation {
        guard let person = principal.isHubOwner ? Principal.hubOwner : principal.person else {
            throw RPCError(.permissionDenied, "only people may invite people, and add clients of their own")
        }
        if offers.isEmpty {
            // The hub's owner has that role on every further client.
            if person == Principal.hubOwner {
                return try await invite(.owner, by: principal.credential, from: peer, life: life, for: call)
            }
        } else {
            try check(offers, by: principal)
        }
        if !name.isEmpty { try check(name) }
        let draft = StoredInvitation(
            id: "", role: Role.member.rawValue, name: offers.isEmpty ? "" : name, hash: [], expiresAt: 0,
            createdBy: principal.credential ?? "", key: call?.key, person: offers.isEmpty ? person : "", offers: offers)
        return try await make(draft, life, from: peer, of: principal.credential, for: call)
    }

    /// The open invitations that the caller's person has made, or all for the hub's owner, in the order of expiry.
    public func openInvitations(for principal: Principal) -> [StoredInvitation] {
        now { state, time in openInvitations(for: principal, in: state, at: time) }
    }

    private func openInvitations(
        for principal: Principal, in state: AccessState, at now: Int64
    ) -> [StoredInvitation] {
        // Providers make no invitations.
        guard principal.isHubOwner || principal.person != nil else { return [] }
        return state.openInvitations(by: principal.isHubOwner ? nil : principal.person, at: now)
    }

    /// Withdraws an open invitation: its code becomes invalid.
    ///
    /// - Parameters:
    ///   - id: the invitation.
    ///   - principal: the caller.
    ///   - peer: the caller's connection, for the audit log.
    /// - Throws: `NOT_FOUND` if there is no such open invitation that the caller may see; `UNAVAILABLE` if it could not
    ///   be stored. Even then it is closed until the hub's next start.
    public func withdraw(
        invitation id: String, by principal: Principal, from peer: Peer
    ) async throws(RPCError) {
        // Closed before storing, so that it cannot be claimed in between.
        let (invitation, changes) = now { state, time -> (StoredInvitation?, [AccessChange]) in
            let found = openInvitations(for: principal, in: state, at: time).first { $0.id == id }
            return (found, found == nil ? [] : state.close { $0.id == id })
        }
        guard let invitation else {
            throw RPCError(
                .notFound,
                "there is no open invitation \(quoted(id)); it was used, withdrawn or has expired, or is somebody else's"
            )
        }
        let whom = invitation.name.isEmpty ? "" : " of \(quoted(invitation.name))"
        let structures: [String?] = invitation.offers.isEmpty ? [nil] : invitation.offers.map(\.structureID)
        let rows = structures.map {
            row(
                .revocation, "withdrew the invitation\(whom)", by: principal.credential, from: peer,
                structure: $0 ?? "",
                object: id)
        }
        try await commit(changes + rows)
    }

    private func check(_ offers: [StoredOffer], by principal: Principal) throws(RPCError) {
        guard Set(offers.map(\.structureID)).count == offers.count else {
            throw RPCError(.invalidArgument, "an invitation has at most one offer for each structure")
        }
        let bytes = offers.reduce(0) { $0 + $1.structureID.utf8.count + $1.grant.count + 8 }
        guard bytes <= options.limits.offerBytes else {
            throw RPCError(
                .invalidArgument,
                "the offers have \(bytes) bytes; at most \(options.limits.offerBytes) are allowed; grant rooms in place of "
                    + "devices")
        }
        try requireHome().checkOffers(offers, by: principal)
    }

    private func requireHome() throws(RPCError) -> any HomeMembership {
        guard let home = home.withLock({ $0 }) else {
            throw RPCError(.failedPrecondition, "this hub has no home to invite people to; start it with one")
        }
        return home
    }

    /// Makes the person of a claimed invitation a member of its structures.
    ///
    /// - Parameters:
    ///   - credential: the credential created by the claim.
    ///   - name: the client's name, for a person without one.
    ///   - changes: access changes to store in the same transaction.
    func enter(
        _ credential: StoredCredential, _ invitation: StoredInvitation, name: String, _ changes: [AccessChange]
    ) async throws(RPCError) {
        do throws(RPCError) {
            let home = try requireHome()
            let offers = stillOffered(by: invitation, home)
            guard !offers.isEmpty else {
                throw RPCError(
                    .failedPrecondition,
                    "this invitation's structures were removed, or its maker may no longer invite to them; get another")
            }
            try await home.admit(
                credential.person, name: invitation.name.isEmpty ? name : invitation.name, offers, with: changes)
        } catch {
            state.withLock { $0.reopen(invitation) }
            throw error
        }
    }

    /// The offers of an invitation that its maker could still make.
    private func stillOffered(by invitation: StoredInvitation, _ home: any HomeMembership) -> [StoredOffer] {
        let id = invitation.createdBy
        let maker: Principal? =
            id.isEmpty
            ? Self.localOwner
            : now { state, time in
                state.credentials[id].flatMap { state.status(of: $0, at: time) == .valid ? Self.principal($0) : nil }
            }
        guard let maker else { return [] }
        return invitation.offers.filter { (try? home.checkOffers([$0], by: maker)) != nil }
    }

    /// Undoes a claim if the person was removed during it.
    func checkIsMember(_ credential: StoredCredential) async throws(RPCError) {
        guard credential.role == Role.member.rawValue,
            home.withLock({ $0 })?.isMember(credential.person) != true
        else { return }
        await revokeAll(of: credential.person)
        throw RPCError(.permissionDenied, "you were removed while you joined; get another invitation")
    }

    /// Revokes all credentials of a person who is no longer a member of any structure, closes the person's invitations,
    /// and ends the calls and connections of the credentials, without waiting for the store.
    public func revokeAll(of person: String) async {
        guard person != Principal.hubOwner, !person.isEmpty else { return }
        let (ended, changes) = now { state, time in state.revoke(person: person, at: time) }
        notify(ended: ended.map(\.id))
        let rows = ended.map { credential in
            now { _, time in
                AccessChange.addAudit(
                    StoredAudit(
                        time: time, .revocation, actor: "the hub", objectID: credential.id,
                        what: "revoked \(quoted(credential.name)), whose person is no member of a structure any more",
                        address: StoredAudit.thisMachine))
            }
        }
        // Unstored changes are made again at the next start.
        await write(changes + rows)
    }

    /// The credentials that a caller may see: those of its own person, or all for the hub's owner.
    public func credentials(for principal: Principal) -> [StoredCredential] {
        guard !principal.isHubOwner else { return credentials }
        return credentials.filter {
            $0.id == principal.credential || (!$0.person.isEmpty && $0.person == principal.person)
        }
    }
}
