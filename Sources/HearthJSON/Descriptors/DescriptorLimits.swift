/// How much a ``DescriptorPool`` holds, whatever the files that it is given say.
public struct DescriptorLimits: Hashable, Sendable {
    /// Bytes of all files. Default: 32 MiB.
    public var bytes = 32 << 20
    /// Messages, fields, enums, their values and methods of all files. Default: 400,000; all standard traits with the
    /// home's services have about 26,000.
    public var declarations = 400_000
    /// Messages within messages, as a file declares them. Default: 32.
    public var nesting = 32
    /// Bytes of a whole name. Default: 512.
    public var name = 512

    /// The defaults above.
    public init() {}
}
