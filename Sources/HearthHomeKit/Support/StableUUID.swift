internal import Foundation

extension UUID {
    /// Derives the UUID of an object from its ID on the hub, so that it is always the same in all programs.
    ///
    /// The IDs are arbitrary strings, so the UUID is their hash (FNV-1a with 128 bits), marked as version 8, the custom
    /// format (RFC 9562, section 5.8).
    init(hubID text: String, kind: String) {
        var hash: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
        for byte in "\(kind):\(text)".utf8 {
            hash ^= UInt128(byte)
            hash &*= 0x0000_0000_0100_0000_0000_0000_0000_013b
        }
        func byte(_ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: hash >> UInt128(8 * (15 - index))) }
        self.init(
            uuid: (
                byte(0), byte(1), byte(2), byte(3), byte(4), byte(5), byte(6) & 0x0F | 0x80, byte(7),
                byte(8) & 0x3F | 0x80, byte(9), byte(10), byte(11), byte(12), byte(13), byte(14), byte(15)
            ))
    }
}
