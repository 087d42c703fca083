/// Limits of a connection. They can be changed, but not switched off.
public struct HTTP1Options: Sendable {
    /// What requests may ask with; others get 501 (H1-01).
    public var methods: Set<HTTP1Method> = [.get, .head, .post, .options]
    /// The most bytes that a request's target may have (H1-01). Default: 8 KiB.
    public var maxTargetBytes = 8 << 10
    /// The most bytes that a request's head may have, from the method to the empty line (H1-06). Default: 16 KiB.
    public var maxHeadBytes = 16 << 10
    /// The most fields that a head may have (H1-06). Default: 100.
    public var maxFields = 100
    /// The most bytes that a body may have (H1-04). Default: 4 MiB.
    public var maxBodyBytes = 4 << 20
    /// How much is taken of requests whose turn has not come (H1-07), to the size of what comes at once. Default: 64 KiB.
    public var maxWaitingBytes = 64 << 10
    /// How much is read of the body of a request that was answered before its end, so that the connection can go on.
    /// Default: 64 KiB; with more the connection ends.
    public var maxDroppedBytes = 64 << 10
    /// The time for a head to be whole once it has begun (H1-06). Default: 5 s.
    public var headTime: Duration = .seconds(5)
    /// The longest pause within a body. Default: 30 s; nil where whoever reads the body sees to it.
    public var bodyPause: Duration? = .seconds(30)
    /// The time for a body to be whole, however steadily it comes. Default: 2 min; nil as above.
    public var bodyTime: Duration? = .seconds(120)
    /// How long a connection may be open without a request. Default: 75 s; nil for HomeKit's connections, which stay.
    public var idleTime: Duration? = .seconds(75)

    /// The default limits.
    public init() {}
}
