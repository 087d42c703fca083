internal import HearthTraitCore

/// Finds an object by name: a full name in any case, or a unique prefix. Otherwise suggests similar names.
enum Names {
    enum Match<Item> {
        case one(Item)
        case several([String])
        case none(nearest: [String])
    }

    static func find<Item>(_ word: String, in items: [Item], by name: (Item) -> [String]) -> Match<Item> {
        guard !word.isEmpty else { return .none(nearest: []) }
        let key = word.lowercased()
        let exact = items.filter { item in name(item).contains { $0.lowercased() == key } }
        if let only = exact.first, exact.count == 1 { return .one(only) }
        let begun = items.filter { item in name(item).contains { $0.lowercased().hasPrefix(key) } }
        let prefixed = exact.isEmpty ? begun : exact
        if let only = prefixed.first, prefixed.count == 1 { return .one(only) }
        if prefixed.count > 1 { return .several(prefixed.compactMap { name($0).first }) }
        return .none(nearest: nearestNames(to: word, among: items.compactMap { name($0).first }))
    }

    /// The end of an error message about an unknown name.
    static func hint(_ nearest: [String], _ otherwise: String) -> String {
        nearest.isEmpty ? "; \(otherwise)" : "; did you mean \(nearest.map(quoted).joined(separator: " or "))?"
    }
}
