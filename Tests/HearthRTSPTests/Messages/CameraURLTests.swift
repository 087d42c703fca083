internal import Expectations
@testable internal import HearthRTSP
internal import Testing

@Suite struct CameraURLTests {
    @Test(arguments: [
        ("rtsp://cam/live", "rtsp://cam/live", "cam:554"),
        (
            "RTSP://Cam.local:8554/Live?channel=1&subtype=0", "rtsp://cam.local:8554/Live?channel=1&subtype=0",
            "cam.local:8554"
        ),
        ("rtsps://[fe80::1]:322/a#b", "rtsps://[fe80::1]/a", "[fe80::1]:322"),
        ("rtsp://10.0.0.7", "rtsp://10.0.0.7", "10.0.0.7:554"),
        ("rtsp://10.0.0.7:?x", "rtsp://10.0.0.7?x", "10.0.0.7:554"),
    ])
    func addressesAreRead(text: String, normal: String, address: String) throws {
        let url = try CameraURL(text)
        expect(url.text, equals: normal)
        expect(url.address, equals: address)
        expect(try CameraURL(url.text), equals: url)
    }

    @Test(arguments: [
        "", "http://cam/", "rtsp:/cam", "rtsp:///live", "rtsp://cam:0/", "rtsp://cam:99999/", "rtsp://cam:x/",
        "rtsp://[fe80::1/", "rtsp://[::1]x/", "rtsp://cam/a b", "rtsp://cam/\r\nTEARDOWN", "rtsp://cäm/",
        "rtsp://cam/\(String(repeating: "a", count: 2_048))", "rtsp://user:secret@cam/",
    ])
    func othersAreRefusedUnquoted(text: String) {
        let error = expect(throws: RTSPError.self) { try CameraURL(text) }
        expect(error?.code, equals: .invalidURL)
        expect(error.map { !"\($0)".contains("secret") } ?? false)
    }
}
