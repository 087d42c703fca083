internal import Expectations
internal import HearthBase
internal import HearthCameraMedia
internal import HearthEntities
internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCatalog
internal import HearthTraitCore
internal import Synchronization
internal import Testing

/// Cameras of a link, whose streams another program opens.
@Suite(.timeLimit(.minutes(5)))
struct EntityCamerasTests {
    private static let trait = StandardTraits.matterCameraAvStreamManagement
    private static let addresses = CameraAddresses(
        main: "rtsp://192.0.2.1/main", sub: "rtsp://192.0.2.1/sub", snapshot: "http://192.0.2.1/picture", user: "admin",
        password: "secret")

    /// Notes the addresses, and gives a picture of two bytes unless the address is refused.
    private final class Opener: CameraOpener {
        let asked = Mutex<[CameraAddress]>([])
        let refusal = Mutex<HomeError?>(nil)
        /// The one address that is refused.
        let refusedURL = Mutex<String?>(nil)
        /// What pictures of streams come in.
        let codec = Mutex("jpeg")
        /// Opened when a picture may be given.
        let mayFinish: Latch?

        init(mayFinish: Latch? = nil) { self.mayFinish = mayFinish }

        func open(_ address: CameraAddress) async throws -> CameraViewer {
            let count = asked.withLock { asked in
                asked.append(address)
                return asked.count
            }
            if let refusal = refusal.withLock(\.self) { throw refusal }
            if address.url == refusedURL.withLock(\.self) { throw HomeError(.failedPrecondition, "no such picture") }
            await mayFinish?.wait()
            let relay = CameraRelay()
            let codec = codec.withLock(\.self)
            relay.send(.format(CameraFormat(video: VideoFormat(codec: codec, width: 320, height: 180))))
            relay.send(.unit(CameraUnit(isKey: true, time: 0, bytes: [0xFF, UInt8(count)])))
            return relay.join()
        }
    }

    /// Sends only some streams over WebRTC.
    private final class Peers: CameraOpener {
        let asked = Mutex<[String]>([])
        let sent: Set<String>

        init(sent: Set<String>) { self.sent = sent }

        func open(_ address: CameraAddress) async throws -> CameraViewer { CameraRelay().join() }

        func connect(_ address: CameraAddress, offer: String) async throws -> CameraSession? {
            asked.withLock { $0.append("\(offer) to \(address.url)") }
            guard sent.contains(address.url) else {
                throw HomeError(.failedPrecondition, "\(address.url) is no H.264")
            }
            return CameraSession(answer: "answer of \(address.url)") {}
        }
    }

    private static let (main, sub) = ("rtsp://192.0.2.1/main", "rtsp://192.0.2.1/sub")

    @Test(
        "A client over WebRTC gets the wanted stream, else the other one",
        arguments: [
            ([main, sub], CameraQuality.main, ["offer to \(main)"], "answer of \(main)"),
            ([main, sub], .sub, ["offer to \(sub)"], "answer of \(sub)"),
            ([sub], .main, ["offer to \(main)", "offer to \(sub)"], "answer of \(sub)"),
            ([], .main, ["offer to \(main)", "offer to \(sub)"], "\(main) is no H.264"),
        ])
    func offersAreAnswered(
        _ sent: [String], _ quality: CameraQuality, _ asked: [String], _ outcome: String
    ) async throws {
        let link = FakeLink([Devices.camera])
        link.say(Self.addresses)
        let peers = Peers(sent: Set(sent))
        let home = try await EntityHome(link, store: HomeStore.inMemory(), cameras: peers)
        let request = CameraRequest(device: "fake-camera", endpoint: 1, quality: quality)
        do {
            try await expect(home.provider.connect(request, offer: "offer")?.answer, equals: outcome)
        } catch let error as HomeError {
            expect(error.message, equals: outcome)
        }
        expect(peers.asked.withLock(\.self), equals: asked)
        try await home.hub.shutdown()
    }

    private func home(_ opener: Opener, addresses: CameraAddresses? = addresses) async throws -> (EntityHome, FakeLink)
    {
        let link = FakeLink([Devices.camera])
        link.say(addresses)
        return (try await EntityHome(link, store: HomeStore.inMemory(), cameras: opener), link)
    }

    private func takePicture(_ home: EntityHome) async throws -> StructureValue? {
        try await home.invoke(
            "camera", 1, Self.trait, "CaptureSnapshot",
            [0: .null, 1: .structure([0: .unsigned(320), 1: .unsigned(180)])]
        ).response
    }

    private func setPrivacy(_ home: EntityHome, _ isOn: Bool) async throws {
        let id = try require(Self.trait.attribute(named: "softLivestreamPrivacyModeEnabled")?.id)
        _ = try await home.hub.update(
            home.path("camera", 1, Self.trait), [id: .bool(isOn)], as: EntityHome.owner)
    }

