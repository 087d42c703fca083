internal import Foundation

extension UUID {
    /// The UUID of an object by its ID on the hub: always the same, for all programs.
    ///
    /// Hubs' IDs are texts of any form, so it is made of a hash of the text (FNV-1a of 128 bits), with the version 8 that
    /// RFC 9562 has for UUIDs of one's own making.
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
