internal import Expectations
internal import HearthCameraMedia
internal import HearthTraitCore
internal import HearthTraits
internal import Synchronization
internal import Testing

@testable internal import HearthDeviceBehaviors
@testable internal import HearthVirtualHome

/// What people set of a camera, and what it is set to.
@Suite(.timeLimit(.minutes(1))) struct CameraSettingsTests {
    private typealias T = Matter.CameraAvStreamManagementTrait

    private final class Recorder: CameraActuator {
        let applied = Mutex<[CameraSettings]>([])

        func apply(_ settings: CameraSettings) async { applied.withLock { $0.append(settings) } }
    }

    private static let streams = CameraStreams(
        main: CameraStreams.Video(width: 640, height: 360, frameRate: 15, bitRate: 40_000))

    @Test func settingsOutliveARestart() throws {
        var bench = Bench(Parts.camera())
        try bench.write(T.self) {
            $0.nightVision = .off
            $0.imageRotation = 180
            $0.speakerVolumeLevel = 50
            $0.microphoneMuted = true
            $0.statusLightBrightness = .low
        }
        let google = Google.CameraAvStreamManagementTrait.self
        try bench.write(google) { $0.recordingMicrophoneMuted = true }
        let after = bench.restarted(Parts.camera())
        let settings = try after.attributes(CameraAvStreamManagementBehavior.self).settings
        expect(
            settings,
            equals: CameraSettings(
                microphone: .init(isMuted: true), speaker: .init(level: 50), nightVision: .off, imageRotation: 180,
                isMirrored: false, isUpsideDown: false, statusLight: .low))
        let own = after.device.description.endpoints[0].traits.first { $0.descriptor.id == google.descriptor.id }
        expect(own?.attributes[256], equals: .bool(true))
    }

    @Test func aCameraWithoutSettingsHasNone() {
        let camera = CameraAvStreamManagementBehavior(Self.streams, pictures: nil)
        expect(camera.attributes.settings, equals: CameraSettings())
        expect(camera.attributes.featureMap, equals: [.video, .privacy])
    }

    @Test func theHardwareIsSetAtTheStartAndAfterChanges() async throws {
        let recorder = Recorder()
        var settings = CameraSettings(imageRotation: 0)
        var camera = CameraAvStreamManagementBehavior(
            Self.streams, pictures: nil, settings: settings, actuator: recorder)
        func settle() async {
            var context = EndpointContext(now: .zero, sinceEpoch: .zero)
            camera.settle(&context)
            for task in context.hardwareTasks { await task.action() }
        }
        await settle()
        await settle()
        camera.attributes.imageRotation = 180
        await settle()
        let first = settings
        settings.imageRotation = 180
        expect(recorder.applied.withLock { $0 }, equals: [first, settings])
    }

    @Test func theLoopHasSoundForEachPicture() throws {
        let loop = try require(CameraLoop.demo(.main))
        expect(loop.format.audio?.codec, equals: "opus")
        let packets = (0..<60).flatMap { loop.sound(with: $0) }
        expect(packets.map(\.time), equals: (0..<packets.count).map { Int64($0) * 20_000 })
        expect(packets.count, equals: 200)
        expect(packets.allSatisfy { $0.isAudio && !$0.bytes.isEmpty })
    }
}
