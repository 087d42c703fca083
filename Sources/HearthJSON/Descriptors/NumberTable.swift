/// Finds indices by numbers: small ones directly, others by binary search.
struct NumberTable: Sendable {
    private static let direct = 256

    /// The index plus one; 0 for none.
    private var low: [Int32] = []
    private var high: [(number: Int32, place: Int32)] = []

    /// - Parameter numbers: in ascending order. The first of equal ones counts.
    init(rising numbers: [Int32]) {
        for (place, number) in numbers.enumerated() {
            let place = Int32(truncatingIfNeeded: place)
            guard number >= 0, number < Self.direct else {
                if high.last?.number != number { high.append((number, place)) }
                continue
            }
            while low.count <= Int(number) { low.append(0) }
            if low[Int(number)] == 0 { low[Int(number)] = place + 1 }
        }
    }

    @inline(__always)
    func find(_ number: Int32) -> Int? {
        if number >= 0, Int(number) < low.count {
            let place = Int(low[Int(number)])
            return place == 0 ? nil : place &- 1
        }
        return high.isEmpty ? nil : findHigh(number)
    }

    private func findHigh(_ number: Int32) -> Int? {
        var (from, to) = (0, high.count)
        while from < to {
            let middle = (from + to) / 2
            if high[middle].number < number { from = middle + 1 } else { to = middle }
        }
        return from < high.count && high[from].number == number ? Int(high[from].place) : nil
    }
}
