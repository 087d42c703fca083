/// Values by topic filter, found by the topic of a message. A search visits each level of the trie once, so its time
/// does not grow with the filters that share no level with the topic.
package struct TopicTrie<Value: Equatable> {
    fileprivate struct Node {
        /// The nodes of literal levels, by bytes: `String` would take names for equal that differ in normalization.
        var children: [[UInt8]: Int] = [:]
        /// The node of the level `+`; 0 for none.
        var oneLevel = 0
        /// Values of filters that end here.
        var here: [Value] = []
        /// Values of filters that continue only with `#`.
        var below: [Value] = []

        var isEmpty: Bool { children.isEmpty && oneLevel == 0 && here.isEmpty && below.isEmpty }
    }

    private var nodes = [Node()]
    /// The indices of removed nodes.
    private var free: [Int] = []
    /// The number of values.
    package private(set) var count = 0

    package init() {}

    /// Adds a value for a valid filter. A filter may have several values, also equal ones.
    package mutating func insert(_ value: Value, for filter: String) {
        count += 1
        var node = 0
        for level in levels(of: filter) {
            if isAllLevels(level) {
                nodes[node].below.append(value)
                return
            }
            if isOneLevel(level) {
                if nodes[node].oneLevel == 0 { nodes[node].oneLevel = makeNode() }
                node = nodes[node].oneLevel
            } else if let child = nodes[node].children[Array(level)] {
                node = child
            } else {
                let child = makeNode()
                nodes[node].children[Array(level)] = child
                node = child
            }
        }
        nodes[node].here.append(value)
    }

    private mutating func makeNode() -> Int {
        if let index = free.popLast() { return index }
        nodes.append(Node())
        return nodes.count - 1
    }

    /// Removes a value from a filter, once.
    ///
    /// - Returns: whether the filter had it.
    @discardableResult
    package mutating func remove(_ value: Value, for filter: String) -> Bool {
        var parts = levels(of: filter)
        let isAll = parts.last.map { isAllLevels($0) } ?? false
        if isAll { parts.removeLast() }
        var path = [0]
        var node = 0
        for level in parts {
            guard let next = child(of: node, level) else { return false }
            node = next
            path.append(node)
        }
        if isAll {
            guard let index = nodes[node].below.firstIndex(of: value) else { return false }
            nodes[node].below.remove(at: index)
        } else {
            guard let index = nodes[node].here.firstIndex(of: value) else { return false }
            nodes[node].here.remove(at: index)
        }
        count -= 1
        prune(path, parts)
        return true
    }

    private func child(of node: Int, _ level: ArraySlice<UInt8>) -> Int? {
        guard isOneLevel(level) else { return nodes[node].children[Array(level)] }
        return nodes[node].oneLevel == 0 ? nil : nodes[node].oneLevel
    }

    /// Removes the nodes at the end of a path that hold nothing.
    private mutating func prune(_ path: [Int], _ levels: [ArraySlice<UInt8>]) {
        for (depth, level) in levels.enumerated().reversed() {
            let node = path[depth + 1]
            guard nodes[node].isEmpty else { return }
            free.append(node)
            if isOneLevel(level) {
                nodes[path[depth]].oneLevel = 0
            } else {
                nodes[path[depth]].children[Array(level)] = nil
            }
        }
    }

    /// The values of all filters that match a topic, in no particular order.
    package func values(matching topic: String) -> [Value] {
        var found: [Value] = []
        var open = [0]
        // Section 4.7.2: wildcards in the first level do not match topics that begin with $.
        var areWildcardsIn = topic.utf8.first != MQTTTopic.reserved
        for level in levels(of: topic) {
            let literal = Array(level)
            var next: [Int] = []
            for node in open {
                if areWildcardsIn {
                    found += nodes[node].below
                    if nodes[node].oneLevel != 0 { next.append(nodes[node].oneLevel) }
                }
                if let child = nodes[node].children[literal] { next.append(child) }
            }
            open = next
            guard !open.isEmpty else { return found }
            areWildcardsIn = true
        }
        // Section 4.7.1.2: `a/#` matches `a` too.
        for node in open { found += nodes[node].here + nodes[node].below }
        return found
    }
}

extension TopicTrie: Sendable where Value: Sendable {}
extension TopicTrie.Node: Sendable where Value: Sendable {}

private func levels(of text: String) -> [ArraySlice<UInt8>] {
    Array(text.utf8).split(separator: MQTTTopic.separator, omittingEmptySubsequences: false)
}

private func isOneLevel(_ level: ArraySlice<UInt8>) -> Bool {
    level.count == 1 && level.first == MQTTTopic.oneLevel
}

private func isAllLevels(_ level: ArraySlice<UInt8>) -> Bool {
    level.count == 1 && level.first == MQTTTopic.allLevels
}
