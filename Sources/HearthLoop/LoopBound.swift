/// A value that is used on one loop's thread only, held where any thread may hold it.
public struct LoopBound<Value>: @unchecked Sendable {
    // Unchecked, because the value comes out on the loop's thread only: `ifCurrent` asks, `run` posts. It is the
    // thread's own work to let the last reference go where the value can bear it; the owners keep one on the loop.

    /// The loop whose thread owns the value.
    public let loop: EventLoop
    private let value: Value

    public init(_ value: Value, loop: EventLoop) {
        self.value = value
        self.loop = loop
    }

    /// The value on the loop's thread, nil on any other.
    @inline(__always)
    public var ifCurrent: Value? { loop.isCurrent ? value : nil }

    /// Calls `body` with the value on the loop's thread: at once when that is where the caller is, else soon.
    public func run(_ body: @escaping @Sendable (Value) -> Void) {
        if loop.isCurrent { body(value) } else { loop.post { body(value) } }
    }
}
