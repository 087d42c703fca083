internal import Expectations
internal import Hearth
internal import HearthBase
internal import HearthCameraMedia
internal import HearthDeviceBehaviors
@testable internal import HearthDeviceHost
internal import HearthHub
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthTraitCore
internal import HearthTraits
internal import Synchronization
internal import Testing

/// A maker's camera at a real hub, watched with the SDK over sockets.
@Suite(.timeLimit(.minutes(2)))
struct CamerasAtHubTests {
    /// A camera whose pictures the test sends.
    private final class Source: CameraSource, CameraOpener, CameraPictureSource, CameraSpeakers, CameraSpeaker {
        let relay = CameraRelay()
        let asked = Mutex<[CameraRequest]>([])
        let addresses = Mutex<[CameraAddress]>([])
        let pictures = Atomic(0)
        let refusal: HomeError?
        /// Opened when a picture may be finished.
        let mayFinish: Latch?
        /// What the camera was asked to play.
        let talks = Mutex<[Bool]>([])
        /// Opened at the end of a session over WebRTC.
        let ended = Latch()
        /// What was played.
        let played = Mutex<[SpokenPacket]>([])
        /// Opened at the end of a loudspeaker.
        let silenced = Latch()

        init(refusal: HomeError? = nil, mayFinish: Latch? = nil) {
            self.refusal = refusal
            self.mayFinish = mayFinish
            relay.send(.format(CameraFormat(video: VideoFormat(codec: "avc1.42C01E", width: 64, height: 64))))
            relay.send(.unit(CameraUnit(isKey: true, time: 1, bytes: [1])))
        }

        func open(_ request: CameraRequest) async throws -> CameraViewer {
            asked.withLock { $0.append(request) }
            if let refusal { throw refusal }
            return relay.join()
        }

        func open(_ address: CameraAddress) async throws -> CameraViewer {
            addresses.withLock { $0.append(address) }
            if let refusal { throw refusal }
            return relay.join()
        }

        func connect(_ address: CameraAddress, offer: String) async throws -> CameraSession? {
            addresses.withLock { $0.append(address) }
            return CameraSession(
                answer: "answer to \(offer)", talk: { isOn in self.talks.withLock { $0.append(isOn) } }
            ) { [ended] in ended.open() }
        }

        func speakerFormats(of request: CameraRequest) -> [AudioFormat] {
            asked.withLock { $0.append(request) }
            return ["opus", "ulaw"].map { AudioFormat(codec: $0, sampleRate: 8_000) }
        }

        func openSpeaker(of request: CameraRequest, _ format: AudioFormat) -> any CameraSpeaker { self }

        func openSpeaker(at address: CameraAddress, among codecs: [String]) async throws -> OpenedSpeaker? {
            addresses.withLock { $0.append(address) }
            return OpenedSpeaker(format: AudioFormat(codec: "ulaw", sampleRate: 8_000), speaker: self)
        }

        func play(_ packet: SpokenPacket) { played.withLock { $0.append(packet) } }
        var isOver: Bool { silenced.isOpen }
        var failure: (any Error)? { HomeError(.resourceExhausted, "somebody talks by another app; wait") }
        func end() { silenced.open() }

        func takePicture() async throws(TraitError) -> CameraPicture {
            let number = pictures.add(1, ordering: .relaxed).newValue
            await mayFinish?.wait()
            return CameraPicture(jpeg: [0xFF, 0xD8, UInt8(number)], width: 64, height: 64)
        }
    }

    private struct Bed {
        let hub: RealHub
        let home: Home
        let source: Source
        let wire: Wire
        let host: DeviceHost

        init(_ source: Source = Source(), hasSource: Bool = true) async throws {
            self.source = source
            hub = try await RealHub.start()
            home = try await Home.connect(over: RPCClient(transport: try HTTP2Transport(connectingTo: hub.address)))
            wire = Wire(hub.address)
            let streams = CameraStreams(main: .init(width: 64, height: 64, frameRate: 15, bitRate: 1_000))
            let camera = HostedDevice(
                id: "porch", name: "Porch", type: CameraDeviceType.self,
                handlers: [CameraAvStreamManagementBehavior(streams, pictures: source)])
            host = try DeviceHost(
                identity: .given("cameras"), provider: try HandlerProvider([camera]),
                cameras: hasSource ? source : nil, chance: { 0 }
            ) { [wire] () throws(RPCError) in try wire.connect() }
        }

        func camera() async throws -> HomeDevice {
            while true {
                let all = try await home.devices().list()
                if let camera = all.first, camera.sourceConnectivity.connectivityState == .online { return camera }
                try await Task.sleep(for: .milliseconds(5))
            }
        }

        func end() async throws {
            await home.disconnect()
            try await hub.end()
            hub.remove()
        }
    }

    private static let format = CameraFormat(video: VideoFormat(codec: "avc1.42C01E", width: 64, height: 64))

