internal import Expectations
internal import HearthBase
internal import HearthCameraMedia
internal import HearthEventLoop
internal import HearthHTTPDigest
@testable internal import HearthRTSP
internal import ProcessTestSupport
internal import Synchronization
internal import Testing

/// Streams of a camera that a program of ours plays.
@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct CameraStreamTests {
    private static let camera = PythonProgram("rtsp_camera.py", in: "Integrations", needs: [])
    private static let key: [UInt8] = [0x65, 0x88, 1, 2, 3]

    /// Starts a camera; returns it with a stream of it.
    private func start(
        cameraPassword: String = "", password: String? = nil, picture: [UInt8] = key,
        viewersChanged: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> (ChildProcess, CameraStream) {
        let payloads = [SampleSets.h264(40, 30), SampleSets.h264Picture(), picture].map { hex($0) }
        let program = try Self.camera.start([cameraPassword] + payloads)
        let port = try require(await program.line { UInt16($0) != nil })
        let credentials = password.map { HTTPCredentials(user: "admin", password: $0) }
        let settings = RTSPSettings(url: try CameraURL("rtsp://127.0.0.1:\(port)/live"), credentials: credentials)
        let stream = try CameraStream(settings, loop: try EventLoop.shared.get(), viewersChanged: viewersChanged)
        // The camera lasts as long as its test.
        atEnd {
            stream.stop()
            withExtendedLifetime(program) {}
        }
        return (program, stream)
    }

    private func firstParts(_ viewer: CameraViewer) async throws -> [String] {
        var parts: [String] = []
        for try await part in viewer {
            switch part {
            case .format(let format): parts.append("\(format.video?.codec ?? "-") \(format.video?.width ?? 0)")
            case .unit(let unit): parts.append("\(unit.isKey) \(unit.bytes)")
            }
            if parts.count == 2 { break }
        }
        return parts
    }

    @Test(.enabled(if: camera.isInstalled, "skipped: Python is not installed"), arguments: ["", "secret"])
    func viewersShareAConnection(password: String) async throws {
        let (camera, stream) = try await start(cameraPassword: password, password: password.isEmpty ? nil : password)
        let viewers = try await [stream.open(), stream.open(), stream.open()]
        for viewer in viewers {
            expect(
                try await firstParts(viewer), equals: ["avc1.42C01F 640", "true \([0, 0, 0, 5] + Self.key)"])
        }
        try await camera.write(Array("clients\n".utf8))
        expect(await camera.line { $0 == "1" }, equals: "1")
    }

    @Test(
        "A key picture opens the stream, and is no viewer",
        .enabled(if: camera.isInstalled, "skipped: Python is not installed")
    )
    func keyPicturesAreTaken() async throws {
        let counts = Mutex<[Int]>([])
        let (camera, stream) = try await start { count in counts.withLock { $0.append(count) } }
        for _ in 0..<2 {
            let picture = try await stream.keyPicture(within: .seconds(60))
            expect(picture?.format.width, equals: 640)
            expect(picture?.unit.bytes, equals: [0, 0, 0, 5] + Self.key)
        }
        try await camera.write(Array("clients\n".utf8))
        expect(await camera.line { $0 == "1" }, equals: "1")
        expect(counts.withLock(\.self), equals: [])
    }

    @Test(.enabled(if: camera.isInstalled, "skipped: Python is not installed"))
    func aStreamWithoutKeyPicturesGivesNone() async throws {
        let (_, stream) = try await start(picture: [0x41, 0x9A, 1, 2, 3])
        expectNil(try await stream.keyPicture(within: .milliseconds(500)))
    }

    @Test(.enabled(if: camera.isInstalled, "skipped: Python is not installed"))
    func wrongPasswordsAreTold() async throws {
        let (camera, stream) = try await start(cameraPassword: "secret", password: "wrong")
        for _ in 0..<2 {
            let error = await expect(throws: RTSPError.self) { try await stream.open() }
            expect(error?.code, equals: .wrongPassword)
        }
        let error = await expect(throws: RTSPError.self) { try await stream.describe() }
        let picture = await expect(throws: RTSPError.self) { try await stream.keyPicture(within: .seconds(60)) }
        expect((error?.code, picture?.code), are: (.wrongPassword, .wrongPassword))
        // Cameras lock out users after some wrong passwords.
        try await camera.write(Array("refused\n".utf8))
        expect(await camera.line { $0.hasPrefix("refused") }, equals: "refused 1")
    }

    @Test(.enabled(if: camera.isInstalled, "skipped: Python is not installed"))
    func viewersOutliveAConnection() async throws {
        let (camera, stream) = try await start()
        let viewer = try await stream.open()
        var times: [Int64] = []
        for try await case .unit(let unit) in viewer {
            times.append(unit.time)
            // No other picture may come before the connection ends.
            if times.count == 1 { try await camera.write(Array("drop\n".utf8)) }
            // The stream's time continues on the next connection, which begins half a second later at least.
            if let before = times.dropLast().last, unit.time - before > 400_000 { break }
        }
        expect(times, equals: times.sorted())
    }

    @Test(.enabled(if: camera.isInstalled, "skipped: Python is not installed"))
    func camerasDescribeTheirStreams() async throws {
        let (camera, stream) = try await start()
        expect(try await stream.describe(), equals: CameraFormat())
        try await camera.write(Array("clients\n".utf8))
        expect(await camera.line { $0 == "0" }, equals: "0")
    }

    @Test(.enabled(if: camera.isInstalled, "skipped: Python is not installed"), arguments: ["", "secret"])
    func aPersonTalksThroughTheCamera(password: String) async throws {
        let (camera, stream) = try await start(cameraPassword: password, password: password.isEmpty ? nil : password)
        let viewer = try await stream.open()
        let format = AudioFormat(codec: "ulaw", sampleRate: 8_000)
        try await expect(stream.speakerFormats(), equals: [format])
        let speaker = try await stream.openSpeaker(format) { $0 }
        for number in 1...3 { speaker.play(SpokenPacket(time: UInt32(number), bytes: [UInt8(number), 0xFF])) }
        let heard = "heard 01ff02ff03ff"
        expect(await camera.line { $0 == heard }, equals: heard)
        expect(!speaker.isOver)
        speaker.end()
        try await until { speaker.isOver }
        expect(speaker.failure == nil)
        // The stream that others watch goes on.
        expect(try await firstParts(viewer).count, equals: 2)
    }

    @Test(.enabled(if: camera.isInstalled, "skipped: Python is not installed"))
    func aSpeakerThatTheCameraEndsIsOver() async throws {
        let (camera, stream) = try await start()
        let speaker = try await stream.openSpeaker(AudioFormat(codec: "ulaw", sampleRate: 8_000)) { $0 }
        try await camera.write(Array("drop\n".utf8))
        try await until { speaker.isOver }
        expect((speaker.failure as? RTSPError)?.code, equals: .disconnected)
        let error = await expect(throws: RTSPError.self) {
            try await stream.openSpeaker(AudioFormat(codec: "alaw", sampleRate: 8_000)) { $0 }
        }
        expect(error?.code, equals: .notSupported)
    }

    @Test func missingCamerasAreTold() async throws {
        let settings = RTSPSettings(url: try CameraURL("rtsp://127.0.0.1:1/live"))
        let stream = try CameraStream(settings, loop: try EventLoop.shared.get())
        let error = await expect(throws: RTSPError.self) { try await stream.open() }
        expect(error?.code, equals: .unreachable)
    }

    @Test func whoHasGivenUpAsksNoCamera() async throws {
        let settings = RTSPSettings(url: try CameraURL("rtsp://127.0.0.1:1/live"))
        let stream = try CameraStream(settings, loop: try EventLoop.shared.get())
        let waiting = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try await stream.open()
        }
        await expect(throws: CancellationError.self) { try await waiting.value }
    }

    @Test(.enabled(if: camera.isInstalled, "skipped: Python is not installed"))
    func whoGivesUpWaitsNoLonger() async throws {
        let (_, stream) = try await start()
        let waiting = Task { try await stream.open() }
        waiting.cancel()
        // Either the cancellation or the stream comes first.
        _ = try? await waiting.value
        stream.stop()
    }
}
