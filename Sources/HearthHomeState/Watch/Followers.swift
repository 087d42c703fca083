/// The watches of a structure, and since when lagging ones have lagged.
struct Followers {
    struct Place {
        /// nil for a free place.
        fileprivate(set) var subscription: Subscription?
        /// The change counter (``LastChanges/counter``) up to which a lagging watch has everything; nil while it gets
        /// each change.
        fileprivate(set) var counter: UInt64?
    }

    private(set) var places: [Place] = []
    private var free: [Int] = []
    /// The number of watches.
    var count: Int { places.count - free.count }
    /// The number of lagging watches.
    private(set) var laggingCount = 0

    /// Adds a watch. Returns its index.
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
        set(index, counter: nil)
        places[index].subscription = nil
        free.append(index)
    }

    /// Whether a watch is still at an index, which another one gets when it has left.
    func has(_ subscription: Subscription, at index: Int) -> Bool {
        places.indices.contains(index) && places[index].subscription === subscription
    }

    /// Notes whether a watch lags. While it does, the counter at which it began to lag stays.
    mutating func note(at index: Int, isLagging: Bool, counter: UInt64) {
        guard isLagging != (places[index].counter != nil) else { return }
        set(index, counter: isLagging ? counter : nil)
    }

    private mutating func set(_ index: Int, counter: UInt64?) {
        laggingCount += (counter == nil ? 0 : 1) - (places[index].counter == nil ? 0 : 1)
        places[index].counter = counter
    }
}
