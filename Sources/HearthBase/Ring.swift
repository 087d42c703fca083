/// The newest elements of a series, up to a capacity: each one more takes the place of the oldest.
package struct Ring<Element> {
    private var elements: [Element] = []
    /// Where the oldest stands.
    private var start = 0
    package let capacity: Int

    /// - Parameter capacity: how many elements are kept; at least one.
    package init(capacity: Int) {
        self.capacity = Swift.max(1, capacity)
    }

    package mutating func append(_ element: Element) {
        if elements.count < capacity {
            elements.append(element)
        } else {
            elements[start] = element
            start = (start + 1) % capacity
        }
    }
}

extension Ring: RandomAccessCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { elements.count }

    /// The element at a place counted from the oldest.
    package subscript(index: Int) -> Element { elements[(start + index) % elements.count] }
}

extension Ring: Sendable where Element: Sendable {}
