internal import HearthTraitCore

/// Finds an object by its full name or a unique beginning of it, or suggests similar names. Names are compared as in
/// the hub (``ObjectName``).
package enum Names {
    package enum Match<Item> {
        case one(Item)
        case several([String])
        case none(nearest: [String])
    }

    /// - Parameters:
    ///   - names: the names of an item; the one to print comes first.
    ///   - id: the id of an item, which matches only as a whole.
    package static func find<Item>(
        _ word: String, in items: [Item], by names: (Item) -> [String], id: (Item) -> String? = { _ in nil }
    ) -> Match<Item> {
        let key = ObjectName.key(word)
        guard !key.isEmpty else { return .none(nearest: []) }
        let exact = items.filter { item in id(item) == word || names(item).contains { ObjectName.key($0) == key } }
        let found =
            exact.isEmpty
            ? items.filter { item in names(item).contains { ObjectName.key($0).hasPrefix(key) } } : exact
        if let only = found.first, found.count == 1 { return .one(only) }
        if found.count > 1 { return .several(found.compactMap { names($0).first }) }
        return .none(nearest: nearestNames(to: word, among: items.compactMap { names($0).first }))
    }

    /// The end of an error message about an unknown name.
    package static func hint(_ nearest: [String], _ otherwise: String) -> String {
        nearest.isEmpty ? "; \(otherwise)" : "; did you mean \(nearest.map(quoted).joined(separator: " or "))?"
    }
}
