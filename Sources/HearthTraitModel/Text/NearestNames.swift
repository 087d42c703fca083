/// Up to three of `names` that differ little from a word that is none of them, the nearest first; for "did you mean".
///
/// - Parameter slipsOnly: leaves out what was hardly meant: only the case, a letter more or less in three, or a swap may
///   differ, and of words of one or two letters only the case.
package func nearestNames(
    to word: String, among names: some Sequence<String>, slipsOnly: Bool = false
) -> [String] {
    // A peer chooses the word: what is long is nobody's slip of the finger, and would cost time.
    let lowered = word.lowercased()
    let key = Array(lowered.unicodeScalars.prefix(64))
    let slips = key.count < 3 ? 0 : max(1, key.count / 3)
    let limit = slipsOnly ? slips : max(2, key.count / 2)
    var found: [(distance: Int, name: String)] = []
    for name in Set(names) {
        let other = name.lowercased()
        let isPart = !slipsOnly && key.count > 2 && other.contains(lowered)
        let letters = Array(other.unicodeScalars.prefix(64))
        guard isPart || abs(letters.count - key.count) <= limit else { continue }
        let distance = editDistance(key, letters)
        if isPart || distance <= limit { found.append((distance, name)) }
    }
    return found.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(3).map(\.name)
}

/// "; did you mean a, b?" behind a message about a name that is not there, or empty.
package func didYouMean(_ word: String, _ names: some Sequence<String>) -> String {
    let nearest = nearestNames(to: word, among: names)
    return nearest.isEmpty ? "" : "; did you mean \(nearest.joined(separator: ", "))?"
}

/// Edits (insert, drop, change, swap of neighbours) that turn one into the other.
private func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
        var current = [row + 1]
        current.reserveCapacity(right.count + 1)
        for column in right.indices {
            let changed = last[column] + (left[row] == right[column] ? 0 : 1)
            var best = min(changed, last[column + 1] + 1, current[column] + 1)
            if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                best = min(best, beforeLast[column - 1] + 1)
            }
            current.append(best)
        }
        beforeLast = last
        last = current
    }
    return last[right.count]
}
