internal import Synchronization

extension LayoutTable {
    /// The first layout with the same fields at the same places, messages within messages included. Memory that is
    /// filled by one layout of a shape can be read by any other. A layout that does not stay is never another one's shape.
    var shape: LayoutTable {
        if let known = knownShape { return known }
        _ = ready  // what it holds is known from here on
        let shape = Self.shapes.withLock { shapes in
            let candidates = shapes[fieldsHash] ?? []
            let found = candidates.first {
                var pairs = EqualPairs()
                return pairs.holds($0, self)
            }
            if let found { return found }
            guard stays else { return self }
            shapes[fieldsHash] = candidates + [self]
            return self
        }
        knownShape = shape
        return shape
    }

    /// Every shape of layouts that stay, by ``fieldsHash``.
    private static let shapes = Mutex<[Int: [LayoutTable]]>([:])

    /// Of the outermost fields only: messages may hold their own kind.
    private var fieldsHash: Int {
        var hasher = Hasher()
        for field in fields {
            hasher.combine(field.number)
            hasher.combine(field.kind)
            hasher.combine(field.at)
        }
        return hasher.finalize()
    }

    fileprivate func hasFields(of other: LayoutTable) -> Bool {
        fields.elementsEqual(other.fields) { one, other in
            one.number == other.number && one.kind == other.kind && one.label == other.label && one.at == other.at
                && one.has == other.has
        }
    }
}

/// Compares layouts with what they hold, without end where they hold themselves: a pair that is being compared counts
/// as equal.
private struct EqualPairs {
    private struct Pair: Hashable {
        var one: ObjectIdentifier
        var other: ObjectIdentifier
    }

    private var assumed: Set<Pair> = []

    mutating func holds(_ one: LayoutTable, _ other: LayoutTable) -> Bool {
        if one === other { return true }
        let (isNew, _) = assumed.insert(Pair(one: ObjectIdentifier(one), other: ObjectIdentifier(other)))
        guard isNew else { return true }
        guard one.hasFields(of: other) else { return false }
        for index in one.fields.indices {
            switch (one.innerLayout(index), other.innerLayout(index)) {
            case (nil, nil): continue
            case (let held?, let otherHeld?): guard holds(held, otherHeld) else { return false }
            default: return false
            }
        }
        return true
    }
}
