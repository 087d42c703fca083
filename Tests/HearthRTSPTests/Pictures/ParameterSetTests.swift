internal import Expectations
internal import HearthBase
internal import HearthCameraMedia
@testable internal import HearthRTSP
internal import Testing

@Suite struct ParameterSetTests {
    private func format(_ codec: VideoCodec, _ sets: [[UInt8]]) -> VideoFormat? {
        var parameters = ParameterSets(codec)
        for set in sets { parameters.add(set[...]) }
        return parameters.format
    }

    @Test func formatsOfH264AreRead() {
        let (sequence, picture) = (SampleSets.h264(120, 68, crop: (0, 4)), SampleSets.h264Picture())
        expect(
            format(.h264, [sequence, picture]),
            equals: VideoFormat(
                codec: "avc1.42C01F",
                configuration: [1, 66, 0xC0, 31, 0xFF, 0xE1, 0, UInt8(sequence.count)] + sequence
                    + [1, 0, UInt8(picture.count)] + picture,
                width: 1920, height: 1080))
        let high = SampleSets.h264(80, 45, profile: 100)
        expect(
            format(.h264, [picture, high]),
            equals: VideoFormat(
                codec: "avc1.64C01F",
                configuration: [1, 100, 0xC0, 31, 0xFF, 0xE1, 0, UInt8(high.count)] + high
                    + [1, 0, UInt8(picture.count)] + picture + [0xFD, 0xF8, 0xF8, 0],
                width: 1280, height: 720))
    }

    @Test func formatsOfH265AreRead() throws {
        let (sequence, picture) = (SampleSets.h265(1280, 720), SampleSets.h265Picture)
        let format = try require(format(.h265, [SampleSets.h265Video, sequence, picture]))
        expect(format.codec, equals: "hvc1.1.6.L93.90")
        expect([format.width, format.height], equals: [1280, 720])
        let head: [UInt8] = [
            1, 1, 0x60, 0, 0, 0, 0x90, 0, 0, 0, 0, 0, 93, 0xF0, 0, 0xFC, 0xFD, 0xF8, 0xF8, 0, 0, 0x0F, 3,
        ]
        expect(
            hex(format.configuration),
            equals: hex(
                head + [0xA0, 0, 1, 0, 6] + SampleSets.h265Video + [0xA1, 0, 1, 0, UInt8(sequence.count)] + sequence
                    + [0xA2, 0, 1, 0, UInt8(picture.count)] + picture))
    }

    @Test("Sizes that no picture has are refused", arguments: [(1_250, 1_250), (513, 4), (4, 513)])
    func hugeSizesAreRefused(width: Int, height: Int) {
        expectNil(format(.h264, [SampleSets.h264(width, height), SampleSets.h264Picture()]))
        expectNil(
            format(.h265, [SampleSets.h265Video, SampleSets.h265(width * 16, height * 16), SampleSets.h265Picture]))
    }

    @Test func emptySizesAreRefused() {
        expectNil(format(.h264, [SampleSets.h264(1, 1, crop: (8, 0)), SampleSets.h264Picture()]))
        expectNil(format(.h264, [SampleSets.h264(1, 1, crop: (0, 2_000_000_000)), SampleSets.h264Picture()]))
        expectNil(format(.h265, [SampleSets.h265Video, SampleSets.h265(0, 0), SampleSets.h265Picture]))
    }

    @Test("Any beginning of a set, and any changed byte, is survived")
    func brokenSetsAreSurvived() {
        for (codec, set) in [(VideoCodec.h264, SampleSets.h264(120, 68)), (.h265, SampleSets.h265(1920, 1080))] {
            for count in 0..<set.count { _ = format(codec, [Array(set.prefix(count))]) }
            for index in set.indices {
                for value in [0, 0x80, 0xFF] as [UInt8] {
                    var changed = set
                    changed[index] = value
                    _ = format(codec, [changed])
                }
            }
        }
        expectNil(format(.h264, [[0x67], [], [UInt8](repeating: 0x67, count: 1_025)]))
    }

    @Test func aNewSetReplacesItsNumber() {
        let sets = [SampleSets.h264(40, 30), SampleSets.h264Picture(), SampleSets.h264(80, 45)]
        expect(format(.h264, sets)?.width, equals: 1280)
        var many = ParameterSets(.h264)
        for id in 0..<32 { many.add(SampleSets.h264Picture(id: id)[...]) }
        many.add(SampleSets.h264(40, 30)[...])
        expect(many.format?.configuration[0x0B + SampleSets.h264(40, 30).count - 3], equals: 8)
    }

    @Test func descriptionsHaveSets() {
        let texts = [SampleSets.h264(40, 30), SampleSets.h264Picture()].map {
            String(decoding: Base64.encode($0, isPadded: false), as: UTF8.self)
        }
        let track = MediaTrack(
            codec: .h264, payloadType: 96, clockRate: 90_000,
            parameters: ["sprop-parameter-sets": texts.joined(separator: ",") + ",!!,"])
        expect(ParameterSets(track)?.format?.height, equals: 480)
    }
}
