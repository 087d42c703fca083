internal import HearthEventLoop
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthRPCTestSupport
internal import HearthTLS
internal import Synchronization
internal import Expectations
internal import Testing

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// The facts about a peer, and their consequences.
@Suite(.timeLimit(.minutes(5))) struct PeerTests {
    private final class Seen: Authenticator {
        let peers = Mutex<[Peer]>([])

        func principal(of peer: Peer) -> Principal {
            peers.withLock { $0.append(peer) }
            return LocalOwner().principal(of: peer)
        }
    }

    private func peers(on address: String, connectingTo other: (String) -> String = { $0 }) async throws -> [Peer] {
        let seen = Seen()
        let pair = try await TLSPair(on: address) { $0.authenticator = seen }
        let client = try pair.client(nil, at: other(pair.server.address))
        let _: Blob = try await client.unary(TestService.echo, Blob("x"))
        await client.close()
        await pair.close()
        return seen.peers.withLock { $0 }
    }

    @Test func aUnixSocketTellsTheUser() async throws {
        let peer = try await peers(on: Pair.unixAddress()).first
        expect(
            (peer?.user?.id, peer?.isLocal, peer?.isPrivate, peer?.user?.groupIDs?.contains(getegid())),
            are: (geteuid(), true, true, true))
        expect(peer?.address.hasPrefix("unix:/"), equals: true)
    }

    @Test func loopbackIsLocalHoweverItIsWritten() async throws {
        func port(_ address: String) -> String { String(address.split(separator: ":").last ?? "") }
        for peer in [
            try await peers(on: "127.0.0.1:0").first, try await peers(on: "[::1]:0").first,
            try await peers(on: "0.0.0.0:0", connectingTo: { "127.0.0.1:" + port($0) }).first,
            // As a dual-stack socket sees an IPv4 client: ::ffff:127.0.0.1.
            try await peers(on: "[::]:0", connectingTo: { "127.0.0.1:" + port($0) }).first,
        ] {
            expect(peer?.isLocal, equals: true, "\(peer as Any)")
            expect(peer?.isPrivate, equals: true, "\(peer as Any)")
            #if os(Linux)
                expect(peer?.user, equals: Peer.User(id: geteuid()), "\(peer as Any)")
            #endif
        }
    }

    /// By an address of this machine that is not loopback, as a client on another machine would see it.
    @Test func clearTextIsForThisMachineOnly() async throws {
        guard let address = Self.ownAddress else { return }
        let pair = try await TLSPair(on: "\(address):0")
        let clear = try pair.client(nil)
        await expect(clear.failure(TestService.echo, Blob("x"))?.code, equals: .unavailable)
        await clear.close()
        // Over TLS it is served, as an anonymous caller.
        let client = try pair.client(pair.pinned())
        await expect(client.failure(TestService.echo, Blob("x"))?.code, equals: .unauthenticated)
        await client.close()
        await pair.close()
    }

    private static var ownAddress: String? {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return nil }
        defer { freeifaddrs(list) }
        var next = list
        while let entry = next {
            next = entry.pointee.ifa_next
            guard let address = entry.pointee.ifa_addr, Int32(address.pointee.sa_family) == AF_INET else { continue }
            let number = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                UInt32(bigEndian: $0.pointee.sin_addr.s_addr)
            }
            if number >> 24 == 127 { continue }
            let shifts: [UInt32] = [24, 16, 8, 0]
            return shifts.map { String(number >> $0 & 255) }.joined(separator: ".")
        }
        return nil
    }
}
