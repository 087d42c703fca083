#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The box of a clip's file that says what it shows, so that the file needs no other record. Its length is fixed,
/// because the clip's duration is known only at its end.
package enum ClipNote {
    /// The extended type of the box (ISO/IEC 14496-12, 4.2), made for this.
    private static let type: [UInt8] = [
        0xD3, 0x1B, 0x60, 0x9A, 0x2F, 0x47, 0x4C, 0x0E, 0x92, 0x75, 0x0B, 0xE8, 0x54, 0xC1, 0x6D, 0xF0,
    ]
    /// The bytes of the box. Two IDs of 255 bytes fit, even if each byte is escaped.
    package static let size = 4_096
    private static let headSize = 24

    /// The box; its content is JSON, filled up with spaces.
    package static func box(_ clip: Clip) -> [UInt8] {
        let json = (try? JSONEncoder().encode(clip)).map { [UInt8]($0) } ?? []
        let length: [UInt8] = (0..<4).reversed().map { UInt8(truncatingIfNeeded: size >> ($0 * 8)) }
        let space = [UInt8](repeating: UInt8(ascii: " "), count: max(0, size - headSize - json.count))
        return length + Array("uuid".utf8) + type + (json + space).prefix(max(0, size - headSize))
    }

    /// Where the box begins in a file: after the first box. Nil for a file that is no MP4.
    package static func offset(in file: [UInt8]) -> Int? {
        guard file.count >= 8, file[4..<8].elementsEqual("ftyp".utf8) else { return nil }
        let length = file[..<4].reduce(0) { $0 << 8 | Int($1) }
        return (8...1_024).contains(length) ? length : nil
    }

    /// What a file shows.
    ///
    /// - Parameter file: its first bytes, ``readSize`` if it has so many.
    /// - Returns: nil for a file that is no clip.
    package static func clip(in file: [UInt8]) -> Clip? {
        guard let offset = offset(in: file), file.count >= offset + size else { return nil }
        let box = file[offset..<offset + size]
        guard box.dropFirst(4).prefix(4).elementsEqual("uuid".utf8),
            box.dropFirst(8).prefix(16).elementsEqual(type)
        else { return nil }
        return try? JSONDecoder().decode(Clip.self, from: Data(box.dropFirst(headSize)))
    }

    /// The bytes at a file's beginning that ``clip(in:)`` needs.
    package static let readSize = size + 1_024
}
