/// The newest elements of a series, up to a number of elements and bytes: each further one replaces the oldest.
package struct Ring<Element> {
    private var elements: [Element] = []
    private var sizes: [Int] = []
    /// The index of the oldest; not 0 only when the ring is full.
    private var start = 0
    package let capacity: Int
    package let mostBytes: Int
    /// The sum of the sizes of the kept elements.
    package private(set) var bytes = 0

    /// - Parameters:
    ///   - capacity: the most elements; at least 1.
    ///   - mostBytes: the most bytes of all elements. A single larger element is not kept, and removes all before it,
    ///     so that there is no gap.
    package init(capacity: Int, mostBytes: Int = .max) {
        self.capacity = Swift.max(1, capacity)
        self.mostBytes = mostBytes
    }

    package mutating func append(_ element: Element, size: Int = 0) {
        if elements.count < capacity {
            elements.append(element)
            sizes.append(size)
        } else {
            bytes -= sizes[start]
            elements[start] = element
            sizes[start] = size
            start = (start + 1) % capacity
        }
        bytes += size
        if bytes > mostBytes { trim() }
    }

    /// Drops the oldest down to three quarters of the bytes, so that trimming is rare.
    private mutating func trim() {
        var (count, left) = (0, bytes)
        while count < elements.count, left > mostBytes || count < elements.count - 1 && left > mostBytes - mostBytes / 4
        {
            left -= sizes[(start + count) % elements.count]
            count += 1
        }
        let kept = (count..<elements.count).map { (start + $0) % elements.count }
        (elements, sizes) = (kept.map { elements[$0] }, kept.map { sizes[$0] })
        start = 0
        bytes = left
    }
}

extension Ring: RandomAccessCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { elements.count }

    /// The element at an index counted from the oldest.
    package subscript(index: Int) -> Element { elements[(start + index) % elements.count] }
}

extension Ring: Sendable where Element: Sendable {}
