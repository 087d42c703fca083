/// How much a trait's schema may hold that comes from elsewhere. The largest cluster of Matter stays far below all of
/// them. All may be changed, none switched off.
public struct SchemaLimits: Hashable, Sendable {
    /// Enums, bitmaps, structs, attributes, commands, events and features: of each kind.
    public var items = 1_024
    /// Fields of a struct, a command or an event; constants of an enum.
    public var members = 1_024
    /// Members of all items together.
    public var allMembers = 16_384
    /// Bytes of a name.
    public var nameBytes = 128
    /// Bytes of a unit, or of a default that is text or bytes.
    public var textBytes = 1_024
    /// Structs within structs.
    public var structDepth = 16
    /// Operators within operators of a condition.
    public var conditionDepth = 16

    /// The defaults.
    public init() {}
}
