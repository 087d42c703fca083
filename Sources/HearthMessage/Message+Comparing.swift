// These only call functions of this module, so that the compiler does not specialize the comparison for each message
// type.
extension Message {
    /// Whether both have the same bytes: two NaNs of the same bits are equal, 0.0 and -0.0 are not.
    public static func == (left: Self, right: Self) -> Bool { left.hasBytes(of: right) }

    /// Feeds the message's bytes into the hasher.
    public func hash(into hasher: inout Hasher) { feed(&hasher) }

    /// The hash value of the message's bytes.
    public var hashValue: Int {
        var hasher = Hasher()
        feed(&hasher)
        return hasher.finalize()
    }

    private func hasBytes(of other: Self) -> Bool { serialized() == other.serialized() }

    private func feed(_ hasher: inout Hasher) {
        serialized().withUnsafeBytes { hasher.combine(bytes: $0) }
    }
}
