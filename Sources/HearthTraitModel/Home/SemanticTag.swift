/// What tells a part of a device from others of its kind, in Matter's vocabulary: "top", "2", "left".
public struct SemanticTag: Hashable, Sendable {
    /// The vendor whose namespace it is; nil for a standard one.
    public let vendorID: UInt16?
    /// The namespace: 7 is that of numbers.
    public let namespaceID: UInt8
    /// The tag's number in its namespace.
    public let tag: UInt8
    /// The maker's words for it.
    public let label: String?

    /// A tag by its numbers.
    public init(namespaceID: UInt8, tag: UInt8, vendorID: UInt16? = nil, label: String? = nil) {
        self.vendorID = vendorID
        self.namespaceID = namespaceID
        self.tag = tag
        self.label = label
    }
}
