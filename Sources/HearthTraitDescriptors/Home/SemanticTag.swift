/// A tag that distinguishes a part of a device from similar ones, in Matter's vocabulary: "top", "2", "left".
public struct SemanticTag: Hashable, Sendable {
    /// The vendor that defines the namespace; nil for a standard one.
    public let vendorID: UInt16?
    /// The namespace; 7 is the namespace of numbers.
    public let namespaceID: UInt8
    /// The tag's number in its namespace.
    public let tag: UInt8
    /// The maker's name for it.
    public let label: String?

    /// Creates a tag from its numbers.
    public init(namespaceID: UInt8, tag: UInt8, vendorID: UInt16? = nil, label: String? = nil) {
        self.vendorID = vendorID
        self.namespaceID = namespaceID
        self.tag = tag
        self.label = label
    }
}
