/// What falls due, earliest first: a binary heap. What is no longer wanted stays in it until its time; who takes it looks
/// whether it still counts.
struct DueQueue<Time: Comparable & Sendable, Item: Sendable>: Sendable {
    private var entries: [(due: Time, item: Item)] = []

    /// When the first falls due; nil when it is empty.
    var first: Time? { entries.first?.due }

    mutating func insert(_ item: Item, at due: Time) {
        entries.append((due, item))
        var child = entries.count - 1
        while child > 0, entries[child].due < entries[(child - 1) / 2].due {
            entries.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// Takes the first out if it is due at this time.
    mutating func popFirst(at time: Time) -> Item? {
        guard let first = entries.first, first.due <= time else { return nil }
        entries.swapAt(0, entries.count - 1)
        entries.removeLast()
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < entries.count {
                if entries[child].due < entries[least].due { least = child }
            }
            guard least != parent else { return first.item }
            entries.swapAt(parent, least)
            parent = least
        }
    }
}
