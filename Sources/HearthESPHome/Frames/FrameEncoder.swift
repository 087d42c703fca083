internal import HearthBase

/// Writes frames.
enum FrameEncoder {
    /// A message of a plain connection.
    static func plain(type: UInt16, _ message: [UInt8]) -> [UInt8] {
        var frame: [UInt8] = [FrameForm.plain.rawValue]
        frame.appendVarint(UInt64(message.count))
        frame.appendVarint(UInt64(type))
        return frame + message
    }

    /// The content of an encrypted frame; nil beyond ``FrameDecoder/longest``.
    static func encrypted(_ content: [UInt8]) -> [UInt8]? {
        guard let length = UInt16(exactly: content.count) else { return nil }
        return [FrameForm.encrypted.rawValue, UInt8(length >> 8), UInt8(truncatingIfNeeded: length)] + content
    }

    /// The text to encrypt for a message: its type and length before it; nil if the message is too long for a frame.
    static func text(type: UInt16, _ message: [UInt8]) -> [UInt8]? {
        guard message.count <= FrameDecoder.longest - 4 - 16 else { return nil }
        let length = UInt16(truncatingIfNeeded: message.count)
        return [
            UInt8(type >> 8), UInt8(truncatingIfNeeded: type), UInt8(length >> 8), UInt8(truncatingIfNeeded: length),
        ] + message
    }

    /// The message in a decrypted text; nil if it is shorter than its head says. What follows the message is ignored.
    static func message(in text: [UInt8]) -> (type: UInt16, bytes: [UInt8])? {
        guard text.count >= 4 else { return nil }
        let length = Int(text[2]) << 8 | Int(text[3])
        guard text.count - 4 >= length else { return nil }
        return (UInt16(text[0]) << 8 | UInt16(text[1]), Array(text[4..<(4 + length)]))
    }
}
