internal import HearthBase
internal import HearthHTTP2
internal import HearthEventLoop
internal import HearthRPC
internal import HearthRPCTestSupport
internal import Expectations
internal import Testing

@testable internal import HearthRPCHTTP2

/// The rules for fields and statuses in gRPC's protocol description, one by one.
@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct ProtocolTests {
    @Test(arguments: [
        ("400", RPCError.Code.internal), ("401", .unauthenticated), ("403", .permissionDenied), ("404", .unimplemented),
        ("429", .unavailable), ("431", .internal), ("502", .unavailable), ("503", .unavailable), ("504", .unavailable),
        ("200", .unknown), ("500", .unknown), ("302", .unknown), ("", .unknown),
    ])
    func httpStatusesHaveAStatus(_ status: String, _ code: RPCError.Code) {
        expect(StatusCoding.code(httpStatus: status), equals: code)
    }

    @Test(
        arguments: [
            (0, RPCError.Code.internal), (1, .internal), (2, .internal), (3, .internal), (4, .internal), (6, .internal),
            (7, .unavailable), (8, .cancelled), (9, .internal), (10, .internal), (11, .resourceExhausted),
            (12, .permissionDenied), (99, .internal),
        ] as [(UInt32, RPCError.Code)])
    func resetsHaveAStatus(_ number: UInt32, _ code: RPCError.Code) {
        expect(StatusCoding.reset(ErrorCode(rawValue: number)).code, equals: code)
    }

    @Test func aCancelledCallWhoseTimeIsOverIsLate() {
        expect(StatusCoding.reset(.cancel, isLate: true).code, equals: .deadlineExceeded)
        expect(StatusCoding.reset(.refusedStream, isLate: true).code, equals: .unavailable)
    }

    private static func block(_ fields: [(String, String)]) -> HeaderBlock {
        var bytes: [UInt8] = []
        for (name, value) in fields {
            let (name, value) = (Array(name.utf8), Array(value.utf8))
            bytes += [UInt8(name.count & 0xFF), UInt8(name.count >> 8)]
            bytes += (0..<4).map { UInt8(truncatingIfNeeded: value.count >> ($0 * 8)) }
            bytes += name + value
        }
        return HeaderBlock(bytes: bytes)
    }

    @Test(
        arguments: [
            ([("grpc-status", "0")], nil), ([("grpc-status", "5")], RPCError.Code.notFound), ([], .unknown),
            ([("grpc-status", "")], .unknown), ([("grpc-status", "x")], .unknown), ([("grpc-status", "-1")], .unknown),
            ([("grpc-status", "17")], .unknown), ([("grpc-status", "4294967296")], .unknown),
            ([("grpc-status", "16"), ("grpc-status", "0")], .unauthenticated),
        ] as [([(String, String)], RPCError.Code?)])
    func trailersHaveAStatus(_ fields: [(String, String)], _ code: RPCError.Code?) {
        expect(StatusCoding.status(Self.block(fields), Metadata())?.code, equals: code)
    }

    @Test(arguments: ["%", "%4", "%zz", "100%25 %E2%98", "%c3%BC", "\u{FC}"])
    func anyMessageIsShown(_ text: String) {
        let error = StatusCoding.status(Self.block([("grpc-status", "2"), ("grpc-message", text)]), Metadata())
        expect((error?.code, error?.message.isEmpty), are: (.unknown, false))
    }

    @Test func binaryValuesMayBeJoinedPaddedOrNot() {
        let metadata = MetadataCoding.metadata(
            Self.block([("a-bin", "YQ,YQ==, YWI ,YWJj"), ("a-bin", ""), ("b", "x,y"), ("b", "z")]))
        expect(
            metadata.binaries("a-bin").map { String(decoding: $0, as: UTF8.self) }, equals: ["a", "a", "ab", "abc", ""])
        expect(metadata.texts("b"), equals: ["x,y", "z"])
    }

    /// "Implementations must not error due to receiving an invalid ASCII-Value": it is discarded.
    @Test func valuesThatMayNotBeEchoedAreNotSeen() {
        let metadata = MetadataCoding.metadata(
            Self.block([("a", "tab\there"), ("b", "\u{FC}"), ("c", "fine"), ("grpc-custom", "x"), ("x!", "y")]))
        expect(metadata.entries.map(\.name), equals: ["c"])
    }

    @Test func spacesAroundAValueAreNotSent() {
        var metadata = Metadata()
        for value in ["  a b ", "c", " ", ""] { metadata.add("x", value) }
        expect(metadata.texts("x"), equals: ["a b", "c", "", ""])
    }

    @Test func noTimeoutIsZeroOrLongerThanEightDigits() {
        for timeout in [
            Duration.nanoseconds(1), .nanoseconds(999), .microseconds(1), .seconds(98.999_999), .seconds(99),
            .seconds(99_998), .seconds(99_999), .seconds(99_999_999), .seconds(100_000_000), .seconds(Int64.max / 2),
        ] {
            let text = TimeoutCoding.encode(timeout)
            expect((2...9).contains(text.count), "\(String(decoding: text, as: UTF8.self))")
            let read = TimeoutCoding.decode(text[...])
            expect(read ?? .zero, isAbove: .zero)
            expect(read ?? .zero, isAtMost: timeout)
        }
    }

    @Test func theUserAgentIsOfgRPCsForm() {
        let text = String(decoding: RequestHeaders.userAgent, as: UTF8.self)
        expect(text.wholeMatch(of: /grpc-[a-z]+(-[a-z]+)?\/[0-9.]+( \(.*\))?/) != nil)
    }

    @Test(arguments: [
        ("gzip", true), ("identity,gzip", true), ("identity, deflate, gzip", true), ("gzip;q=1", true), ("", false),
        ("identity", false), ("gzipped", false), ("x-gzip", false),
    ])
    func acceptedEncodingsAreRead(_ names: String, _ acceptsGzip: Bool) {
        expect(MessageEncoding.acceptsGzip(Array(names.utf8)[...]), equals: acceptsGzip)
    }

    /// gRPC's status codes: a wrong number of requests or responses is UNIMPLEMENTED.
    @Test func anotherNumberOfMessagesIsUnimplemented() async throws {
        let pair = try await Pair()
        for count in [0, 2] {
            let (writer, reader): (RPCWriter<Blob>, RPCReader<Blob>) = try await pair.client.bidirectional(
                TestService.echo)
            for _ in 0..<count { try await writer.write(Blob("x")) }
            writer.finish()
            await expect(failure { _ = try await reader.next() }?.code, equals: .unimplemented)
            // Count's first byte is the number of its answers.
            await expect(pair.client.failure(TestService.count, Blob([UInt8(count)]))?.code, equals: .unimplemented)
        }
    }
}
