internal import HearthStore
internal import StoreTestSupport
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)))
struct StoredAccessTests {
    private let credential = StoredCredential(
        id: "a", kind: 1, role: 2, name: "acme", hash: [1, 2, 3], createdAt: 10, expiresAt: 20, createdBy: "b")
    private let invitation = StoredInvitation(
        id: "i", role: 1, name: "", hash: [4, 5], expiresAt: 30, createdBy: "b")

    @Test(arguments: StoreImplementation.all)
    func comesBackAsItWentIn(_ implementation: StoreImplementation) async throws {
        let store = try await implementation.open()
        let empty = try await store.loadAccess()
        expect(empty.credentials.isEmpty)
        expect(empty.invitations.isEmpty)
        expect(empty.highestTime, equals: 0)
        try await expect(empty.hubID, equals: store.load().hubID)
        let never = StoredCredential(id: "0", kind: 2, role: 1, name: "never", hash: [9], createdAt: 11)
        let tries = StoredWrongTries(network: "192.0.2.7", count: 3, since: 5, locks: 1, lockedUntil: 40)
        try await store.commit(
            StoreTransaction(access: [
                .addCredential(credential), .addCredential(never), .addInvitation(invitation), .putWrongTries(tries),
                .sawTime(12), .sawTime(11),
            ]))
        let stored = try await store.loadAccess()
        expect(stored.credentials, equals: [credential, never])
        expect(stored.invitations, equals: [invitation])
        expect(stored.wrongTries, equals: [tries])
        expect(stored.highestTime, equals: 12)
        try await store.commit(
            StoreTransaction(access: [
                .removeCredential(id: "a"), .removeInvitation(id: "i"), .removeWrongTries(network: "192.0.2.7"),
            ]))
        let rest = try await store.loadAccess()
        expect(rest.credentials, equals: [never])
        expect(rest.invitations.isEmpty)
        expect(rest.wrongTries.isEmpty)
    }

    @Test(arguments: StoreImplementation.all)
    func aChangeThatComesLateUndoesNoOther(_ implementation: StoreImplementation) async throws {
        let store = try await implementation.open()
        try await store.commit(StoreTransaction(access: [.addCredential(credential), .addInvitation(invitation)]))
        try await store.commit(
            StoreTransaction(access: [
                .usedCredential(id: "a", at: 18), .usedCredential(id: "a", at: 17),
                .renewCredential(id: "a", expiresAt: 19),
                .renewCredential(id: "a", expiresAt: 90), .revokeCredential(id: "a", at: 30),
                .revokeCredential(id: "a", at: 40),
            ]))
        var stored = try await store.loadAccess()
        expect(stored.credentials.first?.lastUsedAt, equals: 18)
        expect(stored.credentials.first?.expiresAt, equals: 90)
        expect(stored.credentials.first?.revokedAt, equals: 30)
        try await store.commit(
            StoreTransaction(access: [
                .removeInvitation(id: "i"), .removeCredential(id: "a"),
                .usedCredential(id: "a", at: 50),
            ]))
        stored = try await store.loadAccess()
        expect(stored.invitations.isEmpty)
        expect(stored.credentials.isEmpty)
    }

    @Test(arguments: StoreImplementation.all)
    func correctedClockRevokesAndRestoresNothing(_ implementation: StoreImplementation) async throws {
        let store = try await implementation.open()
        var corrected = credential
        (corrected.createdAt, corrected.expiresAt, corrected.lastUsedAt) = (5, 15, 6)
        var revoked = corrected
        revoked.revokedAt = 7
        try await store.commit(
            StoreTransaction(access: [
                .addCredential(credential), .addInvitation(invitation), .restampCredential(revoked),
                .restampInvitation(id: "i", expiresAt: 12),
            ]))
        var stored = try await store.loadAccess()
        expect(stored.credentials, equals: [corrected])
        expect(stored.invitations.map(\.expiresAt), equals: [12])
        try await store.commit(
            StoreTransaction(access: [.revokeCredential(id: "a", at: 30), .restampCredential(corrected)]))
        stored = try await store.loadAccess()
        expect(stored.credentials.first?.revokedAt, equals: 30)
        try await store.commit(StoreTransaction(access: [.restampCredential(revoked)]))
        try await expect(store.loadAccess().credentials, equals: [revoked])
    }

    @Test(arguments: StoreImplementation.all)
    func aProvidersIdIsAPrincipals(_ implementation: StoreImplementation) async throws {
        let store = try await implementation.open()
        try await store.commit([.putProvider(id: "p", principal: "provider/acme")])
        try await expect(store.load().providers, equals: ["p": "provider/acme"])
    }
}
