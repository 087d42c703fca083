internal import Expectations
@testable internal import HearthRTSP
internal import Testing

@Suite struct SessionDescriptionTests {
    private func read(_ lines: String...) throws -> SessionDescription {
        try SessionDescription(Array(lines.joined(separator: "\r\n").utf8))
    }

    @Test func tracksAreRead() throws {
        expect(
            try read(
                "v=0", "o=- 1 1 IN IP4 0.0.0.0", "s=Camera", "a=control:*", "m=video 0 RTP/AVP 96", "a=control:track1",
                "a=rtpmap:96 H264/90000", "a=fmtp:96 packetization-mode=1; sprop-parameter-sets=Z0LAHtkDxWg=,aM4=",
                "m=audio 0 RTP/AVP 97", "a=rtpmap:97 mpeg4-generic/16000/2", "a=fmtp:97 config=1410;SizeLength=13",
                "a=control:rtsp://cam/track2"),
            equals: SessionDescription(
                control: "*",
                video: MediaTrack(
                    codec: .h264, payloadType: 96, clockRate: 90_000,
                    parameters: ["packetization-mode": "1", "sprop-parameter-sets": "Z0LAHtkDxWg=,aM4="],
                    control: "track1"),
                audio: MediaTrack(
                    codec: .aac, payloadType: 97, clockRate: 16_000, channels: 2,
                    parameters: ["config": "1410", "sizelength": "13"], control: "rtsp://cam/track2")))
    }

    @Test func fixedTypesNeedNoName() throws {
        let description = try read("m=audio 0 RTP/AVP 3 8 0", "m=video 0 RTP/AVP 26")
        expect(
            description,
            equals: SessionDescription(
                audio: MediaTrack(codec: .pcma, payloadType: 8, clockRate: 8_000),
                otherCodecs: ["payload type 3", "payload type 26"]))
    }

    @Test("Of two video tracks the first one with a known codec is chosen")
    func theFirstKnownTrackCounts() throws {
        let description = try read(
            "m=video 0 RTP/AVP 98", "a=rtpmap:98 JPEG/90000", "m=video 0 RTP/AVP 96", "a=rtpmap:96 H265/90000",
            "m=video 0 RTP/AVP 97", "a=rtpmap:97 H264/90000", "m=application 0 RTP/AVP 107")
        expect(description.video, equals: MediaTrack(codec: .h265, payloadType: 96, clockRate: 90_000))
        expect(description.otherCodecs, equals: ["JPEG"])
    }

    /// As the client sees it, or as the camera does.
    @Test(arguments: [
        ("recvonly", "recvonly", "sendonly"), ("sendonly", "sendonly", "recvonly"), ("", "", "sendonly"),
    ])
    func theSpeakerIsFound(_ video: String, _ sound: String, _ speaker: String) throws {
        let description = try read(
            "m=video 0 RTP/AVP 96", "a=rtpmap:96 H264/90000", "a=\(video)", "m=audio 0 RTP/AVP 8", "a=\(sound)",
            "m=audio 0 RTP/AVP 0 97", "a=rtpmap:97 OPUS/48000/2", "a=control:talk", "a=\(speaker)")
        expect(description.audio?.codec, equals: .pcma)
        expect(
            description.speaker,
            equals: [
                MediaTrack(codec: .pcmu, payloadType: 0, clockRate: 8_000, control: "talk"),
                MediaTrack(codec: .opus, payloadType: 97, clockRate: 48_000, channels: 2, control: "talk"),
            ])
    }

    @Test("A track to talk to the camera is not one to hear")
    func talkTracksAreLeftOut() throws {
        let talk = "m=audio 0 RTP/AVP 0\r\na=sendonly"
        expectNil(try read("m=video 0 RTP/AVP 96", "a=rtpmap:96 H264/90000", "a=recvonly", talk).audio)
        expect(try read("m=video 0 RTP/AVP 96", "a=rtpmap:96 H264/90000", "a=sendonly", talk).audio != nil)
    }

    @Test(arguments: [
        "", "m=", "m=video", "m=video 0 RTP/AVP 999", "m=video 0 RTP/AVP 96\r\na=rtpmap:96", "a=rtpmap:96 H264/90000",
        "m=video 0 RTP/AVP 96\r\na=rtpmap:x H264/90000", "m=audio 0 RTP/AVP 96\r\na=rtpmap:96 H264/90000",
        String(repeating: "a=\n", count: 5_000), String(repeating: "m=v\n", count: 4_000), "\u{0}\u{1}\u{FFFD}",
    ])
    func brokenOnesHaveNoTracks(text: String) throws {
        let description = try read(text)
        expectNil(description.video)
        expectNil(description.audio)
    }

    @Test func extremeRatesAreReplaced() throws {
        for rate in ["0", "-1", "99999999999999999999", "1000001", "x"] {
            let video = try read("m=video 0 RTP/AVP 96", "a=rtpmap:96 H264/\(rate)/99").video
            expect(video, equals: MediaTrack(codec: .h264, payloadType: 96, clockRate: 90_000), "\(rate)")
        }
    }

    @Test func longOnesAreRefused() {
        expect(throws: RTSPError.self) { try SessionDescription([UInt8](repeating: 0x61, count: 16_385)) }
    }

    @Test(arguments: [
        ("rtsp://cam/live/", "track1", "rtsp://cam/live/track1"),
        ("rtsp://cam/live", "track1", "rtsp://cam/live/track1"),
        ("rtsp://cam/live?a=b", "trackID=0", "rtsp://cam/live?a=b/trackID=0"),
        ("rtsp://cam/live", "*", "rtsp://cam/live"),
        ("rtsp://cam/live", "RTSP://10.0.0.1/t", "RTSP://10.0.0.1/t"), ("", "track1", "rtsp://asked/x/track1"),
        ("/live", "track1", "rtsp://asked/x/track1"),
    ])
    func controlsAreResolved(base: String, control: String, result: String) throws {
        let response = RTSPResponse(status: 200, reason: "", fields: [.init(name: "content-base", value: base)])
        let url = ControlURL(response, asked: try CameraURL("rtsp://asked/x"))
        expect(url.resolve(control), equals: result)
    }
}
