internal import HearthAutomation

/// Assigns numbers to nodes without a number in the text: each gets the next one above all before it that no other node
/// has in the text. So a node can be inserted between two others without renumbering them.
struct NodeNumbers {
    private let said: Set<UInt32>
    private var highest: UInt32 = 0

    /// - Parameter said: the numbers in the text.
    init(said: Set<UInt32>) { self.said = said }

    /// The number of the next node; nil if none is left.
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

    /// The positions, in written order, of nodes whose number must be written: those that expressions name by number,
    /// and those that would get another number otherwise.
    static func places(_ ids: [UInt32], named: Set<UInt32>) -> Set<Int> {
        var places = Set(ids.indices.filter { named.contains(ids[$0]) })
        // A written number may change those after it. If the set does not settle, all numbers are written.
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
