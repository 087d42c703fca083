internal import HearthBase
internal import HearthRPC
internal import InteropService
internal import Expectations
internal import Testing
@testable internal import HearthRPCHTTP2

@Suite(.timeLimit(.minutes(5))) struct CallCompressionTests {
    @Test(arguments: CallWay.plain)
    func unknownEncodingIsUnimplementedNamingTheKnown(_ way: CallWay) async throws {
        try await ConformanceServer.run { server in
            for method in [Asked.Method.ask, .watch] {
                for encoding in ["br", "zstd", "foo", "x-gzip"] {
                    let call = Asked("\(method)", method)
                    var request = try way.request(call)
                    request.fields.append(WireField(way.form.encodingField(isUnary: call.isUnary), encoding))
                    let outcome = try await way.outcome(request, of: call, from: server.address)
                    expect(outcome.error?.code, equals: "unimplemented", "\(way), \(method), \(encoding)")
                    let message = outcome.error?.message ?? ""
                    expect((message.contains("gzip"), message.contains("identity")), are: (true, true))
                    expect(message.contains(encoding))
                }
            }
        }
    }

    @Test(arguments: CallWay.plain)
    func identityIsAnEncoding(_ way: CallWay) async throws {
        try await ConformanceServer.run { server in
            for method in [Asked.Method.ask, .watch] {
                let call = Asked("\(method)", method, Grpc_Testing_AnswerPlan(payloads: [[1]]))
                var request = try way.request(call)
                request.fields.append(WireField(way.form.encodingField(isUnary: call.isUnary), "identity"))
                let outcome = try await way.outcome(request, of: call, from: server.address)
                expect(outcome.messages.map(\.payload), equals: [[1]], "\(way), \(method)")
            }
        }
    }

    @Test(arguments: CallWay.plain)
    func answersAreCompressedForThoseWhoTakeIt(_ way: CallWay) async throws {
        let lists = [
            ("gzip", true), ("br, gzip", true), ("identity,gzip", true), ("br", false), ("identity", false),
            ("", false),
        ]
        let weighted = [("gzip;q=0", false), ("gzip; q=0.5, br", true), ("*", true), ("GZIP", true)]
        try await ConformanceServer.run { server in
            for method in [Asked.Method.ask, .watch] {
                var call = Asked("\(method)", method)
                call.compress()
                var plan = call.plan
                plan.payloads = [[UInt8](repeating: 1, count: 300)]
                call.requests[0].plan = plan
                // Weights belong to HTTP; gRPC's field has none.
                for (list, isCompressed) in way.form.isBare(call) ? lists + weighted : lists {
                    var request = try way.request(call)
                    request.fields.append(WireField(way.form.acceptField(isUnary: call.isUnary), list))
                    let outcome = try await way.outcome(request, of: call, from: server.address)
                    expect(outcome.wasCompressed, equals: isCompressed, "\(way), \(method), \(list)")
                    expect(outcome.messages.map(\.payload), equals: plan.payloads)
                }
            }
        }
    }

    @Test(arguments: CallWay.all.filter { $0.isCompressed && $0.form.isConnect })
    func anEmptyBodyIsAnEmptyMessage(_ way: CallWay) async throws {
        try await ConformanceServer.run { server in
            let call = Asked("unary", .ask)
            var request = way.head(call)
            request.fields.append(WireField("content-encoding", "gzip"))
            let outcome = try await way.outcome(request, of: call, from: server.address)
            // An empty body is not JSON.
            expect(outcome.error?.code, equals: (way.form == .connectJSON ? "invalid_argument" : nil), "\(way)")
        }
    }

    @Test(arguments: CallWay.all.filter(\.isCompressed))
    func malformedGzipIsAnError(_ way: CallWay) async throws {
        try await ConformanceServer.run { server in
            for method in [Asked.Method.ask, .watch] {
                let call = Asked("\(method)", method)
                var request = way.head(call)
                request.fields.append(WireField(way.form.encodingField(isUnary: call.isUnary), "gzip"))
                let message: [UInt8] = [0x1F, 0x8B, 8, 0, 1, 2, 3]
                let frame = RPCFrame(compressed: [0, 0, 0, 0, 0] + message).bytes
                request.body = way.form.isBare(call) ? message : frame
                if way.form.isText { request.body = Base64.encode(frame) }
                let outcome = try await way.outcome(request, of: call, from: server.address)
                expect(outcome.error?.code, equals: "internal", "\(way), \(method)")
            }
        }
    }

    /// A small body that would become large.
    @Test(arguments: CallWay.all.filter(\.isCompressed))
    func inflatedMessagesHaveTheSameLimit(_ way: CallWay) async throws {
        try await ConformanceServer.run(maxRequestBytes: 10_000) { server in
            for method in [Asked.Method.ask, .watch, .collect] {
                var call = Asked("\(method)", method)
                call.requests[0].padding = [UInt8](repeating: 0, count: 200_000)
                let outcome = try await way.outcome(call, from: server.address)
                expect(outcome.error?.code, equals: "resource_exhausted", "\(way), \(method)")
            }
        }
    }
}
