internal import HearthStore
internal import HearthRPC
internal import HearthTLS

/// Who may use the hub, as a value: credentials, open invitations, and the latest time that was seen. It is told what
/// happens and says what is to be stored.
struct AccessState {
    private(set) var credentials: [String: StoredCredential] = [:]
    /// In the order in which they were made.
    private(set) var order: [String] = []
    private(set) var invitations: [StoredInvitation]
    var wrongTries: WrongTries
    private var highestTime: Int64
    private var storedTime: Int64
    private var keys: [[UInt8]: String] = [:]
    /// Credentials that came to their end, as far as anyone was told.
    private var ended: Set<String> = []
    private var used: Set<String> = []
    let limits: AccessLimits

    init(_ stored: StoredAccess, limits: AccessLimits) {
        invitations = stored.invitations
        wrongTries = WrongTries(stored.wrongTries, limits: limits)
        highestTime = stored.highestTime
        storedTime = stored.highestTime
        self.limits = limits
        for credential in stored.credentials { put(credential) }
    }

    private mutating func put(_ credential: StoredCredential) {
        if credentials.updateValue(credential, forKey: credential.id) == nil { order.append(credential.id) }
        guard credential.kind == Kind.clientKey else { return }
        // Of the credentials of one key the last counts: those before have ended.
        keys[credential.hash] = credential.id
    }

    enum Kind {
        static let clientKey: Int64 = 1
        static let token: Int64 = 2
    }

    // MARK: Time

    /// The time to judge by. A clock that is set back brings nothing to life: then time stands still.
    mutating func time(_ clock: Int64) -> Int64 {
        highestTime = max(highestTime, clock)
        return highestTime
    }

    /// How far the clock is behind what was seen before, in seconds.
    func lag(_ clock: Int64) -> Int64 { max(0, highestTime - clock) }

    // MARK: Looking

    enum Standing: Hashable {
        case valid, expired, revoked
    }

    func standing(_ credential: StoredCredential, at now: Int64) -> Standing {
        if credential.revokedAt != nil { return .revoked }
        if let end = credential.expiresAt, end <= now { return .expired }
        return .valid
    }

    /// What is known of a key.
    func credential(key: [UInt8]) -> StoredCredential? { keys[key].flatMap { credentials[$0] } }

    /// The credential of a token; nil where there is none, whichever half is wrong.
    func credential(_ token: AccessToken) -> StoredCredential? {
        let found = credentials[token.id]
        // The same work for an id that is not there.
        let isEqual = constantTimeEquals(found?.hash ?? [UInt8](repeating: 0, count: 32), token.hash)
        guard let found, isEqual, found.kind == Kind.token else { return nil }
        return found
    }

    mutating func use(_ id: String, at now: Int64) {
        guard let credential = credentials[id] else { return }
        guard now - (credential.lastUsedAt ?? 0) >= limits.useStep else { return }
        credentials[id]?.lastUsedAt = now
        used.insert(id)
    }

    /// Whether an owner has claimed the hub, and was not removed since.
    var isClaimed: Bool {
        credentials.values.contains {
            $0.kind == Kind.clientKey && $0.role == Role.owner.rawValue && $0.revokedAt == nil
        }
    }

    // MARK: Invitations

    /// Opens an invitation. One for an owner takes the place of an earlier one.
    mutating func open(_ invitation: StoredInvitation, at now: Int64) throws(RPCError) -> [AccessChange] {
        var changes = closeOld(at: now)
        if invitation.role == Role.owner.rawValue { changes += close { $0.role == invitation.role } }
        guard invitations.count < limits.invitations else {
            throw RPCError(
                .resourceExhausted,
                "\(limits.invitations) invitations are open, the most that may; they close after "
                    + "\(limits.invitationLife / 60) minutes")
        }
        invitations.append(invitation)
        return changes + [.addInvitation(invitation)]
    }

    /// The open invitation of this code. For the console: it counts nothing.
    func invitation(code: String, at now: Int64) -> StoredInvitation? {
        guard let hash = ClaimCode.hash(code) else { return nil }
        return invitations.first { constantTimeEquals($0.hash, hash) && $0.expiresAt > now }
    }

    private mutating func closeOld(at now: Int64) -> [AccessChange] { close { $0.expiresAt <= now } }

    private mutating func close(_ which: (StoredInvitation) -> Bool) -> [AccessChange] {
        let gone = invitations.filter(which)
        invitations.removeAll(where: which)
        return gone.map { .removeInvitation(id: $0.id) }
    }

