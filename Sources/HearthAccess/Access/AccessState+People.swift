internal import HearthRPC
internal import HearthStore

// Who is behind credentials and invitations.
extension AccessState {
    /// Who made an invitation or a credential: a person, or the credential of somebody who is none.
    func maker(_ createdBy: String) -> String {
        guard !createdBy.isEmpty else { return StoredPerson.hubOwner }
        let person = credentials[createdBy]?.person ?? ""
        return person.isEmpty ? createdBy : person
    }

    /// - Throws: `RESOURCE_EXHAUSTED` if whoever makes the invitation has made too many.
    func checkRoom(for invitation: StoredInvitation, at now: Int64) throws(RPCError) {
        let maker = maker(invitation.createdBy)
        let makers = invitations.filter { $0.expiresAt > now }.map { self.maker($0.createdBy) }
        func check(_ count: Int, _ most: Int, _ whose: String) throws(RPCError) {
            guard count >= most else { return }
            throw RPCError(
                .resourceExhausted,
                "\(most) invitations \(whose) are open, the most that may; they close after "
                    + "\(limits.invitationLife / 60) minutes")
        }
        try check(makers.count { $0 == maker }, limits.invitations, "of yours")
        // They can't keep the owner from inviting.
        guard maker != StoredPerson.hubOwner else { return }
        try check(makers.count { $0 != StoredPerson.hubOwner }, limits.invitationsOfMembers, "of all members")
    }

    /// - Parameter person: whose credential is to be added; empty for nobody's.
    /// - Throws: `RESOURCE_EXHAUSTED`.
    func checkRoom(ofMember person: String) throws(RPCError) {
        guard !person.isEmpty, person != StoredPerson.hubOwner else { return }
        guard credentials.values.count(where: { $0.person == person }) >= limits.credentialsOfMember else { return }
        throw RPCError(
            .resourceExhausted,
            "you have \(limits.credentialsOfMember) credentials, the most a person may; those that have ended go after "
                + "\(limits.memory / 86_400) days")
    }

    /// Ends what a person has: credentials, invitations for further clients, and what the person has invited others to.
    ///
    /// - Returns: the credentials that end, and the changes to store.
    mutating func revoke(person: String, at now: Int64) -> (ended: [StoredCredential], changes: [AccessChange]) {
        let valid = order.compactMap { credentials[$0] }.filter {
            $0.person == person && status(of: $0, at: now) == .valid
        }
        let open = Set(invitations.filter { $0.person == person || maker($0.createdBy) == person }.map(\.id))
        var changes = close { open.contains($0.id) }
        for credential in valid { changes += revoke(credential.id, at: now) ?? [] }
        return (valid, changes)
    }

    /// The people who have credentials, but the hub's owner.
    func members(at now: Int64) -> Set<String> {
        Set(
            credentials.values.filter { $0.role == Role.member.rawValue && status(of: $0, at: now) == .valid }
                .map(\.person))
    }
}
