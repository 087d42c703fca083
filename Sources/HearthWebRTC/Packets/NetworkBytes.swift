extension FixedWidthInteger where Self: UnsignedInteger {
    /// The bytes in network order.
    var networkBytes: [UInt8] {
        stride(from: Self.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: self >> $0) }
    }

    /// The number that bytes in network order stand for; higher bytes than it has are lost.
    init(networkBytes bytes: some Sequence<UInt8>) {
        self = bytes.reduce(0) { $0 << 8 | Self(truncatingIfNeeded: $1) }
    }
}
