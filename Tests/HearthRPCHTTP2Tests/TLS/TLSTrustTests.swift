internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthRPCTestSupport
internal import HearthTLS
internal import Synchronization
internal import Expectations
internal import Testing

/// Which clients may connect, and the errors of the others.
@Suite(.enabled(if: TestAuthority.isPossible, "skipped: openssl is missing"), .timeLimit(.minutes(5)), .stopsAtEnd)
struct TLSTrustTests {
    let authority: TestAuthority

    init() throws { authority = try TestAuthority() }

    private func identity(_ name: String, names: String = "DNS:localhost,IP:127.0.0.1", days: Int = 10) throws
        -> TLSIdentity
    {
        let files = try authority.give(name, names: names, days: days)
        return try TLSIdentity(certificateFile: files.certificate, keyFile: files.key)
    }

    /// The error of a call; nil when it is answered.
    private func error(_ pair: TLSPair, _ tls: ClientTLS?) async throws -> RPCError? {
        let client = try pair.client(tls)
        var error: RPCError?
        do throws(RPCError) {
            let _: Blob = try await client.unary(
                TestService.echo, Blob("hello"), options: CallOptions(timeout: .seconds(60)))
        } catch let caught { error = caught }
        await client.close()
        return error
    }

    @Test func theServerMustBeTheRightOne() async throws {
        let client = try ClientTLS(trust: .authorities(authority.file))
        let cases: [(TLSIdentity, String?)] = [
            (try identity("good"), nil), (try identity("old", days: -1), "has expired"),
            (try identity("other", names: "DNS:hub.example"), "certificate is not for \"127.0.0.1\""),
            (try TLSIdentity.make(names: ["127.0.0.1"]), "a trusted authority"),
        ]
        for (identity, words) in cases {
            let pair = try await TLSPair(identity)
            let error = try await error(pair, client)
            expect((error == nil), equals: (words == nil), "\(String(describing: error))")
            if let words, let error {
                expect(error.code, equals: .unavailable, "\(error)")
                expect(error.message.contains(words), "\(error)")
                expect(error.message.contains(pair.server.address), "\(error)")
            }
            await pair.close()
        }
    }

    @Test func wrongPinIsReportedWithBothFingerprints() async throws {
        let (pair, pinned) = (try await TLSPair(), try TLSIdentity.make(names: []))
        let error = try await error(pair, ClientTLS(trust: .pinned(publicKeySHA256: pinned.publicKeySHA256)))
        for key in [pinned, pair.identity] {
            let hex = key.publicKeySHA256.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            expect(error?.message.contains(hex), equals: true)
        }
        await pair.close()
    }

    @Test func clientsNeedACertificateWhereOneIsRequired() async throws {
        let pair = try await TLSPair(clientCertificates: .required(authorities: authority.file))
        let cases: [(TLSIdentity?, String?)] = [
            (try identity("app"), nil), (nil, "requires a client certificate"),
            (try identity("old", days: -1), "because it has expired"),
            (try TLSIdentity.make(names: ["app"]), "refuses our certificate"),
        ]
        for (identity, words) in cases {
            let error = try await error(pair, pair.pinned(as: identity))
            expect((error == nil), equals: (words == nil), "\(String(describing: error))")
            if let words, let error {
                let isTold = error.message.contains(words) || error.message.contains("does not trust the issuer of")
                expect(error.code, equals: .unavailable, "\(error)")
                expect(isTold, "\(error)")
            }
        }
        await pair.close()
    }

    @Test func aServerWithoutTLSIsNamed() async throws {
        let pair = try await Pair()
        let tls = try ClientTLS(trust: .pinned(publicKeySHA256: [UInt8](repeating: 1, count: 32)))
        var settings = HTTP2Transport.Settings()
        settings.tls = tls
        let client = RPCClient(
            transport: try HTTP2Transport(connectingTo: pair.server.address, settings: settings))
        let error = await client.failure(TestService.echo, Blob("hello"))
        expect(error?.code, equals: .unavailable, "\(error as Any)")
        expect(error?.message.contains("speak TLS"), equals: true, "\(error as Any)")
        await client.close()
    }

    /// Called after the handshake, with the identity that it proved.
    private final class Seen: Authenticator {
        let peers = Mutex<[Peer]>([])

        func principal(of peer: Peer) -> Principal {
            peers.withLock { $0.append(peer) }
            guard let certificate = peer.certificate else { return .anonymous(.all) }
            return Principal(id: "key \(certificate.publicKeySHA256[0])", rights: .all)
        }
    }

    @Test func theAuthenticatorSeesTheCertificate() async throws {
        let seen = Seen()
        let pair = try await TLSPair(clientCertificates: .asked) { $0.authenticator = seen }
        let phone = try TLSIdentity.make(names: ["phone"])
        for (tls, name) in [
            (try pair.pinned(as: phone), "key \(phone.publicKeySHA256[0])"), (try pair.pinned(), "anonymous"),
            (nil, "anonymous"),
        ] {
            let client = try pair.client(tls)
            let me: Blob = try await client.unary(TestService.whoAmI, Blob(""))
            expect(me.text.hasPrefix(name), "\(me.text)")
            await client.close()
        }
        let peers = seen.peers.withLock { $0 }
        expect(peers.map { $0.certificate?.der }, equals: [phone.certificateDER, nil, nil])
        for peer in peers {
            expect((peer.isLocal, peer.isPrivate, peer.address.hasPrefix("127.0.0.1:")), are: (true, true, true))
        }
        await pair.close()
    }

    /// An expired certificate is refused before the authenticator is called.
    @Test func theAuthenticatorIsNotAskedForAFailedHandshake() async throws {
        let seen = Seen()
        let pair = try await TLSPair(clientCertificates: .asked) { $0.authenticator = seen }
        let error = try await error(pair, pair.pinned(as: identity("old", days: -1)))
        expect(error != nil)
        expect(seen.peers.withLock { $0 }.isEmpty)
        await pair.close()
    }
}
