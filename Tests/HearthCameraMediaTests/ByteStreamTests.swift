internal import Expectations
internal import HearthCameraMedia
internal import Testing

/// Units as a file that players read.
struct ByteStreamTests {
    private static let avc = VideoFormat(
        codec: "avc1.42C01E", configuration: [1, 0x42, 0xC0, 0x1E, 0xFF, 0xE1, 0, 2, 0x67, 1, 1, 0, 3, 0x68, 2, 3])
    private static let hevc = VideoFormat(
        codec: "hvc1.1.6.L93.B0",
        configuration: [UInt8](repeating: 0, count: 22) + [2, 0xA0, 0, 1, 0, 2, 0x40, 1, 0xA1, 0, 1, 0, 1, 0x42])

    @Test func keyPicturesFollowTheirParameterSets() {
        let units: [UInt8] = [0, 0, 0, 2, 0x65, 9, 0, 0, 0, 1, 6]
        let key = CameraUnit(isKey: true, time: 0, bytes: units)
        let other = CameraUnit(isKey: false, time: 0, bytes: units)
        expect(
            ByteStream(Self.avc).bytes(of: key),
            equals: [0, 0, 0, 1, 0x67, 1, 0, 0, 0, 1, 0x68, 2, 3, 0, 0, 0, 1, 0x65, 9, 0, 0, 0, 1, 6])
        expect(ByteStream(Self.avc).bytes(of: other), equals: [0, 0, 0, 1, 0x65, 9, 0, 0, 0, 1, 6])
        expect(
            ByteStream(Self.hevc).bytes(of: key),
            equals: [0, 0, 0, 1, 0x40, 1, 0, 0, 0, 1, 0x42, 0, 0, 0, 1, 0x65, 9, 0, 0, 0, 1, 6])
    }

    @Test func otherCodecsAreLeftAsTheyAre() {
        let picture = CameraUnit(isKey: true, time: 0, bytes: [0xFF, 0xD8])
        expect(ByteStream(VideoFormat(codec: "jpeg")).bytes(of: picture), equals: [0xFF, 0xD8])
    }

    /// Any prefix of a record and of a unit is read as far as it goes.
    @Test func brokenContentIsReadAsFarAsItGoes() {
        for format in [Self.avc, Self.hevc] {
            for count in 0...format.configuration.count {
                var cut = format
                cut.configuration = Array(format.configuration.prefix(count))
                for length in 0...9 {
                    let unit = CameraUnit(
                        isKey: true, time: 0, bytes: Array([0, 0, 0, 2, 1, 2, 0xFF, 0xFF, 0xFF, 0xFF].prefix(length)))
                    expect(ByteStream(cut).bytes(of: unit).count, isBelow: 30)
                }
            }
        }
    }
}
