internal import HearthStore

/// The things that people have hidden from those that are found. A value, bounded in number; the inbox bounds the bytes.
struct IgnoredThings: Sendable {
    /// The most things. Of more, the one that was ignored first is shown again, if possible one that is not near.
    static let most = 500

    /// In the order in which they were ignored.
    private(set) var all: [StoredIgnoredThing] = []
    private var keys: Set<String> = []

    init(_ stored: [StoredIgnoredThing] = []) {
        all = stored
        keys = Set(stored.map(\.key))
    }

    func has(_ key: String) -> Bool { keys.contains(key) }

    subscript(key: String) -> StoredIgnoredThing? { has(key) ? all.first { $0.key == key } : nil }

    /// The ignored things that are added with an integration.
    ///
    /// - Parameter foundKey: the key of the thing that is added; empty for one that is added by its address.
    func things(of integration: StoredIntegration, foundKey: String) -> [StoredIgnoredThing] {
        all.filter { thing in
            thing.key == foundKey
                || !thing.identity.isEmpty && thing.kind == integration.kind && thing.identity == integration.identity
        }
    }

    /// Adds a thing that is not ignored yet.
    ///
    /// - Parameter isNear: whether the thing with a key is found at present.
    /// - Returns: the keys of those that are shown again for it.
    mutating func add(_ thing: StoredIgnoredThing, isNear: (String) -> Bool) -> [String] {
        var dropped: [String] = []
        while all.count >= Self.most {
            let index = all.firstIndex { !isNear($0.key) } ?? 0
            dropped.append(all.remove(at: index).key)
        }
        all.append(thing)
        keys.subtract(dropped)
        keys.insert(thing.key)
        return dropped
    }

    mutating func remove(_ keys: [String]) {
        all.removeAll { keys.contains($0.key) }
        self.keys.subtract(keys)
    }
}
