/// The fields of a message that its schema does not know, as they came. They are written again behind the known ones.
public struct UnknownFields: Hashable, Sendable {
    /// Tags and values, one after the other: itself a message in protobuf's encoding.
    public internal(set) var encoded: [UInt8] = []

    /// None.
    public init() {}

    /// Whether there are none.
    public var isEmpty: Bool { encoded.isEmpty }
}
