internal import Expectations
internal import HearthCameraMedia
internal import HearthHTTPDigest
@testable internal import HearthRTSP
internal import Testing

@Suite struct RTSPSessionTests {
    /// Plays the camera's end of a session.
    private struct Course {
        var session: RTSPSession
        var now = Duration.zero

        init(_ purpose: RTSPSession.Purpose = .play, password: String? = nil, url: String = "rtsp://cam/live") throws {
            let credentials = password.map { HTTPCredentials(user: "admin", password: $0) }
            session = RTSPSession(
                RTSPSettings(url: try CameraURL(url), credentials: credentials), purpose, origin: .zero,
                random: { [UInt8](repeating: 0xAB, count: $0) })
        }

        /// What follows from actions, in words.
        private func words(_ actions: [RTSPSession.Action]) -> [String] {
            actions.map { action in
                switch action {
                case .send(let bytes):
                    String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
                        .filter { !$0.hasPrefix("User-Agent") }.joined(separator: "|")
                case .parts(let parts): "\(parts.count) parts"
                case .described(let format): "described \(format.video?.codec ?? "-") \(format.audio?.codec ?? "-")"
                case .describedSpeaker(let formats): "plays \(formats.map(\.codec).joined(separator: " "))"
                case .playing: "playing"
                case .redirected(let url): "redirected to \(url.text)"
                case .failed(let error): "failed: \(error.code.rawValue)"
                }
            }
        }

        mutating func open() -> [String] { words(session.opened(now: now)) }

        mutating func answer(_ lines: String..., body: String = "") -> [String] {
            let length = body.isEmpty ? [] : ["Content-Length: \(body.utf8.count)"]
            let text = (["RTSP/1.0 " + (lines.first ?? "")] + lines.dropFirst() + length).joined(separator: "\r\n")
            return words(session.received(Array((text + "\r\n\r\n" + body).utf8), now: now))
        }

        mutating func send(_ bytes: [UInt8]) -> [String] { words(session.received(bytes, now: now)) }

        /// Time passes up to the next deadline.
        mutating func wait() throws -> [String] {
            now = try require(session.deadline)
            return words(session.timePassed(now: now))
        }

        /// Reaches the end of the course.
        mutating func play() throws {
            _ = open()
            _ = answer("200 OK", "CSeq: 1", "Public: DESCRIBE, GET_PARAMETER")
            _ = answer("200 OK", "CSeq: 2", body: RTSPSessionTests.video)
            _ = answer("200 OK", "CSeq: 3", "Session: 12;timeout=30", "Transport: RTP/AVP/TCP;interleaved=0-1")
            expect(answer("200 OK", "CSeq: 4"), equals: ["playing"])
        }
    }

    private static let video = "v=0\r\nm=video 0 RTP/AVP 96\r\na=rtpmap:96 H264/90000\r\na=control:track1\r\n"

    @Test func aStreamIsPlayed() throws {
        var course = try Course()
        expect(course.open(), equals: ["OPTIONS rtsp://cam/live RTSP/1.0|CSeq: 1"])
        expect(
            course.answer("200 OK", "CSeq: 1", "Public: OPTIONS, GET_PARAMETER"),
            equals: ["DESCRIBE rtsp://cam/live RTSP/1.0|CSeq: 2|Accept: application/sdp"])
        let body = Self.video + "m=audio 0 RTP/AVP 8\r\na=control:track2\r\n"
        expect(
            course.answer("200 OK", "CSeq: 2", "Content-Base: rtsp://cam/live/", body: body),
            equals: [
                "described - alaw",
                "SETUP rtsp://cam/live/track1 RTSP/1.0|CSeq: 3|Transport: RTP/AVP/TCP;unicast;interleaved=0-1",
            ])
        expect(
            course.answer("200 OK", "CSeq: 3", "Session: 12;timeout=30", "Transport: RTP/AVP/TCP;interleaved=4-5"),
            equals: [
                "SETUP rtsp://cam/live/track2 RTSP/1.0|CSeq: 4|Transport: RTP/AVP/TCP;unicast;interleaved=2-3|Session: 12"
            ])
        expect(
            course.answer("200 OK", "CSeq: 4", "Session: 12"),
            equals: ["PLAY rtsp://cam/live/ RTSP/1.0|CSeq: 5|Session: 12|Range: npt=0.000-"])
        expect(course.answer("200 OK", "CSeq: 5"), equals: ["playing"])
        // A keep-alive before half of the timeout, while the camera sends.
        for _ in 0..<2 {
            course.now += .seconds(7)
            let sound: [UInt8] = [0x80, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]
            expect(course.send([0x24, 2, 0, 13] + sound), equals: [])
            let picture: [UInt8] =
                [0x80, 96, 0, UInt8(course.now.components.seconds / 7)] + [UInt8](repeating: 0, count: 8)
            expect(course.send([0x24, 4, 0, 14] + picture + [0x09, 0xF0]), equals: [])
        }
        expect(try course.wait(), equals: ["GET_PARAMETER rtsp://cam/live/ RTSP/1.0|CSeq: 6|Session: 12"])
        expect(course.answer("200 OK", "CSeq: 6"), equals: [])
        expect(
            String(decoding: course.session.end(), as: UTF8.self).hasPrefix(
                "TEARDOWN rtsp://cam/live/ RTSP/1.0\r\nCSeq: 7"))
        expect(course.session.deadline == nil)
    }

