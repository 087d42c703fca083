internal import HearthBase
internal import HearthRPC
internal import HearthStore
internal import HearthWire

// The people of credentials and invitations.
extension AccessState {
    /// The maker of an invitation or a credential: a person, or a credential without a person.
    func maker(_ createdBy: String) -> String {
        guard !createdBy.isEmpty else { return Principal.hubOwner }
        let person = credentials[createdBy]?.person ?? ""
        return person.isEmpty ? createdBy : person
    }

    /// - Parameter households: the households of people and structures.
    /// - Throws: `RESOURCE_EXHAUSTED` if the invitation's maker, or a household that it concerns, has too many open.
    func checkRoom(
        for invitation: StoredInvitation, _ households: Households, at now: Int64
    ) throws(RPCError) {
        // The owner has a share of their own.
        var pool = SharedPool<String>(
            PoolLimits(
                total: limits.invitationsOfMembers + limits.invitations, share: limits.invitations,
                reserve: limits.invitations,
                ofHousehold: PoolLimits.part(limits.percentPerHousehold, of: limits.invitationsOfMembers)))
        /// Those of the structures that it is for. If it is for another client of its maker, or the structures were
        /// removed, those of its maker.
        func counted(_ invitation: StoredInvitation) -> Set<String> {
            let offered = households.of(invitation.offers)
            return offered.isEmpty ? households.of(person: maker(invitation.createdBy)) : offered
        }
        for open in invitations where open.expiresAt > now {
            pool.add(1, for: Self.holder(maker(open.createdBy)), in: counted(open))
        }
        let holder = Self.holder(maker(invitation.createdBy))
        var shortage = pool.refusal(for: holder, in: counted(invitation))
        if holder == nil, pool.taken(by: nil) >= limits.invitations { shortage = .share(limits.invitations) }
        guard let refusal = shortage else { return }
        throw RPCError(
            .resourceExhausted,
            refusal.sentence("open invitations", wayOut: "withdraw one that is not needed"))
    }

    /// The open invitations of a maker, or of all, in the order of expiry.
    ///
    /// - Parameter maker: as returned by ``maker(_:)``; nil for all.
    func openInvitations(by maker: String?, at now: Int64) -> [StoredInvitation] {
        let open = invitations.filter { $0.expiresAt > now && (maker == nil || self.maker($0.createdBy) == maker) }
        return open.sorted { ($0.expiresAt, $0.id) < ($1.expiresAt, $1.id) }
    }

    func isOpen(_ id: String, at now: Int64) -> Bool { invitations.contains { $0.id == id && $0.expiresAt > now } }

    /// The holder of a person's share of common limits; nil for the hub's owner, who also holds credentials without a
    /// person.
    static func holder(_ person: String) -> String? {
        person.isEmpty || person == Principal.hubOwner ? nil : person
    }

    /// Makes room for another credential: removes the oldest ended ones beyond the limits.
    ///
    /// - Parameters:
    ///   - person: the new credential's person; may be empty.
    ///   - households: the households of people; credentials count in those of their person.
    /// - Returns: the changes to store.
    /// - Throws: `RESOURCE_EXHAUSTED` if too many are valid.
    mutating func makeRoom(
        for person: String, _ households: Households, at now: Int64
    ) throws(RPCError) -> [AccessChange] {
        var pool = SharedPool<String>(limits.pool(limits.credentials, share: limits.credentialsOfMember))
        var ended: [StoredCredential] = []
        for credential in credentials.values {
            if status(of: credential, at: now) == .valid {
                pool.add(1, for: Self.holder(credential.person), in: households.of(person: credential.person))
            } else {
                ended.append(credential)
            }
        }
        for new in waiting { pool.add(1, for: Self.holder(new.person), in: households.of(person: new.person)) }
        if let refusal = pool.refusal(for: Self.holder(person), in: households.of(person: person)) {
            throw RPCError(
                .resourceExhausted, refusal.sentence("credentials", wayOut: "revoke some that are not needed"))
        }
        return forgetFirst(of: ended, for: person)
    }

    private mutating func forgetFirst(of ended: [StoredCredential], for person: String) -> [AccessChange] {
        let holder = Self.holder(person)
        let own = holder == nil ? [] : ended.filter { $0.person == person }
        let surplus = max(
            own.count - limits.endedCredentialsOfMember, ended.count - limits.endedCredentials)
        guard surplus > 0 else { return [] }
        let from = own.count > limits.endedCredentialsOfMember ? own : ended
        // Keeps credentials that have expired only by a clock that may be wrong.
        let certain = from.filter { $0.revokedAt != nil || isCertainlyOver($0) }
        return certain.sorted { $0.end < $1.end }.prefix(surplus).flatMap { forget($0) }
    }

    /// Ends a person's credentials, invitations for further clients, and the invitations that the person made.
    ///
    /// - Returns: the ended credentials, and the changes to store.
    mutating func revoke(person: String, at now: Int64) -> (ended: [StoredCredential], changes: [AccessChange]) {
        let valid = order.compactMap { credentials[$0] }.filter {
            $0.person == person && status(of: $0, at: now) == .valid
        }
        let open = Set(invitations.filter { $0.person == person || maker($0.createdBy) == person }.map(\.id))
        var changes = close { open.contains($0.id) }
        for credential in valid { changes += revoke(credential.id, at: now) ?? [] }
        return (valid, changes)
    }

    /// The people who have valid credentials, except the hub's owner.
    func members(at now: Int64) -> Set<String> {
        Set(
            credentials.values.filter { $0.role == Role.member.rawValue && status(of: $0, at: now) == .valid }
                .map(\.person))
    }
}

extension StoredCredential {
    /// When it ended, or will end.
    fileprivate var end: Int64 { min(revokedAt ?? .max, expiresAt ?? .max) }
}
