/// Limits of a search for similar names. Callers choose the word, and a home the number of names, so the search time
/// must be bounded.
package enum NameSearch {
    /// Words with more bytes than this are not compared: no name in a home is as long.
    package static let wordBytes = 255
    /// The most names that a word is compared with; further names are ignored.
    package static let names = 1_000
    /// The most steps; a step is the comparison of two letters.
    static let steps = 1 << 18
    /// The letters of a word and a name that are compared.
    fileprivate static let letters = 64
}

/// Up to three names that are similar to `word`, the nearest first; for "did you mean".
///
/// The search is bounded by ``NameSearch``: only the beginning of a long list is compared, and a long word has no
/// result.
///
/// - Parameter slipsOnly: whether to return only names that differ by a typing error: only the case, one letter in
///   three, or two swapped letters may differ; for words of one or two letters only the case.
package func nearestNames(
    to word: String, among names: some Sequence<String>, slipsOnly: Bool = false
) -> [String] {
    guard word.utf8.count <= NameSearch.wordBytes else { return [] }
    let key = Array(word.lowercased().unicodeScalars.prefix(NameSearch.letters))
    let slips = key.count < 3 ? 0 : max(1, key.count / 3)
    let limit = slipsOnly ? slips : max(2, key.count / 2)
    var found: [(distance: Int, name: String)] = []
    var known: Set<String> = []
    var steps = NameSearch.steps
    for name in names.prefix(NameSearch.names) {
        guard steps > 0 else { break }
        let beginning = String(String.UnicodeScalarView(name.unicodeScalars.prefix(2 * NameSearch.letters)))
        let whole = Array(beginning.lowercased().unicodeScalars)
        let letters = Array(whole.prefix(NameSearch.letters))
        steps -= whole.count
        let isPart = !slipsOnly && key.count > 2 && whole.holds(key)
        guard isPart || abs(letters.count - key.count) <= limit else { continue }  // in range: lengths of texts
        steps -= key.count * letters.count
        let distance = editDistance(key, letters)
        if isPart || distance <= limit, known.insert(name).inserted { found.append((distance, name)) }
    }
    return found.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(3).map(\.name)
}

extension [Unicode.Scalar] {
    /// Whether `part` is a substring, letter by letter.
    fileprivate func holds(_ part: [Unicode.Scalar]) -> Bool {
        guard part.count <= count else { return false }
        return (0...(count - part.count)).contains { self[$0..<($0 + part.count)].elementsEqual(part) }
    }
}

/// "; did you mean a, b?" for the end of a message about an unknown name, or empty.
package func didYouMean(_ word: String, _ names: some Sequence<String>) -> String {
    let nearest = nearestNames(to: word, among: names)
    return nearest.isEmpty ? "" : "; did you mean \(nearest.joined(separator: ", "))?"
}

/// The number of edits (insertions, deletions, changes, swaps of neighbours) between two words.
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
