import HearthRPCTestSupport
import HearthTLS
internal import Expectations
import Testing

/// Which peers are trusted, and the errors of the others.
@Suite(.enabled(if: TestAuthority.isPossible, "skipped: openssl is not installed"))
struct TrustTests {
    let authority: TestAuthority
    let stranger: TestAuthority

    init() throws {
        authority = try TestAuthority()
        stranger = try TestAuthority()
    }

    private func identity(_ files: (certificate: String, key: String)) throws -> TLSIdentity {
        try TLSIdentity(certificateFile: files.certificate, keyFile: files.key)
    }

    private func failure(_ server: ServerTLS, _ client: ClientTLS, host: String = "localhost") throws -> String {
        let pair = try Pair(server, client, host: host)
        let error = expect(throws: TLSError.self) { try pair.shakeHands() }
        return error?.message ?? ""
    }

    @Test(arguments: ["localhost", "127.0.0.1"])
    func anAuthoritysServerIsBelievedByItsName(_ host: String) throws {
        let server = try ServerTLS(identity(authority.give("server")))
        let pair = try Pair(server, ClientTLS(trust: .authorities(authority.file)), host: host)
        try pair.shakeHands()
        expect(pair.client.session.isEstablished)
        expect(pair.server.session.isEstablished)
        expect(pair.client.timesEstablished, equals: 1)
        expect(pair.server.timesEstablished, equals: 1)
    }

    @Test func theServersNameCanBeAnother() throws {
        let server = try ServerTLS(identity(authority.give("server", names: "DNS:hub.example")))
        let client = try ClientTLS(trust: .authorities(authority.file), serverName: "hub.example")
        try Pair(server, client, host: "10.0.0.1").shakeHands()
    }

    @Test func wrongNames() throws {
        let server = try ServerTLS(identity(authority.give("server", names: "DNS:hub.example,IP:10.0.0.1")))
        let client = try ClientTLS(trust: .authorities(authority.file))
        for host in ["localhost", "127.0.0.1", "hub.example.org", "example"] {
            try expect(failure(server, client, host: host).contains("certificate is not for \"\(host)\""))
        }
    }

    @Test func expiredServer() throws {
        let server = try ServerTLS(identity(authority.give("server", days: -1)))
        try expect(failure(server, ClientTLS(trust: .authorities(authority.file))).contains("has expired"))
    }

    @Test func anothersServer() throws {
        let server = try ServerTLS(identity(stranger.give("server")))
        try expect(failure(server, ClientTLS(trust: .authorities(authority.file))).contains("a trusted authority"))
        try expect(failure(server, ClientTLS(trust: .system)).contains("a trusted authority"))
        let own = try ServerTLS(TLSIdentity.make(names: ["localhost"]))
        try expect(failure(own, ClientTLS(trust: .system)).contains("a trusted authority"))
    }

    @Test func aSelfSignedCertificateIsBelievedWhereItIsGiven() throws {
        let made = try TLSIdentity.make(names: ["localhost"])
        let (certificate, key) = ("\(authority.folder)/self.pem", "\(authority.folder)/self.key")
        try made.save(certificateFile: certificate, keyFile: key)
        try Pair(ServerTLS(made), ClientTLS(trust: .authorities(certificate))).shakeHands()
        let renewed = try TLSIdentity.make(names: ["localhost"])
        try expect(
            failure(ServerTLS(renewed), ClientTLS(trust: .authorities(certificate))).contains(
                "a trusted authority"))
    }

    @Test func aPinIsAllThatCounts() throws {
        let old = try identity(authority.give("server", names: "DNS:other.example", days: -1))
        let pin = ClientTLS.Trust.pinned(publicKeySHA256: old.publicKeySHA256)
        try Pair(ServerTLS(old), ClientTLS(trust: pin)).shakeHands()
        try Pair(ServerTLS(old.renewed(names: ["hub.local"])), ClientTLS(trust: pin)).shakeHands()
        let impostor = try TLSIdentity.make(names: ["other.example"])
        let message = try failure(ServerTLS(impostor), ClientTLS(trust: pin))
        for key in [old, impostor] {
            let hex = key.publicKeySHA256.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            expect(message.contains(hex), "\(hex) in \(message)")
        }
        expect(throws: TLSError.self) { try ClientTLS(trust: .pinned(publicKeySHA256: [1, 2, 3])) }
    }

    @Test func theFirstUseTakesAnyKeyAndNamesIt() throws {
        let stranger = try TLSIdentity.make(names: ["other.example"])
        let pair = try Pair(ServerTLS(stranger), .forFirstUse())
        try pair.shakeHands()
        let certificate = pair.client.session.peerCertificate
        expect(certificate?.publicKeySHA256, equals: stranger.publicKeySHA256)
        expect(certificate?.commonName, equals: "other.example")
    }