    /// Closes the owner's invitation: the hub was claimed, or its console says so.
    mutating func closeOwnerInvitation() -> [AccessChange] { close { $0.role == Role.owner.rawValue } }

    enum Claim {
        case refused([AccessChange])
        /// The code is used up. The key counts once the changes are stored and it is admitted.
        case taken(StoredCredential, [AccessChange])
        /// The code is right, and the key has a credential already; the code stays.
        case known
    }

    /// A client shows a code.
    mutating func claim(code: String, key: [UInt8], name: String, id: String, at now: Int64) -> Claim {
        var changes = closeOld(at: now)
        let hash = ClaimCode.hash(code)
        // All are looked at, so that the time says nothing.
        let matches = invitations.filter { constantTimeEquals($0.hash, hash ?? []) }
        guard let invitation = matches.first else {
            for index in invitations.indices {
                invitations[index].tries += 1
                changes.append(.countTries(invitation: invitations[index].id, tries: invitations[index].tries))
            }
            changes += close { [limits] in $0.tries >= limits.wrongCodes }
            return .refused(changes)
        }
        if let known = credential(key: key), standing(known, at: now) == .valid { return .known }
        changes += close { $0.id == invitation.id }
        let credential = StoredCredential(
            id: id, kind: Kind.clientKey, role: invitation.role,
            name: invitation.name.isEmpty ? name : invitation.name, hash: key, createdAt: now,
            expiresAt: now + limits.keyLife, createdBy: invitation.createdBy)
        return .taken(credential, changes + [.addCredential(credential), .sawTime(now)])
    }

    /// Lets a credential in that has been stored.
    mutating func admit(_ credential: StoredCredential) {
        put(credential)
    }

    // MARK: Credentials

    func checkRoom() throws(RPCError) {
        guard credentials.count < limits.credentials else {
            throw RPCError(
                .resourceExhausted,
                "the hub keeps \(limits.credentials) credentials, the most it may; those that have ended go after "
                    + "\(limits.memory / 86_400) days")
        }
    }

    /// Puts off the end of a key of which two thirds are over.
    mutating func renew(_ id: String, at now: Int64) -> [AccessChange] {
        guard let credential = credentials[id], credential.kind == Kind.clientKey, let end = credential.expiresAt,
            standing(credential, at: now) == .valid, end - now <= limits.keyLife / 3
        else { return [] }
        credentials[id]?.expiresAt = now + limits.keyLife
        return [.renewCredential(id: id, expiresAt: now + limits.keyLife), .sawTime(now)]
    }

    /// Ends a credential; the change is to be stored also when it was revoked before.
    mutating func revoke(_ id: String, at now: Int64) -> [AccessChange]? {
        guard let credential = credentials[id] else { return nil }
        let time = credential.revokedAt ?? now
        credentials[id]?.revokedAt = time
        ended.insert(id)
        return [.revokeCredential(id: id, at: time), .sawTime(now)]
    }

    // MARK: The course of time

    /// What is to be done now and then.
    ///
    /// - Returns: credentials that came to their end since the last time, and what is to be stored.
    mutating func sweep(at now: Int64) -> (ended: [String], changes: [AccessChange]) {
        var changes = closeOld(at: now)
        var new: [String] = []
        for credential in credentials.values {
            if standing(credential, at: now) != .valid, ended.insert(credential.id).inserted {
                new.append(credential.id)
            }
            let end = min(credential.revokedAt ?? .max, credential.expiresAt ?? .max)
            if end < now - limits.memory { changes += forget(credential) }
        }
        wrongTries.sweep(at: now)
        changes += takeCounts()
        if !changes.isEmpty || now - storedTime >= limits.timeStep {
            storedTime = now
            changes.append(.sawTime(now))
        }
        return (new, changes)
    }

    private mutating func forget(_ credential: StoredCredential) -> [AccessChange] {
        credentials[credential.id] = nil
        order.removeAll { $0 == credential.id }
        ended.remove(credential.id)
        if keys[credential.hash] == credential.id { keys[credential.hash] = nil }
        return [.removeCredential(id: credential.id)]
    }

    /// Uses and wrong tries that were not stored yet.
    mutating func takeCounts() -> [AccessChange] {
        let uses = used.sorted().compactMap { id in
            credentials[id]?.lastUsedAt.map { AccessChange.usedCredential(id: id, at: $0) }
        }
        used = []
        return uses + wrongTries.takeChanges()
    }
}
