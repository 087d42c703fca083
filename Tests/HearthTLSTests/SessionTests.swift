import Foundation
import HearthTLS
internal import Expectations
import Testing

/// Two sessions face to face, without sockets.
struct SessionTests {
    @Test func carriesPlainTextBothWays() throws {
        let identity = try TLSIdentity.make(names: ["localhost", "127.0.0.1", "::1"])
        let pair = try Pair(
            ServerTLS(identity), ClientTLS(trust: .pinned(publicKeySHA256: identity.publicKeySHA256)))
        try pair.shakeHands()
        expect(pair.server.session.isEstablished)
        expect(pair.client.session.isEstablished)
        expect(pair.client.session.version, equals: "TLSv1.3")
        let text = SecureRandom.bytes(100_000)
        try pair.client.session.write(text)
        try pair.exchange()
        expect(pair.server.received, equals: text)
        try pair.server.session.write(Array("hello".utf8))
        try pair.exchange()
        expect(pair.client.received, equals: Array("hello".utf8))
        expect(pair.client.session.peerCertificate?.publicKeySHA256, equals: identity.publicKeySHA256)
        expect(pair.client.session.peerCertificate?.der, equals: identity.certificateDER)
        expectNil(pair.server.session.peerCertificate)
        pair.client.session.end()
        try pair.exchange()
        expect(pair.server.session.isEnded)
    }

    @Test func dataAfterTheHandshakeIsDelivered() throws {
        let identity = try TLSIdentity.make(names: ["localhost"])
        let pair = try Pair(
            ServerTLS(identity), ClientTLS(trust: .pinned(publicKeySHA256: identity.publicKeySHA256)))
        try pair.client.session.start()
        try pair.server.take(pair.client.session.takeOutput())
        try pair.client.take(pair.server.session.takeOutput())
        let upload = SecureRandom.bytes(200_000)
        try pair.client.session.write(upload)
        // The end of the client's handshake and all of its upload, in one read.
        try pair.server.take(pair.client.session.takeOutput())
        expect(pair.server.received, equals: upload)
    }
}
