internal import HearthHTTP2
internal import HearthRPC
internal import HearthRPCTestSupport
internal import Expectations
internal import Testing

@testable internal import HearthRPCHTTP2

/// Requests that arrive before the one in front is answered.
@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct PipeliningTests {
    private static let health = "GET /healthz HTTP/1.1\r\nHost: HOST\r\n\r\n"

    private func talk(
        _ pair: Pair, _ text: String, upon body: String = "", until isDone: @escaping @Sendable ([WireAnswer]) -> Bool
    ) async throws -> [WireAnswer] {
        let text = text.replacing("HOST", with: pair.server.address)
        return try await HTTP1Peer.talk(
            to: pair.server.address, Array(text.utf8), thenUponContinue: Array(body.utf8), until: isDone)
    }

    @Test(arguments: [
        ("BAD\r\n\r\n", 400),
        (
            "POST /test.Test/WhoAmI HTTP/1.1\r\nHost: HOST\r\nvia: 1.1 x\r\ncontent-type: application/proto\r\n"
                + "content-length: 0\r\n\r\n", 401
        ),
        ("GET /nothing HTTP/1.1\r\nHost: HOST\r\n\r\n", 404), ("GET / HTTP/1.1\r\nHost: evil\r\n\r\n", 421),
        (
            "POST /test.Test/Chat HTTP/1.1\r\nHost: HOST\r\ncontent-type: application/connect+proto\r\n"
                + "transfer-encoding: chunked\r\n\r\n", 505
        ),
    ])
    func pipelinedRequestIsAnswered(_ second: String, _ status: Int) async throws {
        let pair = try await Pair()
        let answers = try await talk(pair, Self.health + second) { $0.count == 2 && $0[1].isWhole }
        expect(answers.map(\.status), equals: [200, status])
    }

    @Test func pipelinedRequestIsAskedForItsBody() async throws {
        let pair = try await Pair()
        let answers = try await talk(
            pair,
            Self.health + "POST /test.Test/Echo HTTP/1.1\r\nHost: HOST\r\ncontent-type: application/proto\r\n"
                + "content-length: 5\r\nexpect: 100-continue\r\n\r\n", upon: "hello"
        ) { $0.count == 2 && $0[1].isWhole }
        expect((answers.map(\.status), answers.last?.text), are: ([200, 200], "hello"))
    }

    /// While a stream runs, too many pipelined bytes end the connection, because its end would go unnoticed.
    @Test func tooMuchPipelinedInputEndsTheConnection() async throws {
        var settings = HTTP2Server.Settings()
        settings.requestTimeout = .milliseconds(200)
        let pair = try await Pair(settings: settings)
        let request =
            "POST /test.Test/Keep HTTP/1.1\r\nHost: HOST\r\ncontent-type: application/connect+proto\r\n"
            + "content-length: 5\r\n\r\n\0\0\0\0\0"
        // Until the server ends it.
        let answers = try await talk(pair, request + String(repeating: Self.health, count: 3_000)) { _ in false }
        expect((answers.count, answers.first?.isWhole), are: (1, false))
    }

    @Test func contentTypeDoesNotChangeTheReading() async throws {
        let pair = try await Pair()
        let request =
            "GET / HTTP/1.1\r\nHost: evil.example\r\ncontent-type: application/grpc\r\nauthorization: x\r\n\r\n"
        let answers = try await talk(pair, request) { $0.count == 1 }
        expect(answers.first?.status, equals: 421)
    }

    @Test func gRPCNeedsHTTP2WhateverItCalls() async throws {
        let pair = try await Pair()
        let request =
            "POST /x.Y/Z HTTP/1.1\r\nHost: HOST\r\ncontent-type: application/grpc\r\nte: trailers\r\n"
            + "content-length: 0\r\n\r\n"
        let answers = try await talk(pair, request) { $0.count == 1 && $0[0].isWhole }
        expect(answers.first?.status, equals: 505)
    }
}

/// Base64 in pieces.
@Suite struct Base64StreamTests {
    @Test func base64MayBePaddedAndSplitAnywhere() {
        let text = Array("YWI=YQ==YWJjZA==YWJj".utf8)
        for size in 1...text.count {
            var stream = Base64Stream()
            var bytes: [UInt8] = []
            for start in stride(from: 0, to: text.count, by: size) {
                bytes += stream.decode(Array(text[start..<min(start + size, text.count)]).span.bytes) ?? [0]
            }
            expect(String(decoding: bytes, as: UTF8.self), equals: "abaabcdabc", "\(size)")
            expect(!stream.isInGroup, "\(size)")
        }
    }

    @Test(arguments: ["Y===", "=YWJ", "YW=J", "YWJ*", "YQ==="])
    func malformedBase64IsRefused(_ text: String) {
        var stream = Base64Stream()
        let decoded = stream.decode(Array(text.utf8).span.bytes)
        expect(decoded == nil || stream.isInGroup, "\(text)")
    }
}

/// Refusals of HTTP/2 calls whose body is still to come.
@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct RefusalOverHTTP2Tests {
    private func answer(_ pair: Pair, body count: Int, endsAtOnce: Bool) async throws -> (status: String?, ended: Bool)
    {
        let headers: @Sendable () -> HeaderList = {
            RawPeer.headers(
                ["content-type": "application/proto", "te": nil], path: "/test.Test/WhoAmI", extra: [("via", "2 proxy")]
            )
        }
        return try await RawPeer.talk(to: pair.server.address) { peer in
            guard let stream = peer.session.request(headers()) else { return }
            peer.session.send(stream, [UInt8](repeating: 1, count: count))
            if endsAtOnce { peer.session.finish(stream, trailers: nil) }
        } until: {
            $0.field(":status") != nil
        } _: {
            ($0.field(":status"), $0.isClosed)
        }
    }

    /// curl treats an answer that ends before its request as an error.
    @Test func refusalsWaitForTheWholeRequest() async throws {
        let pair = try await Pair()
        let whole = try await answer(pair, body: 10, endsAtOnce: true)
        expect(whole.status, equals: "401")
    }

    @Test func orWhenItIsTooMuch() async throws {
        let pair = try await Pair()
        let large = try await answer(pair, body: 300_000, endsAtOnce: false)
        expect(large.status, equals: "401")
    }
}
