/// The fields of a message that its schema does not know, as they came. They are written again behind the known ones.
public struct UnknownFields: Hashable, Sendable {
    /// Tags and values, one after the other.
    public var encoded: [UInt8]

    public init() {
        encoded = []
    }

    public init(encoded: [UInt8]) {
        self.encoded = encoded
    }

    @inlinable public var isEmpty: Bool { encoded.isEmpty }
}
