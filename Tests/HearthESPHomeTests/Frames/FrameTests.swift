internal import Expectations
@testable internal import HearthESPHome
internal import Testing

/// The frames in bytes that arrive in pieces, or the failure.
private func frames(_ bytes: [UInt8], _ form: FrameForm, in size: Int) throws(FrameFailure) -> [Frame] {
    var (decoder, frames) = (FrameDecoder(form), [Frame]())
    for start in stride(from: 0, to: bytes.count, by: size) {
        decoder.append(Array(bytes[start..<min(start + size, bytes.count)]))
        while let frame = try decoder.next() { frames.append(frame) }
    }
    return frames
}

struct FrameTests {
    @Test(arguments: [1, 2, 3, 7, 1_000]) func framesArriveInAnyPieces(_ size: Int) throws {
        let messages: [(UInt16, [UInt8])] = [(7, []), (300, [1, 2, 3]), (65_535, [UInt8](repeating: 9, count: 300))]
        let plain = messages.flatMap { FrameEncoder.plain(type: $0.0, $0.1) }
        expect(try frames(plain, .plain, in: size), equals: messages.map { .message(type: $0.0, bytes: $0.1) })
        let encrypted = messages.flatMap { FrameEncoder.encrypted($0.1) ?? [] }
        expect(try frames(encrypted, .encrypted, in: size), equals: messages.map { .content($0.1) })
    }

    @Test func wrongFramesAreNamed() {
        let cases: [([UInt8], FrameForm, FrameFailure)] = [
            ([1, 0, 0], .plain, .otherForm), ([0, 0, 7], .encrypted, .otherForm), ([2], .plain, .unknownForm(2)),
            ([72, 84, 84, 80], .encrypted, .unknownForm(72)),
            ([0, 0x80, 0x80, 0x80, 0x80, 1], .plain, .longNumber),
            ([0, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F], .plain, .longNumber),
            ([0, 0, 0x80, 0x80, 0x80, 0x80], .plain, .longNumber),
            ([0, 0x80, 0x80, 4, 1], .plain, .tooLong(65_536)),
            ([0, 0, 0x80, 0x80, 4], .plain, .unknownType(65_536)),
        ]
        for (bytes, form, failure) in cases {
            expect(throws: failure, "\(bytes)") { try frames(bytes, form, in: 1) }
        }
    }

    @Test func onlyOneFrameIsHeld() throws {
        var decoder = FrameDecoder(.plain)
        let frame = FrameEncoder.plain(type: 1, [UInt8](repeating: 1, count: FrameDecoder.longest))
        for byte in frame.dropLast() {
            decoder.append([byte])
            expectNil(try decoder.next())
        }
        expect(decoder.heldBytes, isBelow: FrameDecoder.longest + 10)
        decoder.append([1])
        expect(try decoder.next() != nil)
        expect(decoder.heldBytes, equals: 0)
    }

    @Test func encryptedTextsHaveTypeAndLength() {
        expect(FrameEncoder.text(type: 258, [9]), equals: [1, 2, 0, 1, 9])
        let message = FrameEncoder.message(in: [1, 2, 0, 1, 9, 77, 77])
        expect(message?.type, equals: 258)
        expect(message?.bytes, equals: [9])
        expect(FrameEncoder.message(in: [1, 2, 0]) == nil)
        expect(FrameEncoder.message(in: [1, 2, 0, 2, 9]) == nil)
        expectNil(FrameEncoder.text(type: 1, [UInt8](repeating: 0, count: 65_516)))
        expectNil(FrameEncoder.encrypted([UInt8](repeating: 0, count: 65_536)))
    }
}
