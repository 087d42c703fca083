internal import Foundation
internal import HearthRPC
internal import InteropService
internal import Expectations
internal import Testing
@testable internal import HearthRPCHTTP2

/// The sizes of messages, and the timeouts of calls.
@Suite(.timeLimit(.minutes(5))) struct CallLimitTests {
    private static let limit = 20_000

    /// A request with this many bytes in its encoded form.
    private static func request(of size: Int, _ way: CallWay, _ plan: Grpc_Testing_AnswerPlan? = nil) throws
        -> Grpc_Testing_AskRequest
    {
        var request = Grpc_Testing_AskRequest(plan: plan, padding: [UInt8](repeating: 3, count: size))
        while true {
            let count = try way.form.message(request).messageLength
            if count <= size { return request }
            request.padding.removeLast(way.form == .connectJSON ? max(3, (count - size) / 4 * 3) : count - size)
        }
    }

    @Test(arguments: CallWay.all)
    func messagesMayBeAsLargeAsTheLimit(_ way: CallWay) async throws {
        try await ConformanceServer.run(maxRequestBytes: Self.limit) { server in
            for method in [Asked.Method.ask, .collect, .watch, .converse] {
                var call = Asked("\(method)", method, Grpc_Testing_AnswerPlan(payloads: [[1]]))
                guard way.carries(call) else { continue }
                call.requests = [try Self.request(of: Self.limit, way, call.plan)]
                if !call.isUnary, method != .watch { call.requests.append(try Self.request(of: Self.limit, way)) }
                let outcome = try await way.outcome(call, from: server.address)
                expectNil(outcome.error, "\(way), \(method)")
                expect(outcome.messages.count, equals: 1, "\(way), \(method)")
            }
        }
    }

    /// In methods that stream requests, the first or the second is too large.
    @Test(arguments: CallWay.all)
    func largerMessagesAreResourceExhausted(_ way: CallWay) async throws {
        try await ConformanceServer.run(maxRequestBytes: Self.limit) { server in
            for (method, sizes) in [
                (Asked.Method.ask, [10]), (.watch, [10]), (.collect, [10, 0]), (.collect, [0, 10]),
                (.converse, [10, 0]),
                (.converse, [0, 10]),
            ] {
                var call = Asked("\(method), \(sizes)", method)
                guard way.carries(call) else { continue }
                call.requests = try sizes.map { try Self.request(of: Self.limit + $0 * 10, way) }
                let outcome = try await way.outcome(call, from: server.address)
                expect(outcome.error?.code, equals: "resource_exhausted", "\(way), \(call)")
                expect((outcome.error?.message.contains("\(Self.limit)"), outcome.messages.isEmpty), are: (true, true))
                expect(outcome.status, equals: (way.form.isBare(call) ? 429 : 200))
            }
        }
    }

    /// A head that announces too much is answered before a byte of the body comes.
    @Test(arguments: CallWay.all)
    func anAnnouncedLengthIsRefusedAtOnce(_ way: CallWay) async throws {
        try await ConformanceServer.run(maxRequestBytes: Self.limit) { server in
            for method in [Asked.Method.ask, .watch] {
                let call = Asked("\(method)", method)
                // HTTP/2 has no larger number.
                let huge = way.version == .http1 ? ["99999999999999999999999"] : []
                for length in ["\(Self.limit * 3)", "1000000000000"] + huge {
                    var request = way.head(call)
                    request.fields.append(WireField("content-length", length))
                    request.isWhole = false
                    let answer = try await request.answer(way.version, from: server.address)
                    let outcome = try CallOutcome(answer, call, way.form)
                    expect(outcome.error?.code, equals: "resource_exhausted", "\(way), \(method), \(length): \(answer)")
                    expect(outcome.status, equals: (way.form.isBare(call) ? 413 : 200), "\(way), \(method), \(length)")
                }
            }
        }
    }

    /// So is the length prefix of a message.
    @Test(arguments: CallWay.plain.filter { $0.form != .connectJSON && $0.form != .connectProto })
    func anAnnouncedMessageIsRefusedAtOnce(_ way: CallWay) async throws {
        try await ConformanceServer.run(maxRequestBytes: Self.limit) { server in
            for method in [Asked.Method.ask, .watch, .collect, .converse] {
                let call = Asked("\(method)", method)
                guard way.carries(call) else { continue }
                var request = way.head(call)
                // Three bytes more, so that base64 has no padding.
                request.body = [0, 0xFF, 0xFF, 0xFF, 0xFF, 1, 2, 3, 4]
                if way.form.isText { request.body = Array(Data(request.body).base64EncodedData()) }
                request.isWhole = false
                let answer = try await request.answer(way.version, from: server.address)
                let outcome = try CallOutcome(answer, call, way.form)
                expect(outcome.error?.code, equals: "resource_exhausted", "\(way), \(method): \(answer)")
            }
        }
    }

    // MARK: Deadlines

    @Test(arguments: CallWay.plain)
    func handlersHaveTheTimeThatTheCallerGives(_ way: CallWay) async throws {
        try await ConformanceServer.run { server in
            for method in [Asked.Method.ask, .look, .watch, .collect, .converse] {
                var call = Asked("\(method)", method, Grpc_Testing_AnswerPlan(payloads: [[1]]))
                guard way.carries(call) else { continue }
                let without = try await way.outcome(call, from: server.address)
                expect(without.messages.map(\.timeoutMs), equals: [0], "\(way), \(method)")
                call.timeout = 20_000
                let left = try await way.outcome(call, from: server.address).messages.first?.timeoutMs ?? 0
                expect(left, isAbove: 10_000, "\(way), \(method): \(left)")
                expect(left, isAtMost: 20_000, "\(way), \(method): \(left)")
            }
        }
    }

    @Test(arguments: CallWay.plain)
    func callsEndWithTheirTime(_ way: CallWay) async throws {
        try await ConformanceServer.run { server in
            for method in [Asked.Method.ask, .look, .watch, .collect, .converse] {
                let plan = Grpc_Testing_AnswerPlan(payloads: [[1], [2]], delayMs: 60_000)
                let call = Asked("\(method)", method, plan, timeout: 50)
                guard way.carries(call) else { continue }
                let begun = ContinuousClock.now
                let outcome = try await way.outcome(call, from: server.address)
                let taken = ContinuousClock.now - begun
                expect(outcome.error?.code, equals: "deadline_exceeded", "\(way), \(method)")
                expect(outcome.messages.isEmpty, "\(way), \(method)")
                expect(outcome.status, equals: (way.form.isBare(call) ? 504 : 200))
                expect(taken, isAtLeast: .milliseconds(50), "\(way), \(method): \(taken)")
            }
        }
    }

    @Test(arguments: CallWay.plain)
    func messagesBeforeTheDeadlineArrive(_ way: CallWay) async throws {
        try await ConformanceServer.run { server in
            let payloads = (0..<250).map { [UInt8($0)] }
            let plan = Grpc_Testing_AnswerPlan(payloads: payloads, delayMs: 50)
            let outcome = try await way.outcome(Asked("stream", .watch, plan, timeout: 1000), from: server.address)
            expect((outcome.error?.code, outcome.status), are: ("deadline_exceeded", 200))
            let seen = outcome.messages.map(\.payload)
            expect(!seen.isEmpty)
            expect(seen.count, isBelow: 250)
            expect(payloads.starts(with: seen))
        }
    }

    @Test(arguments: CallWay.connect)
    func timeoutsHaveTenDigits(_ way: CallWay) async throws {
        let values: [(text: String, code: String?)] = [
            ("1", "deadline_exceeded"), ("0", "deadline_exceeded"), ("9999999999", nil), ("0000020000", nil),
            ("10000000000", "invalid_argument"), ("", "invalid_argument"), ("-1", "invalid_argument"),
            ("+1", "invalid_argument"), ("1.5", "invalid_argument"), ("1S", "invalid_argument"),
            ("0x10", "invalid_argument"), ("ten", "invalid_argument"),
        ]
        try await ConformanceServer.run { server in
            for (text, code) in values {
                for method in [Asked.Method.ask, .watch] {
                    let delay: UInt32 = code == "deadline_exceeded" ? 60_000 : 0
                    let call = Asked("\(method)", method, Grpc_Testing_AnswerPlan(payloads: [[1]], delayMs: delay))
                    var request = try way.request(call)
                    request.fields.append(WireField("connect-timeout-ms", text))
                    let outcome = try await way.outcome(request, of: call, from: server.address)
                    expect(outcome.error?.code, equals: code, "\(way), \(method), \"\(text)\"")
                }
            }
        }
    }

    @Test(arguments: CallWay.plain.filter { !$0.form.isConnect })
    func timeoutsOfGRPCHaveAUnit(_ way: CallWay) async throws {
        try await ConformanceServer.run { server in
            for text in ["20", "1x", "", "S", "123456789S", "-1S"] {
                var request = try way.request(Asked("unary", .ask))
                request.fields.append(WireField("grpc-timeout", text))
                let outcome = try await way.outcome(request, of: Asked("unary", .ask), from: server.address)
                expect(outcome.error?.code, equals: "internal", "\(way), \"\(text)\"")
            }
        }
    }

    /// The handler's end and the deadline coincide: the answer still has exactly one end, which the reader checks.
    @Test(arguments: CallWay.plain)
    func anAnswerHasOneEnd(_ way: CallWay) async throws {
        try await ConformanceServer.run { server in
            for round in 0..<12 {
                let error = round.isMultiple(of: 2) ? Grpc_Testing_ErrorPlan(code: 9, message: "its own") : nil
                let plan = Grpc_Testing_AnswerPlan(payloads: [[1]], error: error, delayMs: 5)
                let outcome = try await way.outcome(
                    Asked("stream", .watch, plan, timeout: 9 + round % 3), from: server.address)
                expect([nil, "deadline_exceeded", "failed_precondition"].contains(outcome.error?.code))
            }
        }
    }
}
