internal import HearthHTTP2
internal import HearthRPC
internal import HearthRPCTestSupport
internal import Expectations
internal import Testing

@testable internal import HearthRPCHTTP2

/// Requests at the gate of a server on loopback whose local user is an owner, with both versions of HTTP.
/// `WebGateTests` has the table of the gate itself.
@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct GateTests {
    /// The outcome of a call of a method that only an owner may call here.
    enum Outcome: Equatable, Sendable {
        case owner
        case anonymous
        /// With gRPC's PERMISSION_DENIED.
        case denied
        case refused(Int)
    }

    struct Attempt: Sendable {
        var name: String
        /// nil for the server's own address.
        var host: String?
        var fields: [(String, String)] = []
        var type = "application/proto"
        var outcome: Outcome
        /// Over HTTP/1.1, if different.
        var byHTTP1: Outcome?
    }

    static let attempts = [
        Attempt(name: "curl", outcome: .owner),
        Attempt(name: "the page that the server served", fields: [("origin", "OWN")], outcome: .owner),
        Attempt(name: "the same, as browsers say it", fields: [("sec-fetch-site", "same-origin")], outcome: .owner),
        Attempt(name: "gRPC", type: "application/grpc", outcome: .owner, byHTTP1: .refused(505)),
        Attempt(name: "a foreign name that leads here", host: "evil.example:PORT", outcome: .refused(421)),
        Attempt(
            name: "the same, with its own origin", host: "evil.example:PORT",
            fields: [("origin", "http://evil.example:PORT")], outcome: .refused(421)),
        Attempt(
            name: "gRPC with a foreign name", host: "evil.example:PORT", type: "application/grpc",
            outcome: .denied, byHTTP1: .refused(421)),
        Attempt(name: "another port, as of a tunnel", host: "127.0.0.1:1", outcome: .owner),
        Attempt(name: "a dot after the name", host: "localhost.:PORT", outcome: .refused(421)),
        Attempt(name: "another page", fields: [("origin", "http://evil.example")], outcome: .refused(403)),
        Attempt(name: "a page from a file", fields: [("origin", "null")], outcome: .refused(403)),
        Attempt(
            name: "a page of another program on this machine", fields: [("origin", "http://127.0.0.1:1")],
            outcome: .refused(403)),
        Attempt(
            name: "gRPC from another page", fields: [("origin", "http://evil.example")],
            type: "application/grpc", outcome: .refused(403)),
        Attempt(name: "Sec-Fetch-Site: cross-site", fields: [("sec-fetch-site", "cross-site")], outcome: .refused(403)),
        Attempt(name: "Sec-Fetch-Site: same-site", fields: [("sec-fetch-site", "same-site")], outcome: .refused(403)),
        Attempt(name: "a form", type: "application/x-www-form-urlencoded", outcome: .refused(415)),
        Attempt(name: "text", type: "text/plain", outcome: .refused(415)),
        Attempt(name: "X-Forwarded-For", fields: [("x-forwarded-for", "192.0.2.1")], outcome: .anonymous),
        Attempt(name: "Forwarded", fields: [("forwarded", "for=192.0.2.1")], outcome: .anonymous),
        Attempt(name: "Via", fields: [("via", "1.1 proxy")], outcome: .anonymous),
        Attempt(
            name: "gRPC through a proxy", fields: [("via", "2 proxy")], type: "application/grpc",
            outcome: .anonymous, byHTTP1: .refused(505)),
        Attempt(name: "the public name of the hub", host: "hub.example:1", outcome: .anonymous),
        Attempt(
            name: "a listed page", fields: [("origin", "https://panel.example")], outcome: .anonymous),
        Attempt(
            name: "a token does not make up for the page",
            fields: [("origin", "http://evil.example"), ("authorization", "Bearer x")], outcome: .refused(403)),
        Attempt(
            name: "a wrong token opens nothing by another name", host: "evil.example:PORT",
            fields: [("authorization", "Bearer x")], type: "application/grpc", outcome: .anonymous,
            byHTTP1: .refused(505)),
    ]

    private func server() async throws -> Pair {
        var settings = HTTP2Server.Settings()
        settings.hosts = ["hub.example:1"]
        settings.allowedOrigins = [WebOrigin("https://panel.example")].compactMap { $0 }
        return try await Pair(settings: settings)
    }

    private static func fill(_ text: String, _ address: String) -> String {
        text.replacing("OWN", with: "http://" + address)
            .replacing("PORT", with: address.split(separator: ":").last ?? "")
    }

    @Test func gateHoldsOverHTTP1() async throws {
        let pair = try await server()
        let address = pair.server.address
        for attempt in Self.attempts {
            let fields = attempt.fields.map { "\($0.0): \(Self.fill($0.1, address))\r\n" }.joined()
            let request =
                "POST /test.Test/WhoAmI HTTP/1.1\r\nHost: \(Self.fill(attempt.host ?? address, address))\r\n"
                + "content-type: \(attempt.type)\r\ncontent-length: 0\r\n\(fields)\r\n"
            let answers = try await HTTP1Peer.talk(to: address, Array(request.utf8)) { $0.count == 1 }
            let status = answers.first?.status ?? 0
            let outcome: Outcome = status == 200 ? .owner : status == 401 ? .anonymous : .refused(status)
            expect(outcome, equals: attempt.byHTTP1 ?? attempt.outcome, "\(attempt.name)")
        }
    }

    @Test func gateHoldsOverHTTP2() async throws {
        let pair = try await server()
        let address = pair.server.address
        for attempt in Self.attempts {
            let isGRPC = attempt.type == "application/grpc"
            let headers = RawPeer.headers(
                [
                    ":authority": Self.fill(attempt.host ?? address, address), "content-type": attempt.type,
                    "te": isGRPC ? "trailers" : nil,
                ], path: "/test.Test/WhoAmI", extra: attempt.fields.map { ($0.0, Self.fill($0.1, address)) })
            let answer = try await RawPeer.answer(
                to: address, headers, body: isGRPC ? RPCFrame(message: []).bytes : [])
            let outcome: Outcome =
                switch (answer.http, answer.grpc) {
                case ("200", nil), ("200", "0"): .owner
                case ("401", _), ("200", "16"): .anonymous
                case ("200", "7"): .denied
                default: .refused(answer.http.flatMap { Int($0) } ?? 0)
                }
            expect(outcome, equals: attempt.outcome, "\(attempt.name): \(answer)")
        }
    }

    @Test func newHostNameHoldsForLaterConnections() async throws {
        let pair = try await server()
        let address = pair.server.address
        let port = address.split(separator: ":").last ?? ""
        func status() async throws -> Int? {
            let request = "GET /healthz HTTP/1.1\r\nHost: new.example:\(port)\r\n\r\n"
            return try await HTTP1Peer.talk(to: address, Array(request.utf8)) { $0.count == 1 }.first?.status
        }
        try await expect(status(), equals: 421)
        pair.server.updateHosts(["new.example"])
        try await expect(status(), equals: 200)
        pair.server.updateHosts([])
        try await expect(status(), equals: 421)
    }

    @Test func getCallsOnlyMethodsThatRead() async throws {
        let pair = try await server()
        let address = pair.server.address
        for method in ["GET", "HEAD", "OPTIONS"] {
            let request = "\(method) /test.Test/WhoAmI?encoding=proto&message= HTTP/1.1\r\nHost: \(address)\r\n\r\n"
            let answers = try await HTTP1Peer.talk(to: address, Array(request.utf8)) { $0.count == 1 }
            expect(answers.first?.status, equals: 405, "\(method)")
        }
    }
}
