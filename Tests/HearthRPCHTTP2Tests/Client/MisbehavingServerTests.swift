internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthRPCTestSupport
internal import Expectations
internal import Testing

/// Our client against a server that breaks the rules, each case in its own way: every call ends at once with one clear
/// error, or succeeds where the rules allow it.
@Suite(.enabled(if: MisbehavingServer.isThere, MisbehavingServer.skipped), .timeLimit(.minutes(5)), .stopsAtEnd)
struct MisbehavingServerTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let mode: String
        var metadata: [String: String] = [:]
        let code: RPCError.Code
        let says: String

        init(_ mode: String, _ metadata: [String: String] = [:], _ code: RPCError.Code, _ says: String) {
            self.mode = mode
            self.metadata = metadata
            self.code = code
            self.says = says
        }

        init(_ mode: String, _ code: RPCError.Code, _ says: String) { self.init(mode, [:], code, says) }

        var testDescription: String { "\(mode) \(metadata.values.first ?? "")" }
    }

    static let failures: [Case] = [
        // gRPC's negative cases.
        Case("rst_after_header", .internal, "reset the call"), Case("rst_during_data", .internal, "reset the call"),
        Case("rst_after_data", .internal, "reset the call"),
        // Connections.
        Case("goaway_too_many_pings", .unavailable, "GOAWAY"), Case("close_without_goaway", .unavailable, "was closed"),
        Case("half_a_frame_then_close", .unavailable, "was closed"), Case("close_at_once", .unavailable, ""),
        Case("http1", .unavailable, "does not speak HTTP/2"), Case("garbage", .unavailable, "does not speak HTTP/2"),
        Case("bad_settings", .unavailable, ""), Case("window_overflow", .unavailable, ""),
        Case("push_promise", .unavailable, ""),
        // Resets, by the table "Errors" of the gRPC protocol over HTTP/2.
        Case("rst_before_headers", ["x-code": "0"], .internal, "error 0"),
        Case("rst_before_headers", ["x-code": "1"], .internal, "error 1"),
        Case("rst_before_headers", ["x-code": "3"], .internal, "error 3"),
        Case("rst_before_headers", ["x-code": "8"], .cancelled, "error 8"),
        Case("rst_before_headers", ["x-code": "11"], .resourceExhausted, "error 11"),
        Case("rst_before_headers", ["x-code": "12"], .permissionDenied, "error 12"),
        Case("rst_before_headers", ["x-code": "99"], .internal, "error 99"),
        Case("refused_twice", .unavailable, "error 7"),
        // Status.
        Case("trailers_missing", .internal, "without a status"), Case("status_missing", .unknown, "no status"),
        Case("status_as_asked", ["x-status": "abc"], .unknown, "abc"),
        Case("status_as_asked", ["x-status": "99"], .unknown, ""),
        Case("status_as_asked", ["x-status": "-1"], .unknown, ""),
        Case("status_as_asked", ["x-status": "300"], .unknown, ""),
        Case("status_as_asked", ["x-status": "9"], .failedPrecondition, "%zz%4"),
        Case("trailers_only", ["x-status": "5"], .notFound, "by trailers only"),
        Case("trailers_only", ["x-status": "0"], .unimplemented, "ended without"),
        Case("http_status", ["x-status": "400"], .internal, "HTTP status 400"),
        Case("http_status", ["x-status": "401"], .unauthenticated, "HTTP status 401"),
        Case("http_status", ["x-status": "403"], .permissionDenied, "HTTP status 403"),
        Case("http_status", ["x-status": "404"], .unimplemented, "HTTP status 404"),
        Case("http_status", ["x-status": "429"], .unavailable, "HTTP status 429"),
        Case("http_status", ["x-status": "500"], .unknown, "HTTP status 500"),
        Case("http_status", ["x-status": "502"], .unavailable, "HTTP status 502"),
        Case("http_status", ["x-status": "503"], .unavailable, "HTTP status 503"),
        Case("http_status", ["x-status": "504"], .unavailable, "HTTP status 504"),
        Case("http_status", ["x-status": "418"], .unknown, "HTTP status 418"),
        Case("http_status_without_body", ["x-status": "404"], .unimplemented, "HTTP status 404"),
        Case("http_503_as_grpc", .unavailable, "HTTP status 503"),
        Case("html_instead_of_grpc", .unknown, "text/html"),
        // Headers.
        Case("huge_headers", .resourceExhausted, "headers are larger than the limit"),
        Case("huge_trailers", .resourceExhausted, "headers are larger than the limit"),
        Case("headers_twice", .internal, ""), Case("data_before_headers", .unavailable, "broke the rules"),
        Case("headers_that_must_not_be", .internal, ""),
        // Messages.
        Case("half_a_message", .internal, "middle of a message"),
        Case("half_a_message_without_trailers", .internal, "middle of a message"),
        Case("no_message", .unimplemented, "ended without"), Case("two_messages", .unimplemented, "more came"),
        Case("two_messages_and_silence", .unimplemented, "more came"),
        Case("compressed_without_encoding", .internal, ""), Case("compressed_by_no_known_way", .internal, "snappy"),
        Case("unknown_flag", .internal, "flag 7"),
        Case("message_over_the_limit", .resourceExhausted, "5000000 bytes is larger than the limit of 4194304"),
        Case("prefix_of_4_gib", .resourceExhausted, "4294967295 bytes"),
        // Silence.
        Case("silence", .deadlineExceeded, "deadline"), Case("silence_after_headers", .deadlineExceeded, "deadline"),
    ]

    @Test(arguments: failures)
    func aCallEndsWithOneClearError(_ test: Case) async throws {
        let timeout: Duration = test.code == .deadlineExceeded ? .milliseconds(200) : .seconds(60)
        let result = try await MisbehavingServer.calls(test.mode, metadata: test.metadata, timeout: timeout)[0]
        guard case .failure(let error) = result else { return expect(Bool(false), "\(test.mode) succeeded.") }
        expect(error.code, equals: test.code, "\(test.mode): \(error)")
        expect(error.message.contains(test.says), "\(test.mode): \(error)")
    }

    static let harmless = [
        "ping", "data_frame_padding", "no_df_padding", "goaway_before_the_first_call", "refused_once", "informational",
        "continuation", "odd_binary_metadata", "byte_by_byte", "empty_data_frames", "tiny_window",
        "window_shut_for_a_while", "no_streams_for_a_while", "small_table", "many_settings_and_pings", "unknown_frames",
    ]

    @Test(arguments: harmless)
    func callStillSucceeds(_ mode: String) async throws {
        let payload = Blob([UInt8](repeating: 7, count: 200))
        for result in try await MisbehavingServer.calls(mode, payload: payload) {
            try expect(result.get(), equals: payload)
        }
    }

    @Test func paddingCountsInFlowControl() async throws {
        // 5 bytes a frame, with 256 of padding: many windows' worth.
        let payload = Blob([UInt8](repeating: 7, count: 30_000))
        try await expect(MisbehavingServer.calls("data_frame_padding", payload: payload)[0].get(), equals: payload)
        try await expect(MisbehavingServer.calls("no_df_padding", payload: payload)[0].get(), equals: payload)
    }

    @Test(arguments: ["goaway", "goaway_too_many_pings", "close_without_goaway", "huge_headers", "huge_trailers"])
    func theNextCallSucceeds(_ mode: String) async throws {
        let results = try await MisbehavingServer.calls(mode, count: 3, metadata: ["x-key": "next"])
        try expect((results[1].get().text, results[2].get().text), are: ("hello, hello", "hello, hello"))
    }

    @Test(arguments: ["max_streams", "goaway_leaves_a_call_untouched"])
    func callsAtOnceAllSucceed(_ mode: String) async throws {
        let client = RPCClient(transport: try MisbehavingServer.transport(mode))
        let count = mode == "max_streams" ? 10 : 2
        try await withThrowingTaskGroup(of: Blob.self) { group in
            for index in 0..<count {
                group.addTask { try await client.unary(TestService.echo, Blob("\(index)")) }
            }
            var answers: Set<String> = []
            for try await answer in group { answers.insert(answer.text) }
            expect(answers, equals: Set((0..<count).map { "\($0)" }))
        }
        await client.close()
    }

    @Test func aServerThatSaysNothingIsGivenUp() async throws {
        let result = try await MisbehavingServer.calls("silence_before_settings") {
            $0.backoff = Backoff(minConnectTimeout: .milliseconds(100))
        }[0]
        guard case .failure(let error) = result else { return expect(Bool(false)) }
        expect(error.code, equals: .unavailable, "\(error)")
        expect(error.message.contains("did not answer"), "\(error)")
    }

    @Test func unansweredPingMakesTheNextCallReconnect() async throws {
        let results = try await MisbehavingServer.calls("silence_even_to_pings", count: 2) {
            $0.keepalive = Keepalive(interval: .seconds(1), timeout: .seconds(5))
        }
        guard case .failure(let error) = results[0] else { return expect(Bool(false)) }
        expect(error.code, equals: .unavailable, "\(error)")
        expect(error.message.contains("ping"), "\(error)")
        try expect(results[1].get().text, equals: "hello, hello")
    }

    @Test func anEarlyAnswerIsAnAnswer() async throws {
        let client = RPCClient(transport: try MisbehavingServer.transport("rst_after_an_early_answer"))
        let answer: Blob = try await client.clientStreaming(TestService.join) { (writer: RPCWriter<Blob>) in
            while true { try await writer.write(Blob([UInt8](repeating: 0, count: 10_000))) }
        }
        expect(answer.text, equals: "early")
        await client.close()
    }

    @Test func messagesMayBeCutAnywhere() async throws {
        let client = RPCClient(transport: try MisbehavingServer.transport("cut_in_the_prefix"))
        let reader: RPCReader<Blob> = try await client.serverStreaming(TestService.count, Blob("x"))
        var seen: [String] = []
        for try await blob in reader { seen.append(blob.text) }
        expect(seen, equals: ["one", "", "three"])
        await client.close()
    }

    @Test func metadataComesInEveryFormOfBase64() async throws {
        let client = RPCClient(transport: try MisbehavingServer.transport("odd_binary_metadata"))
        let response = try await client.call(TestService.echo, Blob("x").frame)
        expect(response.headers.binaries("x-unpadded-bin"), equals: [[0xAB, 0xAB, 0xAB]])
        expect(response.headers.binaries("x-padded-bin"), equals: [[1]])
        expect(
            (response.headers.binaries("x-two-bin"), response.trailers.binaries("x-bad-bin")), are: ([[1], [2]], []))
        await client.close()
    }

    @Test func aServerThatSendsMoreThanItMayIsCutOff() async throws {
        let result = try await MisbehavingServer.calls("more_than_the_window") { $0.maxResponseBytes = 64 << 20 }[0]
        guard case .failure(let error) = result else { return expect(Bool(false)) }
        expect(error.code, differsFrom: .deadlineExceeded, "\(error)")
    }

    // MARK: Retries

    private let policy = RetryPolicy(maxAttempts: 3, initialBackoff: .milliseconds(10), maxBackoff: .milliseconds(50))

    @Test(arguments: ["unavailable_twice", "unavailable_with_pushback"])
    func aPolicyMakesTheCallAgain(_ mode: String) async throws {
        let result = try await MisbehavingServer.calls(mode, retryPolicy: policy)[0]
        try expect(result.get().text, equals: "2 hello, hello")
    }

    @Test func aLostConnectionIsNoObstacle() async throws {
        let result = try await MisbehavingServer.calls("closes_twice", retryPolicy: policy)[0]
        try expect(result.get().text, equals: "hello, hello")
    }

    @Test(arguments: [
        ("unavailable_always", "attempt 2"), ("unavailable_and_never_again", "attempt 0"),
        ("unavailable_after_headers", ""),
    ])
    func theLastFailureStands(_ mode: String, _ message: String) async throws {
        let result = try await MisbehavingServer.calls(mode, retryPolicy: policy)[0]
        guard case .failure(let error) = result else { return expect(Bool(false)) }
        expect(error.code, equals: .unavailable, "\(error)")
        expect(error.message, equals: message, "\(error)")
    }

    @Test func withoutAPolicyNothingIsRepeated() async throws {
        let result = try await MisbehavingServer.calls("unavailable_twice")[0]
        guard case .failure(let error) = result else { return expect(Bool(false)) }
        expect(error.message, equals: "attempt 0")
    }

    @Test func tooManyFailuresStopRepetitions() async throws {
        let results = try await MisbehavingServer.calls("unavailable_always", count: 4, retryPolicy: policy) {
            $0.retryThrottling = RetryThrottling(maxTokens: 6, tokenRatio: 0.1)
        }
        let messages = results.map { result in
            if case .failure(let error) = result { error.message } else { "none" }
        }
        // Six tokens: three failures leave three, which is half of them, so retries stop.
        expect(messages, equals: ["attempt 2", "attempt 0", "attempt 0", "attempt 0"])
    }

    @Test func closingEndsCallsBetweenTwoAttempts() async throws {
        let pair = try await Pair()
        let policy = RetryPolicy(
            initialBackoff: .seconds(600), maxBackoff: .seconds(600), retryableCodes: [.failedPrecondition])
        let reader: RPCReader<Blob> = try await pair.client.serverStreaming(
            TestService.fail, Blob("x"), options: CallOptions(timeout: .seconds(3600), retryPolicy: policy))
        // Its answer comes after the other's on their connection.
        let _: Blob = try await pair.client.unary(TestService.echo, Blob("x"))
        await pair.client.close()
        await expect(failure { try await reader.next() }?.code, equals: .cancelled)
    }

    @Test func aClientKnowsItsMethodsPolicies() async throws {
        for (name, answer) in [("test.Test/Echo", "2 x"), ("test.Test", "2 x"), ("", "2 x"), ("test.Test/Other", nil)] {
            var options = RPCClient.Options()
            options.retryPolicies = [name: policy]
            let client = RPCClient(
                transport: try MisbehavingServer.transport("unavailable_twice"), options: options)
            let blob: Blob? = try? await client.unary(TestService.echo, Blob("x"))
            expect(blob?.text, equals: answer, "\(name)")
            await client.close()
        }
    }
}
