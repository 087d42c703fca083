internal import Expectations
internal import HearthCameraMedia
@testable internal import HearthWebRTC
internal import Testing

struct SessionOfferTests {
    struct Refusal: CustomTestStringConvertible {
        let testDescription: String
        let offer: String
        let code: CameraSessionError.Code
        let word: String

        init(_ what: String, _ offer: String, _ code: CameraSessionError.Code, _ word: String) {
            (testDescription, self.offer, self.code, self.word) = (what, offer, code, word)
        }
    }

    private static func changed(_ old: String, _ new: String) -> String { Offers.whole.replacing(old, with: new) }

    static let refusals = [
        Refusal("nothing", "", .malformed, "no SDP"),
        Refusal("another text", "hello", .malformed, "no SDP"),
        Refusal("too long", Offers.head + String(repeating: "a=x\r\n", count: 4_000), .malformed, "16384 bytes"),
        Refusal("no media", Offers.head, .malformed, "0 media"),
        Refusal(
            "nine media", Offers.head + String(repeating: Offers.data, count: 9), .malformed, "9 media"),
        Refusal(
            "a line without formats", changed("m=video 9 UDP/TLS/RTP/SAVPF 96 102 103 104", "m=video 9"), .malformed,
            "m="),
        Refusal("no user name", changed("a=ice-ufrag:peer\r\n", ""), .malformed, "ice-ufrag"),
        Refusal("a weak hash", changed("sha-256", "sha-1"), .notSupported, "SHA-256"),
        Refusal("a passive client", changed("a=setup:actpass", "a=setup:passive"), .notSupported, "passive"),
        Refusal(
            "without encryption", changed("UDP/TLS/RTP/SAVPF 96", "RTP/AVPF 96"), .notSupported, "UDP/TLS/RTP/SAVPF"),
        Refusal("no video", Offers.head + Offers.audio, .notSupported, "no video"),
        Refusal("refused video", changed("m=video 9", "m=video 0"), .notSupported, "no video"),
        Refusal("sends only", changed("a=recvonly", "a=sendonly"), .notSupported, "receive"),
        Refusal(
            "ports apart", Offers.head + Offers.video.replacing("a=rtcp-mux\r\n", with: ""), .notSupported, "rtcp-mux"),
        Refusal("Firefox without H.264", changed("H264", "VP9"), .notSupported, "H.264"),
        Refusal(
            "H.264 without fragments", changed("packetization-mode=1", "packetization-mode=0"), .notSupported,
            "packetization-mode 1"),
    ]

    @Test(arguments: refusals) func refusalsSayWhatIsWrong(_ refusal: Refusal) {
        do throws(CameraSessionError) {
            _ = try SentTracks(SessionOffer(refusal.offer), Cameras.format)
            Issue.record("the offer is taken")
        } catch {
            expect(error.code, equals: refusal.code)
            expect(error.message.contains(refusal.word), "\(error)")
        }
    }

    @Test func aCameraWithoutH264IsRefused() throws {
        var format = Cameras.format
        format.video?.codec = "hvc1.1.6.L93.B0"
        let offer = try SessionOffer(Offers.whole)
        expect(throws: CameraSessionError.self) { try SentTracks(offer, format) }
    }

    @Test func attributesOfTheSessionCount() throws {
        let offer = try SessionOffer(
            Offers.head + Offers.transport + Offers.video.replacing(Offers.transport, with: ""))
        let transport = try SentTracks(offer, Cameras.format).transport
        expect(transport, equals: .init(fragment: "peer", fingerprint: Array(0..<32)))
    }

    /// Each medium with a transport of its own: that of the first medium that is sent counts.
    @Test(arguments: [("0 1 2", "peer"), ("1 2", "video"), ("", "video")])
    func theTransportIsThatOfWhatIsSent(_ bundle: String, _ fragment: String) throws {
        let offer = try SessionOffer(
            Offers.head.replacing("a=group:BUNDLE 0 1 2", with: bundle.isEmpty ? "a=x" : "a=group:BUNDLE \(bundle)")
                + Offers.audio
                + Offers.video.replacing("ufrag:peer", with: "ufrag:video").replacing("sha-256 00", with: "sha-256 FF"))
        let transport = try SentTracks(offer, Cameras.format).transport
        let first: UInt8 = fragment == "peer" ? 0 : 0xFF
        expect(transport, equals: .init(fragment: fragment, fingerprint: [first] + Array(1..<32)))
    }

    /// As in a bundle whose first medium has the attributes of all.
    @Test func attributesOfTheBundleCount() throws {
        let offer = try SessionOffer(
            Offers.head + Offers.audio.replacing("sendrecv", with: "sendonly")
                + Offers.video.replacing(Offers.transport, with: ""))
        let tracks = try SentTracks(offer, Cameras.format)
        expect((tracks.audio, tracks.transport.fragment), are: (nil, "peer"))
    }

    /// Sound outside of the bundle would need a transport of its own.
    @Test func soundOutsideOfTheBundleIsLeftOut() throws {
        let offer = try SessionOffer(Self.changed("a=group:BUNDLE 0 1 2", "a=group:BUNDLE 1 2"))
        try expectNil(SentTracks(offer, Cameras.format).audio)
    }
}
