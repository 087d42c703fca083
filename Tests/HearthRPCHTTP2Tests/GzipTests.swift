internal import Foundation
internal import HearthRPC
@testable internal import HearthRPCHTTP2
internal import HearthRPCTestSupport
internal import Synchronization
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct GzipTests {
    @Test func anyMessageComesBackAsItWas() throws {
        var generator = SystemRandomNumberGenerator()
        for size in [0, 1, 31, 32, 33, 255, 256, 257, 5000, 65_535, 65_536, 65_537, 300_000] {
            let random = (0..<size).map { _ in UInt8.random(in: 0...255, using: &generator) }
            for bytes in [[UInt8](repeating: 0, count: size), random, random.map { $0 & 3 }] {
                let frame = RPCFrame(message: bytes)
                let small = Gzip.deflated(frame)
                expect(small.bytes.count, isAtMost: frame.bytes.count)
                guard small.isCompressed else { continue }
                let back = try Gzip.inflated(small, limit: size)
                expect((back, back.wasCompressed, back.isCompressed), are: (frame, true, false))
            }
        }
        expect(Gzip.deflated(RPCFrame(message: [UInt8](repeating: 0, count: 33))).isCompressed)
    }

    @Test func aFileComesBackAsItWas() throws {
        for size in [1000, 5000, 300_000] {
            let file = (0..<size).map { UInt8(truncatingIfNeeded: $0 % 251 / 3) }
            let small = try require(Gzip.compressed(file))
            expect(small.count, isBelow: file.count)
            let frame = RPCFrame(compressed: [UInt8](repeating: 0, count: RPCFrame.prefixLength) + small)
            try expect(Gzip.inflated(frame, limit: size), equals: RPCFrame(message: file))
        }
        for file in [[], [1], Array("body {}".utf8)] { expectNil(Gzip.compressed(file)) }
    }

    @Test func incompressibleMessageStaysPlain() {
        let noise = RPCFrame(message: (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 0x9E37_79B9 >> 7) })
        expect(!Gzip.deflated(RPCFrame(message: [1, 2, 3])).isCompressed)
        expect(Gzip.deflated(noise).bytes.count, isAtMost: noise.bytes.count)
    }

    @Test func theLimitHoldsToTheByte() throws {
        for size in [100, 65_536, 1 << 20] {
            let small = Gzip.deflated(RPCFrame(message: [UInt8](repeating: 0, count: size)))
            try expect(Gzip.inflated(small, limit: size).messageLength, equals: size)
            for limit in [0, 1, size / 2, size - 1] {
                let error = expect(throws: RPCError.self) { try Gzip.inflated(small, limit: limit) }
                expect((error?.code, error?.message.contains("\(limit) bytes")), are: (.resourceExhausted, true))
            }
        }
    }

    @Test func truncatedGzipIsAnError() throws {
        let whole = Gzip.deflated(RPCFrame(message: (0..<2000).map { UInt8(truncatingIfNeeded: $0 / 7) })).bytes
        for count in 0..<whole.count {
            let error = expect(throws: RPCError.self) {
                try Gzip.inflated(RPCFrame(compressed: Array(whole[..<count])), limit: 1 << 20)
            }
            expect(error?.code, equals: .internal)
        }
        for tail: [UInt8] in [[0], Array(whole[5...])] {
            expect(throws: RPCError.self) { try Gzip.inflated(RPCFrame(compressed: whole + tail), limit: 1 << 20) }
        }
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SeededGenerator(state: seed)
        for _ in 0..<500 {
            var bytes = whole
            bytes[Int.random(in: 5..<bytes.count, using: &generator)] ^= UInt8.random(in: 1...255, using: &generator)
            if let back = try? Gzip.inflated(RPCFrame(compressed: bytes), limit: 1 << 16) {
                expect(back.messageLength, equals: 2000, "seed \(seed)")
            }
        }
    }

    private struct SeededGenerator: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }
}

/// Reports for each message whether it was compressed; compresses answers as requested.
private struct GzipService: RPCService {
    static let unary = MethodDescriptor(service: "test.Gzip", method: "Unary", kind: .unary, right: Rights(rawValue: 1))
    static let chat = MethodDescriptor(
        service: "test.Gzip", method: "Chat", kind: .bidirectional, right: Rights(rawValue: 1))
    static let sleep = MethodDescriptor(
        service: "test.Gzip", method: "Sleep", kind: .clientStreaming, right: Rights(rawValue: 1))

    func register(in router: inout RPCRouter) {
        router.unary(Self.unary) { (request: RPCFrame, context: ServerContext) async throws -> RPCFrame in
            context.compression = .gzip
            return RPCFrame(message: [request.wasCompressed ? 1 : 0] + request.message.dropFirst())
        }
        router.bidirectional(Self.chat) {
            (requests: RPCReader<RPCFrame>, writer: RPCWriter<RPCFrame>, context: ServerContext) in
            context.compression = .gzip
            for try await request in requests {
                let wish = request.message.first == 1
                try await writer.write(
                    RPCFrame(message: [request.wasCompressed ? 1 : 0] + request.message.dropFirst()), compress: wish)
                // Too late: the headers already announce gzip.
                context.compression = .none
            }
        }
        router.clientStreaming(Self.sleep) { (_: RPCReader<RPCFrame>, _: ServerContext) async throws -> RPCFrame in
            try await Task.sleep(for: .seconds(60))
            return RPCFrame(message: [])
        }
    }
}

