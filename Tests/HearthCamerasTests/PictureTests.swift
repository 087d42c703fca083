internal import Expectations
@testable internal import HearthCameras
internal import HearthHTTPDigest
internal import HearthRTSP
internal import Testing

@Suite struct PictureTests {
    /// The head of a picture of 640 × 360, and its end.
    private static let jpeg: [UInt8] =
        [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xFF, 0xC0, 0, 11, 8, 1, 0x68, 2, 0x80, 1, 1, 0x11, 0]
        + [0xFF, 0xD9]

    /// What follows from a course of answers, in words.
    private func course(_ answers: [[UInt8]], password: String? = nil, closes: Bool = false) throws -> [String] {
        var exchange = PictureExchange(
            try CameraURL("http://cam/picture?size=1", schemes: [.http]),
            password.map { HTTPCredentials(user: "admin", password: $0) }, allowsBasic: false,
            random: { [UInt8](repeating: 0, count: $0) })
        func words(_ actions: [PictureExchange.Action]) -> [String] {
            actions.map { action in
                switch action {
                case .send(let bytes):
                    String(decoding: bytes, as: UTF8.self).contains("Authorization: Digest") ? "send a proof" : "send"
                case .reconnect: "reconnect"
                case .done(.success(let bytes)): "\(bytes.count) bytes"
                case .done(.failure(let error)): "failed: \(error.code)"
                }
            }
        }
        var result: [String] = []
        for answer in answers { result += words(exchange.opened()) + words(exchange.received(answer)) }
        return result + (closes ? words(exchange.closed()) : [])
    }

    private func answer(_ status: String, _ body: [UInt8], fields: String...) -> [UInt8] {
        let lines = ["HTTP/1.1 \(status)", "Content-Length: \(body.count)"] + fields
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
    }

    private static let challenge = #"WWW-Authenticate: Digest realm="cam", nonce="1", qop="auth""#

    @Test func picturesAreFetched() throws {
        expect(try course([answer("200 OK", Self.jpeg)]), equals: ["send", "\(Self.jpeg.count) bytes"])
        let old = Array("HTTP/1.0 200 OK\r\n\r\n".utf8) + Self.jpeg
        expect(try course([old], closes: true), equals: ["send", "\(Self.jpeg.count) bytes"])
        let refusal = answer("401 No", [], fields: Self.challenge)
        expect(
            try course([refusal, answer("200 OK", Self.jpeg)], password: "x"),
            equals: ["send", "reconnect", "send a proof", "\(Self.jpeg.count) bytes"])
    }

    @Test func otherAnswersFail() throws {
        let refusal = answer("401 No", [], fields: Self.challenge)
        expect(try course([refusal]), equals: ["send", "failed: password"])
        expect(
            try course([refusal, refusal], password: "x"),
            equals: ["send", "reconnect", "send a proof", "failed: password"])
        let basic = answer("401 No", [], fields: #"WWW-Authenticate: Basic realm="cam""#)
        expect(try course([basic], password: "x"), equals: ["send", "failed: notAPicture"])
        expect(try course([answer("200 OK", Array("<html>".utf8))]), equals: ["send", "failed: notAPicture"])
        expect(
            try course([answer("302 Found", [], fields: "Location: http://127.0.0.1/")]),
            equals: ["send", "failed: notAPicture"])
        let huge = Array("HTTP/1.1 200 OK\r\nContent-Length: 4294967296\r\n\r\n".utf8)
        expect(try course([huge]), equals: ["send", "failed: notAPicture"])
        expect(
            try course([Array("HTTP/1.1 200 OK\r\nCont".utf8)], closes: true), equals: ["send", "failed: unreachable"])
        expect(try course([[]], closes: true), equals: ["send", "failed: unreachable"])
    }
}
