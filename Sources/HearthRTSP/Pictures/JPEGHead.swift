/// The size of a picture in JPEG (ITU-T T.81, annex B).
package struct JPEGHead: Hashable, Sendable {
    package var width: UInt16
    package var height: UInt16

    /// Reads the head of a picture.
    ///
    /// - Returns: nil for bytes that are no picture in JPEG, or one without a size.
    package init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
        var position = 2
        while position + 4 <= bytes.count, bytes[position] == 0xFF {
            let marker = bytes[position + 1]
            if marker == 0xFF {
                // A byte that fills.
                position += 1
                continue
            }
            let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
            guard length >= 2, marker != 0xD9, marker != 0xDA else { return nil }
            // Beginnings of frames are C0 to CF without C4, C8 and CC.
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
                guard length >= 8, position + 9 <= bytes.count else { return nil }
                height = UInt16(bytes[position + 5]) << 8 | UInt16(bytes[position + 6])
                width = UInt16(bytes[position + 7]) << 8 | UInt16(bytes[position + 8])
                guard width > 0, height > 0 else { return nil }
                return
            }
            position += 2 + length
        }
        return nil
    }
}
