/// The numbers of nodes that a text does not say: each is the first above all before it that the text does not give to
/// another node. Counting that way, a node can be put between two others without renumbering them.
struct NodeNumbers {
    private let said: Set<UInt32>
    private var highest: UInt32 = 0

    /// - Parameter said: the numbers that stand in the text.
    init(said: Set<UInt32>) { self.said = said }

    /// The number of the next node; nil if there is none left.
    mutating func next(said number: UInt32?) -> UInt32? {
        if let number {
            highest = max(highest, number)
            return number
        }
        repeat {
            guard highest < .max else { return nil }
            highest += 1
        } while said.contains(highest)
        return highest
    }

    /// Which nodes have to say their numbers, by their places in the order in which they are written: those that
    /// expressions name by number, and those that would get another one.
    static func places(_ ids: [UInt32], named: Set<UInt32>) -> Set<Int> {
        var places = Set(ids.indices.filter { named.contains(ids[$0]) })
        // Each that says its number may move others. Graphs that do not come to rest say all.
        for _ in 0..<8 {
            let before = places.count
            var numbers = NodeNumbers(said: Set(places.map { ids[$0] }))
            for (place, id) in ids.enumerated() {
                if places.contains(place) {
                    _ = numbers.next(said: id)
                } else if numbers.next(said: nil) != id {
                    places.insert(place)
                    _ = numbers.next(said: id)
                }
            }
            if places.count == before { return places }
        }
        return Set(ids.indices)
    }
}
