/// A first-in, first-out queue. Adding and taking are amortised constant time. The memory of taken elements is freed in
/// bulk, also when a slow reader never empties the queue.
///
/// Public although its module is not a product: the compiler specializes only public types for other modules.
public struct FIFO<Element> {
    @usableFromInline var elements: [Element?] = []
    /// The number of slots before the first element.
    @usableFromInline var head = 0

    /// How many slots may stay allocated when the queue runs empty.
    @usableFromInline static var keptCapacity: Int { 64 }

    /// Creates an empty queue.
    @inlinable public init() {}

    /// The number of elements.
    @inlinable public var count: Int { elements.count - head }
    /// Whether there are no elements.
    @inlinable public var isEmpty: Bool { head == elements.count }
    /// The first element.
    @inlinable public var first: Element? { isEmpty ? nil : elements[head] }

    /// Appends an element.
    @inlinable
    public mutating func append(_ element: Element) {
        elements.append(element)
    }

    /// Appends elements, in their order.
    @inlinable
    public mutating func append(contentsOf added: some Sequence<Element>) {
        for element in added { elements.append(element) }
    }

    /// Removes and returns the first element; nil if the queue is empty.
    @inlinable
    public mutating func popFirst() -> Element? {
        guard head < elements.count else { return nil }
        let element = elements[head].take()
        head += 1
        if head == elements.count {
            elements.removeAll(keepingCapacity: head <= Self.keptCapacity)
            head = 0
        } else if head >= 64, head * 2 >= elements.count {
            elements.removeFirst(head)
            head = 0
        }
        return element
    }

    /// Removes and returns the element at `offset` from the first; nil beyond the end.
    @inlinable
    public mutating func remove(at offset: Int) -> Element? {
        guard offset >= 0, offset < count else { return nil }
        return elements.remove(at: head + offset)
    }

    /// Removes and returns the first element for which `isWanted` holds, or returns nil.
    @inlinable
    public mutating func removeFirst(where isWanted: (Element) -> Bool) -> Element? {
        guard let index = elements[head...].firstIndex(where: { $0.map(isWanted) ?? false }) else { return nil }
        return elements.remove(at: index)
    }

    /// Removes and returns the elements for which `isOut` holds, in order; the others keep their order.
    @inlinable
    public mutating func removeAll(where isOut: (Element) -> Bool) -> [Element] {
        var kept: [Element?] = []
        var removed: [Element] = []
        for case let element? in elements[head...] {
            if isOut(element) { removed.append(element) } else { kept.append(element) }
        }
        elements = kept
        head = 0
        return removed
    }

    /// Removes all elements and releases the memory.
    @inlinable
    public mutating func removeAll() {
        elements = []
        head = 0
    }
}

extension FIFO: Sequence {
    /// The elements in the order in which they will be taken.
    @inlinable
    public func makeIterator() -> some IteratorProtocol<Element> {
        elements[head...].lazy.compactMap { $0 }.makeIterator()
    }
}

extension FIFO: Sendable where Element: Sendable {}
