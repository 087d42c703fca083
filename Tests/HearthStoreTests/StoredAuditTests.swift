internal import HearthStore
internal import HearthTraitCore
internal import StoreTestSupport
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)))
struct StoredAuditTests {
    private func row(_ time: Int64, _ structureID: String = "s", _ what: String = "removed the room Attic")
        -> StoredAudit
    {
        StoredAudit(
            time: time, action: 9, actor: "Ada", personID: "p", credentialID: "c", structureID: structureID,
            objectID: "r", what: what, address: "192.0.2.7")
    }

    @Test(arguments: StoreImplementation.all)
    func pagesGoBackAndKeepToTheStructuresThatAreAskedFor(_ implementation: StoreImplementation) async throws {
        let store = try await implementation.open()
        try await expect(store.audit(AuditRequest()).isEmpty)
        try await store.commit(
            StoreTransaction(
                [.addAudit(row(10)), .addAudit(row(11, "t"))], access: [.addAudit(row(12)), .addAudit(row(13, ""))]))
        let all = try await store.audit(AuditRequest())
        expect(all.map(\.number), equals: [4, 3, 2, 1])
        expect(all.map(\.time), equals: [13, 12, 11, 10])
        var first = row(10)
        first.number = 1
        expect(all.last, equals: first)
        let mine = try await store.audit(AuditRequest(structureIDs: ["s"], limit: 1))
        expect(mine.map(\.number), equals: [3])
        let next = try await store.audit(AuditRequest(structureIDs: ["s"], before: 3, limit: 1))
        expect(next.map(\.number), equals: [1])
        try await expect(store.audit(AuditRequest(structureIDs: [])).isEmpty)
        try await expect(store.audit(AuditRequest(since: 12)).map(\.time), equals: [13, 12])
    }

    @Test(arguments: StoreImplementation.all)
    func nothingOfATransactionThatFailsIsThere(_ implementation: StoreImplementation) async throws {
        let store = try await implementation.open()
        let room = StoreChange.putRoom(RoomRecord(id: "r", structureID: "nowhere", name: "Attic"))
        await expect(throws: StoreError.self) { try await store.commit([.addAudit(row(10)), room]) }
        try await expect(store.audit(AuditRequest()).isEmpty)
    }

    @Test(arguments: StoreImplementation.all)
    func aYearLaterItIsForgottenAndNoNumberComesAgain(_ implementation: StoreImplementation) async throws {
        let store = try await implementation.open()
        try await store.commit([.addAudit(row(10)), .addAudit(row(20))])
        try await store.commit(StoreTransaction(access: [.sawTime(20 + StoredAudit.life)]))
        try await expect(store.audit(AuditRequest()).map(\.number), equals: [2])
        try await store.commit(StoreTransaction(access: [.sawTime(21 + StoredAudit.life)]))
        try await expect(store.audit(AuditRequest()).isEmpty)
        try await store.commit([.addAudit(row(30))])
        try await expect(store.audit(AuditRequest()).map(\.number), equals: [3])
    }

    @Test(arguments: StoreImplementation.all.dropLast())
    func theOldestGoWhenThereIsTooMuch(_ implementation: StoreImplementation) async throws {
        let store = try await implementation.open()
        // The longest texts of a row, so that few rows reach the limit.
        let long = String(repeating: "\u{1F3E0}", count: 300)
        var row = row(1, "s", long)
        (row.actor, row.objectID, row.address) = (String(repeating: long, count: 400), long, long)
        let size = row.bytes
        let fitting = Int(StoredAudit.mostBytes / size)
        for _ in 0..<fitting + 3 { try await store.commit([.addAudit(row)]) }
        let numbers = try await store.audit(AuditRequest(limit: .max)).map(\.number)
        expect(numbers.count, equals: fitting)
        expect(numbers.last, equals: 4)
        // Refusals are dropped first, however new.
        row.action = 10
        try await store.commit([.addAudit(row)])
        try await expect(store.audit(AuditRequest(limit: .max)).map(\.number), equals: numbers)
    }

    @Test func textsAreCut() {
        let row = row(1, "s", String(repeating: "x", count: 1_000))
        expect(row.what.count, equals: 300)
        expect(row.what.hasSuffix("…"))
        expect(self.row(1).what, equals: "removed the room Attic")
    }
}
