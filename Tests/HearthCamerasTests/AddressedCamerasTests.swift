internal import Expectations
internal import HearthCameraMedia
@testable internal import HearthCameras
internal import HearthEventLoop
internal import HearthTraitCore
internal import ProcessTestSupport
internal import Synchronization
internal import Testing

/// Cameras at addresses that a hub names, played by programs of ours.
@Suite(.timeLimit(.minutes(5))) struct AddressedCamerasTests {
    private static let pictures = PythonProgram(
        lines: """
            import http.server
            count = 0
            class Camera(http.server.BaseHTTPRequestHandler):
                def do_GET(self):
                    global count
                    count += 1
                    body = bytes.fromhex("ffd8ffc0000b0801680280010111 00ffd9")
                    self.send_response(200 if self.path == "/picture" else 401)
                    if self.path != "/picture":
                        self.send_header("WWW-Authenticate", f'Digest realm="c", nonce="{count}"')
                    self.send_header("Content-Length", str(len(body)))
                    self.end_headers()
                    self.wfile.write(body)
                    print("asked", count, flush=True)
                def log_message(self, *words):
                    pass
            server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Camera)
            print(server.server_port, flush=True)
            server.serve_forever()
            """)

    private static let camera = PythonProgram("rtsp_camera.py", in: "Integrations", needs: [])

    private func cameras(_ say: @escaping @Sendable (String) -> Void = { _ in }) throws -> AddressedCameras {
        AddressedCameras(
            loop: try EventLoop.shared.get(), failures: CameraFailures(say: say), decoder: PictureDecoder())
    }

    @Test(.enabled(if: pictures.isInstalled, "skipped: Python is not installed"))
    func aPictureIsAStreamOfOneUnit() async throws {
        let program = try Self.pictures.start()
        let port = try require(await program.line { UInt16($0) != nil })
        let viewer = try await cameras().open(CameraAddress(url: "http://127.0.0.1:\(port)/picture"))
        var parts: [CameraPart] = []
        for try await part in viewer { parts.append(part) }
        expect(
            parts.first, equals: .format(CameraFormat(video: VideoFormat(codec: "jpeg", width: 640, height: 360))))
        expect(parts.count, equals: 2)
    }

    @Test(
        "A picture of a stream is decoded, and the stream is opened for it",
        .enabled(if: camera.isInstalled && PictureDecoder.isInstalled, "skipped: Python or ffmpeg is not installed"))
    func aStreamGivesAPicture() async throws {
        let program = try Self.camera.start([""] + KeyPicture.ofLoop(.sub).payloads)
        let port = try require(await program.line { UInt16($0) != nil })
        let cameras = try cameras()
        for _ in 0..<2 {
            let viewer = try await cameras.open(CameraAddress(url: "rtsp://127.0.0.1:\(port)/live", isStill: true))
            var parts: [CameraPart] = []
            for try await part in viewer { parts.append(part) }
            expect(
                parts.first, equals: .format(CameraFormat(video: VideoFormat(codec: "jpeg", width: 320, height: 180))))
            expect(parts.count, equals: 2)
        }
        // Both by one connection.
        try await program.write(Array("clients\n".utf8))
        expect(await program.line { $0 == "1" }, equals: "1")
        // No viewer keeps it.
        expect(cameras.dropIdle(at: .now + .seconds(40 * 60)), equals: false)
    }

    @Test(.enabled(if: pictures.isInstalled, "skipped: Python is not installed"))
    func idlePasswordsAreForgotten() async throws {
        let program = try Self.pictures.start()
        let port = try require(await program.line { UInt16($0) != nil })
        let cameras = try cameras()
        _ = try await cameras.open(CameraAddress(url: "http://127.0.0.1:\(port)/picture"))
        expect(cameras.dropIdle(at: .now + .seconds(35 * 60)))
        expect(cameras.dropIdle(at: .now + .seconds(40 * 60)), equals: false)
    }

    @Test(
        "A refused password is not tried again soon, and another one at once",
        .enabled(if: pictures.isInstalled, "skipped: Python is not installed"))
    func refusedPasswordsAreNotRepeated() async throws {
        let program = try Self.pictures.start()
        let port = try require(await program.line { UInt16($0) != nil })
        let said = Mutex<[String]>([])
        let cameras = try cameras { text in said.withLock { $0.append(text) } }
        func take(_ password: String) async -> HomeError? {
            await expect(throws: HomeError.self) {
                try await cameras.open(
                    CameraAddress(url: "http://127.0.0.1:\(port)/closed", user: "admin", password: password))
            }
        }
        let first = await take("wrong")
        expect(first?.code, equals: .failedPrecondition)
        expect(first?.message, equals: "the camera gave no picture; hearth-cameras says the reason in its log")
        _ = await take("wrong")
        // The stream has the same login.
        let stream = await expect(throws: HomeError.self) {
            try await cameras.open(
                CameraAddress(url: "rtsp://127.0.0.1:\(port)/live", user: "admin", password: "wrong"))
        }
        expect(
            stream?.message, equals: "the camera does not give its stream; hearth-cameras says the reason in its log")
        _ = await take("other")
        // Two requests for each password: without a proof, and with one.
        expect(await program.line { $0 == "asked 4" }, equals: "asked 4")
        expect(
            said.withLock(\.self),
            equals: ["127.0.0.1:\(port): the camera refuses the user or the password; correct user and password"])
    }

    @Test func whatCanNotBeReachedIsSaidWithoutAnAddress() async throws {
        for url in ["rtsp://127.0.0.1:1/live", "http://127.0.0.1:1/picture", "file:///etc/passwd"] {
            for isStill in [false, true] {
                let error = await expect(throws: HomeError.self) {
                    try await cameras().open(CameraAddress(url: url, isStill: isStill))
                }
                expect(error?.message.contains("127.0.0.1") ?? true, equals: false)
            }
        }
    }
}
