internal import Expectations
internal import HearthCameraMedia
@testable internal import HearthRTSP
internal import Testing

@Suite struct VideoDepacketizerTests {
    private let sets = [SampleSets.h264(40, 30), SampleSets.h264Picture()]
    private let key: [UInt8] = [0x65, 0x88, 1, 2, 3]
    private let other: [UInt8] = [0x41, 0x9A, 4, 5]

    /// Packets with consecutive timestamps unless a payload begins with nil.
    private func packet(_ payload: [UInt8], time: UInt32, marked: Bool = true) -> RTPPacket {
        var bytes: [UInt8] = [0x80, marked ? 0xE0 : 0x60, 0, 0]
        for shift in [24, 16, 8, 0] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: time >> shift)) }
        // In range: the head has twelve bytes.
        return RTPPacket(bytes + [0, 0, 0, 0] + payload)!
    }

    private func depacketizer(_ codec: VideoCodec = .h264, mostBytes: Int = 1_000) -> VideoDepacketizer {
        var parameters = ParameterSets(codec)
        for set in codec == .h264 ? sets : [SampleSets.h265Video, SampleSets.h265(640, 480), SampleSets.h265Picture] {
            parameters.add(set[...])
        }
        return VideoDepacketizer(codec, parameters, mostBytes: mostBytes)
    }

    private func prefixed(_ units: [UInt8]...) -> [UInt8] { units.flatMap { [0, 0, 0, UInt8($0.count)] + $0 } }

    @Test func picturesOfAPacketAreBounded() {
        let units = (0..<5_000).flatMap { _ in [0, 2, 0x65, 0x80] as [UInt8] }
        expect(pictures([([0x78] + units, 0, true)]).count, equals: 4)
    }

    /// The pictures as their bytes; a key picture begins with "key".
    private func pictures(
        _ packets: [(payload: [UInt8], time: UInt32, marked: Bool)], losses: Set<Int> = [], codec: VideoCodec = .h264,
        mostBytes: Int = 1_000
    ) -> [String] {
        var depacketizer = depacketizer(codec, mostBytes: mostBytes)
        return packets.enumerated().flatMap { index, each in
            depacketizer.received(
                packet(each.payload, time: each.time, marked: each.marked), afterLoss: losses.contains(index))
        }.map { "\($0.timestamp) \($0.isKey ? "key" : "") \($0.bytes)" }
    }

    @Test func unitsBecomePictures() {
        let aggregate = [0x78, 0, 5] + key + [0, 3, 0x65, 0x00, 9]
        expect(
            pictures([
                (aggregate, 1, true), (other, 2, false), ([0x41, 0x1A, 6], 2, true), (other, 3, false),
                (other, 4, true),
            ]),
            equals: [
                "1 key \(prefixed(key, [0x65, 0x00, 9]))", "2  \(prefixed(other, [0x41, 0x1A, 6]))",
                "3  \(prefixed(other))", "4  \(prefixed(other))",
            ])
    }

    @Test func fragmentsAreJoined() {
        let parts: [([UInt8], UInt32, Bool)] = [
            ([0x7C, 0x85, 0x88, 1], 1, false), ([0x7C, 0x05, 2], 1, false), ([0x7C, 0x45, 3], 1, true),
        ]
        expect(pictures(parts), equals: ["1 key \(prefixed(key))"])
        // Without its start, its middle or its end a unit is left out, and so is what refers to it.
        for missing in parts.indices {
            var rest = parts
            rest.remove(at: missing)
            expect(
                pictures(rest + [(other, 2, true), (key, 3, true)], losses: [missing]),
                equals: ["3 key \(prefixed(key))"], "without part \(missing)")
        }
    }

    @Test func fragmentsOfH265AreJoined() {
        let picture: [UInt8] = [0x26, 1, 0xAF, 1, 2]
        expect(
            pictures(
                [
                    ([0x62, 1, 0x93, 0xAF], 1, false), ([0x62, 1, 0x53, 1, 2], 1, true),
                    ([0x60, 1, 0, 5] + picture + [0, 3, 0x4E, 1, 5], 2, true), ([0x02, 1, 0x80], 3, true),
                ], codec: .h265),
            equals: [
                "1 key \(prefixed(picture))", "2 key \(prefixed(picture))", "3  \(prefixed([0x02, 1, 0x80]))",
            ])
    }

    @Test("Without a key picture nothing is handed on")
    func pictureBeginWithAKey() {
        expect(pictures([(other, 1, true), (other, 2, true), (key, 3, true)]), equals: ["3 key \(prefixed(key))"])
    }

    @Test func lossesWaitForAKey() {
        expect(
            pictures([(key, 1, true), (other, 2, true), (other, 4, true), (key, 5, true)], losses: [2]),
            equals: ["1 key \(prefixed(key))", "2  \(prefixed(other))", "5 key \(prefixed(key))"])
    }

    @Test("A camera that marks each part of a picture loses only the first one")
    func marksOfPartsAreSurvived() {
        let rest: [UInt8] = [0x65, 0x40, 7]
        expect(
            pictures([
                (key, 1, true), (rest, 1, true), (key, 2, true), (rest, 2, true), (other, 3, true), (key, 4, true),
            ]),
            equals: ["1 key \(prefixed(key))", "2 key \(prefixed(key, rest))", "3  \(prefixed(other))"])
    }

    @Test("Two pictures with one timestamp are told apart by their first slices")
    func timestampsMayStandStill() {
        expect(
            pictures([(key, 1, false), (other, 1, false), (other, 2, false)]),
            equals: ["1 key \(prefixed(key))", "1  \(prefixed(other))"])
    }

    @Test func longPicturesAreLeftOut() {
        expect(pictures([(key + [UInt8](repeating: 1, count: 20), 1, true)], mostBytes: 20), equals: [])
        expect(
            pictures([([0x7C, 0x85] + [UInt8](repeating: 1, count: 30), 1, false), (key, 2, true)], mostBytes: 20),
            equals: ["2 key \(prefixed(key))"])
    }

    @Test(
        arguments: [
            [], [0x65], [0x78, 0], [0x78, 0, 9, 0x65], [0x7C], [0x7C, 0x85], [0x7C, 0xC5, 1], [0x79, 1, 2, 3],
            [0x00, 1],
            [0x7F, 1, 2],
        ] as [[UInt8]])
    func brokenPayloadsAreSurvived(payload: [UInt8]) {
        expect(pictures([(payload, 1, true), (key, 2, true)]).last, equals: "2 key \(prefixed(key))")
    }

    @Test("Parameter sets that change give a new format before the next key picture")
    func setsMayChange() throws {
        var depacketizer = depacketizer()
        func formats(_ payload: [UInt8], _ time: UInt32) -> [Int?] {
            depacketizer.received(packet(payload, time: time), afterLoss: false).map { $0.format?.width }
        }
        expect(formats(key, 1), equals: [640])
        expect(formats(key, 2), equals: [nil])
        expect(formats(SampleSets.h264(80, 45), 3), equals: [])
        expect(formats(other, 4), equals: [nil])
        expect(formats(key, 5), equals: [1280])
    }

    @Test func picturesWithoutSetsAreLeftOut() {
        var empty = VideoDepacketizer(.h264, ParameterSets(.h264), mostBytes: 1_000)
        expect(empty.received(packet(key, time: 1), afterLoss: false), equals: [])
        for set in sets { expect(empty.received(packet(set, time: 2, marked: true), afterLoss: false), equals: []) }
        expect(empty.received(packet(key, time: 2), afterLoss: false).count, equals: 1)
    }
}
