/// Limits of a ``DescriptorPool``.
public struct DescriptorLimits: Hashable, Sendable {
    /// The most bytes of all files. Default: 32 MiB.
    public var bytes = 32 << 20
    /// The most messages, fields, enums, enum values and methods in all files. Default: 400,000; all standard traits
    /// with the home's services have approximately 26,000.
    public var declarations = 400_000
    /// The deepest nesting of messages in a file. Default: 32.
    public var nesting = 32
    /// The longest full name, in bytes. Default: 512.
    public var name = 512

    /// The defaults above.
    public init() {}
}
