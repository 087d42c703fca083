internal import Expectations
internal import HearthCameraMedia
@testable internal import HearthCameras
internal import HearthDeviceBehaviors
internal import HearthRTSP
internal import Testing

@Suite(.timeLimit(.minutes(2))) struct PictureDecoderTests {
    private static let (skipped, decoder) = (Comment("skipped: ffmpeg is not installed"), PictureDecoder())

    @Test(
        .enabled(if: PictureDecoder.isInstalled, skipped),
        arguments: [(CameraQuality.main, [640, 360] as [UInt16]), (.sub, [320, 180])])
    func keyPicturesBecomeJPEG(quality: CameraQuality, size: [UInt16]) async throws {
        let picture = try await Self.decoder.decode(.ofLoop(quality))
        expect([picture.width, picture.height], equals: size)
        // A grey picture has less.
        expect(picture.jpeg.count, isAbove: 2_000)
    }

    @Test("More pictures than may be decoded at a time wait", .enabled(if: PictureDecoder.isInstalled, skipped))
    func picturesWaitForTheirTurn() async throws {
        let key = try KeyPicture.ofLoop(.sub)
        let pictures = try await withThrowingTaskGroup(of: CameraPicture.self) { group in
            for _ in 0..<6 { group.addTask { try await Self.decoder.decode(key) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        expect(pictures.count, equals: 6)
        expect(Set(pictures).count, equals: 1)
    }

    /// A record with these parameter sets.
    private static func record(_ sequence: [UInt8], _ picture: [UInt8]) -> [UInt8] {
        [1, 66, 0xC0, 31, 0xFF, 0xE1, 0, UInt8(sequence.count)] + sequence + [1, 0, UInt8(picture.count)] + picture
    }

    @Test(
        "What is no picture gives an error", .enabled(if: PictureDecoder.isInstalled, skipped),
        arguments: ["nothing", "noise", "no parameter sets", "32,768 × 32,768 points"])
    func hostilePicturesAreRefused(kind: String) async throws {
        var key = try KeyPicture.ofLoop(.sub)
        switch kind {
        case "nothing": key.unit.bytes = []
        case "noise": key.unit.bytes = [0, 0, 0x10, 0, 0x65] + (1..<0x1000).map { UInt8(truncatingIfNeeded: $0 &* 73) }
        case "no parameter sets": key.format.configuration = []
        default:
            let sequence: [UInt8] = [0x67, 0x42, 0xC0, 0x1F, 0xDA, 0, 8, 0, 0, 0x10, 1, 0x90]
            key.format.configuration = Self.record(sequence, [0x68, 0xCE, 0x38, 0x80])
        }
        let error = await expect(throws: CamerasError.self) { try await Self.decoder.decode(key) }
        expect(error?.code, equals: .notAPicture)
        expect(error?.message.hasPrefix("its key picture can't be decoded: ffmpeg ") ?? false)
    }

    @Test("A picture that is cut off is shown as far as it goes", .enabled(if: PictureDecoder.isInstalled, skipped))
    func aTruncatedPictureIsNoHarm() async throws {
        var key = try KeyPicture.ofLoop(.main)
        let half = key.unit.bytes.count / 2
        key.unit.bytes = [0, 0, UInt8(half >> 8), UInt8(half & 0xFF)] + key.unit.bytes[4..<4 + half]
        let picture = try await Self.decoder.decode(key)
        expect([picture.width, picture.height], equals: [640, 360])
    }

    @Test func otherCodecsAreNotDecoded() async throws {
        let key = KeyPicture(format: VideoFormat(codec: "av01.0"), unit: CameraUnit(isKey: true, time: 0, bytes: [1]))
        let error = await expect(throws: CamerasError.self) { try await Self.decoder.decode(key) }
        expect(error?.description, equals: "pictures in av01.0 are not decoded; set the camera to H.264")
    }

    @Test func aMissingDecoderIsNamed() async throws {
        let key = try KeyPicture.ofLoop(.sub)
        let error = await expect(throws: CamerasError.self) {
            try await PictureDecoder(files: ["/nowhere/ffmpeg"]).decode(key)
        }
        expect(error?.code, equals: .noDecoder)
        #if os(Linux)
            expect(
                error?.forGuests,
                equals:
                    "the camera gives no picture of its own, and ffmpeg, which decodes its stream, is not installed; "
                    + "install the package ffmpeg on the machine of hearth-cameras")
        #endif
    }

    @Test(
        "What a program says about its failure is part of the error", .enabled(if: PictureDecoder.isInstalled, skipped))
    func theReasonIsTold() async throws {
        let key = try KeyPicture.ofLoop(.sub)
        let error = await expect(throws: CamerasError.self) {
            try await PictureDecoder(files: ["/bin/false"]).decode(key)
        }
        expect(
            error?.description,
            equals:
                "its key picture can't be decoded: ffmpeg ended with status 1; set the camera's small stream to H.264, or "
                + "let it give pictures of its own")
    }
}
