internal import Expectations
@testable internal import HearthCameras
internal import HearthDeviceBehaviors
internal import HearthEventLoop
internal import HearthHTTPDigest
internal import HearthRTSP
internal import HearthTraitCore
internal import ProcessTestSupport
internal import Testing

/// Pictures of a camera that a program of ours plays.
@Suite(.timeLimit(.minutes(5))) struct CameraPicturesTests {
    private static let camera = PythonProgram(
        lines: """
            import base64, http.server
            class Camera(http.server.BaseHTTPRequestHandler):
                def do_GET(self):
                    is_good = self.headers["Authorization"] == "Basic " + base64.b64encode(b"admin:secret").decode()
                    self.send_response(200 if is_good else 401)
                    if not is_good:
                        self.send_header("WWW-Authenticate", 'Basic realm="camera"')
                    body = bytes.fromhex("ffd8ffc0000b0801680280010111 00ffd9") if is_good else b""
                    self.send_header("Content-Length", str(len(body)))
                    self.end_headers()
                    self.wfile.write(body)
                def log_message(self, *words):
                    pass
            server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Camera)
            print(server.server_port, flush=True)
            server.serve_forever()
            """)

    /// The pictures of a camera at its own URL, whose stream can't be decoded.
    private func pictures(port: String, password: String, allowsBasic: Bool = true) throws -> DevicePictures {
        let loop = try EventLoop.shared.get()
        let settings = RTSPSettings(
            url: try CameraURL("http://127.0.0.1:\(port)/picture", schemes: [.http]),
            credentials: HTTPCredentials(user: "admin", password: password), allowsBasic: allowsBasic)
        let stream = try CameraStream(RTSPSettings(url: try CameraURL("rtsp://127.0.0.1:1/live")), loop: loop)
        let streamed = StreamedPictures(
            stream: stream, login: CameraLogin(), id: "porch", name: "Porch",
            decoder: PictureDecoder(files: ["/nowhere/ffmpeg"]), failures: CameraFailures { _ in })
        return DevicePictures(
            name: "Porch", own: try CameraPictures(settings, login: CameraLogin(), loop: loop), streamed: streamed)
    }

    @Test(.enabled(if: camera.isInstalled, "skipped: Python is not installed"))
    func picturesAreTaken() async throws {
        let program = try Self.camera.start()
        let port = try require(await program.line { UInt16($0) != nil })
        let picture = try await pictures(port: port, password: "secret").takePicture()
        expect([picture.width, picture.height], equals: [640, 360])
        let error = await expect(throws: TraitError.self) {
            try await pictures(port: port, password: "wrong").takePicture()
        }
        // Guests get it, so it does not say how the password is wrong.
        expect(
            error?.message,
            equals: "Porch: the camera gave no picture; hearth-cameras says the reason in its log")
    }

    @Test(
        "Where the camera gives no picture at its URL, its stream is tried",
        .enabled(if: camera.isInstalled, "skipped: Python is not installed"))
    func theStreamIsTried() async throws {
        let program = try Self.camera.start()
        let port = try require(await program.line { UInt16($0) != nil })
        // A password is not sent in clear text.
        let error = await expect(throws: TraitError.self) {
            try await pictures(port: port, password: "secret", allowsBasic: false).takePicture()
        }
        expect(error?.message.hasPrefix("Porch: the camera gives no picture of its own, and ") ?? false)
    }

    @Test func missingCamerasAreTold() async throws {
        let error = await expect(throws: TraitError.self) {
            try await pictures(port: "1", password: "").takePicture()
        }
        expect(error?.status, equals: .timeout)
        expect(error?.message.contains("127.0.0.1") ?? true, equals: false)
    }
}
