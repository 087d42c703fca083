/// The items of two schemas, matched by name first, so that a changed number is detected, then by number.
struct Pairing<Item> {
    private(set) var kept: [(old: Item, new: Item)] = []
    private(set) var removed: [Item] = []
    private(set) var added: [Item] = []

    init<Number: Hashable>(_ old: [Item], _ new: [Item], name: (Item) -> String, number: (Item) -> Number) {
        var partners: [Int?] = Array(repeating: nil, count: old.count)
        var taken: Set<Int> = []
        func match<Key: Hashable>(by key: (Item) -> Key) {
            let free = new.indices.filter { !taken.contains($0) }.map { (key(new[$0]), $0) }
            let indices = Dictionary(free) { first, _ in first }
            for index in old.indices where partners[index] == nil {
                guard let partner = indices[key(old[index])], taken.insert(partner).inserted else { continue }
                partners[index] = partner
            }
        }
        match(by: name)
        match(by: number)
        for (item, partner) in zip(old, partners) {
            if let partner { kept.append((item, new[partner])) } else { removed.append(item) }
        }
        added = new.indices.filter { !taken.contains($0) }.map { new[$0] }
    }
}
