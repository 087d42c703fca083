internal import Expectations
internal import Testing
@testable internal import Hearth

private struct Thing: Hashable, Identifiable, Sendable {
    let id: String
    var name = ""
}

@Suite struct UpdateTests {
    private func updates(_ known: [Thing], _ present: Set<Thing>, isFirst: Bool = false) -> [HomeObjectUpdate<Thing>] {
        UpdateSource.updates(
            from: Dictionary(uniqueKeysWithValues: known.map { ($0.id, $0) }), to: present, isFirst: isFirst)
    }

    @Test func theFirstLookGivesWhatIsThere() {
        expect(
            updates([], [Thing(id: "b"), Thing(id: "a")], isFirst: true),
            equals: [.initial(Thing(id: "a")), .initial(Thing(id: "b"))])
    }

    @Test func laterLooksGiveTheDifference() {
        let old = [Thing(id: "a"), Thing(id: "b"), Thing(id: "c")]
        expect(
            updates(old, [Thing(id: "a"), Thing(id: "b", name: "new"), Thing(id: "d")]),
            equals: [.deleted(objectID: "c"), .changed(Thing(id: "b", name: "new")), .added(Thing(id: "d"))])
        expect(updates(old, Set(old)).isEmpty)
    }

    @Test func anUpdateHoldsItsObject() {
        expect(HomeObjectUpdate.changed(Thing(id: "a")).object, equals: Thing(id: "a"))
        expectNil(HomeObjectUpdate<Thing>.deleted(objectID: "a").object)
    }
}
