/// A first-in, first-out queue. Adding and taking are amortised constant time; places that were taken are given back in
/// bulk, also when a reader is always a little behind and the queue is never empty.
///
/// Public, although the module is no product: the compiler specializes for other modules only what is.
public struct FIFO<Element> {
    @usableFromInline var elements: [Element?] = []
    /// The places before it have been taken.
    @usableFromInline var head = 0

    /// How many places may stay allocated when the queue runs empty.
    @usableFromInline static var keptCapacity: Int { 64 }

    /// Creates an empty queue.
    @inlinable public init() {}

    /// How many elements wait.
    @inlinable public var count: Int { elements.count - head }
    /// Whether none waits.
    @inlinable public var isEmpty: Bool { head == elements.count }
    /// The element that has waited longest.
    @inlinable public var first: Element? { isEmpty ? nil : elements[head] }

    /// Adds an element behind the others.
    @inlinable
    public mutating func append(_ element: Element) {
        elements.append(element)
    }

    /// Adds elements behind the others, in their order.
    @inlinable
    public mutating func append(contentsOf added: some Sequence<Element>) {
        for element in added { elements.append(element) }
    }

    /// Takes the element that has waited longest, or nil when there is none.
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

    /// Takes the element `offset` places behind the first, or nil when there are not that many.
    @inlinable
    public mutating func remove(at offset: Int) -> Element? {
        guard offset >= 0, offset < count else { return nil }
        return elements.remove(at: head + offset)
    }

    /// Takes the first element for which `isWanted` holds, or nil when there is none.
    @inlinable
    public mutating func removeFirst(where isWanted: (Element) -> Bool) -> Element? {
        guard let index = elements[head...].firstIndex(where: { $0.map(isWanted) ?? false }) else { return nil }
        return elements.remove(at: index)
    }

    /// Takes out the elements for which `isOut` holds, in order; the others keep their places.
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

    /// Removes everything, and the memory with it.
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
