@testable internal import HearthNoticeTargets
internal import Expectations
internal import HearthHTTP1
internal import HearthTLS
internal import ProcessTestSupport
internal import Testing

/// Messages for browsers, by the examples of RFC 8291 and RFC 8292 and by an independent receiver.
@Suite(.timeLimit(.minutes(5)))
struct PushEncryptionTests {
    private static func bytes(_ text: String) -> [UInt8] { Base64URL.bytes(text) ?? [] }

    /// RFC 8291, section 5.
    private enum Example {
        static let text = "When I grow up, I want to be a watermelon"
        static let senderSecret = bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
        static let senderPoint =
            "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
        static let salt = bytes("DGv6ra1nlYgDCS1FRnbzlw")
        static let receiverSecret = bytes("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")
        static let receiverPoint = bytes(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
        static let authentication = bytes("BTBZMqHH6r4Tts7J_aSIgg")
        static let body =
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK"
            + "6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"

        static func subscription(_ point: [UInt8] = receiverPoint) throws -> PushSubscription {
            try PushSubscription(
                endpoint: "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV", publicKey: point,
                secret: authentication)
        }
    }

    @Test func exampleOfRFC8291IsReproduced() throws {
        let key = try require(P256Key(secret: Example.senderSecret))
        expect(Base64URL.text(key.point), equals: Example.senderPoint)
        expect(P256Key(secret: Example.receiverSecret)?.point, equals: Example.receiverPoint)
        let body = try PushEncryption.seal(
            Array(Example.text.utf8), for: Example.subscription(), key: key, salt: Example.salt)
        expect(body.map { Base64URL.text($0) }, equals: Example.body)
    }

    @Test func longMessagesAndWrongKeysAreRefused() throws {
        let key = try require(P256Key(secret: Example.senderSecret))
        func seal(_ count: Int, _ point: [UInt8] = Example.receiverPoint) throws -> Int? {
            let message = [UInt8](repeating: 0x61, count: count)
            return try PushEncryption.seal(message, for: Example.subscription(point), key: key, salt: Example.salt)?
                .count
        }
        try expect(seal(PushEncryption.mostBytes), equals: 4_096)
        try expect(seal(PushEncryption.mostBytes + 1), equals: nil)
        // The point is not on the curve.
        try expect(seal(1, [4] + [UInt8](repeating: 1, count: 64)), equals: nil)
        expect(throws: PostError.self) { try Example.subscription([4]) }
        for secret in [[UInt8](repeating: 0, count: 32), [UInt8](repeating: 255, count: 32), [1]] {
            expect(P256Key(secret: secret) == nil)
        }
    }

    /// RFC 8292, section 2.4.
    @Test func exampleOfRFC8292IsReproducedUpToItsSignature() throws {
        let text =
            "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3Njgs"
            + "InN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0"
        let signature = Self.bytes(
            "i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA")
        let point = Self.bytes(
            "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs")
        let known = try require(P256PublicKey(point: point))
        expect(known.verifies(signature, of: Array(text.utf8)))
        let key = try require(P256Key(secret: Example.senderSecret))
        let header = try require(
            PushSender(key: key).authorization(
                for: "https://push.example.net", contact: "mailto:push@example.com", at: 1_453_523_768 - 12 * 3_600))
        expect(header.hasPrefix("vapid t=\(text).") && header.hasSuffix(", k=\(Example.senderPoint)"))
        let token = header.dropFirst("vapid t=".count).prefix { $0 != "," }
        let own = Self.bytes(String(token.dropFirst(text.count + 1)))
        let publicKey = try require(P256PublicKey(point: key.point))
        expect(publicKey.verifies(own, of: Array(text.utf8)))
        expect(!publicKey.verifies(own, of: Array((text + "x").utf8)))
    }

    /// Decrypts with http_ece, and checks the token with py_vapid.
    private static let receiver = PythonProgram(
        lines: """
            import sys, http_ece
            from base64 import urlsafe_b64decode
            from cryptography.hazmat.primitives.asymmetric import ec
            from py_vapid import Vapid02
            def read(word): return urlsafe_b64decode(word + "=" * (-len(word) % 4))
            body, secret, authentication, header = sys.argv[1:]
            key = ec.derive_private_key(int.from_bytes(read(secret), "big"), ec.SECP256R1())
            print(http_ece.decrypt(read(body), private_key=key, auth_secret=read(authentication)).decode())
            print(Vapid02.verify(header.replace(", ", ",")))
            """, needs: ["http_ece", "py_vapid", "cryptography"])

    @Test(.enabled(if: receiver.isInstalled, "skipped: http_ece and py_vapid are not installed"))
    func independentReceiverReadsTheRequest() async throws {
        let key = try require(P256Key(secret: SecureRandom.bytes(32)))
        let once = try require(P256Key(secret: SecureRandom.bytes(32)))
        let request = try PushSender(key: key).request(
            Array("Wäsche ist fertig".utf8), to: Example.subscription(), urgency: .alarm,
            contact: "mailto:push@example.com", at: 2_000_000_000, once: (once, SecureRandom.bytes(16)))
        let fields = Dictionary(uniqueKeysWithValues: request.fields.map { ($0.name, $0.value) })
        let header = fields["Authorization"] ?? ""
        let outcome = try await Self.receiver.run([
            Base64URL.text(request.body), Base64URL.text(Example.receiverSecret),
            Base64URL.text(Example.authentication), header,
        ])
        expect(outcome.output, equals: "Wäsche ist fertig\nTrue\n")
        expect(
            fields.filter { $0.key != "Authorization" },
            equals: [
                "TTL": "86400", "Urgency": "high", "Content-Encoding": "aes128gcm",
                "Content-Type": "application/octet-stream",
            ])
    }
}
