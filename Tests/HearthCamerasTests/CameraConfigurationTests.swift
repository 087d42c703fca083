internal import Expectations
internal import HearthCameras
internal import HearthHTTPDigest
internal import HearthRTSP
internal import Testing

@Suite struct CameraConfigurationTests {
    private func read(_ text: String) throws -> [CameraEntry] {
        try CameraConfiguration(
            Array(text.utf8), readFile: { ["front.password": "s3cret\n", "empty": "\ns3cret"][$0] },
            variable: { ["BACK": "hidden", "EMPTY": ""][$0] }
        ).cameras
    }

    @Test func camerasAreRead() throws {
        var front = CameraEntry(id: "front", name: "Front Door", main: try CameraURL("rtsp://10.0.0.7/main"))
        front.room = "Porch"
        front.sub = try CameraURL("rtsp://10.0.0.7/sub")
        front.picture = try CameraURL("https://10.0.0.7/picture.jpg", schemes: [.https])
        front.credentials = HTTPCredentials(user: "admin", password: "s3cret")
        front.allowsBasic = true
        front.publicKeySHA256 = [UInt8](repeating: 0xAB, count: 32)
        var back = CameraEntry(id: "back", name: "back", main: try CameraURL("rtsps://cam/"))
        back.credentials = HTTPCredentials(user: "u", password: "hidden")
        expect(
            try read(
                """
                {"cameras": [
                  {"id": "front", "name": "Front Door", "room": "Porch", "url": "rtsp://10.0.0.7/main",
                   "subUrl": "rtsp://10.0.0.7/sub", "snapshotUrl": "https://10.0.0.7/picture.jpg", "user": "admin",
                   "passwordFile": "front.password", "allowBasic": true,
                   "publicKey": "\(String(repeating: "aB", count: 32))"},
                  {"id": "back", "url": "rtsps://cam/", "user": "u", "passwordVariable": "BACK"}]}
                """), equals: [front, back])
    }

    @Test(arguments: [
        "", "[]", "{}", #"{"cameras": {}}"#, #"{"cameras": [{"url": "rtsp://cam/"}]}"#, #"{"cameras": [{"id": "a"}]}"#,
        #"{"cameras": [{"id": "a b", "url": "rtsp://cam/"}]}"#, #"{"cameras": [{"id": "a", "url": "http://cam/"}]}"#,
        #"{"cameras": [{"id": "a", "url": "rtsp://u:s3cret@cam/"}]}"#,
        #"{"cameras": [{"id": "a", "url": "rtsp://cam/", "password": "s3cret"}]}"#,
        #"{"cameras": [{"id": "a", "url": "rtsp://cam/", "user": "u", "passwordFile": "other"}]}"#,
        #"{"cameras": [{"id": "a", "url": "rtsp://cam/", "user": "u", "passwordVariable": "OTHER"}]}"#,
        #"{"cameras": [{"id": "a", "url": "rtsp://cam/", "user": "u"}]}"#,
        #"{"cameras": [{"id": "a", "url": "rtsp://cam/", "passwordFile": "front.password"}]}"#,
        #"{"cameras": [{"id": "a", "url": "rtsp://cam/", "passwordVariable": "BACK"}]}"#,
        #"{"cameras": [{"id": "a", "url": "rtsp://cam/", "user": "u", "passwordFile": "empty"}]}"#,
        #"{"cameras": [{"id": "a", "url": "rtsp://cam/", "user": "u", "passwordVariable": "EMPTY"}]}"#,
        #"""
        {"cameras": [{"id": "a", "url": "rtsp://cam/", "user": "u", "passwordFile": "front.password",
        "passwordVariable": "BACK"}]}
        """#,
        #"{"cameras": [{"id": "a", "url": "rtsp://cam/", "allowBasic": "true"}]}"#,
        #"{"cameras": [{"id": "a", "url": "rtsp://cam/", "publicKey": "ab"}]}"#,
        #"{"cameras": [{"id": "a", "url": "rtsp://cam/", "snapshotUrl": "file:///etc/passwd"}]}"#,
        #"{"cameras": [{"id": "a", "url": "rtsp://cam/"}, {"id": "a", "url": "rtsp://cam/"}]}"#,
        #"{"cameras": [{"id": "a", "url": 7}]}"#,
    ])
    func mistakesAreNamed(text: String) {
        let error = expect(throws: CamerasError.self) { try read(text) }
        expect(error?.code, equals: .configuration)
        expect(error.map { !"\($0)".contains("s3cret") } ?? false)
    }

    @Test func passwordsAreNotPrinted() throws {
        let text = #"{"cameras": [{"id": "a", "url": "rtsp://cam/", "user": "u", "passwordVariable": "BACK"}]}"#
        expect(!String(reflecting: try read(text)).contains("hidden"))
    }

    @Test func optionsAreRead() throws {
        let words = ["play", "Front Door", "--small", "--config", "c.json", "--hub", "unix:/run/h"]
        let options = try ProgramOptions(words)
        expect(options.purpose, equals: .play(camera: "Front Door", isSmall: true))
        expect(
            [options.configuration ?? "-", options.hub, options.identity ?? "-"],
            equals: ["c.json", "unix:/run/h", "-"])
        expect(try ProgramOptions(["--config", "c"]).purpose, equals: .attach)
        expectNil(try ProgramOptions(["--hub", "h:1"]).configuration)
        expect(try ProgramOptions(["check", "--config", "c"]).purpose, equals: .check)
        expect(try ProgramOptions(["--config", "c"]).webRTCPort, equals: nil)
        expect(try ProgramOptions(["--config", "c", "--webrtc", "4330"]).webRTCPort, equals: 4_330)
        expect(try ProgramOptions(["--help"]).purpose, equals: .help)
    }

    @Test(arguments: [
        ["check"], ["--config"], ["play", "--config", "c"], ["x", "--config", "c"], ["--password", "x"],
        ["--config", "c", "--webrtc", "70000"],
    ])
    func otherOptionsAreRefused(words: [String]) {
        let error = expect(throws: CamerasError.self) { try ProgramOptions(words) }
        expect(error?.code, equals: .usage)
    }
}
