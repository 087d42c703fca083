/// Writes the boxes of MP4 files (ISO/IEC 14496-12).
enum MovieBox {
    static func number(_ value: some FixedWidthInteger, bytes: Int) -> [UInt8] {
        (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    static func u16(_ value: Int) -> [UInt8] { number(UInt16(clamping: value), bytes: 2) }
    static func u32(_ value: Int) -> [UInt8] { number(UInt32(clamping: value), bytes: 4) }
    static func u64(_ value: Int64) -> [UInt8] { number(value, bytes: 8) }
    static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    /// - Parameter type: four letters of ASCII.
    static func box(_ type: String, _ content: [UInt8]...) -> [UInt8] {
        let content = content.flatMap { $0 }
        return u32(8 + content.count) + Array(type.utf8) + content
    }

    static func fullBox(_ type: String, version: UInt8 = 0, flags: UInt32 = 0, _ content: [UInt8]...) -> [UInt8] {
        box(type, [version] + number(flags, bytes: 3) + content.flatMap { $0 })
    }

    /// The rotation and scale of a picture that is shown as it is.
    static let unity = zeros(1) + [1, 0, 0] + zeros(12) + [0, 1, 0, 0] + zeros(12) + [0x40, 0, 0, 0]

    /// A descriptor of ISO/IEC 14496-1, 8.3, with its length in four bytes.
    static func descriptor(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        let length = content.count
        let bytes = [21, 14, 7, 0].map { UInt8(truncatingIfNeeded: length >> $0) & 0x7F }
        return [tag] + bytes.dropLast().map { $0 | 0x80 } + [bytes[3]] + content
    }
}
