internal import Foundation
internal import HearthRPC
internal import InteropService
internal import Expectations
internal import Testing
@testable internal import HearthRPCHTTP2

/// Requests that no client of a protocol sends.
@Suite(.timeLimit(.minutes(5))) struct UnexpectedRequestTests {
    private static let service = "/grpc.testing.ConformanceService"

    /// Requests that are not calls: method, path, content type, and the status and a field of the answer.
    private static let noCalls: [(method: String, path: String, type: String, status: Int, allow: String?)] = [
        ("DELETE", "/Ask", "application/proto", 405, "POST"), ("PUT", "/Ask", "application/json", 405, "POST"),
        ("PATCH", "/Ask", "application/proto", 405, "POST"), ("DELETE", "/Ask", "application/grpc-web", 405, "POST"),
        ("GET", "/Ask", "application/json", 405, "POST"), ("HEAD", "/Ask", "", 405, "POST"),
        ("HEAD", "/Look", "", 405, "GET, POST"), ("DELETE", "/Look", "application/json", 405, "GET, POST"),
        ("GET", "/Watch", "application/connect+proto", 405, "POST"),
        ("POST", "/Unknown", "text/plain", 404, nil), ("GET", "/Unknown?message=", "", 404, nil),
        ("POST", "/Ask", "image/jpeg", 415, nil), ("POST", "/Ask", "application/foo", 415, nil),
        ("POST", "/Ask", "application/grpc-web+foo", 415, nil), ("POST", "/Ask", "application/grpc-web+json", 415, nil),
        ("POST", "/Ask", "application/x-www-form-urlencoded", 415, nil), ("POST", "/Ask", "text/plain", 415, nil),
        ("POST", "/Ask", "", 415, nil),
        // The content type of the other kind of methods.
        ("POST", "/Watch", "application/proto", 415, nil), ("POST", "/Collect", "application/json", 415, nil),
        ("POST", "/Ask", "application/connect+proto", 415, nil),
        ("POST", "/Look", "application/connect+json", 415, nil),
    ]

    @Test(arguments: HTTPVersion.allCases)
    func nonCallsAreAnsweredByHTTP(_ version: HTTPVersion) async throws {
        try await ConformanceServer.run { server in
            for row in Self.noCalls {
                let name: Comment = "\(version), \(row)"
                var request = WireRequest(method: row.method, path: Self.service + row.path)
                if !row.type.isEmpty { request.fields = [WireField("content-type", row.type)] }
                if row.method == "POST" { request.body = Array("12345678".utf8) }
                let answer = try await request.answer(
                    version, from: server.address, until: { row.method == "HEAD" ? $0.status != 0 : $0.isWhole })
                expect(answer.status, equals: row.status, name)
                expect(answer.fields["allow"], equals: row.allow, name)
                expect(row.method != "HEAD" || answer.body.isEmpty, name)
            }
        }
    }

    /// In the form of the call, with gRPC's code.
    @Test(arguments: CallWay.plain)
    func unknownMethodIsUnimplemented(_ way: CallWay) async throws {
        try await ConformanceServer.run { server in
            for path in ["\(Self.service)/Unknown", "/no.Such/Ask", "/no.Such/Ask?a=b"] {
                for method in [Asked.Method.ask, .watch] {
                    let call = Asked("\(method)", method)
                    var request = try way.request(call)
                    request.path = path
                    let answer = try await request.answer(way.version, from: server.address)
                    let outcome = try CallOutcome(answer, call, way.form)
                    expect(outcome.error?.code, equals: "unimplemented", "\(way), \(path), \(method): \(answer)")
                    expect((outcome.error?.message.contains(path), outcome.messages.isEmpty), are: (true, true))
                }
            }
        }
    }

    @Test(arguments: HTTPVersion.allCases)
    func aRequestHasOneContentType(_ version: HTTPVersion) async throws {
        try await ConformanceServer.run { server in
            let fields = ["application/json", "application/proto"].map { WireField("content-type", $0) }
            let request = WireRequest(path: "\(Self.service)/Ask", fields: fields)
            let answer = try await request.answer(version, from: server.address)
            expect(answer.status, equals: 415)
        }
    }

    @Test(arguments: HTTPVersion.allCases)
    func parametersAndCaseOfTheContentTypeMeanNothing(_ version: HTTPVersion) async throws {
        try await ConformanceServer.run { server in
            for type in ["application/json; charset=utf-8", "application/json;charset=UTF-8", "Application/JSON"] {
                let request = WireRequest(
                    path: "\(Self.service)/Ask", fields: [WireField("content-type", type)], body: Array("{}".utf8))
                let answer = try await request.answer(version, from: server.address)
                expect(answer.status, equals: 200, "\(type): \(answer)")
                expect(answer.text, equals: #"{"requests":1}"#, "\(type): \(answer)")
            }
        }
    }

    @Test(arguments: CallForm.allCases)
    func bothDirectionsAtOnceNeedHTTP2(_ form: CallForm) async throws {
        try await ConformanceServer.run { server in
            let call = Asked("bidi", .converse)
            let answer = try await CallWay(form: form, version: .http1).request(call).answer(
                .http1, from: server.address)
            expect(answer.status, equals: 505, "\(answer)")
            // The connection ends, because a client that continues would misread later answers.
            expect(answer.fields["connection"], equals: "close")
        }
    }

    /// Frames where exactly one is expected.
    @Test(arguments: CallWay.plain)
    func secondRequestFrameIsRefused(_ way: CallWay) async throws {
        try await ConformanceServer.run { server in
            for method in [Asked.Method.ask, .watch] {
                let call = Asked("\(method)", method, Grpc_Testing_AnswerPlan(payloads: [[1]]))
                if way.form.isBare(call) { continue }
                for count in [0, 2, 3] {
                    var several = call
                    several.requests = [Grpc_Testing_AskRequest](repeating: call.requests[0], count: count)
                    let outcome = try await way.outcome(several, from: server.address)
                    expect(outcome.error?.code, equals: "unimplemented", "\(way), \(method), \(count) requests")
                    expect(outcome.messages.isEmpty)
                }
            }
        }
    }

    @Test(arguments: CallWay.plain)
    func bodiesThatAreNoMessagesAreErrors(_ way: CallWay) async throws {
        try await ConformanceServer.run { server in
            for (body, code) in Self.broken(way.form) {
                for method in [Asked.Method.ask, .watch] {
                    let call = Asked("\(method)", method)
                    guard way.form.isBare(call) == (code == nil) else { continue }
                    var request = way.head(call)
                    request.body = way.form.isText ? Array(Data(body).base64EncodedData()) : body
                    let outcome = try await way.outcome(request, of: call, from: server.address)
                    expect(outcome.error?.code, equals: code ?? "invalid_argument", "\(way), \(method), \(body)")
                    expect(outcome.error?.message.isEmpty, equals: false)
                }
            }
        }
    }

    /// Invalid bodies, each with the code in a stream of frames; nil where it is a bare message.
    private static func broken(_ form: CallForm) -> [([UInt8], String?)] {
        let malformed: [UInt8] = form == .connectJSON ? Array(#"{"plan":"#.utf8) : [0x0A, 0x7F, 1]
        return [
            (malformed, nil), (RPCFrame(message: malformed).bytes, "invalid_argument"),
            // Cut off, of an unknown kind, and compressed without a named encoding.
            ([0, 0, 0, 0, 9, 1], "internal"), ([0, 0, 0], "internal"), ([4, 0, 0, 0, 0], "internal"),
            ([1, 0, 0, 0, 1, 1], "internal"),
        ]
    }

    @Test(arguments: HTTPVersion.allCases)
    func textThatIsNotBase64IsAnError(_ version: HTTPVersion) async throws {
        try await ConformanceServer.run { server in
            let way = CallWay(form: .grpcWebText, version: version)
            for (text, code) in [("AAAA!AAA", "invalid_argument"), ("AAAAA", "internal"), ("A===", "invalid_argument")]
            {
                var request = way.head(Asked("unary", .ask))
                request.body = Array(text.utf8)
                let outcome = try await way.outcome(request, of: Asked("unary", .ask), from: server.address)
                expect(outcome.error?.code, equals: code, "\(version), \(text)")
            }
        }
    }

    @Test(arguments: HTTPVersion.allCases)
    func paddingMayStandAnywhereInText(_ version: HTTPVersion) async throws {
        try await ConformanceServer.run { server in
            let way = CallWay(form: .grpcWebText, version: version)
            let call = Asked("unary", .ask, Grpc_Testing_AnswerPlan(payloads: [Array("padded".utf8)]))
            let frame = call.requests[0].frame.bytes
            var request = way.head(call)
            request.body = frame.flatMap { Array(Data([$0]).base64EncodedData()) }
            let outcome = try await way.outcome(request, of: call, from: server.address)
            expect(outcome.messages.map(\.payload), equals: [Array("padded".utf8)])
        }
    }

    @Test(arguments: CallWay.connect)
    func onlyVersion1OfConnectIsSpoken(_ way: CallWay) async throws {
        try await ConformanceServer.run { server in
            for (version, code) in [("1", nil), ("2", "invalid_argument"), ("", "invalid_argument")]
                as [(String, String?)]
            {
                for method in [Asked.Method.ask, .watch] {
                    let call = Asked("\(method)", method)
                    var request = try way.request(call)
                    request.fields.removeAll { $0.name == "connect-protocol-version" }
                    request.fields.append(WireField("connect-protocol-version", version))
                    let outcome = try await way.outcome(request, of: call, from: server.address)
                    expect(outcome.error?.code, equals: code, "\(way), \(method), \(version)")
                }
            }
        }
    }
}
