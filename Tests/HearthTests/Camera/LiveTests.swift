internal import Expectations
internal import Hearth
internal import HearthCameraMedia
internal import HearthHub
internal import HearthTraitCore
internal import HearthTraits
internal import HearthVirtualHome
internal import Testing

/// Live views of the virtual home's cameras.
@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct LiveTests {
    private let fixture: HubFixture
    private let house = VirtualHome(isLively: false)
    private let camera: HomeDevice

    init() async throws {
        let house = house
        fixture = try await HubFixture.start([]) { _ = try await $0.attach(house) }
        camera = try await fixture.device("garden-camera")
    }

    private func streams() async throws -> Matter.CameraAvStreamManagementTrait {
        try require(await camera.types.get(CameraDeviceType.self)?.matterTraits.cameraAvStreamManagementTrait)
    }

    /// The number of viewers that the camera reports of its main stream.
    private func viewers() async throws -> UInt8? {
        try await streams().allocatedVideoStreams?.first?.referenceCount
    }

    @Test(arguments: [(CameraQuality.main, 640), (.sub, 320)])
    func aStreamBeginsWithItsFormatAndAKeyPicture(quality: CameraQuality, width: Int) async throws {
        let stream = try await camera.live(quality: quality)
        guard case .format(let format)? = try await stream.next(), case .unit(let unit)? = try await stream.next()
        else {
            Issue.record("a stream begins with a format and a picture")
            return
        }
        expect((format.video?.width, format.audio?.codec, unit.isKey), are: (width, "opus", true))
        expect((stream.deviceID, stream.endpoint, stream.duration), are: ("garden-camera", 1, .seconds(300)))
        try await stream.extend()
    }

    @Test func aStreamWithoutAudioHasNoTrack() async throws {
        let stream = try await camera.live(withoutAudio: true)
        for _ in 0..<20 {
            switch try await stream.next() {
            case .format(let format): expectNil(format.audio)
            case .unit(let unit): expect(!unit.isAudio)
            case nil: Issue.record("the stream has ended")
            }
        }
    }

    @Test func aMutedMicrophoneEndsTheTrack() async throws {
        let stream = try await camera.live()
        try await streams().update { $0.setMicrophoneMuted(true) }
        while let part = try await stream.next() {
            if case .format(let format) = part, format.audio == nil { return }
        }
        Issue.record("the stream has ended")
    }

    /// The camera's microphone hears its loudspeaker, in place of the loop's sound.
    @Test func whatIsSaidIsHeardByViewers() async throws {
        let stream = try await camera.live()
        let request = CameraRequest(device: "garden-camera", endpoint: 1)
        let format = try await require(house.speakerFormats(of: request).first)
        expect(format, equals: AudioFormat(codec: "opus", sampleRate: 48_000))
        let speaker = try await house.openSpeaker(of: request, format)
        let said: [[UInt8]] = [[1], [2], [3]]
        for (index, bytes) in said.enumerated() {
            speaker.play(SpokenPacket(time: UInt32.max &+ UInt32(960 * index), bytes: bytes))
        }
        var heard: [CameraUnit] = []
        while heard.count < 3, let part = try await stream.next() {
            if case .unit(let unit) = part, said.contains(unit.bytes) { heard.append(unit) }
        }
        expect(heard.map(\.bytes), equals: said)
        expect(heard.map { $0.time - heard[0].time }, equals: [0, 20_000, 40_000])
        try await streams().update { $0.setSoftLivestreamPrivacyModeEnabled(true) }
        await expect(throws: TraitError.self) { try await house.openSpeaker(of: request, format) }
        let lamp = CameraRequest(device: "living-floor-lamp", endpoint: 1)
        await expect(throws: TraitError.self) { try await house.speakerFormats(of: lamp) }
    }

    @Test func aReleasedStreamHasNoViewer() async throws {
        var stream: CameraStream? = try await camera.live()
        _ = try await stream?.next()
        try await until { try await viewers() == 1 }
        stream = nil
        try await until { try await viewers() == 0 }
    }

    @Test func whoHasGivenUpBeforeOpensNothing() async throws {
        let camera = camera
        let error = await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await failure { _ = try await camera.live() }
        }.value
        expect(error?.code, equals: .cancelled)
        try await expect(viewers(), equals: 0)
    }

    @Test func privacyRefusesAndEndsStreams() async throws {
        let stream = try await camera.live()
        try await streams().update { $0.setSoftLivestreamPrivacyModeEnabled(true) }
        let ended = await failure { while try await stream.next() != nil {} }
        let refused = await failure { _ = try await camera.live() }
        expect((ended?.code, refused?.code), are: (.failedPrecondition, .failedPrecondition))
        let extended = await failure { try await stream.extend() }
        expect(extended?.code, equals: .notFound)
    }

    @Test func aLostCameraEndsItsStreams() async throws {
        let stream = try await camera.live()
        try await house.setOnline(false, deviceID: "garden-camera")
        let ended = await failure { while try await stream.next() != nil {} }
        expect(ended?.code, equals: .unavailable)
    }

    @Test func aDeviceWithoutACameraHasNoStream() async throws {
        let lamp = try await fixture.device("living-floor-lamp")
        expect(lamp.cameraEndpoints, equals: [])
        let error = await failure { _ = try await lamp.live() }
        expect(error?.code, equals: .notFound)
    }
}
