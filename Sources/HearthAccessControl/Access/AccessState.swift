internal import HearthBase
internal import HearthStore
internal import HearthRPC
internal import HearthTLS

/// Access control as a value: credentials, open invitations and the time. Each function returns the changes to store.
struct AccessState {
    private(set) var credentials: [String: StoredCredential] = [:]
    /// IDs in order of creation.
    private(set) var order: [String] = []
    private(set) var invitations: [StoredInvitation]
    var wrongTries: WrongTries
    private var refusals = AuditFold(mostRows: 30)
    /// Refusals that are not stored yet.
    private var unstoredRefusals: [StoredAudit] = []
    private var times: Times
    private var storedTime: Int64
    private var keys: [[UInt8]: String] = [:]
    private var rightTokens = RightTokens()
    /// Expired and revoked credentials whose end observers know.
    private var ended: Set<String> = []
    private var used: Set<String> = []
    /// Credentials that are being stored, with their stored form.
    private var unadmitted: [String: (credential: StoredCredential, stored: StoredCredential)] = [:]
    /// Credentials and invitations whose stored times are outdated.
    private var restamped: Set<String> = []
    let limits: AccessLimits

    /// - Parameters:
    ///   - wallClock: the machine's clock, in seconds since 1970.
    ///   - monotonic: time since any fixed moment of this process.
    init(_ stored: StoredAccess, wallClock: Int64, monotonic: Duration, limits: AccessLimits) {
        invitations = stored.invitations
        wrongTries = WrongTries(stored.wrongTries, limits: limits)
        times = Times(stored: stored.highestTime, wallClock: wallClock, monotonic: monotonic, limits: limits)
        storedTime = stored.highestTime
        self.limits = limits
        for credential in stored.credentials { put(credential) }
        move(by: 0)
    }

    private mutating func put(_ credential: StoredCredential) {
        if credentials.updateValue(credential, forKey: credential.id) == nil { order.append(credential.id) }
        guard credential.isKey else { return }
        // If a key has several credentials the last one counts; the earlier ones have expired or were revoked.
        keys[credential.hash] = credential.id
    }

    enum Kind {
        static let clientKey: Int64 = 1
        static let token: Int64 = 2
        /// A client key that a browser keeps.
        static let browserKey: Int64 = 3
    }

    // MARK: Time

    /// The time for decisions. Setting the machine's clock back revives nothing; setting it forward ends nothing.
    mutating func time(wallClock: Int64, monotonic: Duration) -> Int64 {
        let (jump, isStoreBehind) = times.read(wallClock: wallClock, monotonic: monotonic)
        if jump != 0 { move(by: jump) }
        if isStoreBehind {
            restamped.formUnion(credentials.values.filter { times.moved($0, by: 1) != $0 }.map(\.id))
        }
        return times.reading.now
    }

    /// Moves the times set in this run with a jump of the time. Times that an earlier run set in the future, with a
    /// wrong clock, become the current time.
    private mutating func move(by jump: Int64) {
        for credential in credentials.values {
            let moved = times.clamped(times.moved(credential, by: jump))
            guard moved != credential else { continue }
            credentials[credential.id] = moved
            restamped.insert(credential.id)
        }
        for (id, new) in unadmitted {
            unadmitted[id]?.credential = times.clamped(times.moved(new.credential, by: jump))
        }
        for (index, invitation) in invitations.enumerated() {
            let moved = times.clamped(times.moved(invitation, by: jump))
            guard moved != invitation else { continue }
            invitations[index] = moved
            restamped.insert(invitation.id)
        }
        wrongTries.move(by: jump, times)
        times.jumped()
        // They may be valid again, and end later.
        ended = ended.filter { id in credentials[id].map { status(of: $0, at: times.reading.now) != .valid } ?? false }
    }

    /// The change that stores the time.
    var sawTime: AccessChange { .sawTime(times.reading.confirmed) }

    /// Whether stored times are wrong.
    var isStoreBehind: Bool { !restamped.isEmpty }

    // MARK: Lookup

    enum CredentialStatus: Hashable {
        case valid, expired, revoked
    }

    func status(of credential: StoredCredential, at now: Int64) -> CredentialStatus {
        if credential.revokedAt != nil { return .revoked }
        if let end = credential.expiresAt, end <= now { return .expired }
        return .valid
    }

