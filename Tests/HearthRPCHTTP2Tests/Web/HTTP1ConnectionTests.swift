internal import HearthRPC
internal import InteropService
internal import Expectations
internal import Testing
@testable internal import HearthRPCHTTP2

/// Several requests on one connection of HTTP/1.1, and its end.
@Suite(.timeLimit(.minutes(5))) struct HTTP1ConnectionTests {
    private static let path = "/grpc.testing.ConformanceService/Ask"

    private static func json(_ body: String, _ address: String) -> [UInt8] {
        let fields = [WireField("content-type", "application/json")]
        return WireRequest(path: path, fields: fields, body: Array(body.utf8)).bytes(to: address)
    }

    @Test func connectionSurvivesFailedRequests() async throws {
        try await ConformanceServer.run { server in
            let address = server.address
            var bytes: [UInt8] = []
            let wrong = WireRequest(
                path: Self.path, fields: [WireField("content-type", "text/plain")],
                body: [UInt8](repeating: 7, count: 1000))
            let unknown = WireRequest(path: "/no.Such/Thing", fields: [WireField("content-type", "application/json")])
            for request in [wrong, unknown, WireRequest(method: "DELETE", path: Self.path)] {
                bytes += request.bytes(to: address) + Self.json("{}", address)
            }
            bytes += Self.json("{", address) + Self.json(#"{"plan":{"error":{"code":5}}}"#, address)
            bytes += Self.json(#"{"plan":{"payloads":["aGk="]}}"#, address)
            let answers = try await HTTP1Peer.talk(to: address, bytes) { $0.count == 9 && $0[8].isWhole }
            expect(answers.map(\.status), equals: [415, 200, 501, 200, 405, 200, 400, 404, 200])
            expect(answers.last?.text, equals: #"{"payload":"aGk=","requests":1}"#)
        }
    }

    @Test func streamsFollowEachOther() async throws {
        try await ConformanceServer.run { server in
            var call = Asked("stream", .watch, Grpc_Testing_AnswerPlan(payloads: [[1], [2], [3]], delayMs: 5))
            let stream = try CallWay(form: .connectProto, version: .http1).request(call)
            call.requests[0].plan?.error = Grpc_Testing_ErrorPlan(code: 9, message: "its own")
            let failing = try CallWay(form: .grpcWeb, version: .http1).request(call)
            let bytes = [stream, failing, stream].flatMap { $0.bytes(to: server.address) }
            let answers = try await HTTP1Peer.talk(to: server.address, bytes) { $0.count == 3 && $0[2].isWhole }
            let forms: [CallForm] = [.connectProto, .grpcWeb, .connectProto]
            let outcomes = try zip(answers, forms).map { try CallOutcome($0.0, call, $0.1) }
            expect(outcomes.map { $0.messages.count }, equals: [3, 3, 3])
            expect(outcomes.map { $0.error?.code }, equals: [nil, "failed_precondition", nil])
        }
    }

    /// A client that sends its whole body before it reads still gets the answer.
    @Test(arguments: ["text/plain", "application/json", "application/grpc-web"])
    func stillSendingClientSeesTheAnswer(_ type: String) async throws {
        try await ConformanceServer.run(maxRequestBytes: 100_000) { server in
            let size = 4 << 20
            let head = """
                POST \(Self.path) HTTP/1.1\r\nhost: \(server.address)\r\ncontent-type: \(type)\r\n\
                content-length: \(size)\r\n\r\n
                """
            let body = [UInt8](repeating: 0, count: 5) + [UInt8](repeating: 0x7F, count: size - 5)
            let frame: [UInt8] = [0, 0, 0x3F, 0xFF, 0xFB] + body.dropFirst(5)
            let bytes = Array(head.utf8) + (type == "application/grpc-web" ? frame : body)
            let answers = try await HTTP1Peer.talk(to: server.address, bytes, readsOnceSent: true) { _ in false }
            expect((answers.count, answers[0].isWhole), are: (1, true))
            expect(answers.first?.status, equals: ["text/plain": 415, "application/json": 413][type] ?? 200)
            expect(answers.first?.fields["connection"], equals: "close")
        }
    }

    @Test func aLargeBodyIsAskedFor() async throws {
        try await ConformanceServer.run { server in
            let body = try CallForm.connectJSON.message(
                Grpc_Testing_AskRequest(padding: [UInt8](repeating: 1, count: 1_500_000))
            ).message
            let head = """
                POST \(Self.path) HTTP/1.1\r\nhost: \(server.address)\r\ncontent-type: application/json\r\n\
                content-length: \(body.count)\r\nexpect: 100-continue\r\n\r\n
                """
            let answers = try await HTTP1Peer.talk(to: server.address, Array(head.utf8), thenUponContinue: Array(body))
            {
                $0.first?.isWhole ?? false
            }
            expect((answers.first?.status, answers.first?.text), are: (200, #"{"requests":1}"#))
        }
    }
}
