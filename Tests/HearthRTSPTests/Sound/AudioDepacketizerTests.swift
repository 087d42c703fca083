internal import Expectations
internal import HearthCameraMedia
@testable internal import HearthRTSP
internal import Testing

@Suite struct AudioDepacketizerTests {
    private func track(
        _ codec: MediaTrack.Codec, rate: Int = 8_000, channels: Int = 1, _ parameters: [String: String] = [:]
    ) -> MediaTrack {
        MediaTrack(codec: codec, payloadType: 97, clockRate: rate, channels: channels, parameters: parameters)
    }

    private let aac = ["config": "1410", "sizelength": "13", "indexlength": "3", "indexdeltalength": "3"]

    private func packet(_ payload: [UInt8]) -> RTPPacket {
        // In range: the head has twelve bytes.
        RTPPacket([0x80, 97] + [UInt8](repeating: 0, count: 10) + payload)!
    }

    @Test func formatsAreTold() {
        let formats = [
            track(.pcmu), track(.pcma, channels: 2), track(.opus, rate: 48_000, channels: 2),
            track(.aac, rate: 16_000, aac),
        ].map { AudioDepacketizer($0, mostBytes: 100)?.format }
        expect(
            formats,
            equals: [
                AudioFormat(codec: "ulaw", sampleRate: 8_000),
                AudioFormat(codec: "alaw", sampleRate: 8_000, channels: 2),
                AudioFormat(codec: "opus", sampleRate: 48_000, channels: 2),
                AudioFormat(codec: "mp4a.40.2", configuration: [0x14, 0x10], sampleRate: 16_000),
            ])
    }

    @Test(arguments: [
        [:], ["config": "1410"], ["config": "zz", "sizelength": "13"], ["config": "1410", "sizelength": "17"],
        ["config": "1410", "sizelength": "13", "indexlength": "3", "indexdeltalength": "2"],
        ["config": String(repeating: "1", count: 5_000), "sizelength": "13"],
    ])
    func otherAACIsRefused(parameters: [String: String]) {
        expectNil(AudioDepacketizer(track(.aac, parameters), mostBytes: 100))
    }

    @Test func packetsPassAsTheyAre() throws {
        var sound = try require(AudioDepacketizer(track(.pcmu), mostBytes: 3))
        expect(sound.received(packet([1, 2, 3]), afterLoss: false), equals: [.init(delay: 0, bytes: [1, 2, 3])])
        expect(sound.received(packet([]), afterLoss: false), equals: [])
        expect(sound.received(packet([1, 2, 3, 4]), afterLoss: false), equals: [])
    }

    @Test func accessUnitsAreTakenApart() throws {
        var sound = try require(AudioDepacketizer(track(.aac, aac), mostBytes: 100))
        let two: [UInt8] = [0, 32, 0, 2 << 3, 0, 3 << 3, 1, 2, 3, 4, 5]
        expect(
            sound.received(packet(two), afterLoss: false),
            equals: [.init(delay: 0, bytes: [1, 2]), .init(delay: 1_024, bytes: [3, 4, 5])])
        let (first, last): ([UInt8], [UInt8]) = ([0, 16, 0, 5 << 3, 1, 2, 3], [0, 16, 0, 5 << 3, 4, 5])
        expect(sound.received(packet(first), afterLoss: false), equals: [])
        expect(sound.received(packet(last), afterLoss: false), equals: [.init(delay: 0, bytes: [1, 2, 3, 4, 5])])
        expect(sound.received(packet(first), afterLoss: false), equals: [])
        expect(sound.received(packet(last), afterLoss: true), equals: [])
    }

    @Test func unitsOfAPacketAreBounded() throws {
        let bits = ["config": "1410", "sizelength": "1", "indexlength": "0"]
        var sound = try require(AudioDepacketizer(track(.aac, bits), mostBytes: 100))
        let units = [0, 200] + [UInt8](repeating: 0xFF, count: 25) + [UInt8](repeating: 7, count: 200)
        expect(sound.received(packet(units), afterLoss: false).count, equals: 64)
    }

    @Test(
        arguments: [
            [], [0], [0, 16], [0xFF, 0xFF, 1], [0, 16, 0, 8], [0, 0, 1, 2], [0, 16, 0xFF, 0xF8, 1], [0, 15, 0, 8, 1],
        ] as [[UInt8]])
    func brokenPacketsAreSurvived(payload: [UInt8]) throws {
        var sound = try require(AudioDepacketizer(track(.aac, aac), mostBytes: 100))
        expect(sound.received(packet(payload), afterLoss: false), equals: [])
    }
}
