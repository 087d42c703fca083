internal import Expectations
internal import HearthTraitDescriptors
internal import Testing

@testable internal import HearthAutomation

/// Runs by id, their ancestors, and the traits that they may restore.
@Suite struct RunBookTests {
    private func run(_ id: UInt64, parent: UInt64? = nil) -> AutomationRun {
        let occasion = parent.map { RunStart.Occasion.parent(runID: $0, nodeID: 1) } ?? .request("key")
        return AutomationRun(
            id: id, automationID: "a", revision: 1, startedAt: .zero,
            start: RunStart(nodeID: nil, occasion, AutomationCause(.client)), chain: ["a"])
    }

    private func path(_ device: String) -> TraitPath { TraitPath(TraitTarget(deviceID: device, endpoint: 1), 6) }

    @Test func restorersFollowTheOriginals() {
        var book = RunBook(depth: 8)
        var one = run(1)
        one.originals = [
            TraitAttribute(path("lamp"), 0): OriginalValue(before: .bool(true), asked: nil),
            TraitAttribute(path("fan"), 0): OriginalValue(before: .bool(true), asked: nil),
        ]
        book[1] = one
        book[2] = run(2)
        expect(book.restorers, equals: [path("lamp"): [1], path("fan"): [1]])
        book[1]?.originals[TraitAttribute(path("fan"), 0)] = nil
        book[2]?.originals[TraitAttribute(path("lamp"), 0)] = OriginalValue(before: .bool(true), asked: nil)
        expect(book.restorers, equals: [path("lamp"): [1, 2]])
        (book[1], book[2]) = (nil, nil)
        expect((book.restorers, book.isEmpty), are: ([:], true))
    }

    @Test func lineageEndsAtTheDepth() {
        var book = RunBook(depth: 2)
        for id in 1...5 as ClosedRange<UInt64> { book[id] = run(id, parent: id > 1 ? id - 1 : nil) }
        expect(book.lineage(of: run(5, parent: 4)).map(\.id), equals: [5, 4, 3])
        expect([3, 2, 1].map { book.isDescendant(5, of: $0) }, equals: [true, false, false])
        // What was stored may lead in a circle.
        book[1] = run(1, parent: 1)
        expect(book.lineage(of: run(1, parent: 1)).map(\.id), equals: [1, 1, 1])
    }

    @Test func idsOnlyGrow() {
        var book = RunBook(depth: 8)
        book.use(idsBefore: 7)
        book.use(idsBefore: 3)
        expect(book.nextID, equals: 7)
    }
}
