internal import HearthHTTP2
internal import HearthMetrics
internal import HearthRPC
internal import HearthRPCTestSupport
internal import Expectations
internal import Testing
@testable internal import HearthRPCHTTP2

@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct HTTPPageTests {
    @Test(arguments: [
        ("GET", "/healthz", "200"), ("HEAD", "/healthz", "200"), ("POST", "/healthz", "200"),
        ("PUT", "/healthz", "405"),
        ("GET", "/", "200"), ("POST", "/", "200"), ("DELETE", "/", "405"), ("GET", "/metrics", "200"),
        ("POST", "/metrics", "405"), ("GET", "/other", "404"), ("POST", "/other", "404"), ("", "", "404"),
    ])
    func everyRequestHasAnAnswer(_ method: String, _ path: String, _ status: String) {
        let page = HTTPRequest(method: method, path: path, seesMetrics: true).page
        expect((page.status, page.isWithoutBody), are: (status, (method == "HEAD")))
    }

    @Test(arguments: ["GET", "HEAD", "PUT", "DELETE"])
    func methodsAreCalledByPOST(_ method: String) async throws {
        let pair = try await Pair()
        let (status, allow) = try await RawPeer.talk(to: pair.server.address) { peer in
            guard let stream = peer.session.request(Self.plain(method, "/test.Test/Echo")) else { return }
            peer.session.finish(stream, trailers: nil)
        } _: {
            ($0.field(":status"), $0.field("allow"))
        }
        expect((status, allow), are: ("405", "POST"))
    }

    /// The status, type and body of the answer to a request of the user who runs the server.
    private func get(
        _ path: String, _ extra: [(String, String)] = [], _ settings: HTTP2Server.Settings
    ) async throws -> (status: String?, type: String?, body: String) {
        let pair = try await Pair(settings: settings)
        return try await RawPeer.talk(to: pair.server.address) { peer in
            guard let stream = peer.session.request(Self.plain("GET", path, extra)) else { return }
            peer.session.finish(stream, trailers: nil)
        } _: {
            ($0.field(":status"), $0.field("content-type"), Self.body($0))
        }
    }

    @Test func healthIsTheProgramsOwn() async throws {
        var settings = HTTP2Server.Settings()
        settings.failure = { "unhealthy: store" }
        let answer = try await get("/healthz", [], settings)
        expect((answer.status, answer.body), are: ("503", "unhealthy: store\n"))
    }

    @Test(arguments: [
        ("*/*", "text/plain; version=0.0.4; charset=utf-8", "hearth_test_total 7\n"),
        (
            "application/openmetrics-text", "application/openmetrics-text; version=1.0.0; charset=utf-8",
            "hearth_test_total 7\n# EOF\n"
        ),
    ])
    func metricsOfTheProgramFollowThoseOfCalls(_ accept: String, _ type: String, _ end: String) async throws {
        var settings = HTTP2Server.Settings()
        settings.metrics = { [MetricFamily(.counter, "hearth_test", "A test.", 7)] }
        let answer = try await get("/metrics", [("accept", accept)], settings)
        expect(
            (answer.status, answer.type, answer.body.hasSuffix(end), answer.body.contains("hearth_rpc_connections")),
            are: ("200", type, true, true))
    }

    @Test func metricsAreNotForEveryone() {
        expect(HTTPRequest(method: "GET", path: "/metrics", seesMetrics: false).page.status, equals: "403")
    }

    /// The rule for local users, asked about another user than the one who runs the test.
    private struct LocalUser: Authenticator {
        let user: Peer.User?

        func principal(of peer: Peer) -> Principal {
            LocalOwner().principal(of: Peer(address: peer.address, isLocal: true, isPrivate: true, user: user))
        }

        func principal(authorization: String, of peer: Peer) throws(RPCError) -> Principal {
            authorization == "Bearer owner" ? .owner : Principal(id: "guest", rights: Rights(rawValue: 7))
        }
    }

    /// Metrics are for the user who runs the hub, and for an owner's token.
    @Test(
        arguments: [
            (Peer.User.ofThisProcess, nil, "200"), (Peer.User(id: 54_321), nil, "403"), (nil, nil, "403"),
            (Peer.User.ofThisProcess, "guest", "403"), (Peer.User(id: 54_321), "owner", "200"),
        ] as [(Peer.User?, String?, String)])
    func metricsFollowTheRuleForLocalUsers(_ user: Peer.User?, _ token: String?, _ status: String) async throws {
        var settings = HTTP2Server.Settings()
        settings.authenticator = LocalUser(user: user)
        let pair = try await Pair(settings: settings)
        let answer = try await RawPeer.talk(to: pair.server.address) { peer in
            let extra = token.map { [("authorization", "Bearer \($0)")] } ?? []
            guard
                let stream = peer.session.request(
                    RawPeer.headers(
                        [":method": "GET", "te": nil, "content-type": nil], path: "/metrics", extra: extra))
            else { return }
            peer.session.finish(stream, trailers: nil)
        } _: {
            $0.field(":status")
        }
        expect(answer, equals: status)
    }

    private static func body(_ peer: RawPeer) -> String {
        String(decoding: peer.events.flatMap(\.1), as: UTF8.self)
    }

    /// A request of a browser: no trailers, no content type.
    private static func plain(_ method: String, _ path: String, _ extra: [(String, String)] = []) -> HeaderList {
        RawPeer.headers([":method": method, "te": nil, "content-type": nil], path: path, extra: extra)
    }

    @Test(arguments: ["GET", "POST"])
    func bodiesComeWithTheAnswer(_ method: String) async throws {
        let pair = try await Pair()
        let (status, length, body) = try await RawPeer.talk(to: pair.server.address) { peer in
            guard let stream = peer.session.request(Self.plain(method, "/healthz?full")) else { return }
            peer.session.finish(stream, trailers: nil)
        } _: {
            ($0.field(":status"), $0.field("content-length"), Self.body($0))
        }
        expect((status, length, body), are: ("200", "2", "ok"))
    }

    @Test func headHasNoBody() async throws {
        let pair = try await Pair()
        let (status, length, body) = try await RawPeer.talk(to: pair.server.address) { peer in
            guard let stream = peer.session.request(Self.plain("HEAD", "/test.Test/Echo")) else { return }
            peer.session.finish(stream, trailers: nil)
        } _: {
            ($0.field(":status"), $0.field("content-length"), Self.body($0))
        }
        expect((status, body.isEmpty), are: ("405", true))
        expect(length.flatMap { Int($0) } ?? 0, isAbove: 0)
    }

    @Test func aBodyThatIsNotAsLongAsItSaidResetsTheStream() async throws {
        let pair = try await Pair()
        let code = try await RawPeer.talk(to: pair.server.address) { peer in
            guard let stream = peer.session.request(Self.plain("POST", "/", [("content-length", "1")])) else { return }
            peer.session.send(stream, Array("test".utf8))
            peer.session.finish(stream, trailers: nil)
        } _: { peer in
            peer.events.compactMap { if case .closed(_, let code) = $0.0 { code } else { nil } }.first
        }
        expect(code, equals: .protocolError)
    }

    @Test func aBodyWithoutAnEndIsRefused() async throws {
        let pair = try await Pair()
        let status = try await RawPeer.talk(to: pair.server.address) { peer in
            guard let stream = peer.session.request(Self.plain("POST", "/")) else { return }
            peer.session.send(stream, [UInt8](repeating: 1, count: 1 << 20))
        } _: {
            $0.field(":status")
        }
        expect(status, equals: "413")
    }
}
