/// The fields of a message that its schema does not know, as they came. They are written again behind the known ones.
public struct UnknownFields: Hashable, Sendable {
    @usableFromInline var records: [UInt8]

    /// None.
    @inlinable
    public init() { records = [] }

    /// Whether there are none.
    @inlinable
    public var isEmpty: Bool { records.isEmpty }

    /// Tags and values, one after the other: itself a message in protobuf's encoding.
    public var encoded: [UInt8] { records }
}
