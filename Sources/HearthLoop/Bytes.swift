extension [UInt8] {
    /// Copies bytes, in one piece.
    public init(copying bytes: RawSpan) {
        self = bytes.withUnsafeBytes { Array($0) }
    }

    /// Appends a copy of bytes, in one piece.
    public mutating func append(copying bytes: RawSpan) {
        bytes.withUnsafeBytes { append(contentsOf: $0) }
    }
}
