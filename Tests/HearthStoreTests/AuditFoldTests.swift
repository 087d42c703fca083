internal import HearthStore
internal import Expectations
internal import Testing

struct AuditFoldTests {
    private func row(_ time: Int64, _ actor: String = "Ada", _ what: String = "may not open the door") -> StoredAudit {
        StoredAudit(time: time, action: 10, actor: actor, what: what, address: "192.0.2.7")
    }

    @Test func repeatsWithinAMinuteAreOneRowWithACount() {
        var fold = AuditFold()
        expect(fold.add(row(100)), equals: [row(100)])
        for second in 101...111 { expect(fold.add(row(Int64(second))), equals: []) }
        expect(fold.add(row(112, "Bob")), equals: [row(112, "Bob")])
        expect(fold.takeDue(at: 159), equals: [])
        expect(fold.takeDue(at: 160).map(\.what), equals: ["may not open the door (11 times more)"])
        expect(fold.takeDue(at: 300), equals: [])
        expect(fold.add(row(301)), equals: [row(301)])
        expect(fold.add(row(302)), equals: [])
        expect(fold.add(row(361)).map(\.what), equals: ["may not open the door (once more)", "may not open the door"])
    }

    @Test func manyDifferentRowsAreOnlyCounted() {
        var fold = AuditFold(mostRows: 3)
        let rows = (0..<1_000).flatMap { fold.add(row(100, "guest \($0)")) }
        expect(rows.count, equals: 3)
        let rest = fold.takeAll()
        expect(rest.map(\.actor), equals: ["several"])
        expect(rest.first?.what, equals: "997 more of this kind within a minute, by various callers")
        expect(fold.takeAll(), equals: [])
    }

    @Test func aClockThatIsSetBackEndsTheMinute() {
        var fold = AuditFold()
        _ = fold.add(row(1_000))
        _ = fold.add(row(1_001))
        expect(fold.add(row(5)).count, equals: 2)
    }
}