    @Test func streamsAreOpenedAtTheCamerasAddress() async throws {
        let opener = Opener()
        let (home, link) = try await home(opener)
        for quality in CameraQuality.allCases {
            _ = try await home.provider.open(CameraRequest(device: "fake-camera", endpoint: 1, quality: quality))
        }
        // A camera with one stream shows it in both qualities.
        link.say(CameraAddresses(main: "rtsp://192.0.2.1/only"))
        _ = try await home.provider.open(CameraRequest(device: "fake-camera", endpoint: 1, quality: .sub))
        expect(
            opener.asked.withLock { $0 },
            equals: [
                CameraAddress(url: "rtsp://192.0.2.1/main", user: "admin", password: "secret"),
                CameraAddress(url: "rtsp://192.0.2.1/sub", user: "admin", password: "secret"),
                CameraAddress(url: "rtsp://192.0.2.1/only"),
            ])
        try await home.hub.shutdown()
    }

    @Test func picturesAreSharedForTwoSeconds() async throws {
        let opener = Opener()
        let (home, _) = try await home(opener)
        let first: StructureValue = [
            0: .octets([0xFF, 1]), 1: .unsigned(0), 2: .structure([0: .unsigned(320), 1: .unsigned(180)]),
        ]
        try await expect([takePicture(home), takePicture(home)], equals: [first, first])
        await home.clock.advance(by: .seconds(3))
        try await expect(takePicture(home)?[0], equals: .octets([0xFF, 2]))
        expect(
            opener.asked.withLock { $0.map(\.url) }, equals: ["http://192.0.2.1/picture", "http://192.0.2.1/picture"])
        try await home.hub.shutdown()
    }

    @Test("Where the camera's own picture can't be had, one of its stream is taken")
    func aPictureOfTheStreamIsTaken() async throws {
        let opener = Opener()
        opener.refusedURL.withLock { $0 = Self.addresses.snapshot }
        let (home, link) = try await home(opener)
        try await expect(takePicture(home)?[0], equals: .octets([0xFF, 2]))
        // A camera without one is not asked for it.
        link.say(CameraAddresses(main: "rtsp://192.0.2.1/only"))
        await home.clock.advance(by: .seconds(3))
        try await expect(takePicture(home)?[0], equals: .octets([0xFF, 3]))
        expect(
            opener.asked.withLock(\.self),
            equals: [
                CameraAddress(url: "http://192.0.2.1/picture", user: "admin", password: "secret"),
                CameraAddress(url: "rtsp://192.0.2.1/sub", isStill: true, user: "admin", password: "secret"),
                CameraAddress(url: "rtsp://192.0.2.1/only", isStill: true),
            ])
        // An earlier program sends the stream.
        opener.codec.withLock { $0 = "avc1.42C01E" }
        await home.clock.advance(by: .seconds(3))
        let error = await expect(throws: RPCError.self) { try await takePicture(home) }
        expect(error?.message.contains("is of an earlier version") ?? false)
        try await home.hub.shutdown()
    }

    @Test func aPrivacyModeHidesPicturesAlsoTheOneThatIsTaken() async throws {
        let opener = Opener(mayFinish: Latch())
        let (home, _) = try await home(opener)
        let taking = Task { try await takePicture(home) }
        try await until { opener.asked.withLock { !$0.isEmpty } }
        try await setPrivacy(home, true)
        opener.mayFinish?.open()
        let error = await expect(throws: RPCError.self) { try await taking.value }
        expect(error?.code, equals: .failedPrecondition)
        expect(error?.message.contains("privacy mode") ?? false)
        await expect(throws: RPCError.self) { try await takePicture(home) }
        expect(opener.asked.withLock { $0.count }, equals: 1)
        try await setPrivacy(home, false)
        try await expect(takePicture(home)?[0], equals: .octets([0xFF, 2]))
        try await home.hub.shutdown()
    }

    @Test("A privacy mode lasts over a restart of the hub")
    func aPrivacyModeLasts() async throws {
        let store = try await HomeStore.inMemory()
        let first = try await EntityHome(FakeLink([Devices.camera]), store: store, cameras: Opener())
        try await setPrivacy(first, true)
        try await first.hub.save()
        let second = try await EntityHome(FakeLink([Devices.camera]), store: store, cameras: Opener())
        expect(
            try second.value("camera", 1, Self.trait, "softLivestreamPrivacyModeEnabled"), equals: .bool(true))
        try await second.hub.shutdown()
    }

    @Test func whatIsMissingIsSaid() async throws {
        let opener = Opener()
        let (home, link) = try await home(opener, addresses: nil)
        let request = CameraRequest(device: "fake-camera", endpoint: 1)
        let early = await expect(throws: HomeError.self) { try await home.provider.open(request) }
        expect(early?.code, equals: .unavailable)
        link.say(CameraAddresses())
        let none = await expect(throws: HomeError.self) { try await home.provider.open(request) }
        expect(none?.message, equals: "the camera names no stream; switch on RTSP in the camera's settings")
        link.say(Self.addresses)
        opener.refusal.withLock { $0 = HomeError(.failedPrecondition, "start hearth-cameras") }
        let refused = await expect(throws: RPCError.self) { try await takePicture(home) }
        expect(refused?.message.contains("start hearth-cameras") ?? false)
        try await home.hub.shutdown()
    }
}
