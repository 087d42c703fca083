internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

@Suite struct NearestNamesTests {
    @Test func intendedNameIsFound() {
        expect(nearestNames(to: "kichen", among: ["Kitchen", "Hall", "Chicken"]).first, equals: "Kitchen")
        expect(nearestNames(to: "kit", among: ["Big Kitchen", "Hall"]), equals: ["Big Kitchen"])
        expect(nearestNames(to: "kit", among: ["Big Kitchen", "Hall"], slipsOnly: true).isEmpty)
        expect(nearestNames(to: "lamp", among: ["Lamp", "Lamp"]), equals: ["Lamp"])
        expect(nearestNames(to: "zzzzzz", among: ["Kitchen", "Hall"]).isEmpty)
        expect(nearestNames(to: "", among: []).isEmpty)
        expect(didYouMean("lamp1", ["lamp-1"]), equals: "; did you mean lamp-1?")
        expect(didYouMean("qqqqqqqq", ["lamp-1"]), equals: "")
    }

    /// Words and lists of all sizes; counts the compared names.
    @Test func aSearchIsBoundedWhateverTheWordAndTheNames() {
        final class Counter { var count = 0 }
        func looked(_ word: String, _ name: String, _ names: Int) -> Int {
            let counter = Counter()
            let all = sequence(state: 0) { (next: inout Int) -> String? in
                guard next < names else { return nil }
                next += 1
                counter.count += 1
                return name
            }
            _ = nearestNames(to: word, among: all)
            return counter.count
        }
        let long = String(repeating: "a", count: 1 << 20)
        expect(looked(long, "lamp", 100_000), equals: 0)
        expect(looked("lamp-1", "lamp-2", 100_000), equals: NameSearch.names)
        expect(looked("lamp-1", long, 100_000), equals: NameSearch.names)
        // If each comparison takes long, there are fewer.
        let name = String(long.prefix(64))
        expect(looked(name + "b", name, 100_000), isBelow: 80)
        expect(nearestNames(to: String(long.prefix(NameSearch.wordBytes)), among: [name]), equals: [name])
    }
}