    @Test func aPasswordIsProven() throws {
        var course = try Course(password: "secret")
        _ = course.open()
        expect(
            course.answer("200 OK", "CSeq: 1"),
            equals: ["DESCRIBE rtsp://cam/live RTSP/1.0|CSeq: 2|Accept: application/sdp"])
        let again = course.answer("401 Unauthorized", "CSeq: 2", #"WWW-Authenticate: Digest realm="cam", nonce="1""#)
        // As Python's hashlib computes it.
        expect(
            again,
            equals: [
                "DESCRIBE rtsp://cam/live RTSP/1.0|CSeq: 3|Authorization: Digest username=\"admin\", realm=\"cam\", "
                    + "nonce=\"1\", uri=\"rtsp://cam/live\", response=\"0ee0d5c65b72b9f65228875fcd94c726\""
                    + "|Accept: application/sdp"
            ])
        let next = course.answer("200 OK", "CSeq: 3", body: Self.video)
        expect(next.last?.contains("Authorization: Digest") ?? false)
        // The challenge has aged.
        let stale = #"WWW-Authenticate: Digest realm="cam", nonce="2", stale=true"#
        expect(course.answer("401 Unauthorized", "CSeq: 4", stale).first?.contains("nonce=\"2\"") ?? false)
    }

    @Test("A camera that refuses the password for ever gets it no third time")
    func refusalsEnd() throws {
        var course = try Course(password: "wrong")
        _ = course.open()
        let stale = #"WWW-Authenticate: Digest realm="cam", nonce="2", stale=true"#
        expect(course.answer("401 Unauthorized", "CSeq: 1", stale).count, equals: 1)
        expect(course.answer("401 Unauthorized", "CSeq: 2", stale).count, equals: 1)
        expect(course.answer("401 Unauthorized", "CSeq: 3", stale), equals: ["failed: wrongPassword"])
        expect(course.answer("200 OK", "CSeq: 3"), equals: [])
    }

    @Test(
        arguments: [
            (nil, #"Digest realm="cam", nonce="1""#, "needsPassword"), ("x", #"Basic realm="cam""#, "refused"),
            ("x", #"Digest realm="cam""#, "refused"),
        ] as [(String?, String, String)])
    func otherChallengesFail(password: String?, challenge: String, code: String) throws {
        var course = try Course(password: password)
        _ = course.open()
        expect(course.answer("401 No", "CSeq: 1", "WWW-Authenticate: \(challenge)"), equals: ["failed: \(code)"])
    }

    @Test func basicIsForTLS() throws {
        var course = try Course(password: "x", url: "rtsps://cam/live")
        _ = course.open()
        expect(
            course.answer("401 No", "CSeq: 1", "WWW-Authenticate: Basic realm=\"c\"").first?.contains("Basic ") ?? false
        )
    }

    @Test(arguments: [
        ("rtsp://cam:8554/other", "redirected to rtsp://cam:8554/other"), ("rtsp://127.0.0.1/live", "failed: refused"),
        ("rtsp://elsewhere/live", "failed: refused"), ("http://cam/live", "failed: invalidURL"),
    ])
    func redirectionsStayOnTheMachine(location: String, result: String) throws {
        var course = try Course()
        _ = course.open()
        _ = course.answer("200 OK", "CSeq: 1")
        expect(course.answer("302 Moved", "CSeq: 2", "Location: \(location)"), equals: [result])
    }

    @Test(arguments: [
        ("404 Not Found", "", "refused"), ("403 Forbidden", "", "forbidden"), ("503 Busy", "", "disconnected"),
        ("200 OK", "v=0\r\n", "notSupported"), ("200 OK", "m=video 0 RTP/AVP 26\r\n", "notSupported"),
        ("200 OK", "m=audio 0 RTP/AVP 0\r\n", "notSupported"),
    ])
    func descriptionsMayBeUseless(status: String, body: String, code: String) throws {
        var course = try Course()
        _ = course.open()
        _ = course.answer("200 OK", "CSeq: 1")
        expect(course.answer(status, "CSeq: 2", body: body), equals: ["failed: \(code)"])
    }

    @Test func aDescriptionEndsWhoOnlyAsks() throws {
        var course = try Course(.describe)
        _ = course.open()
        _ = course.answer("200 OK", "CSeq: 1")
        expect(course.answer("200 OK", "CSeq: 2", body: Self.video), equals: ["described - -"])
        expect(course.session.deadline == nil)
    }

    // MARK: - Talking

    private static let spoken =
        video + "a=recvonly\r\nm=audio 0 RTP/AVP 97 0 8\r\na=rtpmap:97 MPEG4-GENERIC/16000\r\n"
        + "a=control:talk\r\na=sendonly\r\n"

    @Test func theSpeakerIsDescribed() throws {
        for (answer, body, outcome) in [
            ("200 OK", Self.spoken, "plays ulaw alaw"), ("200 OK", Self.video, "plays "),
            ("551 Option not supported", "", "plays "), ("404 Not found", "", "failed: refused"),
        ] {
            var course = try Course(.describeSpeaker)
            _ = course.open()
            expect(
                course.answer("200 OK", "CSeq: 1"),
                equals: [
                    "DESCRIBE rtsp://cam/live RTSP/1.0|CSeq: 2|Accept: application/sdp|Require: "
                        + "www.onvif.org/ver20/backchannel"
                ])
            expect(course.answer(answer, "CSeq: 2", body: body), equals: [outcome])
            expectNil(course.session.deadline)
        }
    }

    /// Its track alone is asked for, with the demand in each request.
    @Test func whatIsSaidIsSent() throws {
        var course = try Course(.speak(AudioFormat(codec: "alaw", sampleRate: 8_000)))
        expectNil(course.session.say(SpokenPacket(time: 1, bytes: [1])))
        _ = course.open()
        _ = course.answer("200 OK", "CSeq: 1")
        let demand = "Require: www.onvif.org/ver20/backchannel"
        expect(
            course.answer("200 OK", "CSeq: 2", body: Self.spoken),
            equals: [
                "SETUP rtsp://cam/live/talk RTSP/1.0|CSeq: 3|Transport: RTP/AVP/TCP;unicast;interleaved=0-1|" + demand
            ])
        expect(
            course.answer("200 OK", "CSeq: 3", "Session: 7;timeout=20", "Transport: RTP/AVP/TCP;interleaved=4-5"),
            equals: ["PLAY rtsp://cam/live RTSP/1.0|CSeq: 4|Session: 7|Range: npt=0.000-|" + demand])
        expect(course.answer("200 OK", "CSeq: 4"), equals: ["playing"])
        let head: [UInt8] = [0x24, 4, 0, 14]
        expect(
            course.session.say(SpokenPacket(time: 258, bytes: [1, 2])),
            equals: head + [0x80, 0x88, 0xAB, 0xAB, 0, 0, 1, 2, 0xAB, 0xAB, 0xAB, 0xAB, 1, 2])
        expect(
            course.session.say(SpokenPacket(time: 260, bytes: [3, 4])),
            equals: head + [0x80, 8, 0xAB, 0xAC, 0, 0, 1, 4, 0xAB, 0xAB, 0xAB, 0xAB, 3, 4])
        expectNil(course.session.say(SpokenPacket(time: 1, bytes: [UInt8](repeating: 0, count: 70_000))))
        // A camera that only listens is silent.
        expect(try course.wait().first?.hasPrefix("OPTIONS"), equals: true)
        expect(course.now, equals: .seconds(10))
        expect(String(decoding: course.session.end(), as: UTF8.self).hasPrefix("TEARDOWN"))
    }

    @Test(arguments: [
        ("551 Option not supported", "", "notSupported"), ("200 OK", video, "notSupported"),
        ("200 OK", video + "m=audio 0 RTP/AVP 0\r\na=sendonly\r\n", "notSupported"),
    ])
    func aCameraMayHaveNoSpeaker(_ answer: String, _ body: String, _ code: String) throws {
        var course = try Course(.speak(AudioFormat(codec: "alaw", sampleRate: 8_000)))
        _ = course.open()
        _ = course.answer("200 OK", "CSeq: 1")
        expect(course.answer(answer, "CSeq: 2", body: body), equals: ["failed: \(code)"])
    }

    @Test func aRefusedSpeakerIsTold() throws {
        var course = try Course(.speak(AudioFormat(codec: "ulaw", sampleRate: 8_000)))
        _ = course.open()
        _ = course.answer("200 OK", "CSeq: 1")
        _ = course.answer("200 OK", "CSeq: 2", body: Self.spoken)
        expect(course.answer("453 Not Enough Bandwidth", "CSeq: 3"), equals: ["failed: disconnected"])
    }

    @Test func soundMayBeRefused() throws {
        var course = try Course()
        _ = course.open()
        _ = course.answer("454 Odd", "CSeq: 1")
        _ = course.answer("200 OK", "CSeq: 2", body: Self.video + "m=audio 0 RTP/AVP 8\r\n")
        _ = course.answer("200 OK", "CSeq: 3", "Session: 12")
        expect(course.answer("461 Unsupported", "CSeq: 4").first?.hasPrefix("PLAY") ?? false)
    }

    @Test(arguments: [
        (["461 Unsupported transport"], "refused"), (["200 OK"], "malformed"),
        (["200 OK", "Session: 1", "Transport: RTP/AVP;unicast;client_port=1-2"], "notSupported"),
        (["200 OK", "Session: \(String(repeating: "a", count: 300))"], "malformed"),
    ])
    func picturesMayBeRefused(lines: [String], code: String) throws {
        var course = try Course()
        _ = course.open()
        _ = course.answer("200 OK", "CSeq: 1")
        _ = course.answer("200 OK", "CSeq: 2", body: Self.video)
        let text = "RTSP/1.0 " + (lines + ["CSeq: 3"]).joined(separator: "\r\n") + "\r\n\r\n"
        expect(course.send(Array(text.utf8)), equals: ["failed: \(code)"])
    }

    @Test func silentCamerasAreGone() throws {
        for answers in 0..<4 {
            var course = try Course()
            _ = course.open()
            if answers > 0 { _ = course.answer("200 OK", "CSeq: 1") }
            if answers > 1 { _ = course.answer("200 OK", "CSeq: 2", body: Self.video) }
            if answers > 2 { _ = course.answer("200 OK", "CSeq: 3", "Session: 1") }
            expect(try course.wait(), equals: ["failed: timedOut"], "after \(answers) answers")
            expect(course.now, equals: .seconds(10))
        }
        var course = try Course()
        try course.play()
        expect(try course.wait(), equals: ["failed: timedOut"])
    }

    @Test func camerasWithoutKeyPicturesAreTold() throws {
        var course = try Course()
        try course.play()
        var last: [String] = []
        for number in 0..<10 where last.isEmpty || last.first?.hasPrefix("GET") ?? false {
            let packet: [UInt8] = [0x80, 0xE0, 0, UInt8(number), 0, 0, 0, UInt8(number), 0, 0, 0, 0, 0x41, 0x9A, 1]
            expect(course.send([0x24, 0, 0, UInt8(packet.count)] + packet), equals: [])
            course.now += .seconds(5)
            last = course.session.deadline.map { $0 <= course.now } ?? false ? try course.wait() : []
        }
        expect(last, equals: ["failed: notSupported"])
    }

    @Test func requestsOfTheCameraAreRefused() throws {
        var course = try Course()
        try course.play()
        expect(
            course.send(Array("ANNOUNCE rtsp://x RTSP/1.0\r\nCSeq: 7\r\n\r\n".utf8)),
            equals: ["RTSP/1.0 501 Not Implemented|CSeq: 7"])
        expect(course.answer("454 Session Not Found", "CSeq: 4"), equals: [])
    }
}
