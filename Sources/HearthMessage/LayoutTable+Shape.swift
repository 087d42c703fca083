internal import Synchronization

extension LayoutTable {
    /// The first layout with the same fields at the same offsets, including nested messages. Memory that is written
    /// with one layout of a shape can be read with any other. Only permanent layouts can be the shape of others.
    var shape: LayoutTable {
        if let known = knownShape { return known }
        _ = ready  // after this, its inner layouts are known
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

    /// All shapes of permanent layouts, by ``fieldsHash``.
    private static let shapes = Mutex<[Int: [LayoutTable]]>([:])

    /// The hash of the outermost fields only, because messages may be recursive.
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

/// Compares layouts with their inner layouts. A pair that is being compared counts as equal, so that recursive layouts
/// terminate.
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
