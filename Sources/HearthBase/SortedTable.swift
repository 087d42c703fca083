/// An element of a ``SortedTable`` with a constant key of its own.
public protocol SortedElement {
    /// The type of the key.
    associatedtype SortKey: Comparable
    /// The key by which it is found and sorted.
    var sortKey: SortKey { get }
}

/// Elements in ascending order of their keys, one for each key.
///
/// Lookups take logarithmic time. A copy shares all elements; a change while the copy lives copies a few of them and
/// one reference for each ``leafSize``. So large snapshots are cheap, and the table can continue to change.
///
/// Public although its module is not a product: the compiler specializes only public types for other modules.
public struct SortedTable<Element: SortedElement> {
    /// No leaf is empty, or longer than ``leafSize``.
    @usableFromInline var leaves: [[Element]] = []
    /// The number of elements.
    public private(set) var count = 0

    @usableFromInline static var leafSize: Int { 64 }

    /// Creates an empty table.
    public init() {}

    /// Creates a table of elements. The last of several elements with the same key is kept.
    @inlinable
    public init(_ elements: some Sequence<Element>) {
        self.init()
        for element in elements { insert(element) }
    }

    /// The index of the first element with this key or a greater one, or else the end index.
    @inlinable
    public func firstIndex(notBefore key: Element.SortKey) -> Index {
        var (low, high) = (0, leaves.count)
        while low < high {
            let middle = (low + high) / 2
            if leaves[middle][leaves[middle].count - 1].sortKey < key { low = middle + 1 } else { high = middle }
        }
        guard low < leaves.count else { return endIndex }
        return Index(leaf: low, offset: offset(of: key, in: low))
    }

    /// The index of the first element with a greater key, or else the end index.
    @inlinable
    public func firstIndex(after key: Element.SortKey) -> Index {
        let index = firstIndex(notBefore: key)
        guard index < endIndex, self[index].sortKey == key else { return index }
        return self.index(after: index)
    }

    /// The index of the element with this key, or nil.
    @inlinable
    public func index(of key: Element.SortKey) -> Index? {
        let index = firstIndex(notBefore: key)
        return index < endIndex && self[index].sortKey == key ? index : nil
    }

    /// The element with this key.
    @inlinable
    public subscript(key: Element.SortKey) -> Element? { index(of: key).map { self[$0] } }

    /// Adds an element, or replaces and returns the one with the same key.
    @inlinable
    @discardableResult
    public mutating func insert(_ element: Element) -> Element? {
        let key = element.sortKey
        var index = firstIndex(notBefore: key)
        if index < endIndex, self[index].sortKey == key {
            let old = self[index]
            self[index] = element
            return old
        }
        changeCount(by: 1)
        if index == endIndex {
            // Elements added in order fill the leaves.
            if let last = leaves.last, last.count < Self.leafSize {
                leaves[leaves.count - 1].append(element)
            } else {
                leaves.append([element])
            }
            return nil
        }
        if leaves[index.leaf].count >= Self.leafSize {
            let half = Self.leafSize / 2
            leaves.insert(Array(leaves[index.leaf][half...]), at: index.leaf + 1)
            leaves[index.leaf].removeSubrange(half...)
            if index.offset > half { index = Index(leaf: index.leaf + 1, offset: index.offset - half) }
        }
        leaves[index.leaf].insert(element, at: index.offset)
        return nil
    }

    /// Removes and returns the element with this key.
    @inlinable
    @discardableResult
    public mutating func remove(_ key: Element.SortKey) -> Element? {
        guard let index = index(of: key) else { return nil }
        changeCount(by: -1)
        let element = leaves[index.leaf].remove(at: index.offset)
        if leaves[index.leaf].isEmpty { leaves.remove(at: index.leaf) }
        return element
    }

    @usableFromInline
    mutating func changeCount(by number: Int) { count += number }

    @inlinable
    func offset(of key: Element.SortKey, in leaf: Int) -> Int {
        var (low, high) = (0, leaves[leaf].count)
        while low < high {
            let middle = (low + high) / 2
            if leaves[leaf][middle].sortKey < key { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension SortedTable: MutableCollection {
    /// The position of an element; invalid once one is added or removed.
    public struct Index: Comparable, Sendable {
        @usableFromInline let leaf: Int
        @usableFromInline let offset: Int

        @usableFromInline
        init(leaf: Int, offset: Int) {
            self.leaf = leaf
            self.offset = offset
        }

        public static func < (left: Index, right: Index) -> Bool {
            (left.leaf, left.offset) < (right.leaf, right.offset)
        }
    }

    @inlinable public var startIndex: Index { Index(leaf: 0, offset: 0) }
    @inlinable public var endIndex: Index { Index(leaf: leaves.count, offset: 0) }

    @inlinable
    public func index(after index: Index) -> Index {
        index.offset + 1 < leaves[index.leaf].count
            ? Index(leaf: index.leaf, offset: index.offset + 1) : Index(leaf: index.leaf + 1, offset: 0)
    }

    /// The element at an index, which can be changed in place. Its key must stay the same.
    @inlinable
    public subscript(index: Index) -> Element {
        _read { yield leaves[index.leaf][index.offset] }
        _modify { yield &leaves[index.leaf][index.offset] }
    }
}

extension SortedTable: Sendable where Element: Sendable {}
