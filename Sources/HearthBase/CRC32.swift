/// The checksum of gzip, PNG and STUN (ISO 3309). It detects errors; it is not a protection.
package enum CRC32 {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }

    /// The checksum of `bytes`.
    package static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
        ~bytes.reduce(~0) { value, byte in value >> 8 ^ table[Int(UInt8(truncatingIfNeeded: value) ^ byte)] }
    }
}
