// The standard library's sorting is cloned whole into every place that calls it with a closure of its own. Whoever uses
// these has one call: what sorts is compiled here, once, and what is generic only looks up keys and is never inlined.
// That costs some microseconds, so what every message passes sorts as it always did, or asks `order(of:)` directly.

extension Sequence {
    /// The elements by a number that each has, of 64 bits at most, in rising order.
    ///
    /// Elements with the same number stay in their order.
    @inline(never)
    package func ordered<Key: FixedWidthInteger>(by key: (Element) -> Key) -> [Element] {
        let elements = Array(self)
        guard elements.count > 1 else { return elements }
        return order(of: elements.map { rank(key($0)) }).map { elements[$0] }
    }

    /// The elements by a text that each has, in rising order. Elements with the same text stay in their order.
    @inline(never)
    package func ordered(by key: (Element) -> String) -> [Element] {
        let elements = Array(self)
        guard elements.count > 1 else { return elements }
        return order(of: elements.map(key)).map { elements[$0] }
    }

    /// The elements by several numbers of each: by the first, where that is the same by the second, and so on.
    ///
    /// The numbers have 64 bits at most. Elements with the same ones stay in their order.
    @inline(never)
    package func ordered<Key: FixedWidthInteger>(by keys: (Element) -> [Key]) -> [Element] {
        let elements = Array(self)
        guard elements.count > 1 else { return elements }
        return order(of: elements.map { keys($0).map(rank) }).map { elements[$0] }
    }

    /// The elements by several texts of each: by the first, where that is the same by the second, and so on.
    ///
    /// Elements with the same texts stay in their order.
    @inline(never)
    package func ordered(by keys: (Element) -> [String]) -> [Element] {
        let elements = Array(self)
        guard elements.count > 1 else { return elements }
        return order(of: elements.map(keys)).map { elements[$0] }
    }
}

extension Sequence where Element: FixedWidthInteger {
    /// The numbers in rising order. They have 64 bits at most.
    @inline(never)
    package func ordered() -> [Element] { ordered(by: \.self) }
}

extension Sequence<String> {
    /// The texts in rising order.
    @inline(never)
    package func ordered() -> [String] { ordered(by: \.self) }
}

/// The places of the keys, that of the least key first. Those of equal keys rise.
package func order(of keys: [UInt64]) -> [Int] {
    places(keys.count) { keys[$0] < keys[$1] }
}

/// The places of the keys, that of the least key first. Those of equal keys rise.
package func order(of keys: [String]) -> [Int] {
    places(keys.count) { keys[$0] < keys[$1] }
}

private func order(of keys: [[UInt64]]) -> [Int] {
    places(keys.count) { keys[$0].lexicographicallyPrecedes(keys[$1]) }
}

private func order(of keys: [[String]]) -> [Int] {
    places(keys.count) { keys[$0].lexicographicallyPrecedes(keys[$1]) }
}

/// Rises with the number, negative ones included.
private func rank(_ number: some FixedWidthInteger) -> UInt64 {
    let bits = UInt64(truncatingIfNeeded: number)
    return type(of: number).isSigned ? bits ^ (1 << 63) : bits
}

/// The one place where it is sorted.
@inline(never)
private func places(_ count: Int, by precedes: (Int, Int) -> Bool) -> [Int] {
    (0..<count).sorted(by: precedes)
}
