// The standard library's sorting is cloned into every place that calls it with its own closure. These functions avoid
// that: the sorting is compiled once, here, and the generic parts only compute keys and are never inlined. This costs
// some microseconds, so hot paths use the standard sorting, or `order(of:)` directly.

extension Sequence {
    /// The elements in ascending order of a number of at most 64 bits.
    ///
    /// The sort is stable.
    @inline(never)
    package func ordered<Key: FixedWidthInteger>(by key: (Element) -> Key) -> [Element] {
        let elements = Array(self)
        guard elements.count > 1 else { return elements }
        return order(of: elements.map { rank(key($0)) }).map { elements[$0] }
    }

    /// The elements in ascending order of a text. The sort is stable.
    @inline(never)
    package func ordered(by key: (Element) -> String) -> [Element] {
        let elements = Array(self)
        guard elements.count > 1 else { return elements }
        return order(of: elements.map(key)).map { elements[$0] }
    }

    /// The elements in ascending order of several numbers: by the first, then by the second, and so on.
    ///
    /// The numbers have at most 64 bits. The sort is stable.
    @inline(never)
    package func ordered<Key: FixedWidthInteger>(by keys: (Element) -> [Key]) -> [Element] {
        let elements = Array(self)
        guard elements.count > 1 else { return elements }
        return order(of: elements.map { keys($0).map(rank) }).map { elements[$0] }
    }

    /// The elements in ascending order of several texts: by the first, then by the second, and so on.
    ///
    /// The sort is stable.
    @inline(never)
    package func ordered(by keys: (Element) -> [String]) -> [Element] {
        let elements = Array(self)
        guard elements.count > 1 else { return elements }
        return order(of: elements.map(keys)).map { elements[$0] }
    }
}

extension Sequence where Element: FixedWidthInteger {
    /// The numbers in ascending order. They have at most 64 bits.
    @inline(never)
    package func ordered() -> [Element] { ordered(by: \.self) }
}

extension Sequence<String> {
    /// The texts in ascending order.
    @inline(never)
    package func ordered() -> [String] { ordered(by: \.self) }
}

/// The indices of the keys in ascending order of the keys. The sort is stable.
package func order(of keys: [UInt64]) -> [Int] {
    places(keys.count) { keys[$0] < keys[$1] }
}

/// The indices of the keys in ascending order of the keys. The sort is stable.
package func order(of keys: [String]) -> [Int] {
    places(keys.count) { keys[$0] < keys[$1] }
}

private func order(of keys: [[UInt64]]) -> [Int] {
    places(keys.count) { keys[$0].lexicographicallyPrecedes(keys[$1]) }
}

private func order(of keys: [[String]]) -> [Int] {
    places(keys.count) { keys[$0].lexicographicallyPrecedes(keys[$1]) }
}

/// Maps numbers to unsigned ones of the same order, including negative numbers.
private func rank(_ number: some FixedWidthInteger) -> UInt64 {
    let bits = UInt64(truncatingIfNeeded: number)
    return type(of: number).isSigned ? bits ^ (1 << 63) : bits
}

/// The only call of the standard library's sorting.
@inline(never)
private func places(_ count: Int, by precedes: (Int, Int) -> Bool) -> [Int] {
    (0..<count).sorted(by: precedes)
}
