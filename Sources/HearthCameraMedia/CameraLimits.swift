/// Limits of streams.
public struct CameraLimits: Sendable, Hashable {
    /// Longest unit, in bytes.
    public var unitBytes = 2 << 20
    /// What is kept since the last key picture, in bytes.
    public var ringBytes = 8 << 20
    /// What is kept since the last key picture, in microseconds of the stream.
    public var ringTime: Int64 = 12_000_000
    /// What may wait for one viewer besides what is kept anyway, in bytes.
    public var viewerBytes = 1 << 20
    /// What is counted for each unit besides its content, in bytes: units cost memory even if they are short.
    public var entryBytes = 256
    /// Longest name of a codec, in bytes.
    public var codecBytes = 64
    /// Longest configuration of a decoder, in bytes.
    public var configurationBytes = 64 << 10

    /// Creates the default limits.
    public init() {}
}
