internal import HearthRPC
internal import HearthSQL
@testable internal import HearthStore
internal import HearthWire
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// People and the audit log in a file.
@Suite(.timeLimit(.minutes(5)))
struct AuditRowTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func row(_ number: Int) -> StoredAudit {
        StoredAudit(
            time: Int64(number), action: 9, actor: "Ada", what: "removed room \(number)", address: "this machine")
    }

    private func size(_ path: String) throws -> Int64? {
        let database = try Database(path: path, schema: StoreSchema.current)
        defer { database.close() }
        return try database.first("SELECT bytes FROM audit_size") { try $0.int64(0) }
    }

    @Test func credentialsAndInvitationsOfBeforeAreTheOwners() async throws {
        let current = StoreSchema.current
        let version = try require(current.migrations.firstIndex { $0.contains("ADD COLUMN person") })
        let old = try Database(
            path: folder.file,
            schema: DatabaseSchema(
                applicationID: current.applicationID, migrations: Array(current.migrations.prefix(version))))
        try old.run("INSERT INTO hub(only_row, id, epoch, ending) VALUES (1, 'the hub', 4, 1)")
        for role in 1...2 {
            try old.execute(
                """
                INSERT INTO credential(id, kind, role, name, hash, created_at, created_by)
                    VALUES ('c\(role)', 1, \(role), 'n', x'0\(role)', 5, '');
                INSERT INTO invitation(id, role, name, hash, expires_at, created_by)
                    VALUES ('i\(role)', \(role), '', x'0\(role)', 9, '');
                """)
        }
        old.close()
        let store = try await HomeStore.open(path: folder.file)
        let access = try await store.loadAccess()
        expect(access.credentials.map(\.person), equals: [Principal.hubOwner, ""])
        expect(access.invitations.map(\.person), equals: [Principal.hubOwner, ""])
        expect(access.invitations.allSatisfy { $0.offers.isEmpty })
        try await store.close(clean: true)
    }

    @Test func backupWithoutKeysHasTheLogButNoCredentials() async throws {
        let store = try await HomeStore.open(path: folder.file)
        let offers = [StoredOffer(structureID: "s", role: 4)]
        let invitation = StoredInvitation(id: "i", role: 5, name: "", hash: [1], expiresAt: 9, offers: offers)
        try await store.commit(
            StoreTransaction((1...3).map { .addAudit(row($0)) }, access: [.addInvitation(invitation)]))
        try await expect(store.loadAccess().invitations.map(\.offers), equals: [offers])
        _ = try await store.backUp(to: folder.path + "/backup", now: .seconds(5), keys: nil)
        try await store.close(clean: true)
        let copy = try await HomeStore.open(path: folder.path + "/backup")
        try await expect(copy.audit(AuditRequest()).map(\.number), equals: [3, 2, 1])
        try await expect(copy.loadAccess().invitations.isEmpty)
        try await copy.close(clean: true)
    }

    @Test func salvagedRowsAreCountedAgain() async throws {
        let store = try await HomeStore.open(path: folder.file)
        try await store.commit((1...3).map { .addAudit(row($0)) })
        try await store.close(clean: true)
        let path = folder.path + "/saved"
        _ = try await HomeStore.salvage(storeAt: folder.file, to: path, now: .seconds(5), keys: [])
        let saved = try await HomeStore.open(path: path)
        try await saved.commit([.addAudit(row(4))])
        try await expect(saved.audit(AuditRequest()).map(\.number), equals: [4, 3, 2, 1])
        try await saved.close(clean: true)
        try expect(size(path), equals: (1...4).reduce(0) { $0 + row($1).bytes })
    }

    @Test func offersThatCannotBeReadAreDamage() async throws {
        let store = try await HomeStore.open(path: folder.file)
        let invitation = StoredInvitation(id: "i", role: 5, name: "", hash: [1], expiresAt: 9)
        try await store.commit(StoreTransaction(access: [.addInvitation(invitation)]))
        try await store.close(clean: true)
        do {
            let database = try Database(path: folder.file, schema: StoreSchema.current)
            try database.run("UPDATE invitation SET offers = x'FFFFFFFF'")
        }
        let again = try await HomeStore.open(path: folder.file)
        let error = await expect(throws: StoreError.self) { try await again.loadAccess() }
        expect(error?.code, equals: .damaged)
        try await again.close(clean: true)
    }
}
