/// Finds what a person meant by a name: the whole name in any case, a unique prefix, or none with the nearest ones.
enum Names {
    enum Match<Item> {
        case one(Item)
        case several([String])
        case none(nearest: [String])
    }

    static func find<Item>(_ word: String, in items: [Item], by name: (Item) -> [String]) -> Match<Item> {
        let key = word.lowercased()
        let exact = items.filter { item in name(item).contains { $0.lowercased() == key } }
        if let only = exact.first, exact.count == 1 { return .one(only) }
        let prefixed = exact.isEmpty ? items.filter { item in name(item).contains { $0.lowercased().hasPrefix(key) } } : exact
        if let only = prefixed.first, prefixed.count == 1 { return .one(only) }
        if prefixed.count > 1 { return .several(prefixed.compactMap { name($0).first }) }
        return .none(nearest: nearest(to: word, among: items.compactMap { name($0).first }))
    }

    /// Up to three names that differ little from a word, the nearest first.
    static func nearest(to word: String, among names: [String]) -> [String] {
        let key = Array(word.lowercased())
        let limit = max(2, key.count / 2)
        return names.map { ($0, distance(key, Array($0.lowercased()))) }
            .filter { $0.1 <= limit || $0.0.lowercased().contains(word.lowercased()) }
            .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
            .prefix(3).map(\.0)
    }

    /// Levenshtein's edit distance.
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var row = Array(0...right.count)
        for (i, a) in left.enumerated() {
            var previous = row[0]
            row[0] = i + 1
            for (j, b) in right.enumerated() {
                let replaced = previous + (a == b ? 0 : 1)
                previous = row[j + 1]
                row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
            }
        }
        return row.last ?? 0
    }
}