    /// The credential of a client key.
    func credential(key: [UInt8]) -> StoredCredential? { keys[key].flatMap { credentials[$0] } }

    /// The credential of a token whose secret was verified before; nil for others.
    func credential(knownBy authorization: String) -> StoredCredential? {
        rightTokens.id(of: authorization).flatMap { credentials[$0] }
    }

    /// The token's credential; nil if its ID or its secret is wrong.
    mutating func credential(of token: BroughtToken) -> StoredCredential? {
        let found = credentials[token.id]
        // Compare for an unknown ID too, so that the timing doesn't reveal which IDs exist.
        let isEqual = constantTimeEquals(found?.hash ?? [UInt8](repeating: 0, count: 32), token.hash)
        guard let found, isEqual, found.kind == Kind.token else { return nil }
        rightTokens.add(token.authorization, of: found.id)
        return found
    }

    mutating func use(_ id: String, at now: Int64) {
        guard let credential = credentials[id] else { return }
        guard now - (credential.lastUsedAt ?? 0) >= limits.useStep else { return }
        credentials[id]?.lastUsedAt = now
        used.insert(id)
    }

    /// Whether the hub has an owner's client key that was not revoked.
    var isClaimed: Bool {
        credentials.values.contains {
            $0.isKey && $0.role == Role.owner.rawValue && $0.revokedAt == nil
        }
    }

    // MARK: Invitations

    /// Adds an invitation. A new one for an owner replaces the previous one.
    ///
    /// - Parameter households: the households of people and structures.
    /// - Returns: the changes to store, and the replaced invitations. Call ``notOpened(_:insteadOf:)`` if storing
    ///   fails.
    mutating func open(
        _ invitation: StoredInvitation, _ households: Households, at now: Int64
    ) throws(RPCError) -> (changes: [AccessChange], replaced: [StoredInvitation]) {
        var changes = closeOld()
        let isReplacing = invitation.role == Role.owner.rawValue
        let replaced = isReplacing ? invitations.filter { $0.role == invitation.role } : []
        if isReplacing { changes += close { $0.role == invitation.role } }
        do throws(RPCError) {
            try checkRoom(for: invitation, households, at: now)
        } catch {
            invitations += replaced
            throw error
        }
        invitations.append(invitation)
        return (changes + [.addInvitation(invitation)], replaced)
    }

    /// Discards an invitation that could not be stored, and reopens those that it replaced.
    mutating func notOpened(_ id: String, insteadOf replaced: [StoredInvitation]) {
        invitations.removeAll { $0.id == id }
        invitations += replaced
    }

    /// The open invitation with this code. A wrong code is not counted, as this is for the console.
    func invitation(code: String, at now: Int64) -> StoredInvitation? {
        guard let hash = ClaimCode.hash(code) else { return nil }
        return invitations.first { constantTimeEquals($0.hash, hash) && $0.expiresAt > now }
    }

    private mutating func closeOld() -> [AccessChange] { close { [times] in times.isOver($0.expiresAt) } }

    mutating func close(_ which: (StoredInvitation) -> Bool) -> [AccessChange] {
        let gone = invitations.filter(which)
        invitations.removeAll(where: which)
        return gone.map { .removeInvitation(id: $0.id) }
    }

    /// Reopens an invitation whose claim could not be stored.
    mutating func reopen(_ invitation: StoredInvitation) { invitations.append(invitation) }

    enum Claim {
        /// Refused, with the verdict on the try; nil if its network is not counted.
        case refused([AccessChange], WrongTries.Verdict?)
        /// The code has been used. Call `admit` with the credential once the changes are stored, or `drop`.
        case taken(StoredCredential, StoredInvitation, [AccessChange])
        /// The code has been used with the key of this credential, whose person joins further structures.
        case joins(StoredCredential, StoredInvitation, [AccessChange])
        /// The code is right, but the key already has a credential. The code can still be used.
        case known
    }

