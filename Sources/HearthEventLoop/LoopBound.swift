/// Holds a value that may be used on one loop's thread only, so that any thread can hold and pass it on.
public struct LoopBound<Value>: @unchecked Sendable {
    // Unchecked, because the value is only accessible on the loop's thread: `ifCurrent` checks, `run` posts. Owners
    // keep a reference on the loop, so that the value is also released there.

    /// The loop on whose thread the value may be used.
    public let loop: EventLoop
    private let value: Value

    /// Wraps a value that belongs to `loop`.
    public init(_ value: Value, loop: EventLoop) {
        self.value = value
        self.loop = loop
    }

    /// The value if called on the loop's thread, otherwise nil.
    @inline(__always)
    public var ifCurrent: Value? { loop.isCurrent ? value : nil }

    /// Calls `body` with the value on the loop's thread: immediately if already there, otherwise later.
    public func run(_ body: @escaping @Sendable (Value) -> Void) {
        if loop.isCurrent { body(value) } else { loop.post { body(value) } }
    }
}