    @Test func unitsReachTheAppAsTheCameraSentThem() async throws {
        let bed = try await Bed()
        try await bed.host.whileRunning {
            let camera = try await bed.camera()
            expect(camera.cameraEndpoints, equals: [1])
            let live = try await camera.live(quality: .sub)
            expect(live.duration, equals: .seconds(300))
            try await expect(live.next(), equals: .format(Self.format))
            try await expect(live.next(), equals: .unit(CameraUnit(isKey: true, time: 1, bytes: [1])))
            let large = CameraUnit(isKey: true, time: 2, bytes: [UInt8](repeating: 5, count: 2 << 20))
            bed.source.relay.send(.unit(large))
            try await expect(live.next(), equals: .unit(large))
            try await live.extend()
            expect(
                bed.source.asked.withLock { $0 },
                equals: [CameraRequest(device: "porch", endpoint: 1, quality: .sub)])
        }
        try await bed.end()
    }

    /// Reports and commands pass while a viewer reads nothing, and the stream costs no more than its queues.
    @Test func videoHoldsUpNothing() async throws {
        let bed = try await Bed()
        try await bed.host.whileRunning {
            let camera = try await bed.camera()
            let live = try await camera.live()
            try await expect(live.next(), equals: .format(Self.format))
            let unit = [UInt8](repeating: 5, count: 200_000)
            for time in 2...100 {
                bed.source.relay.send(.unit(CameraUnit(isKey: time % 10 == 0, time: Int64(time), bytes: unit)))
                if time % 20 == 0 { _ = try await takePicture(camera) }
            }
            // It resumes with a key picture.
            var last: Int64 = 0
            var isFirst = true
            while last < 101 {
                bed.source.relay.send(.unit(CameraUnit(isKey: true, time: 101, bytes: [7])))
                guard case .unit(let unit)? = try await live.next() else { continue }
                if unit.time > last + 1, !isFirst { expect(unit.isKey, "after \(last) came \(unit.time)") }
                isFirst = false
                last = unit.time
            }
        }
        try await bed.end()
    }

    private func takePicture(_ camera: HomeDevice) async throws -> [UInt8] {
        let type = try require(await camera.types.get(CameraDeviceType.self))
        let trait = try require(type.matterTraits.cameraAvStreamManagementTrait)
        return try await trait.captureSnapshot(
            snapshotStreamID: nil, requestedResolution: .init(width: 64, height: 64)
        ).data
    }

    @Test func picturesOfTheSameMomentAreTakenOnce() async throws {
        let bed = try await Bed()
        try await bed.host.whileRunning {
            let camera = try await bed.camera()
            async let first = takePicture(camera)
            async let second = takePicture(camera)
            try await expect([first, second], equals: [[0xFF, 0xD8, 1], [0xFF, 0xD8, 1]])
        }
        try await bed.end()
    }

    @Test func aPrivacyModeEndsTheStreamAndRefusesPictures() async throws {
        let bed = try await Bed()
        try await bed.host.whileRunning {
            let camera = try await bed.camera()
            let live = try await camera.live()
            _ = try await live.next()
            let type = try require(await camera.types.get(CameraDeviceType.self))
            let trait = try require(type.matterTraits.cameraAvStreamManagementTrait)
            _ = try await trait.update { $0.setSoftLivestreamPrivacyModeEnabled(true) }
            let error = await expect(throws: HomeError.self) { while try await live.next() != nil {} }
            expect(error?.code, equals: .failedPrecondition)
            await expect(throws: HomeError.self) { _ = try await takePicture(camera) }
            try await until { bed.source.relay.viewerCount == 0 }
        }
        try await bed.end()
    }

    /// The camera is slow, and privacy is switched on meanwhile.
    @Test func aPictureIsNotGivenOutOncePrivacyIsOn() async throws {
        let mayFinish = Latch()
        let bed = try await Bed(Source(mayFinish: mayFinish))
        try await bed.host.whileRunning {
            let camera = try await bed.camera()
            let picture = Task { try await takePicture(camera) }
            try await until { bed.source.pictures.load(ordering: .relaxed) == 1 }
            let type = try require(await camera.types.get(CameraDeviceType.self))
            let trait = try require(type.matterTraits.cameraAvStreamManagementTrait)
            _ = try await trait.update { $0.setSoftLivestreamPrivacyModeEnabled(true) }
            mayFinish.open()
            await expect(throws: HomeError.self) { _ = try await picture.value }
            _ = try await trait.update { $0.setSoftLivestreamPrivacyModeEnabled(false) }
            try await expect(takePicture(camera), equals: [0xFF, 0xD8, 2])
        }
        try await bed.end()
    }

    /// The process's connection is lost: the viewer is told, and may open the stream again once it is back.
    @Test func aLostProcessEndsTheStream() async throws {
        let bed = try await Bed()
        try await bed.host.whileRunning {
            let live = try await bed.camera().live()
            _ = try await live.next()
            await bed.wire.cut()
            let error = await expect(throws: HomeError.self) { while try await live.next() != nil {} }
            expect(error?.code, equals: .unavailable)
            var again: CameraStream?
            try await until {
                again = try? await bed.camera().live()
                return again != nil
            }
            try await expect(again?.next(), equals: .format(Self.format))
        }
        try await bed.end()
    }