    /// Compares a code with the open invitation for the hub's owner, which stays open. A wrong code counts as a try.
    ///
    /// - Parameter network: the code's network, to count wrong tries; nil to count none.
    /// - Returns: nil for the right code.
    mutating func refusal(
        ofOwnersCode code: String, from network: String?, at now: Int64
    ) -> (changes: [AccessChange], verdict: WrongTries.Verdict?)? {
        let found = invitation(code: code, at: now)
        guard found?.role != Role.owner.rawValue else { return nil }
        let verdict = network.map { wrongTries.count($0, at: now) }
        return (wrongTries.takeChanges(), verdict)
    }

    /// Redeems a code for a client key.
    ///
    /// - Parameters:
    ///   - kind: the kind of key.
    ///   - identity: the identity of a person who is not known yet.
    ///   - network: the code's network, to count wrong tries; nil to count none.
    mutating func claim(
        code: String, key: [UInt8], kind: Int64 = Kind.clientKey, name: String, id: String, identity: String,
        from network: String?, at now: Int64
    ) -> Claim {
        var changes = closeOld()
        let hash = ClaimCode.hash(code)
        // Compare with all invitations, so that the timing reveals nothing.
        let matches = invitations.filter { constantTimeEquals($0.hash, hash ?? []) && $0.expiresAt > now }
        guard let invitation = matches.first else {
            let verdict = network.map { wrongTries.count($0, at: now) }
            return .refused(changes + wrongTries.takeChanges(), verdict)
        }
        if isBeingAdmitted(key: key) { return .known }
        let isForPeople = !invitation.offers.isEmpty
        if let known = credential(key: key), status(of: known, at: now) == .valid {
            guard isForPeople, !known.person.isEmpty else { return .known }
            return .joins(known, invitation, changes + close { $0.id == invitation.id } + [sawTime])
        }
        changes += close { $0.id == invitation.id }
        // The name in an invitation for people is the person's; the client has its own.
        let isNamed = !invitation.name.isEmpty && invitation.role != Role.member.rawValue
        let credential = StoredCredential(
            id: id, kind: kind, role: invitation.role, name: isNamed ? invitation.name : name, hash: key,
            createdAt: now, expiresAt: now + limits.keyLife, createdBy: invitation.createdBy, key: invitation.key,
            person: isForPeople ? identity : invitation.person)
        return .taken(credential, invitation, changes + add(credential))
    }

    /// Whether a key that presents a right code gets a new credential.
    func isNew(key: [UInt8], at now: Int64) -> Bool {
        let isKnown = credential(key: key).map { status(of: $0, at: now) == .valid } ?? false
        return !isKnown && !isBeingAdmitted(key: key)
    }

    /// Whether the key's credential is being stored. Two concurrent claims with one key are the same client.
    private func isBeingAdmitted(key: [UInt8]) -> Bool {
        unadmitted.values.contains { $0.credential.isKey && $0.credential.hash == key }
    }

    /// Adds a new credential, whose times move with the clock from now on. Call `admit` once the changes are stored, or
    /// `drop`.
    mutating func add(_ credential: StoredCredential) -> [AccessChange] {
        let stored = times.stored(credential)
        unadmitted[credential.id] = (credential, stored)
        return [.addCredential(stored), sawTime]
    }

    /// Makes a stored credential valid, and returns it with its current times.
    mutating func admit(_ credential: StoredCredential) -> StoredCredential {
        guard let new = unadmitted.removeValue(forKey: credential.id) else { return credential }
        put(new.credential)
        if times.stored(new.credential) != new.stored { restamped.insert(credential.id) }
        return new.credential
    }

    /// Discards a new credential that could not be stored.
    mutating func drop(_ credential: StoredCredential) { unadmitted[credential.id] = nil }

    // MARK: Credentials

    /// Credentials that are being stored.
    var waiting: [StoredCredential] { unadmitted.values.map(\.credential) }

    /// Whether a credential has expired even by the proven time.
    func isCertainlyOver(_ credential: StoredCredential) -> Bool {
        credential.expiresAt.map { $0 <= times.reading.confirmed } ?? false
    }

    /// Extends a client key's expiry, if at least two thirds of its lifetime have passed.
    mutating func renew(_ id: String, at now: Int64) -> [AccessChange] {
        guard let credential = credentials[id], credential.isKey, let end = credential.expiresAt,
            status(of: credential, at: now) == .valid, end - now <= limits.keyLife / 3
        else { return [] }
        credentials[id]?.expiresAt = now + limits.keyLife
        // Set again, as a correction already on its way to the store would undo the renewal.
        restamped.insert(id)
        return [.renewCredential(id: id, expiresAt: now + limits.keyLife), sawTime]
    }

