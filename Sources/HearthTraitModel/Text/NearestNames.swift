/// Up to three of `names` that differ little from a word that is none of them, the nearest first; for "did you mean".
public func nearestNames(to word: String, among names: some Sequence<String>) -> [String] {
    // A peer chooses the word: what is long is nobody's slip of the finger, and would cost time.
    let key = Array(word.lowercased().prefix(64))
    let limit = max(2, key.count / 2)
    var found: [(distance: Int, name: String)] = []
    for name in Set(names) {
        let other = Array(name.lowercased().prefix(64))
        let distance = editDistance(key, other)
        if distance <= limit || (key.count > 2 && name.lowercased().contains(word.lowercased())) {
            found.append((distance, name))
        }
    }
    return found.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(3).map(\.name)
}

/// " Did you mean a, b?" for a message about a name that is not there, or empty.
public func didYouMean(_ word: String, _ names: some Sequence<String>) -> String {
    let nearest = nearestNames(to: word, among: names)
    return nearest.isEmpty ? "" : " Did you mean \(nearest.joined(separator: ", "))?"
}

/// Levenshtein's distance.
private func editDistance(_ left: [Character], _ right: [Character]) -> Int {
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
    return row[right.count]
}
