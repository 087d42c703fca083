/// Values of topic filters, found by topics. The filters form a tree by their levels, so a search follows only those
/// whose first levels match the topic.
struct FilterTree<Value: Sendable>: Sendable {
    private var root = Node()

    private struct Node: Sendable {
        /// The value of the filter that ends here.
        var value: Value?
        /// By the next level, which can be a wildcard.
        var next: [[UInt8]: Node] = [:]

        var isEmpty: Bool { value == nil && next.isEmpty }

        func value(at levels: ArraySlice<[UInt8]>) -> Value? {
            guard let level = levels.first else { return value }
            return next[level]?.value(at: levels.dropFirst())
        }

        mutating func set(_ new: Value?, at levels: ArraySlice<[UInt8]>) {
            guard let level = levels.first else {
                value = new
                return
            }
            next[level, default: Node()].set(new, at: levels.dropFirst())
            if next[level]?.isEmpty == true { next[level] = nil }
        }
    }

    /// Whether there are no values.
    var isEmpty: Bool { root.isEmpty }

    /// The value of a filter.
    subscript(filter: String) -> Value? {
        get { root.value(at: Self.levels(of: filter)[...]) }
        set { root.set(newValue, at: Self.levels(of: filter)[...]) }
    }

    private static func levels(of filter: String) -> [[UInt8]] {
        filter.utf8.split(separator: MQTTTopic.separator, omittingEmptySubsequences: false).map { Array($0) }
    }

    // MARK: Searching

    /// The values of the filters that match a topic (``MQTTTopic/matches(_:_:)``), in no order.
    func values(matching topic: String) -> [Value] {
        var found: [Value] = []
        let bytes = Array(topic.utf8)
        // MQTT 5.0, section 4.7.2: wildcards in the first level do not match names that begin with $.
        Self.search(root, bytes[...], hasWildcards: bytes.first != MQTTTopic.reserved, &found)
        return found
    }

    /// - Parameters:
    ///   - rest: the topic's levels below the node; nil below the last one.
    ///   - hasWildcards: whether the next level may be a wildcard.
    private static func search(
        _ node: Node, _ rest: ArraySlice<UInt8>?, hasWildcards: Bool = true, _ found: inout [Value]
    ) {
        // Section 4.7.1.2: `a/#` matches `a` too.
        if hasWildcards, let value = node.next[[MQTTTopic.allLevels]]?.value { found.append(value) }
        guard let rest else {
            if let value = node.value { found.append(value) }
            return
        }
        let end = rest.firstIndex(of: MQTTTopic.separator)
        let deeper = end.map { rest[($0 + 1)...] }
        // The level of a name is no wildcard; one that a broker sends all the same is found as the wildcard.
        let level = Array(rest[..<(end ?? rest.endIndex)])
        if level != [MQTTTopic.oneLevel], level != [MQTTTopic.allLevels], let node = node.next[level] {
            search(node, deeper, &found)
        }
        if hasWildcards, let node = node.next[[MQTTTopic.oneLevel]] { search(node, deeper, &found) }
    }
}
