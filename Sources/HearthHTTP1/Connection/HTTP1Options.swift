/// Limits of a connection. They can be changed but not disabled.
public struct HTTP1Options: Sendable {
    /// The accepted methods; others get 501.
    public var methods: Set<HTTP1Method> = [.get, .head, .post, .options]
    /// The longest target of a request, in bytes. Default: 8 KiB.
    public var maxTargetBytes = 8 << 10
    /// The longest head of a request, in bytes, from the method to the empty line. Default: 16 KiB.
    public var maxHeadBytes = 16 << 10
    /// The most fields in a head. Default: 100.
    public var maxFields = 100
    /// The longest body, in bytes. Default: 4 MiB.
    public var maxBodyBytes = 4 << 20
    /// The bytes of pipelined requests beyond which reading pauses. Default: 64 KiB.
    public var maxWaitingBytes = 64 << 10
    /// The most bytes of a body that are read and discarded after an early answer, so that the connection can continue.
    /// Default: 64 KiB; beyond it the connection ends.
    public var maxDroppedBytes = 64 << 10
    /// The time for a head to be complete once it has begun. Default: 5 s.
    public var headTime: Duration = .seconds(5)
    /// The longest pause within a body. Default: 30 s; nil where the reader of the body has its own timeout.
    public var bodyPause: Duration? = .seconds(30)
    /// The time for a body to be complete, even while bytes arrive. Default: 2 min; nil as above.
    public var bodyTime: Duration? = .seconds(120)
    /// How long a connection may be idle. Default: 75 s; nil for HomeKit's connections, which stay open.
    public var idleTime: Duration? = .seconds(75)

    /// The default limits.
    public init() {}
}
