extension [UInt8] {
    /// Copies bytes in one operation.
    public init(copying bytes: RawSpan) {
        self = bytes.withUnsafeBytes { Array($0) }
    }

    /// Appends bytes in one operation.
    public mutating func append(copying bytes: RawSpan) {
        bytes.withUnsafeBytes { append(contentsOf: $0) }
    }
}
