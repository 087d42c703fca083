import HearthTLS
internal import Expectations
import Testing

/// Random numbers that are the same for the same seed (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// A peer's bytes can end its session, and nothing else.
@Suite struct HostileTests {
    static let identity = Result { try TLSIdentity.make(names: ["localhost"]) }
    let server: ServerTLS
    let client: ClientTLS

    init() throws {
        let identity = try Self.identity.get()
        server = try ServerTLS(identity, clientCertificates: .asked)
        client = try ClientTLS(trust: .pinned(publicKeySHA256: identity.publicKeySHA256), identity: identity)
    }

    private func established() throws -> Pair {
        let pair = try Pair(server, client)
        try pair.shakeHands()
        return pair
    }

    @Test func aHandshakeByteByByteWorks() throws {
        let pair = try Pair(server, client)
        try pair.client.session.start()
        for _ in 0..<10 {
            for byte in pair.client.session.takeOutput() { try pair.server.take([byte]) }
            for byte in pair.server.session.takeOutput() { try pair.client.take([byte]) }
        }
        expect(pair.server.session.isEstablished)
        expect(pair.client.session.isEstablished)
        try pair.client.session.write(Array("slow".utf8))
        for byte in pair.client.session.takeOutput() { try pair.server.take([byte]) }
        expect(pair.server.received, equals: Array("slow".utf8))
    }

    @Test func noiseEndsASession() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededRandom(state: seed)
        for _ in 0..<300 {
            let pair = try Pair(server, client)
            let noise = (0..<Int.random(in: 1...2000, using: &random)).map { _ in
                UInt8.random(in: 0 ... .max, using: &random)
            }
            // Random bytes that look like the beginning of a record wait for its rest.
            _ = try? pair.server.take([0x16, 3, 1] + noise)
            expect(!pair.server.session.isEstablished, "seed \(seed)")
            try pair.client.session.start()
            _ = try? pair.client.take(noise)
            expect(!pair.client.session.isEstablished, "seed \(seed)")
        }
    }

    @Test func changedHandshakesFail() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededRandom(state: seed)
        for _ in 0..<300 {
            let pair = try Pair(server, client)
            try pair.client.session.start()
            var failure: TLSError?
            for _ in 0..<6 where failure == nil {
                var (up, down) = (pair.client.session.takeOutput(), pair.server.session.takeOutput())
                if let index = up.indices.randomElement(using: &random), Bool.random(using: &random) {
                    up[index] ^= UInt8.random(in: 1 ... .max, using: &random)
                }
                if let index = down.indices.randomElement(using: &random), Bool.random(using: &random) {
                    down[index] ^= UInt8.random(in: 1 ... .max, using: &random)
                }
                do { try pair.server.take(up) } catch { failure = error }
                do { try pair.client.take(down) } catch { failure = failure ?? error }
            }
            expect(pair.server.received.isEmpty, "seed \(seed)")
            expect(pair.client.received.isEmpty, "seed \(seed)")
        }
    }

    @Test func noiseAfterTheHelloEndsASession() throws {
        let pair = try Pair(server, client)
        try pair.client.session.start()
        try pair.server.take(pair.client.session.takeOutput())
        expect(throws: TLSError.self) { try pair.server.take([UInt8](repeating: 0x55, count: 64)) }
        expect(pair.server.session.isEnded)
        // An alert is waiting, and later input has no effect.
        expect(!pair.server.session.takeOutput().isEmpty)
        try pair.server.take([1, 2, 3])
        expect(pair.server.session.takeOutput().isEmpty)
    }

    @Test func noiseAfterTheHandshakeEndsASession() throws {
        let pair = try established()
        let error = expect(throws: TLSError.self) {
            try pair.server.take([0x17, 3, 3, 0, 32] + [UInt8](repeating: 9, count: 32))
        }
        expect(error?.message.contains("TLS"), equals: true)
        expect(pair.server.session.isEnded)
        expect(pair.server.received.isEmpty)
        try pair.server.session.write([1])
    }

    @Test func halfARecordWaits() throws {
        let pair = try established()
        try pair.client.session.write(Array("half".utf8))
        let record = pair.client.session.takeOutput()
        try pair.server.take(Array(record.dropLast()))
        expect(pair.server.received.isEmpty)
        try pair.server.take(Array(record.suffix(1)))
        expect(pair.server.received, equals: Array("half".utf8))
    }

    @Test func floodsOfTinyRecordsAreJustBytes() throws {
        let pair = try established()
        for _ in 0..<5000 { try pair.client.session.write([7]) }
        let flood = pair.client.session.takeOutput()
        expect(flood.count, isAtLeast: 5000 * 20)
        try pair.server.take(flood)
        expect(pair.server.received, equals: [UInt8](repeating: 7, count: 5000))
        expect(pair.server.session.takeOutput().isEmpty)
    }

    /// An endless hello: its length says 16 MiB, and it comes in valid records.
    @Test func aHandshakeIsBounded() throws {
        let pair = try Pair(server, client)
        let error = expect(throws: TLSError.self) {
            try pair.server.take([0x16, 3, 1, 0, 4, 1, 0xFF, 0xFF, 0xFF])
            for _ in 0..<100 { try pair.server.take([0x16, 3, 1, 0x20, 0] + [UInt8](repeating: 0, count: 0x2000)) }
        }
        expect(error != nil)
        expect(pair.server.session.isEnded)
    }

    /// Messages of TLS 1.3's compatibility mode and warnings: the library limits records without effect.
    @Test(arguments: [[0x14, 3, 3, 0, 1, 1], [0x15, 3, 3, 0, 2, 1, 90], [0x16, 3, 3, 0, 0]] as [[UInt8]])
    func recordsThatDoNothingEndASession(_ record: [UInt8]) throws {
        let pair = try Pair(server, client)
        expect(throws: TLSError.self) {
            for _ in 0..<20_000 { try pair.server.take(record) }
        }
        expect(pair.server.session.isEnded)
    }

    @Test func nothingFollowsTheEnd() throws {
        let pair = try established()
        pair.client.session.end()
        let end = pair.client.session.takeOutput()
        expect(!end.isEmpty)
        try pair.client.session.write([1])
        try pair.server.take(end)
        expect(pair.server.session.isEnded)
        pair.server.session.end()
        pair.client.session.end()
        try pair.server.take([0, 1, 2])
        try pair.client.take([0, 1, 2])
        expect(pair.client.received.isEmpty)
        expect(pair.server.received.isEmpty)
    }

    /// A session that its reader ends delivers no more, although there is more.
    @Test func readingStopsAtTheEnd() throws {
        let pair = try established()
        try pair.client.session.write([UInt8](repeating: 7, count: 200_000))
        var count = 0
        let session = pair.server.session
        try session.receive(
            pair.client.session.takeOutput().span.bytes, established: {},
            plaintext: { _ in
                count += 1
                if count == 2 { session.end() }
            })
        expect(count, equals: 2)
    }

    /// Sessions that end at any point leave nothing, as the address sanitizer's leak check verifies.
    @Test func thousandsOfBrokenHandshakesLeaveNothing() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededRandom(state: seed)
        for _ in 0..<2000 {
            let pair = try Pair(server, client)
            try pair.client.session.start()
            var left = Int.random(in: 0...2000, using: &random)
            while left > 0 {
                let (up, down) = (pair.client.session.takeOutput(), pair.server.session.takeOutput())
                if up.isEmpty, down.isEmpty { break }
                try pair.server.take(Array(up.prefix(left)))
                left -= up.count
                if left > 0 { try pair.client.take(Array(down.prefix(left))) }
                left -= down.count
            }
        }
    }
}
