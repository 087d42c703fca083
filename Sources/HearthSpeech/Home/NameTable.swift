/// Finds the objects of a home by the words of a sentence, without looking through all names.
struct NameTable: Sendable {
    /// What a name means.
    enum Meaning: Hashable, Sendable {
        /// Indices of things.
        case things([Int])
        /// The index of a place.
        case place(Int)
        case home
    }

    /// How exactly a name was said.
    enum Exactness: Int, Comparable, Sendable {
        case exact, withoutMarks, withEnding, misspelled

        static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
    }

    /// Words of the longest name.
    private(set) var mostWords = 0
    private var exact: [String: [Meaning]] = [:]
    private var unmarked: [String: [Meaning]] = [:]
    private var trie = NameTrie()

    /// The longest name in words that is looked for.
    static let limit = 12

    /// - Parameter language: in which number words of the name count as digits.
    mutating func add(_ name: String, _ meaning: Meaning, in language: Language, mayBeMisspelled: Bool) {
        let words = Sentence.ofName(name, elisions: language.elisions)
        guard !words.isEmpty, words.count <= Self.limit else { return }
        mostWords = max(mostWords, words.count)
        let key = words.joined()
        Self.add(meaning, to: &exact[key, default: []])
        let inDigits = language.withDigits(words[...]).joined()
        if inDigits != key { Self.add(meaning, to: &unmarked[inDigits, default: []]) }
        for variant in Spelling.variants(key).dropFirst() { Self.add(meaning, to: &unmarked[variant, default: []]) }
        trie.add(Spelling.plain(key), mayBeMeant: mayBeMisspelled)
    }

    private static func add(_ meaning: Meaning, to found: inout [Meaning]) {
        guard case .things(let new) = meaning else {
            if !found.contains(meaning) { found.append(meaning) }
            return
        }
        for (index, known) in found.enumerated() {
            guard case .things(let old) = known else { continue }
            found[index] = .things(old + new.filter { !old.contains($0) })
            return
        }
        found.append(meaning)
    }

    /// The objects with a name, from its words joined.
    func meanings(of key: String, endings: [String]) -> (meanings: [Meaning], exactness: Exactness)? {
        if let found = exact[key] { return (found, .exact) }
        if let found = unmarked[key] ?? exact[Spelling.plain(key)] ?? unmarked[Spelling.plain(key)] {
            return (found, .withoutMarks)
        }
        for ending in endings {
            if key.hasSuffix(ending) {
                let stem = String(key.dropLast(ending.count))
                if stem.count >= 3, let found = exact[stem] ?? unmarked[stem] { return (found, .withEnding) }
            }
            if let found = exact[key + ending] ?? unmarked[key + ending], key.count >= 3 { return (found, .withEnding) }
        }
        return nil
    }

    /// The objects with the only name that differs by a slip: one letter in at least five, two in at least nine.
    /// Digits never differ.
    func meanings(ofMisspelled key: String, steps: inout Int) -> [Meaning]? {
        let plain = Spelling.plain(key)
        guard plain.count >= 5, let found = trie.nearest(plain, slips: plain.count >= 9 ? 2 : 1, steps: &steps)
        else { return nil }
        return exact[found] ?? unmarked[found]
    }
}

/// The names of a home by their letters.
struct NameTrie: Sendable {
    private struct Node: Sendable {
        var next: [(letter: Character, node: Int)] = []
        /// Whether a name ends here.
        var isName = false
        /// Whether a slip may lead to it.
        var mayBeMeant = true
    }

    private var nodes = [Node()]

    mutating func add(_ name: String, mayBeMeant: Bool) {
        var node = 0
        for letter in name {
            if let next = nodes[node].next.first(where: { $0.letter == letter }) {
                node = next.node
            } else {
                nodes.append(Node())
                nodes[node].next.append((letter, nodes.count - 1))
                node = nodes.count - 1
            }
        }
        nodes[node].isName = true
        if !mayBeMeant { nodes[node].mayBeMeant = false }
    }

    /// The only name within a number of slips; nil for none, for several, and for one that must be said exactly.
    ///
    /// - Parameter steps: the nodes that may still be visited.
    func nearest(_ word: String, slips: Int, steps: inout Int) -> String? {
        var search = Search(letters: Array(word), slips: slips, steps: steps)
        var name: [Character] = []
        visit(0, &name, Rows(own: Array(0...search.letters.count), before: nil), &search)
        steps = search.steps
        guard search.steps > 0, search.found.count == 1, let only = search.found.first, only.mayBeMeant else {
            return nil
        }
        return only.name
    }

    private struct Search {
        let letters: [Character]
        let slips: Int
        var steps: Int
        var found: [(name: String, mayBeMeant: Bool)] = []
    }

    /// The last two rows of a distance's table.
    private struct Rows {
        let own: [Int]
        let before: [Int]?
    }

    /// Computes a row of the distance for each node below one: of letters that are missing, added, other, or exchanged
    /// with their neighbours.
    private func visit(_ node: Int, _ name: inout [Character], _ rows: Rows, _ search: inout Search) {
        let row = rows.own
        search.steps -= 1
        guard search.steps > 0 else { return }
        let last = row[search.letters.count]
        if nodes[node].isName, last <= search.slips { search.found.append((String(name), nodes[node].mayBeMeant)) }
        for (letter, next) in nodes[node].next {
            var below = [row[0] + (letter.isNumber ? 9 : 1)]
            below.reserveCapacity(row.count)
            var least = below[0]
            for (index, own) in search.letters.enumerated() {
                let isDigit = letter.isNumber || own.isNumber
                let step = isDigit ? 9 : 1
                var cost = min(
                    row[index] + (letter == own ? 0 : step), row[index + 1] + (letter.isNumber ? 9 : 1),
                    below[index] + (own.isNumber ? 9 : 1))
                if index > 0, let before = rows.before, name.last == own, search.letters[index - 1] == letter {
                    cost = min(cost, before[index - 1] + step)
                }
                below.append(cost)
                least = min(least, cost)
            }
            guard least <= search.slips else { continue }
            name.append(letter)
            visit(next, &name, Rows(own: below, before: row), &search)
            name.removeLast()
        }
    }
}
