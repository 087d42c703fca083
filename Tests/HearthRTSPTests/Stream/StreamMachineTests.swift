internal import Expectations
internal import HearthCameraMedia
@testable internal import HearthRTSP
internal import Testing

@Suite struct StreamMachineTests {
    /// Plays the camera's and the viewers' ends of a stream.
    private struct Course {
        var machine: StreamMachine
        var now = Duration.zero
        private var sequence = 0

        init(_ purpose: RTSPSession.Purpose = .play) throws {
            machine = StreamMachine(
                RTSPSettings(url: try CameraURL("rtsp://cam/live")), purpose,
                random: { [UInt8](repeating: 0, count: $0) }
            )
        }

        func words(_ actions: [StreamMachine.Action]) -> [String] {
            actions.map { action in
                switch action {
                case .open(let url): "open \(url.text)"
                case .send(let bytes): String(decoding: bytes.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)
                case .close: "close"
                case .parts(let parts): "\(parts.count) parts"
                case .described: "described"
                case .describedSpeaker(let formats): "plays \(formats.map(\.codec).joined(separator: " "))"
                case .began: "began"
                case .ended(let error): "ended" + (error.map { ": \($0.code.rawValue)" } ?? "")
                }
            }
        }

        mutating func start(viewers: Int = 1) -> [String] {
            let actions = machine.start(now: now)
            machine.viewersChanged(to: viewers, now: now)
            return words(actions)
        }

        mutating func answer(_ lines: String...) -> [String] {
            let text = "RTSP/1.0 " + lines.joined(separator: "\r\n") + "\r\n\r\n"
            return words(machine.received(Array(text.utf8), now: now))
        }

        /// Plays after the connection was opened; returns what follows from a key picture.
        mutating func play() -> [String] {
            _ = machine.opened(now: now)
            _ = answer("200 OK")
            let video = "m=video 0 RTP/AVP 96\r\na=rtpmap:96 H264/90000\r\n"
            _ = words(
                machine.received(
                    Array("RTSP/1.0 200 OK\r\nContent-Length: \(video.count)\r\n\r\n\(video)".utf8), now: now))
            _ = answer("200 OK", "Session: 1")
            return answer("200 OK")
        }

        /// The camera sends a picture, in a packet of parameter sets and one of the picture.
        mutating func picture() -> [String] {
            var bytes: [UInt8] = []
            let (set, other) = (SampleSets.h264(40, 30), SampleSets.h264Picture())
            let sets = [0x78, 0, UInt8(set.count)] + set + [0, UInt8(other.count)] + other
            for payload in [sets, [0x65, 0x88, 1]] {
                bytes += [0x24, 0, 0, UInt8(payload.count + 12), 0x80, 0xE0, 0, UInt8(sequence)]
                bytes += [UInt8](repeating: 0, count: 8) + payload
                sequence += 1
            }
            return words(machine.received(bytes, now: now))
        }

        mutating func close() -> [String] {
            words(machine.closed(RTSPError(.disconnected, "closed", wayOut: ""), now: now))
        }

        /// Time passes up to the next deadline.
        mutating func wait() throws -> [String] {
            now = try require(machine.deadline)
            return words(machine.timePassed(now: now))
        }
    }

    @Test func theConnectionOutlivesItsLastViewer() throws {
        var course = try Course()
        expect(course.start(), equals: ["open rtsp://cam/live"])
        expect(course.play(), equals: ["began"])
        expect(course.picture(), equals: ["2 parts"])
        expect(course.start(viewers: 8), equals: [])
        expect(course.machine.canWatch)
        course.machine.viewersChanged(to: 0, now: course.now)
        for second in 1...29 {
            course.now = .seconds(second)
            _ = course.picture()
        }
        expect(course.machine.canWatch)
        // A keep-alive is due before.
        while course.now < .seconds(30) { _ = try course.wait() }
        expect(course.machine.canWatch, equals: false)
        expect(course.machine.deadline == nil)
    }

    /// Also without a viewer.
    @Test func aSpeakerThatIsLostIsTold() throws {
        var course = try Course(.speak(AudioFormat(codec: "ulaw", sampleRate: 8_000)))
        _ = course.machine.start(now: .zero)
        _ = course.machine.opened(now: .zero)
        _ = course.answer("200 OK")
        let speaker = "m=audio 0 RTP/AVP 0\r\na=sendonly\r\n"
        let head = "RTSP/1.0 200 OK\r\nContent-Length: \(speaker.utf8.count)\r\n\r\n"
        _ = course.machine.received(Array((head + speaker).utf8), now: .zero)
        _ = course.answer("200 OK", "Session: 1")
        expect(course.answer("200 OK"), equals: ["began"])
        let packet = SpokenPacket(time: 1, bytes: [1])
        expect(course.machine.say(packet).count, equals: 1)
        expect(course.close(), equals: ["close", "ended: disconnected"])
        expect(course.machine.say(packet).count, equals: 0)
    }

