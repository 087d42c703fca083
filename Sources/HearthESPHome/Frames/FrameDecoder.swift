/// The two forms of a connection to a device, which its first byte tells apart.
enum FrameForm: UInt8, Sendable {
    /// A zero byte, the message's length and type as varints, and the message.
    case plain = 0
    /// A one, two bytes with the length, and encrypted bytes.
    case encrypted = 1
}

/// The reason why bytes are not frames of the expected form.
enum FrameFailure: Error, Hashable, Sendable {
    /// The device uses the other form.
    case otherForm
    /// The first byte of a frame is neither 0 nor 1.
    case unknownForm(UInt8)
    /// A varint has more than four bytes.
    case longNumber
    /// The frame is longer than ``FrameDecoder/longest``.
    case tooLong(Int)
    /// The message's type is above 65,535.
    case unknownType(Int)
}

/// A frame of a device.
enum Frame: Hashable, Sendable {
    /// A message of a plain connection.
    case message(type: UInt16, bytes: [UInt8])
    /// The content of an encrypted frame: a part of the handshake, or an encrypted message.
    case content([UInt8])
}

/// Cuts a device's bytes into frames. Holds at most one incomplete frame.
struct FrameDecoder: Sendable {
    /// The most bytes of a frame's content.
    static let longest = 65_535
    /// The most bytes of a varint in a frame's head.
    private static let longestNumber = 4

    let form: FrameForm
    private var buffer: [UInt8] = []
    /// The offset of the first byte that was not taken.
    private var start = 0

    init(_ form: FrameForm) { self.form = form }

    /// The bytes that are held.
    var heldBytes: Int { buffer.count - start }

    /// Adds bytes. Frames are taken with ``next()`` until it returns nil, before more bytes are added.
    mutating func append(_ bytes: [UInt8]) {
        if start > 0 {
            buffer.removeFirst(start)
            start = 0
        }
        buffer += bytes
    }

    /// Takes the next frame; nil until all of its bytes have arrived.
    mutating func next() throws(FrameFailure) -> Frame? {
        guard start < buffer.count else { return nil }
        let first = buffer[start]
        guard first == form.rawValue else {
            throw FrameForm(rawValue: first) == nil ? .unknownForm(first) : .otherForm
        }
        var position = start + 1
        switch form {
        case .plain:
            guard let length = try number(at: &position), let type = try number(at: &position) else { return nil }
            guard length <= Self.longest else { throw .tooLong(length) }
            guard let type = UInt16(exactly: type) else { throw .unknownType(type) }
            return take(length, from: position).map { .message(type: type, bytes: $0) }
        case .encrypted:
            guard buffer.count - position >= 2 else { return nil }
            let length = Int(buffer[position]) << 8 | Int(buffer[position + 1])
            return take(length, from: position + 2).map { .content($0) }
        }
    }

    /// The varint at a position; nil if it is not complete.
    private func number(at position: inout Int) throws(FrameFailure) -> Int? {
        var value = 0
        for index in 0..<Self.longestNumber {
            guard position < buffer.count else { return nil }
            let byte = buffer[position]
            position += 1
            value |= Int(byte & 0x7F) << (7 * index)
            if byte < 0x80 { return value }
        }
        throw .longNumber
    }

    private mutating func take(_ length: Int, from position: Int) -> [UInt8]? {
        guard buffer.count - position >= length else { return nil }
        start = position + length
        return Array(buffer[position..<start])
    }
}