    @Test func authoritiesFilesAreChecked() throws {
        expect(throws: TLSError.self) { try ClientTLS(trust: .authorities("/nowhere.pem")) }
        expect(throws: TLSError.self) { try ClientTLS(trust: .authorities("/dev/null")) }
        expect(throws: TLSError.self) {
            try ServerTLS(TLSIdentity.make(names: []), clientCertificates: .required(authorities: "/nowhere.pem"))
        }
    }

    @Test func requiredClients() throws {
        let server = try ServerTLS(
            identity(authority.give("server")), clientCertificates: .required(authorities: authority.file))
        func client(_ identity: TLSIdentity?) throws -> ClientTLS {
            try ClientTLS(trust: .authorities(authority.file), identity: identity)
        }
        let app = try identity(authority.give("app"))
        let pair = try Pair(server, client(app))
        try pair.shakeHands()
        expect(pair.server.session.peerCertificate?.publicKeySHA256, equals: app.publicKeySHA256)
        expect(pair.server.session.peerCertificate?.der, equals: app.certificateDER)
        try expect(failure(server, client(nil)).contains("presented no certificate"))
        try expect(failure(server, client(identity(stranger.give("app")))).contains("a trusted authority"))
        try expect(failure(server, client(identity(authority.give("old", days: -1)))).contains("has expired"))
        try expect(failure(server, client(TLSIdentity.make(names: ["localhost"]))).contains("a trusted authority"))
    }

    /// The client's error, in TLS 1.3 after its own handshake was done.
    @Test func clientsGetTheReason() throws {
        let server = try ServerTLS(
            identity(authority.give("server")), clientCertificates: .required(authorities: authority.file))
        let expired = try identity(authority.give("old", days: -1))
        for (identity, words) in [(nil, "requires a client certificate"), (expired, "because it has expired")] {
            let pair = try Pair(server, ClientTLS(trust: .authorities(authority.file), identity: identity))
            try pair.client.session.start()
            try pair.server.take(pair.client.session.takeOutput())
            try pair.client.take(pair.server.session.takeOutput())
            expect(throws: TLSError.self) { try pair.server.take(pair.client.session.takeOutput()) }
            expect(pair.server.timesEstablished, equals: 0)
            let error = expect(throws: TLSError.self) { try pair.client.take(pair.server.session.takeOutput()) }
            expect(error?.message.contains(words), equals: true, "\(String(describing: error))")
        }
    }

    @Test func askedClientsAreJudgedByTheirKeys() throws {
        let server = try ServerTLS(TLSIdentity.make(names: []), clientCertificates: .asked)
        let pin = ClientTLS.Trust.pinned(publicKeySHA256: server.identity.publicKeySHA256)
        let own = try TLSIdentity.make(names: ["phone"])
        for identity in [own, try identity(stranger.give("app")), nil] {
            let pair = try Pair(server, ClientTLS(trust: pin, identity: identity))
            try pair.shakeHands()
            expect(pair.server.session.isEstablished)
            expect(pair.server.session.peerCertificate?.publicKeySHA256, equals: identity?.publicKeySHA256)
        }
        let expired = try identity(authority.give("old", days: -1))
        try expect(failure(server, ClientTLS(trust: pin, identity: expired)).contains("has expired"))
    }

    @Test func aServerThatAsksForNothingGetsNothing() throws {
        let server = try ServerTLS(TLSIdentity.make(names: []))
        let pin = ClientTLS.Trust.pinned(publicKeySHA256: server.identity.publicKeySHA256)
        let pair = try Pair(server, ClientTLS(trust: pin, identity: TLSIdentity.make(names: [])))
        try pair.shakeHands()
        expectNil(pair.server.session.peerCertificate)
    }

    @Test func aReloadIsForNewConnections() throws {
        let (old, new) = (try TLSIdentity.make(names: []), try TLSIdentity.make(names: []))
        let server = try ServerTLS(old)
        let before = try Pair(server, ClientTLS(trust: .pinned(publicKeySHA256: old.publicKeySHA256)))
        try before.shakeHands()
        try server.reload(new)
        expect(server.identity.publicKeySHA256, equals: new.publicKeySHA256)
        try before.client.session.write([1, 2, 3])
        try before.exchange()
        expect(before.server.received, equals: [1, 2, 3])
        try Pair(server, ClientTLS(trust: .pinned(publicKeySHA256: new.publicKeySHA256))).shakeHands()
        try expect(
            failure(server, ClientTLS(trust: .pinned(publicKeySHA256: old.publicKeySHA256))).contains(
                "not the pinned one"))
    }
}
