/// Limits of streams.
public struct CameraLimits: Sendable, Hashable {
    /// Longest unit, in bytes.
    public var unitBytes = 2 << 20
    /// What is kept since the last key picture, in bytes.
    public var ringBytes = 8 << 20
    /// What is kept since the last key picture, in microseconds of the stream.
    public var ringTime: Int64 = 12_000_000
    /// What may wait for one viewer besides the kept parts that it begins with, in bytes.
    public var viewerBytes = 1 << 20

    /// Creates the default limits.
    public init() {}
}
