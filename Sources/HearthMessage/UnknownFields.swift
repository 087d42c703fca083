/// The fields of a message that its schema does not know, encoded. They are written again after the known ones.
public struct UnknownFields: Hashable, Sendable {
    @usableFromInline var records: [UInt8]

    /// Creates an empty list.
    @inlinable
    public init() { records = [] }

    /// Whether the list is empty.
    @inlinable
    public var isEmpty: Bool { records.isEmpty }

    /// Tags and values, one after the other: itself a message in protobuf's encoding.
    public var encoded: [UInt8] { records }
}
