internal import Expectations
internal import HearthTLS
internal import Testing

/// What strangers' datagrams do. Whole handshakes are those of Tests/Integrations/webrtc.py with a WebRTC client.
struct DTLSSessionTests {
    private static func session() throws -> DTLSSession {
        try DTLSSession(DTLSContext(.make(names: ["hearth"])), clientFingerprint: [UInt8](repeating: 1, count: 32))
    }

    @Test func whatIsNoRecordIsDropped() throws {
        let session = try Self.session()
        for datagram in [
            [], [22], [UInt8](repeating: 22, count: 1_500), [0x16, 0xFE, 0xFD] + [UInt8](repeating: 0, count: 10),
        ] {
            try session.receive(datagram)
        }
        expect((session.keys == nil, session.isEnded, session.takeOutput().count), are: (true, false, 0))
        expectNil(session.timeout)
    }

    @Test func aHandshakeWithoutAnEndIsRefused() throws {
        let session = try Self.session()
        expect(throws: TLSError.self) {
            for _ in 0..<100 { try session.receive([UInt8](repeating: 22, count: 1_500)) }
        }
        expect(session.isEnded)
    }

    @Test func nothingHappensAfterTheEnd() throws {
        let session = try Self.session()
        session.end()
        try session.receive([22, 254, 253])
        try session.timePassed()
        expect((session.isEnded, session.takeOutput().count), are: (true, 0))
    }

    @Test func theFingerprintIsThatOfTheCertificate() throws {
        let identity = try TLSIdentity.make(names: ["hearth"])
        expect(try DTLSContext(identity).fingerprint, equals: SHA256.hash(identity.certificateDER))
    }
}