    @Test func theCamerasRefusalReachesTheApp() async throws {
        let bed = try await Bed(Source(refusal: HomeError(.unavailable, "the camera at 10.0.0.2 does not answer")))
        try await bed.host.whileRunning {
            let camera = try await bed.camera()
            let error = await expect(throws: HomeError.self) { _ = try await camera.live() }
            expect(error?.message, equals: "the camera at 10.0.0.2 does not answer")
        }
        try await bed.end()
    }

    @Test("Cameras that the hub has added itself are opened at their addresses", arguments: [false, true])
    func theHubsOwnCamerasAreOpened(isStill: Bool) async throws {
        let address = CameraAddress(url: "rtsp://192.0.2.1/main", isStill: isStill, user: "admin", password: "secret")
        let bed = try await Bed()
        try await bed.host.whileRunning {
            _ = try await bed.camera()
            let viewer = try await bed.hub.hub.cameraOpener { "" }.open(address)
            try await expect(viewer.next(), equals: .format(Self.format))
            try await expect(viewer.next(), equals: .unit(CameraUnit(isKey: true, time: 1, bytes: [1])))
            expect(bed.source.addresses.withLock { $0 }, equals: [address])
            expect(bed.source.asked.withLock { $0 }, equals: [])
        }
        try await bed.end()
    }

    @Test("Clients over WebRTC get the streams of cameras that the hub has added itself")
    func offersReachTheHubsOwnCameras() async throws {
        let address = CameraAddress(url: "rtsp://192.0.2.1/main", user: "admin", password: "secret")
        let bed = try await Bed()
        try await bed.host.whileRunning {
            _ = try await bed.camera()
            let session = try await bed.hub.hub.cameraOpener { "" }.connect(address, offer: "offer")
            expect(session?.answer, equals: "answer to offer")
            expect(bed.source.addresses.withLock { $0 }, equals: [address])
            try await session?.setTalking(true)
            try await session?.setTalking(false)
            expect(bed.source.talks.withLock(\.self), equals: [true, false])
            // It lasts until the hub ends it.
            session?.end()
            _ = await bed.source.ended.wait()
        }
        try await bed.end()
    }

    @Test func whatAnAppSaysReachesTheCamera() async throws {
        let bed = try await Bed()
        try await bed.host.whileRunning {
            let live = try await bed.camera().live()
            _ = try await live.next()
            let talk = try await live.talk(codecs: ["ulaw"])
            expect(talk.format, equals: AudioFormat(codec: "ulaw", sampleRate: 8_000))
            let packets = (0..<3).map { SpokenPacket(time: UInt32($0) * 160, bytes: [UInt8($0)]) }
            for packet in packets { try await talk.send(packet) }
            try await until { bed.source.played.withLock(\.self) == packets }
            let second = await expect(throws: HomeError.self) { _ = try await live.talk(codecs: ["ulaw"]) }
            expect(second?.code, equals: .resourceExhausted)
            await talk.end()
            _ = await bed.source.silenced.wait()
            await expect(talk.ended() == nil)
        }
        try await bed.end()
    }

    /// The camera ends what it plays; the app learns it, and its live view goes on.
    @Test func aLostLoudspeakerEndsTalkingOnly() async throws {
        let bed = try await Bed()
        try await bed.host.whileRunning {
            let live = try await bed.camera().live()
            _ = try await live.next()
            let talk = try await live.talk(codecs: ["ulaw"])
            bed.source.silenced.open()
            let reason = await talk.ended()
            expect(
                (reason?.code, reason?.message), are: (.resourceExhausted, "somebody talks by another app; wait"))
            try await live.extend()
        }
        try await bed.end()
    }

    @Test("What a client says reaches cameras that the hub has added itself")
    func speechReachesTheHubsOwnCameras() async throws {
        let address = CameraAddress(url: "rtsp://192.0.2.1/main", user: "admin", password: "secret")
        let bed = try await Bed()
        try await bed.host.whileRunning {
            _ = try await bed.camera()
            let opener = bed.hub.hub.cameraOpener { "" }
            let opened = try await require(opener.openSpeaker(at: address, among: ["ulaw"]))
            opened.speaker.play(SpokenPacket(time: 1, bytes: [2]))
            try await until { bed.source.played.withLock(\.self) == [SpokenPacket(time: 1, bytes: [2])] }
            expect(bed.source.addresses.withLock(\.self), equals: [address])
            opened.speaker.end()
            _ = await bed.source.silenced.wait()
        }
        try await bed.end()
    }

    @Test func aProcessWithoutStreamsSaysSo() async throws {
        let bed = try await Bed(hasSource: false)
        try await bed.host.whileRunning {
            let camera = try await bed.camera()
            let error = await expect(throws: HomeError.self) { _ = try await camera.live() }
            expect(error?.code, equals: .unimplemented)
        }
        try await bed.end()
    }
}
