internal import HearthStore

/// Access control as a ``ModelStore`` keeps it.
struct ModelAccess: Sendable {
    private var credentials: [StoredCredential] = []
    private var invitations: [StoredInvitation] = []
    private var wrongTries: [String: StoredWrongTries] = [:]
    private var highestTime: Int64 = 0

    var stored: StoredAccess {
        StoredAccess(
            credentials: credentials, invitations: invitations, wrongTries: Array(wrongTries.values),
            highestTime: highestTime)
    }

    mutating func apply(_ change: AccessChange, _ audit: inout ModelAudit) throws(StoreError) {
        switch change {
        case .addCredential(let new):
            guard !credentials.contains(where: { $0.id == new.id }) else { throw Self.isThere(new.id) }
            credentials.append(new)
        case .addInvitation(let new):
            guard !invitations.contains(where: { $0.id == new.id }) else { throw Self.isThere(new.id) }
            invitations.append(new)
        case .renewCredential(let id, let time):
            credential(id) { $0.expiresAt = $0.expiresAt.map { max($0, time) } }
        case .usedCredential(let id, let time): credential(id) { $0.lastUsedAt = max($0.lastUsedAt ?? 0, time) }
        case .revokeCredential(let id, let time): credential(id) { $0.revokedAt = $0.revokedAt ?? time }
        case .restampCredential(let new):
            credential(new.id) { credential in
                credential.createdAt = new.createdAt
                credential.expiresAt = new.expiresAt
                credential.lastUsedAt = new.lastUsedAt
                if let revoked = credential.revokedAt { credential.revokedAt = new.revokedAt ?? revoked }
            }
        case .replaceSecret(let id, let hash): credential(id) { $0.hash = hash }
        case .removeCredential(let id): credentials.removeAll { $0.id == id }
        case .replaceCode(let id, let hash): invitation(id) { $0.hash = hash }
        case .restampInvitation(let id, let time): invitation(id) { $0.expiresAt = time }
        case .removeInvitation(let id): invitations.removeAll { $0.id == id }
        case .putWrongTries(let tries): wrongTries[tries.network] = tries
        case .removeWrongTries(let network): wrongTries[network] = nil
        case .sawTime(let time):
            highestTime = max(highestTime, time)
            audit.forget(at: time)
        case .addAudit(let row): audit.add(row)
        }
    }

    private static func isThere(_ id: String) -> StoreError {
        StoreError(.failed, "\(id) is there already; choose another id")
    }

    private mutating func credential(_ id: String, _ body: (inout StoredCredential) -> Void) {
        guard let index = credentials.firstIndex(where: { $0.id == id }) else { return }
        body(&credentials[index])
    }

    private mutating func invitation(_ id: String, _ body: (inout StoredInvitation) -> Void) {
        guard let index = invitations.firstIndex(where: { $0.id == id }) else { return }
        body(&invitations[index])
    }
}
