internal import HearthBase
internal import Expectations
internal import Testing

@Suite struct SortedTableTests {
    private struct Entry: SortedElement, Hashable {
        let sortKey: String
        var value = 0
    }

    private func key(_ number: Int) -> String { "key-\(number)" }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func tableIsAnOrderedDictionary(_ seed: UInt64) {
        var random = seed
        func next(_ limit: UInt64) -> Int {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((random >> 33) % limit)
        }
        var table = SortedTable<Entry>()
        var expected: [String: Entry] = [:]
        var copies: [(SortedTable<Entry>, [Entry])] = []
        for round in 0..<4_000 {
            let key = key(next(600))
            switch next(5) {
            case 0: expect(table.remove(key), equals: expected.removeValue(forKey: key))
            case 1:
                expect(table[key], equals: expected[key])
                if let index = table.index(of: key) { table[index].value += 1 }
                expected[key]?.value += 1
            default:
                let entry = Entry(sortKey: key, value: round)
                expect(table.insert(entry), equals: expected.updateValue(entry, forKey: key))
            }
            guard round % 500 == 0 else { continue }
            let ordered = expected.values.sorted { $0.sortKey < $1.sortKey }
            expect(Array(table), equals: ordered)
            expect(table.count, equals: ordered.count)
            copies.append((table, ordered))
        }
        // Copies are unchanged.
        for (copy, elements) in copies { expect(Array(copy), equals: elements) }
        for entry in expected.values { table.remove(entry.sortKey) }
        expect(table.isEmpty)
        expect(table.count, equals: 0)
        expect(Array(table).isEmpty)
    }

    @Test func tableIsReadFromAnyKey() {
        let table = SortedTable((0..<500).map { Entry(sortKey: key(1_000 + 2 * $0)) })
        for number in [0, 999, 1_000, 1_001, 1_500, 1_501, 1_998, 1_999, 2_500] {
            let all = Array(table)
            expect(
                Array(table[table.firstIndex(notBefore: key(number))...]),
                equals: all.filter { $0.sortKey >= key(number) })
            expect(
                Array(table[table.firstIndex(after: key(number))...]), equals: all.filter { $0.sortKey > key(number) })
        }
        let last = SortedTable([Entry(sortKey: "a", value: 1), Entry(sortKey: "a", value: 2)])
        expect(Array(last), equals: [Entry(sortKey: "a", value: 2)])
    }
}
