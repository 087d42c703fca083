/// The watches of a structure, and since when those are behind that do not get each change.
struct Followers {
    struct Place {
        /// nil for a place that is free.
        fileprivate(set) var subscription: Subscription?
        /// The turn up to which it has what it is to get; nil while it gets each change.
        fileprivate(set) var turn: UInt64?
    }

    private(set) var places: [Place] = []
    private var free: [Int] = []
    /// How many there are.
    var count: Int { places.count - free.count }
    /// How many are behind.
    private(set) var countBehind = 0

    /// The place of a new one.
    mutating func add(_ subscription: Subscription) -> Int {
        let place = Place(subscription: subscription)
        guard let index = free.popLast() else {
            places.append(place)
            return places.count - 1
        }
        places[index] = place
        return index
    }

    mutating func remove(_ subscription: Subscription, at index: Int) {
        guard has(subscription, at: index) else { return }
        set(index, turn: nil)
        places[index].subscription = nil
        free.append(index)
    }

    /// Whether it is there; its place is another's when it has gone.
    func has(_ subscription: Subscription, at index: Int) -> Bool {
        places.indices.contains(index) && places[index].subscription === subscription
    }

    /// Whether a watch is behind, and if so since which turn; while it stays behind, its first turn stays.
    mutating func note(at index: Int, isBehind: Bool, turn: UInt64) {
        guard isBehind != (places[index].turn != nil) else { return }
        set(index, turn: isBehind ? turn : nil)
    }

    private mutating func set(_ index: Int, turn: UInt64?) {
        countBehind += (turn == nil ? 0 : 1) - (places[index].turn == nil ? 0 : 1)
        places[index].turn = turn
    }
}
