internal import Expectations
internal import HearthBase
internal import HearthCameraMedia
@testable internal import HearthWebRTC
internal import Testing

struct SessionAnswerTests {
    private static func answer(
        _ offer: String, _ format: CameraFormat = Cameras.format, speaker: [AudioFormat] = []
    ) throws -> String {
        let offer = try SessionOffer(offer)
        return SessionAnswer(
            offer, try SentTracks(offer, format, speaker: speaker), ICECredentials(fragment: "own", password: "secret"),
            fingerprint: Array(0..<32),
            candidates: [
                .init(address: "192.0.2.1", isIPv6: false, port: 4_000),
                .init(address: "2001:db8::1", isIPv6: true, port: 4_000),
            ], sources: (video: 1, audio: 2), number: 7
        ).text
    }

    private static func lines(_ mid: String, _ kind: String, _ source: Int) -> [String] {
        [
            "c=IN IP4 192.0.2.1", "a=mid:\(mid)", "a=sendonly", "a=rtcp-mux", "a=rtcp-rsize", "a=ice-ufrag:own",
            "a=ice-pwd:secret", "a=fingerprint:sha-256 \(Offers.fingerprint)", "a=setup:passive",
            "a=msid:camera \(kind)", "a=ssrc:\(source) cname:hearth",
        ]
    }

    private static let candidates = [
        "a=candidate:1 1 udp 2130706431 192.0.2.1 4000 typ host",
        "a=candidate:2 1 udp 2130706175 2001:db8::1 4000 typ host", "a=end-of-candidates",
    ]
    private static let head = ["v=0", "o=- 7 1 IN IP4 0.0.0.0", "s=-", "t=0 0", "a=ice-lite"]
    private static let h264 = [
        "a=rtpmap:103 H264/90000", "a=fmtp:103 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f",
        "a=rtcp-fb:103 nack", "a=rtcp-fb:103 nack pli", "a=rtcp-fb:103 ccm fir",
    ]
    private static let noData = ["m=application 0 UDP/DTLS/SCTP webrtc-datachannel", "c=IN IP4 0.0.0.0", "a=mid:2"]

    private func expectLines(_ text: String, equal lines: [String]) {
        expect(text, equals: lines.map { $0 + "\r\n" }.joined())
    }

    @Test func mediaAreInTheOffersOrder() throws {
        var lines = Self.head + ["a=group:BUNDLE 0 1", "m=audio 4000 UDP/TLS/RTP/SAVPF 0"]
        lines += Self.lines("0", "audio", 2) + Self.candidates + ["a=rtpmap:0 PCMU/8000"]
        lines += ["m=video 4000 UDP/TLS/RTP/SAVPF 103"] + Self.lines("1", "video", 1) + Self.h264
        lines += Self.noData + ["a=inactive"]
        try expectLines(Self.answer(Offers.whole), equal: lines)
    }

    @Test func soundThatTheCameraLacksIsRefused() throws {
        var format = Cameras.format
        format.audio = AudioFormat(codec: "mp4a.40.2", sampleRate: 16_000)
        var lines = Self.head + ["a=group:BUNDLE 1", "m=audio 0 UDP/TLS/RTP/SAVPF 111", "c=IN IP4 0.0.0.0"]
        lines += ["a=mid:0", "a=inactive", "m=video 4000 UDP/TLS/RTP/SAVPF 103"]
        lines += Self.lines("1", "video", 1) + Self.candidates + Self.h264 + Self.noData + ["a=inactive"]
        try expectLines(Self.answer(Offers.whole, format), equal: lines)
    }

    private static let (ulaw, alaw, opus, aac) = (
        AudioFormat(codec: "ulaw", sampleRate: 8_000), AudioFormat(codec: "alaw", sampleRate: 8_000),
        AudioFormat(codec: "opus", sampleRate: 48_000), AudioFormat(codec: "mp4a.40.2", sampleRate: 16_000)
    )

    /// A camera with sound and a loudspeaker, and what of it a client gets.
    struct Talk: CustomTestStringConvertible {
        let testDescription: String
        let sound: AudioFormat
        let speaker: [AudioFormat]
        var direction = "a=sendrecv"
        /// The formats of the answer, the client's first.
        let formats: String

        init(
            _ what: String, _ sound: AudioFormat, _ speaker: [AudioFormat], offered direction: String, _ formats: String
        ) {
            (testDescription, self.sound, self.speaker, self.direction, self.formats) = (
                what, sound, speaker, direction, formats
            )
        }
    }

    @Test(
        "What a client says is taken in a format that the camera plays",
        arguments: [
            Talk("the same both ways", ulaw, [ulaw], offered: "sendrecv", "4000 0 sendrecv"),
            Talk("the camera's preference", ulaw, [alaw, ulaw], offered: "sendrecv", "4000 8 0 sendrecv"),
            Talk("Opus from the camera", opus, [ulaw], offered: "sendrecv", "4000 0 111 sendrecv"),
            Talk("sound that WebRTC lacks", aac, [alaw], offered: "sendrecv", "4000 8 recvonly"),
            Talk("a client that only talks", ulaw, [ulaw], offered: "sendonly", "4000 0 recvonly"),
            Talk("a client that only listens", ulaw, [ulaw], offered: "recvonly", "4000 0 sendonly"),
            Talk("no loudspeaker", ulaw, [], offered: "sendrecv", "4000 0 sendonly"),
            Talk("a loudspeaker for AAC", ulaw, [aac], offered: "sendrecv", "4000 0 sendonly"),
            Talk("neither", aac, [], offered: "sendrecv", "0 111 inactive"),
        ])
    func whatAClientSays(_ talk: Talk) throws {
        var format = Cameras.format
        format.audio = talk.sound
        let offer = Offers.whole.replacing("a=sendrecv", with: "a=\(talk.direction)")
        let lines = try Self.answer(offer, format, speaker: talk.speaker).split(separator: "\r\n")
        let start = try require(lines.firstIndex { $0.hasPrefix("m=audio") })
        let section = lines[start...].dropFirst().prefix { !$0.hasPrefix("m=") }
        let words = lines[start].split(separator: " ")
        let direction = section.first { ["a=sendrecv", "a=recvonly", "a=sendonly", "a=inactive"].contains($0) }
        let types = words.dropFirst(3).joined(separator: " ")
        expect(
            "\(words[1]) \(types) \(direction?.dropFirst(2) ?? "-")",
            equals: talk.formats)
        expect(section.contains { $0.hasPrefix("a=ssrc") }, equals: talk.formats.contains("send"))
    }

    /// The profile of the camera's stream, where the client has it.
    @Test func theProfileIsTheCameras() throws {
        var format = Cameras.format
        format.video?.codec = "avc1.64001F"
        let text = try Self.answer(Offers.whole, format)
        expect(text.contains("m=video 4000 UDP/TLS/RTP/SAVPF 104\r\n"))
        expect(text.contains("a=fmtp:104 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=64001f\r\n"))
    }

    @Test func opusIsTakenByItsName() throws {
        var format = Cameras.format
        format.audio = AudioFormat(codec: "opus", sampleRate: 48_000)
        expect(try Self.answer(Offers.whole, format).contains("a=rtpmap:111 opus/48000/2\r\n"))
    }
}
