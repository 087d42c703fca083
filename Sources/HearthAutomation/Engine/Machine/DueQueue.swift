/// A stable priority queue (binary heap) by due time. Cancelled items stay until they are due or ``tidy(_:)`` removes
/// them, so callers check whether a popped item is still valid.
struct DueQueue<Time: Comparable & Sendable, Item: Sendable>: Sendable {
    private struct Entry {
        let due: Time
        /// The order of insertion.
        let number: UInt64
        let item: Item

        func isBefore(_ other: Entry) -> Bool { due == other.due ? number < other.number : due < other.due }
    }

    private var entries: [Entry] = []
    private var nextNumber: UInt64 = 0
    /// The number of entries above which ``tidy(_:)`` looks for cancelled ones.
    private var few = 64

    /// The earliest due time; nil if the queue is empty.
    var first: Time? { entries.first?.due }

    var count: Int { entries.count }

    mutating func insert(_ item: Item, at due: Time) {
        entries.append(Entry(due: due, number: nextNumber, item: item))
        nextNumber &+= 1
        var child = entries.count - 1
        while child > 0, entries[child].isBefore(entries[(child - 1) / 2]) {
            entries.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// Removes and returns the first item if it is due.
    mutating func popFirst(at time: Time) -> Item? {
        guard let first = entries.first, first.due <= time else { return nil }
        entries.swapAt(0, entries.count - 1)
        entries.removeLast()
        sink(0)
        return first.item
    }

    /// Removes cancelled items if the queue has grown enough for it to pay.
    mutating func tidy(_ isWanted: (Item, Time) -> Bool) {
        guard entries.count > few else { return }
        entries.removeAll { !isWanted($0.item, $0.due) }
        for parent in stride(from: entries.count / 2 - 1, through: 0, by: -1) { sink(parent) }
        few = max(64, 2 * entries.count)
    }

    private mutating func sink(_ place: Int) {
        var parent = place
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < entries.count {
                if entries[child].isBefore(entries[least]) { least = child }
            }
            guard least != parent else { return }
            entries.swapAt(parent, least)
            parent = least
        }
    }
}