    @Test func theEndTellsTheCamera() throws {
        var course = try Course()
        _ = course.start()
        _ = course.play()
        expect(course.words(course.machine.stop()), equals: ["TEARDOWN", "close", "ended"])
        expect(course.words(course.machine.stop()), equals: [])
    }

    @Test("A stream that has begun is connected again, with growing pauses up to a minute")
    func lostConnectionsAreMadeAgain() throws {
        var course = try Course()
        _ = course.start()
        _ = course.play()
        _ = course.picture()
        var attempts: [Duration] = []
        expect(course.close(), equals: ["close"])
        while true {
            let words = try course.wait()
            expect(words, equals: ["open rtsp://cam/live"])
            attempts.append(course.now)
            if attempts.count == 4 { break }
            expect(course.close(), equals: ["close"])
        }
        expect(
            attempts, equals: [.milliseconds(500), .milliseconds(1_500), .milliseconds(3_500), .milliseconds(7_500)])
        expect(course.play(), equals: ["began"])
        _ = course.picture()
        expect(course.close(), equals: ["close"])
        expect(try course.wait(), equals: ["open rtsp://cam/live"])
        expect(course.now, equals: .seconds(8))
        course.now += .seconds(60)
        expect(course.close(), equals: ["close", "ended: disconnected"])
    }

    @Test func firstFailuresAreTold() throws {
        var course = try Course()
        _ = course.start()
        expect(course.close(), equals: ["close", "ended: disconnected"])
        // Attempts can't pile up.
        expect(course.start(), equals: ["ended: disconnected"])
        course.now += .seconds(1)
        expect(course.start(), equals: ["open rtsp://cam/live"])
        expect(try course.wait(), equals: ["close", "ended: unreachable"])
    }

    @Test func wrongPasswordsAreNotRepeated() throws {
        var course = try Course()
        _ = course.start()
        _ = course.machine.opened(now: course.now)
        expect(course.answer("401 No"), equals: ["close", "ended: needsPassword"])
        course.now += .seconds(29)
        expect(course.start(), equals: ["ended: needsPassword"])
        course.now += .seconds(1)
        expect(course.start(), equals: ["open rtsp://cam/live"])
    }

    @Test("The pause after a refused password doubles from 30 s to 30 min; a camera that plays ends it")
    func refusedPasswordsPauseLonger() throws {
        var course = try Course()
        func refuse() {
            expect(course.start(), equals: ["open rtsp://cam/live"])
            _ = course.machine.opened(now: course.now)
            _ = course.answer("200 OK")
            expect(course.answer("403 No"), equals: ["close", "ended: forbidden"])
        }
        for pause in [30, 60, 120, 240, 480, 960, 1_800, 1_800] {
            refuse()
            course.now += .seconds(pause) - .milliseconds(1)
            expect(course.start(), equals: ["ended: forbidden"])
            course.now += .milliseconds(1)
        }
        _ = course.start()
        expect(course.play(), equals: ["began"])
        _ = course.machine.stop()
        refuse()
        course.now += .seconds(30)
        expect(course.start(), equals: ["open rtsp://cam/live"])
    }

    @Test func refusedQuestionsCountForTheStream() throws {
        var course = try Course()
        course.machine.asked(RTSPError(.wrongPassword, "refused", wayOut: ""), now: course.now)
        expect(course.start(), equals: ["ended: wrongPassword"])
        expect(course.machine.failure(at: .seconds(29))?.code, equals: .wrongPassword)
        expectNil(course.machine.failure(at: .seconds(30)))
    }

    @Test func whoComesAfterALossWaits() throws {
        var course = try Course()
        _ = course.start()
        _ = course.play()
        _ = course.picture()
        expect(course.machine.canWatch)
        expect(course.close(), equals: ["close"])
        expect(course.machine.canWatch, equals: false)
        expect(course.start(viewers: 2), equals: [])
        expect(try course.wait(), equals: ["open rtsp://cam/live"])
        expect(course.machine.canWatch, equals: false)
        expect(course.play(), equals: ["began"])
        expect(course.machine.canWatch)
    }

    @Test func redirectionsAreFollowedThreeTimes() throws {
        var course = try Course()
        _ = course.start()
        for number in 1...3 {
            _ = course.machine.opened(now: course.now)
            _ = course.answer("200 OK")
            expect(course.answer("301 Moved", "Location: rtsp://cam/\(number)"), equals: ["open rtsp://cam/\(number)"])
        }
        _ = course.machine.opened(now: course.now)
        _ = course.answer("200 OK")
        expect(course.answer("301 Moved", "Location: rtsp://cam/4"), equals: ["close", "ended: refused"])
    }

    @Test func descriptionsEndAtOnce() throws {
        var course = try Course(.describe)
        _ = course.start()
        _ = course.machine.opened(now: course.now)
        _ = course.answer("200 OK")
        let video = "m=video 0 RTP/AVP 96\r\na=rtpmap:96 H264/90000\r\n"
        let answer = "RTSP/1.0 200 OK\r\nContent-Length: \(video.count)\r\n\r\n\(video)"
        expect(
            course.words(course.machine.received(Array(answer.utf8), now: course.now)),
            equals: ["described", "close", "ended"])
    }
}
