internal import Foundation
internal import HearthRPC
internal import InteropService
internal import Expectations
internal import Testing
@testable internal import HearthRPCHTTP2

/// Connect's GET calls, with the request in the query.
@Suite(.timeLimit(.minutes(5))) struct ConnectGETTests {
    private static let path = "/grpc.testing.ConformanceService/Look"
    private static let plan = Grpc_Testing_AnswerPlan(
        headers: [Grpc_Testing_MetadataField(name: "x-custom-header", texts: ["foo"])],
        trailers: [Grpc_Testing_MetadataField(name: "x-custom-trailer", texts: ["bing"])],
        payloads: [Array("test response>?".utf8)])
    private static let call = Asked("GET", .look, plan)

    private static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
    /// In the URL-safe alphabet.
    private static func forAddresses(_ text: String) -> String {
        String(text.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
    }
    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    /// Queries for the same request.
    private static func queries() throws -> [(codec: CallForm, query: String)] {
        let proto = Array(call.requests[0].frame.message)
        let json = String(decoding: try CallForm.connectJSON.message(call.requests[0]).message, as: UTF8.self)
        let padded = forAddresses(base64(proto))
        let bare = String(padded.prefix { $0 != "=" })
        let raw = proto.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let large = Grpc_Testing_AskRequest(plan: plan, padding: [UInt8](repeating: 1, count: 200))
        let gzip = forAddresses(base64(Array(Gzip.deflated(large.frame).message)))
        return [
            (.connectJSON, "encoding=json&message=\(escaped(json))"),
            (.connectJSON, "message=\(escaped(json))&encoding=json"),
            (.connectJSON, "connect=v1&message=\(escaped(json))&base64=0&encoding=json"),
            (.connectJSON, "encoding=json&base64=1&message=\(forAddresses(base64(Array(json.utf8))))"),
            (.connectProto, "encoding=proto&base64=1&message=\(padded)&connect=v1"),
            (.connectProto, "base64=1&message=\(bare)&connect=v1&encoding=proto"),
            (.connectProto, "base64=1&message=\(escaped(base64(proto)))&encoding=proto"),
            (.connectProto, "encoding=proto&message=\(raw)"),
            (.connectProto, "encoding=proto&base64=1&compression=gzip&message=\(gzip)"),
            (.connectProto, "encoding=proto&base64=1&compression=identity&message=\(padded)"),
            (.connectProto, "encoding=proto&base64=1&other=1&message=\(padded)"),
        ]
    }

    @Test(arguments: HTTPVersion.allCases)
    func aCallMayStandInTheAddress(_ version: HTTPVersion) async throws {
        try await ConformanceServer.run { server in
            for (codec, query) in try Self.queries() {
                let name: Comment = "\(version), \(query)"
                let request = WireRequest(method: "GET", path: "\(Self.path)?\(query)")
                let answer = try await request.answer(version, from: server.address)
                let outcome = try CallOutcome(answer, Self.call, codec)
                expect(outcome.status, equals: 200, name)
                expectNil(outcome.error, name)
                expect(outcome.messages.map(\.payload), equals: Self.plan.payloads, name)
                expect((outcome.headers["x-custom-header"], outcome.trailers["x-custom-trailer"]), are: ("foo", "bing"))
                // Not cacheable, although it is a GET.
                expect(outcome.headers["cache-control"], equals: "no-store", name)
            }
        }
    }

    @Test(arguments: HTTPVersion.allCases)
    func anEmptyMessageIsAMessage(_ version: HTTPVersion) async throws {
        try await ConformanceServer.run { server in
            for (codec, query) in [
                (CallForm.connectProto, "encoding=proto&message="), (.connectProto, "message=&encoding=proto&base64=1"),
                (.connectProto, "encoding=proto&compression=gzip&message="),
                (.connectJSON, "encoding=json&message=%7B%7D"),
            ] {
                let request = WireRequest(method: "GET", path: "\(Self.path)?\(query)")
                let answer = try await request.answer(version, from: server.address)
                let outcome = try CallOutcome(answer, Self.call, codec)
                expect(outcome.messages.map(\.requests), equals: [1], "\(version), \(query)")
            }
        }
    }

    /// Invalid queries, with their answers.
    private static let refused: [(query: String, status: Int, code: String?)] = [
        ("", 415, nil), ("message=%7B%7D", 415, nil), ("encoding=xml&message=%7B%7D", 415, nil),
        ("encoding=json", 400, "invalid_argument"), ("encoding=proto&base64=1", 400, "invalid_argument"),
        ("encoding=json&message=%7B", 400, "invalid_argument"), ("encoding=json&message=", 400, "invalid_argument"),
        ("encoding=json&message=%7B%7D&connect=v2", 400, "invalid_argument"),
        ("encoding=proto&base64=1&message=!", 400, "invalid_argument"),
        ("encoding=proto&base64=1&message=AAAAA", 400, "invalid_argument"),
        ("encoding=proto&base64=yes&message=", 400, "invalid_argument"),
        ("encoding=json&message=%7B%7D&message=%7B%7D", 400, "invalid_argument"),
        ("encoding=proto&message=%0A%7F%01", 400, "invalid_argument"),
        ("encoding=proto&compression=br&message=", 501, "unimplemented"),
    ]

    @Test(arguments: HTTPVersion.allCases)
    func invalidQueryIsAConnectError(_ version: HTTPVersion) async throws {
        try await ConformanceServer.run { server in
            for (query, status, code) in Self.refused {
                let name: Comment = "\(version), \(query)"
                let request = WireRequest(method: "GET", path: "\(Self.path)?\(query)")
                let answer = try await request.answer(version, from: server.address)
                expect(answer.status, equals: status, name)
                guard let code else { continue }
                let outcome = try CallOutcome(answer, Self.call, .connectJSON)
                expect(outcome.error?.code, equals: code, name)
                expect(outcome.error?.message.isEmpty, equals: false, name)
            }
        }
    }

    @Test(arguments: HTTPVersion.allCases)
    func malformedEscapeIsABadRequest(_ version: HTTPVersion) async throws {
        try await ConformanceServer.run { server in
            let request = WireRequest(method: "GET", path: "\(Self.path)?encoding=json&message=%7")
            let answer = try await request.answer(version, from: server.address)
            expect(answer.status, equals: 400)
        }
    }
}