@Suite(.timeLimit(.minutes(5))) struct CompressedCallTests {
    private static func pair(maxRequestBytes: Int = 4 << 20) async throws -> (server: HTTP2Server, client: RPCClient) {
        var router = RPCRouter()
        router.register(GzipService())
        var options = RPCServer.Options()
        options.maxRequestBytes = maxRequestBytes
        let server = try await HTTP2Server.listen(
            RPCServer(router: router, options: options), on: "127.0.0.1:0", settings: .init())
        return (server, RPCClient(transport: try HTTP2Transport(connectingTo: server.address)))
    }

    private static func close(_ pair: (server: HTTP2Server, client: RPCClient)) async {
        await pair.client.close()
        await pair.server.shutdown(grace: .zero)
    }

    private static let zeros = [UInt8](repeating: 0, count: 100_000)

    @Test func unaryCallsAreCompressedAsTheirOptionsSay() async throws {
        let pair = try await Self.pair()
        for (compression, flag) in [(Compression.gzip, UInt8(1)), (.none, 0)] {
            let response = try await pair.client.call(
                GzipService.unary, RPCFrame(message: Self.zeros), options: CallOptions(compression: compression))
            expect((response.frame.message.first, response.frame.wasCompressed), are: (flag, true))
            expect(response.frame.messageLength, equals: Self.zeros.count)
            expectNil(response.headers["grpc-encoding"])
        }
        await Self.close(pair)
    }

    @Test func eachMessageOfAStreamMayGoAsItIs() async throws {
        let pair = try await Self.pair()
        let (writer, reader): (RPCWriter<RPCFrame>, RPCReader<RPCFrame>) = try await pair.client.bidirectional(
            GzipService.chat, options: CallOptions(compression: .gzip))
        for (compress, wish) in [(true, true), (false, true), (true, false), (false, false), (true, true)] {
            try await writer.write(RPCFrame(message: [wish ? 1 : 0] + Self.zeros), compress: compress)
            let answer = try require(try await reader.next())
            expect((answer.message.first, answer.wasCompressed), are: ((compress ? 1 : 0), wish))
            expect(answer.messageLength, equals: Self.zeros.count + 1)
        }
        writer.finish()
        try await expectNil(reader.next())
        await Self.close(pair)
    }

    @Test func theLimitIsOfTheInflatedMessage() async throws {
        let pair = try await Self.pair(maxRequestBytes: 99_999)
        let options = CallOptions(compression: .gzip)
        let error = await expect(throws: RPCError.self) {
            _ = try await pair.client.call(GzipService.unary, RPCFrame(message: Self.zeros), options: options)
        }
        expect((error?.code, error?.message.contains("99999 bytes")), are: (.resourceExhausted, true))
        let (writer, reader): (RPCWriter<RPCFrame>, RPCReader<RPCFrame>) = try await pair.client.bidirectional(
            GzipService.chat, options: options)
        try await writer.write(RPCFrame(message: Self.zeros))
        await expect(failure { _ = try await reader.next() }?.code, equals: .resourceExhausted)
        await Self.close(pair)
    }

    @Test func aClientHoldsItsLimitToo() async throws {
        let pair = try await Self.pair()
        var settings = HTTP2Transport.Settings()
        settings.maxResponseBytes = 50_000
        let client = RPCClient(transport: try HTTP2Transport(connectingTo: pair.server.address, settings: settings))
        let error = await expect(throws: RPCError.self) {
            _ = try await client.call(GzipService.unary, RPCFrame(message: Self.zeros))
        }
        expect(error?.code, equals: .resourceExhausted)
        await client.close()
        await Self.close(pair)
    }

    @Test func aFlagWithoutAnEncodingIsAnError() async throws {
        let pair = try await Self.pair()
        let error = await expect(throws: RPCError.self) {
            _ = try await pair.client.call(
                GzipService.unary, Gzip.deflated(RPCFrame(message: Self.zeros)), options: CallOptions())
        }
        expect(error?.code, equals: .internal)
        await Self.close(pair)
    }

    #if os(Linux)
        private static func residentBytes() -> Int {
            let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
            return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
        }

        /// Fifty times: a message of 64 MiB, a stream with 14 unread messages of 4 MiB, and an endless request of 4
        /// MiB, all compressed: 6 GiB in total. Other tests use memory at the same time.
        @Test func bombsTakeNoMemory() async throws {
            let pair = try await Self.pair()
            var raw = Gzip.deflated(RPCFrame(message: [UInt8](repeating: 0, count: 64 << 20)))
            raw.mayCompress = false
            var many = Gzip.deflated(RPCFrame(message: [UInt8](repeating: 0, count: 4 << 20)))
            many.mayCompress = false
            let (bomb, small) = (raw, many)
            let before = Self.residentBytes()
            var most = 0
            var readers: [RPCReader<RPCFrame>] = []
            for _ in 0..<50 {
                let options = CallOptions(timeout: .seconds(30), compression: .gzip)
                let error = await expect(throws: RPCError.self) {
                    _ = try await pair.client.call(GzipService.unary, bomb, options: options)
                }
                expect(error?.code, equals: .resourceExhausted)
                let (writer, reader): (RPCWriter<RPCFrame>, RPCReader<RPCFrame>) = try await pair.client.bidirectional(
                    GzipService.sleep, options: options)
                for _ in 0..<14 { try await writer.write(encoded: small) }
                readers.append(reader)
                let (endless, open): (RPCWriter<RPCFrame>, RPCReader<RPCFrame>) = try await pair.client.bidirectional(
                    GzipService.unary, options: options)
                try await endless.write(encoded: small)
                readers.append(open)
                most = max(most, Self.residentBytes() - before)
            }
            let _ = try await pair.client.call(GzipService.unary, RPCFrame(message: [0]))
            most = max(most, Self.residentBytes() - before)
            expect(most, isBelow: 400 << 20, "\(most >> 20) MiB")
            readers = []
            await Self.close(pair)
        }
    #endif
}