    /// Revokes a credential, and closes the invitations made with it. Returns the changes to store even if it was
    /// revoked before; nil if it doesn't exist.
    mutating func revoke(_ id: String, at now: Int64) -> [AccessChange]? {
        guard let credential = credentials[id] else { return nil }
        let time = credential.revokedAt ?? now
        credentials[id]?.revokedAt = time
        ended.insert(id)
        if times.reading.ahead != 0 { restamped.insert(id) }
        return close { $0.createdBy == id } + [.revokeCredential(id: id, at: time), sawTime]
    }

    /// Replaces a token's secret.
    mutating func replaceSecret(of id: String, hash: [UInt8]) {
        credentials[id]?.hash = hash
        rightTokens.forget(id)
    }

    /// Replaces an invitation's code.
    mutating func replaceCode(of id: String, hash: [UInt8]) {
        guard let index = invitations.firstIndex(where: { $0.id == id }) else { return }
        invitations[index].hash = hash
    }

    // MARK: Expiry

    /// Periodic work.
    ///
    /// - Returns: credentials that expired since the last call, and the changes to store.
    mutating func sweep(at now: Int64) -> (ended: [String], changes: [AccessChange]) {
        var changes = closeOld()
        var new: [String] = []
        var hasEnd = false
        let confirmed = times.reading.confirmed
        for credential in credentials.values {
            if status(of: credential, at: now) != .valid, ended.insert(credential.id).inserted {
                new.append(credential.id)
                if times.isOnlyOverHere(credential) { restamped.insert(credential.id) }
            }
            // The store must know it, in case the hub starts with a clock that was set back.
            if let end = credential.expiresAt, end > storedTime, end <= confirmed { hasEnd = true }
            let end = min(credential.revokedAt ?? .max, credential.expiresAt ?? .max)
            // Irreversible, so only by the proven time.
            if end < confirmed - limits.memory { changes += forget(credential) }
        }
        wrongTries.sweep(at: confirmed)
        unstoredRefusals += refusals.takeDue(at: now)
        changes += takeUnstored()
        if !changes.isEmpty || hasEnd || confirmed - storedTime >= limits.timeStep {
            storedTime = confirmed
            changes.append(sawTime)
        }
        return (new, changes)
    }

    mutating func forget(_ credential: StoredCredential) -> [AccessChange] {
        credentials[credential.id] = nil
        order.removeAll { $0 == credential.id }
        ended.remove(credential.id)
        if keys[credential.hash] == credential.id { keys[credential.hash] = nil }
        return [.removeCredential(id: credential.id)]
    }

    /// Uses, corrected times and failed attempts that are not stored yet.
    mutating func takeUnstored() -> [AccessChange] {
        let uses = used.subtracting(restamped).ordered().compactMap { id in
            credentials[id].flatMap { times.stored($0).lastUsedAt }.map { AccessChange.usedCredential(id: id, at: $0) }
        }
        let stamps = restamped.ordered().compactMap { id in
            credentials[id].map { AccessChange.restampCredential(times.stored($0)) }
        }
        let ends = invitations.filter { restamped.contains($0.id) }
            .map { AccessChange.restampInvitation(id: $0.id, expiresAt: $0.expiresAt) }
        (used, restamped) = ([], [])
        return uses + stamps + ends + wrongTries.takeChanges() + takeRefusals()
    }

    // MARK: Refusals

    /// Records a refusal for the audit log.
    mutating func refuse(_ row: StoredAudit) { unstoredRefusals += refusals.add(row) }

    /// Ends the period in which repeated refusals are counted.
    mutating func endRefusals() { unstoredRefusals += refusals.takeAll() }

    private mutating func takeRefusals() -> [AccessChange] {
        defer { unstoredRefusals = [] }
        return unstoredRefusals.map { .addAudit($0) }
    }
}

extension StoredCredential {
    /// Whether it is a key, of a client or a browser.
    var isKey: Bool { kind == AccessState.Kind.clientKey || kind == AccessState.Kind.browserKey }
}
