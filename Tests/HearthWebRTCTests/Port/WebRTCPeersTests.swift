internal import Expectations
internal import HearthBase
internal import HearthCameraMedia
internal import HearthEventLoop
@testable internal import HearthWebRTC
internal import Testing

/// Sessions on a real port. Tests/Integrations/webrtc.py has their clients.
@Suite(.timeLimit(.minutes(1)))
struct WebRTCPeersTests {
    /// A camera with a stream for each quality.
    private struct Source: CameraSource {
        let main = CameraRelay()
        let sub = CameraRelay()

        init(main codec: String = "avc1.42E01F") {
            for (relay, codec) in [(main, codec), (sub, "avc1.42E01F")] {
                var format = Cameras.format
                format.video?.codec = codec
                relay.send(.format(format))
                relay.send(.unit(Cameras.unit([0x65, 1], isKey: true)))
            }
        }

        func open(_ request: CameraRequest) async throws -> CameraViewer {
            request.quality == .main ? main.join() : sub.join()
        }
    }

    private static let request = CameraRequest(device: "camera", endpoint: 1)

    private static func peers(_ most: Int = 2) async throws -> WebRTCPeers {
        try await WebRTCPeers.open(port: 0, loop: EventLoop.start(), mostSessions: most)
    }

    @Test func aSessionWatchesUntilItIsEnded() async throws {
        let (peers, source) = (try await Self.peers(), Source())
        let session = try await peers.connect(Self.request, offer: Offers.whole, from: source)
        expect(session.answer.contains("a=ice-lite\r\n"))
        expect(source.main.viewerCount, equals: 1)
        session.end()
        expect(await session.ended.wait().map { $0 == nil }, equals: true)
        try await until { source.main.viewerCount == 0 }
        peers.close()
    }

    @Test func aSessionThatIsReleasedEnds() async throws {
        let (peers, source) = (try await Self.peers(), Source())
        _ = try await peers.connect(Self.request, offer: Offers.whole, from: source)
        try await until { source.main.viewerCount == 0 }
        peers.close()
    }

    @Test func sessionsAreLimited() async throws {
        let (peers, source) = (try await Self.peers(1), Source())
        let session = try await peers.connect(Self.request, offer: Offers.whole, from: source)
        let error = await expect(throws: CameraSessionError.self) {
            try await peers.connect(Self.request, offer: Offers.whole, from: source)
        }
        expect(error?.code, equals: .tooMany)
        session.end()
        try await until { source.main.viewerCount == 0 }
        _ = try await peers.connect(Self.request, offer: Offers.whole, from: source)
        peers.close()
    }

    @Test func theOtherStreamIsTakenIfOnlyThatIsH264() async throws {
        let (peers, source) = (try await Self.peers(), Source(main: "hvc1.1.6.L93.B0"))
        let session = try await peers.connect(Self.request, offer: Offers.whole, from: source)
        try await until { source.sub.viewerCount == 1 && source.main.viewerCount == 0 }
        session.end()
        peers.close()
    }

    @Test func anOfferThatIsRefusedLeavesNoViewer() async throws {
        let (peers, source) = (try await Self.peers(), Source())
        let error = await expect(throws: CameraSessionError.self) {
            try await peers.connect(Self.request, offer: Offers.head + Offers.audio, from: source)
        }
        expect(error?.code, equals: .notSupported)
        expect(source.main.viewerCount, equals: 0)
        peers.close()
    }
}
