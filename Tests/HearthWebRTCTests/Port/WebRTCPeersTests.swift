internal import Expectations
internal import HearthBase
internal import HearthCameraMedia
internal import HearthEventLoop
internal import HearthTLS
@testable internal import HearthWebRTC
internal import Synchronization
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

    /// Checks of one client that come from many addresses: only those that count as proven are kept.
    @Test func addressesAreBounded() async throws {
        let (loop, source) = (try EventLoop.start(), Source())
        let viewer = try await source.open(Self.request)
        let counts = try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<[Int], any Error>) in
            loop.post {
                continuation.resume(
                    with: Result {
                        let port = try PeerPort(
                            loop: loop, port: 0, DTLSContext(.make(names: ["hearth"])), mostSessions: 1)
                        let offer = try SessionOffer(Offers.whole)
                        let (connection, answer) = try port.add(
                            offer, SentTracks(offer, Cameras.format), viewer, ended: OneShot())
                        let password = answer.split(whereSeparator: \.isNewline).compactMap { line in
                            line.hasPrefix("a=ice-pwd:") ? String(line.dropFirst("a=ice-pwd:".count)) : nil
                        }.first
                        func check(_ number: UInt16, with more: [STUNMessage.Attribute] = []) {
                            let name = Array("\(connection.fragment):peer".utf8)
                            let message = STUNMessage(
                                .bindingRequest, transaction: number.networkBytes + [UInt8](repeating: 0, count: 10),
                                [.init(STUNMessage.AttributeType.username, name)] + more)
                            port.received(
                                message.encoded(password: password ?? ""), from: address(1, port: 10_000 + number))
                        }
                        for number in 0..<UInt16(10_000) { check(number, with: [.init(0x7777, [])]) }
                        var counts = [port.addressCount]
                        for number in 10_000..<UInt16(20_000) { check(number) }
                        counts.append(port.addressCount)
                        connection.stop()
                        counts.append(port.addressCount)
                        port.close()
                        return counts
                    })
            }
        }
        expect(counts, equals: [0, 16, 0])
    }

    /// A loudspeaker that plays one packet.
    private final class Speaker: CameraSpeaker {
        private let over = Atomic(false)

        var isOver: Bool { over.load(ordering: .acquiring) }
        var failure: (any Error)? { CameraSessionError(.lost, "the cable is broken", wayOut: "mend it") }
        func play(_ packet: SpokenPacket) { end() }
        func end() { over.store(true, ordering: .releasing) }
    }

    @Test func aSessionEndsWithItsLoudspeaker() async throws {
        let (loop, source) = (try EventLoop.start(), Source())
        let viewer = try await source.open(Self.request)
        let ended = OneShot<(any Error)?>()
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            loop.post {
                continuation.resume(
                    with: Result {
                        let port = try PeerPort(
                            loop: loop, port: 0, DTLSContext(.make(names: ["hearth"])), mostSessions: 1)
                        let offer = try SessionOffer(Offers.whole)
                        let (connection, _) = try port.add(
                            offer, SentTracks(offer, Cameras.format), viewer, ended: ended)
                        connection.play(SpokenPacket(time: 0, bytes: [1]))
                        connection.talk(through: Speaker())
                        expect(ended.value == nil)
                        connection.play(SpokenPacket(time: 0, bytes: [1]))
                        port.close()
                    })
            }
        }
        expect(((ended.value ?? nil) as? CameraSessionError)?.message, equals: "the cable is broken")
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
