internal import HearthBase
internal import HearthRPC
internal import HearthRPCTestSupport
internal import Expectations
internal import Testing
@testable internal import HearthRPCHTTP2

/// Ends that do not come from the handler.
@Suite(.timeLimit(.minutes(5))) struct WebLifetimeTests {
    /// Accepts one token, and treats others as strangers.
    private struct Token: Authenticator {
        func principal(of peer: Peer) -> Principal { .anonymous() }

        func principal(authorization: String, of peer: Peer) throws(RPCError) -> Principal {
            guard authorization == "Bearer ann" else { throw RPCError(.unauthenticated, "the token is not known") }
            return Principal(id: "ann", rights: .all, credential: "ann")
        }
    }

    /// A way to call a method without its schema.
    struct Way: Sendable, CustomStringConvertible {
        var type: String
        var version: HTTPVersion
        var description: String { "\(type), \(version)" }
        var isBare: Bool { type == "application/proto" }
        var isConnect: Bool { isBare || type == "application/connect+proto" }

        static func all(_ types: [String]) -> [Way] {
            types.flatMap { type in HTTPVersion.allCases.map { Way(type: type, version: $0) } }
        }
        static let unary = all(["application/proto", "application/grpc-web", "application/grpc-web-text"])
        static let streams = all(["application/connect+proto", "application/grpc-web", "application/grpc-web-text"])

        func request(_ method: String, _ message: [UInt8] = [1], token: String? = nil) -> WireRequest {
            var request = WireRequest(path: "/test.Test/\(method)", fields: [WireField("content-type", type)])
            if let token { request.fields.append(WireField("authorization", "Bearer \(token)")) }
            let frame = RPCFrame(message: message).bytes
            request.body = isBare ? message : type.contains("text") ? Base64.encode(frame) : frame
            return request
        }

        /// Whether an answer ends its stream with this code, given as its number and Connect's name.
        func isEnd(_ answer: WireAnswer, _ number: Int, _ name: String) -> Bool {
            guard answer.isWhole, answer.status == 200 else { return false }
            if type.contains("text") {
                let bytes = Base64.decode(answer.body[...]) ?? []
                return String(decoding: bytes, as: UTF8.self).contains("grpc-status: \(number)\r\n")
            }
            return answer.text.contains(isConnect ? "{\"error\":{\"code\":\"\(name)\"" : "grpc-status: \(number)\r\n")
        }
    }

    private static func pair(_ authenticator: (any Authenticator)? = nil) async throws -> Pair {
        var settings = HTTP2Server.Settings()
        if let authenticator { settings.authenticator = authenticator }
        return try await Pair(settings: settings)
    }

    @Test(arguments: Way.unary)
    func aHandlerIsCancelledWhenTheClientGoes(_ way: Way) async throws {
        let (pair, departure) = (try await Self.pair(), Departure())
        async let answer = way.request("Hang").answer(way.version, from: pair.server.address, leaving: departure)
        await expect(pair.service.log.next(), equals: "hanging")
        departure.now()
        await expect(pair.service.log.next(), equals: "cancelled")
        try await expect(answer.status, equals: 0)
        await pair.close()
    }

    @Test(arguments: Way.streams)
    func aStreamEndsWhenTheClientGoes(_ way: Way) async throws {
        let (pair, departure) = (try await Self.pair(), Departure())
        async let answer = way.request("Keep").answer(way.version, from: pair.server.address, leaving: departure)
        await expect(pair.service.log.next(), equals: "kept")
        departure.now()
        await expect(pair.service.log.next()?.hasPrefix("ended"), equals: true)
        // Later writes are dropped harmlessly.
        for stream in pair.service.kept.all { _ = stream.write(Blob("late")) }
        try await expect(!answer.isWhole)
        await pair.close()
    }

    @Test(arguments: Way.streams)
    func aStreamEndsWithItsCredential(_ way: Way) async throws {
        let pair = try await Self.pair(Token())
        async let answer = way.request("Keep", token: "ann").answer(way.version, from: pair.server.address)
        await expect(pair.service.log.next(), equals: "kept")
        pair.rpc.revoke(credential: "ann")
        expect(way.isEnd(try await answer, 16, "unauthenticated"))
        await expect(pair.service.log.next(), equals: "ended revoked")
        await pair.close()
    }

    @Test(arguments: Way.all(["application/proto"]))
    func aCallEndsWithItsCredential(_ way: Way) async throws {
        let pair = try await Self.pair(Token())
        async let answer = way.request("Hang", token: "ann").answer(way.version, from: pair.server.address)
        await expect(pair.service.log.next(), equals: "hanging")
        pair.rpc.revoke(credential: "ann")
        let (status, text) = (try await answer.status, try await answer.text)
        expect(status, equals: 401)
        expect(text.contains("\"unauthenticated\""))
        await expect(pair.service.log.next(), equals: "cancelled")
        await pair.close()
    }

    @Test(arguments: Way.streams)
    func aStreamEndsWithTheServer(_ way: Way) async throws {
        let pair = try await Self.pair()
        async let answer = way.request("Keep").answer(way.version, from: pair.server.address)
        await expect(pair.service.log.next(), equals: "kept")
        async let end: Void = pair.server.shutdown(grace: .milliseconds(50))
        expect(way.isEnd(try await answer, 14, "unavailable"))
        await expect(pair.service.log.next(), equals: "ended draining")
        await end
        await pair.client.close()
    }

    /// Running calls finish before the server ends.
    @Test(arguments: Way.unary)
    func aServerThatEndsWaitsForItsCalls(_ way: Way) async throws {
        let pair = try await Self.pair()
        async let answer = way.request("Stubborn", [7, 7]).answer(way.version, from: pair.server.address)
        await expect(pair.service.log.next(), equals: "stubborn")
        async let end: Void = pair.server.shutdown(grace: .seconds(30))
        pair.service.patience.end()
        let whole = try await answer
        expect((whole.status, whole.isWhole), are: (200, true))
        await end
        await pair.client.close()
    }

    @Test(arguments: Way.unary)
    func unauthenticatedCallerGetsTheError(_ way: Way) async throws {
        let pair = try await Self.pair(Token())
        for token in [nil, "bob"] {
            let answer = try await way.request("Echo", token: token).answer(way.version, from: pair.server.address)
            if way.isBare {
                expect(answer.status, equals: 401)
                expect(answer.text.hasPrefix(#"{"code":"unauthenticated","message":""#))
            } else {
                expect((answer.status, answer.fields["grpc-status"]), are: (200, "16"))
            }
        }
        await pair.close()
    }

    /// Each message reaches the client while the stream is open.
    @Test(arguments: Way.streams)
    func messagesArriveAsTheyAreSent(_ way: Way) async throws {
        let pair = try await Self.pair()
        async let answer = way.request("Keep").answer(way.version, from: pair.server.address) { $0.body.count > 4 }
        await expect(pair.service.log.next(), equals: "kept")
        for stream in pair.service.kept.all { _ = stream.write(Blob("now")) }
        let now = try await answer
        let frame = RPCFrame(message: Array("now".utf8)).bytes
        expect((now.isWhole, now.body), are: (false, (way.type.contains("text") ? Base64.encode(frame) : frame)))
        await expect(pair.service.log.next()?.hasPrefix("ended"), equals: true)
        await pair.close()
    }
}
