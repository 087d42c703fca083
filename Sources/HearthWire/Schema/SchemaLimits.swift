/// Limits for trait schemas received at run time. Matter's largest cluster is far below all of them. All can be
/// changed, but none can be disabled.
public struct SchemaLimits: Hashable, Sendable {
    /// Items of each kind: enums, bitmaps, structs, attributes, commands, events, features. Default: 1,024.
    public var items = 1_024
    /// Fields of a struct, command or event; constants of an enum or bitmap.
    public var members = 1_024
    /// Fields and constants of all items together.
    public var allMembers = 16_384
    /// Length of a name in bytes.
    public var nameBytes = 128
    /// Length in bytes of a unit or of a text or octet default value.
    public var textBytes = 1_024
    /// Depth of nested structs.
    public var structDepth = 16
    /// Depth of a condition.
    public var conditionDepth = 16

    /// Creates the default limits.
    public init() {}
}
