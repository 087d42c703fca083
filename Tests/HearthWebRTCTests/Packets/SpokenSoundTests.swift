internal import Expectations
internal import HearthCameraMedia
@testable internal import HearthWebRTC
internal import Testing

struct SpokenSoundTests {
    private static func packet(_ sequence: UInt16, bytes: Int = 160, type: UInt8 = 0) -> RTPPacket {
        RTPPacket(
            isMarked: false, payloadType: type, sequence: sequence, timestamp: UInt32(sequence) * 160,
            payload: [UInt8](repeating: 7, count: bytes)[...])
    }

    @Test func speechIsTakenInOrder() {
        var sound = SpokenSound(payloadType: 0)
        let taken = [65_534, 0, 65_535, 0, 1].enumerated().map { index, sequence in
            sound.take(Self.packet(UInt16(sequence)), of: 9, now: .milliseconds(20 * index))?.time
        }
        expect(taken, equals: [65_534 * 160, 0, nil, nil, 160])
    }

    /// A browser sends silence while nobody talks, and may begin again with another source.
    @Test func numbersMoveOnInAPause() {
        var sound = SpokenSound(payloadType: 0)
        expect(sound.take(Self.packet(1), of: 9, now: .zero) != nil, equals: true)
        expectNil(sound.take(Self.packet(40_000), of: 9, now: .zero))
        expect(sound.take(Self.packet(40_000), of: 10, now: .zero) != nil, equals: true)
        sound.begin()
        expect(sound.take(Self.packet(1), of: 10, now: .zero) != nil, equals: true)
    }

    @Test(
        "What is no speech is left out",
        arguments: [
            packet(1, type: 8), packet(1, bytes: 0), packet(1, bytes: SpeechMeter.mostBytes + 1),
        ])
    func otherPacketsAreLeftOut(_ packet: RTPPacket) {
        var sound = SpokenSound(payloadType: 0)
        expectNil(sound.take(packet, of: 9, now: .zero))
        expect(sound.take(Self.packet(1, bytes: SpeechMeter.mostBytes), of: 9, now: .zero)?.bytes.count, equals: 1_280)
    }

    /// Speech of the usual pace, the packets that a network has held back, and a flood.
    @Test(arguments: [(20, 160, 500), (0, 160, 50), (0, 1, 62), (1, 1_280, 12)])
    func moreThanSpeechIsLeftOut(_ pause: Int, _ bytes: Int, _ taken: Int) {
        var sound = SpokenSound(payloadType: 0)
        let count = (0..<500).count { index in
            sound.take(Self.packet(UInt16(index), bytes: bytes), of: 9, now: .milliseconds(pause * index)) != nil
        }
        expect(count, equals: taken)
    }
}
