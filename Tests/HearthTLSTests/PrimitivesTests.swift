internal import Expectations
internal import HearthBase
internal import HearthTLS
internal import Testing

/// The bytes of a text in hexadecimal.
private func bytes(_ text: String) -> [UInt8] {
    let digits = text.utf8.compactMap(hexValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

struct PrimitivesTests {
    @Test("RFC 7748, section 6.1") func keysAgreeOnASecret() throws {
        let alice = try require(
            X25519Key(secret: bytes("77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a")))
        let bob = try require(
            X25519Key(secret: bytes("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb")))
        expect(hex(alice.publicKey), equals: "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a")
        expect(hex(bob.publicKey), equals: "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f")
        let shared = "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742"
        expect(alice.agreement(with: bob.publicKey).map { hex($0) }, equals: shared)
        expect(bob.agreement(with: alice.publicKey).map { hex($0) }, equals: shared)
    }

    @Test func keysOfWrongFormAreRefused() throws {
        let key = try require(X25519Key(secret: [UInt8](repeating: 7, count: 32)))
        expect(X25519Key(secret: []) == nil)
        expect(X25519Key(secret: [UInt8](repeating: 7, count: 33)) == nil)
        expectNil(key.agreement(with: []))
        // Points of small order, with which the secret would be zero.
        expectNil(key.agreement(with: [UInt8](repeating: 0, count: 32)))
        expectNil(key.agreement(with: [1] + [UInt8](repeating: 0, count: 31)))
    }

    @Test("RFC 8439, section 2.8.2") func textIsSealedAndOpened() {
        let text = Array(
            """
            Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would \
            be it.
            """.utf8)
        let key = Array(UInt8(0x80)...0x9F)
        let nonce = bytes("070000004041424344454647")
        let data = bytes("50515253c0c1c2c3c4c5c6c7")
        let sealed = ChaChaPoly.seal(text, key: key, nonce: nonce, authenticating: data) ?? []
        expect(hex(sealed.prefix(16)), equals: "d31a8d34648e60db7b86afbc53ef7ec2")
        expect(hex(sealed.suffix(16)), equals: "1ae10b594f09e26a7e902ecbd0600691")
        expect(ChaChaPoly.open(sealed, key: key, nonce: nonce, authenticating: data), equals: text)
        expectNil(ChaChaPoly.open(sealed, key: key, nonce: nonce))
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            expectNil(ChaChaPoly.open(changed, key: key, nonce: nonce, authenticating: data))
        }
    }

    @Test("RFC 3711, appendix B.2") func aCounterMakesAKeystream() {
        let key = bytes("2b7e151628aed2a6abf7158809cf4f3c")
        let counter = bytes("f0f1f2f3f4f5f6f7f8f9fafbfcfd0000")
        let stream = AES128Counter.apply(repeatElement(0, count: 48), key: key, counter: counter) ?? []
        expect(
            hex(stream),
            equals: "e03ead0935c95e80e166b16dd92b4eb4d23513162b02d0f72a43a2fe4a5f97ab41e95b3bb0a2e8dd477901e4fca894c0")
        expect(AES128Counter.apply([], key: key, counter: counter), equals: [])
        expectNil(AES128Counter.apply([1], key: [1], counter: counter))
        expectNil(AES128Counter.apply([1], key: key, counter: []))
    }

    @Test("The Galois/Counter Mode of Operation (McGrew and Viega), test cases 1 and 2") func textIsSealedWithAES() {
        let (key, nonce) = ([UInt8](repeating: 0, count: 16), [UInt8](repeating: 0, count: 12))
        expect(AES128GCM.seal([], key: key, nonce: nonce).map { hex($0) }, equals: "58e2fccefa7e3061367f1d57a4e7455a")
        expect(
            AES128GCM.seal([UInt8](repeating: 0, count: 16), key: key, nonce: nonce).map { hex($0) },
            equals: "0388dace60b6a392f328c2b971b2fe78ab6e47d42cec13bdf53a67b21257bddf")
        expectNil(AES128GCM.seal([], key: [1], nonce: nonce))
        expectNil(AES128GCM.seal([], key: key, nonce: []))
    }

    @Test("The Galois/Counter Mode of Operation (McGrew and Viega), test cases 13 and 14") func textIsOpenedWithAES() {
        let (key, nonce) = ([UInt8](repeating: 0, count: 32), [UInt8](repeating: 0, count: 12))
        expect(AES256GCM.seal([], key: key, nonce: nonce).map { hex($0) }, equals: "530f8afbc74536b9a963b4f1c4cb738b")
        let text = [UInt8](repeating: 0, count: 16)
        let sealed = AES256GCM.seal(text, key: key, nonce: nonce) ?? []
        expect(hex(sealed), equals: "cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919")
        expect(AES256GCM.open(sealed, key: key, nonce: nonce), equals: text)
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            expectNil(AES256GCM.open(changed, key: key, nonce: nonce))
        }
        for length in 0..<sealed.count {
            expectNil(AES256GCM.open(Array(sealed.prefix(length)), key: key, nonce: nonce))
        }
        expectNil(AES256GCM.seal([], key: [1], nonce: nonce))
        expectNil(AES256GCM.seal([], key: key, nonce: []))
    }

    @Test("RFC 7914, section 12") func aKeyIsDerivedByScrypt() {
        let derived = Scrypt.derive(
            64, from: Array("pleaseletmein".utf8), salt: Array("SodiumChloride".utf8), cost: 16_384, blocks: 8,
            parallelism: 1)
        expect(
            derived.map { hex($0) },
            equals: "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"
                + "d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887")
        expectNil(Scrypt.derive(32, from: [], salt: [], cost: 3, blocks: 8, parallelism: 1))
        expectNil(Scrypt.derive(32, from: [], salt: [], cost: 1 << 30, blocks: 8, parallelism: 1))
        expectNil(Scrypt.derive(0, from: [], salt: [], cost: 2, blocks: 8, parallelism: 1))
    }

    @Test("NIST CAVP, ECC CDH primitive, P-256, count 0") func keysOnP256AgreeOnASecret() throws {
        let key = try require(
            P256Key(secret: bytes("7d7dc5f71eb29ddaf80d6214632eeae03d9058af1fb6d22ed80badb62bc1a534")))
        let other = bytes(
            "04700c48f77f56584c5cc632ca65640db91b6bacce3a4df6b42ce7cc838833d287"
                + "db71e509e3fd9b060ddb20ba5c51dcc5948d46fbf640dfe0441782cab85fa4ac")
        expect(
            hex(key.point),
            equals: "04ead218590119e8876b29146ff89ca61770c4edbbf97d38ce385ed281d8a6b230"
                + "28af61281fd35e2fa7002523acc85a429cb06ee6648325389f59edfce1405141")
        expect(
            key.agreement(with: other).map { hex($0) },
            equals: "46fc62106420ff012e54a434fbdd2d25ccc5852060561e68040dd7778997bd7b")
        expectNil(key.agreement(with: []))
        expectNil(key.agreement(with: [4] + [UInt8](repeating: 1, count: 64)))
    }

    @Test("RFC 2202, section 3") func codesWithSHA1AreMade() {
        expect(
            hex(HMACSHA1.code(of: Array("Hi There".utf8), key: [UInt8](repeating: 0x0B, count: 20))),
            equals: "b617318655057264e28bc0b6fb378c8ef146be00")
        expect(
            hex(HMACSHA1.code(of: Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8))),
            equals: "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79")
    }

    @Test func emptyTextHasATagOnly() {
        let (key, nonce) = ([UInt8](repeating: 1, count: 32), [UInt8](repeating: 2, count: 12))
        let sealed = ChaChaPoly.seal([], key: key, nonce: nonce) ?? []
        expect(sealed.count, equals: ChaChaPoly.tagLength)
        expect(ChaChaPoly.open(sealed, key: key, nonce: nonce), equals: [])
        expectNil(ChaChaPoly.open(sealed.dropLast(), key: key, nonce: nonce))
        expectNil(ChaChaPoly.seal([], key: [1], nonce: nonce))
        expectNil(ChaChaPoly.seal([], key: key, nonce: [1]))
    }

    @Test("RFC 5869, appendices A.1 and A.3") func keysAreDerived() {
        let material = [UInt8](repeating: 0x0B, count: 22)
        expect(
            hex(HKDFSHA256.derive(42, from: material, salt: Array(0...12), info: Array(0xF0...0xF9))),
            equals: "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865")
        expect(
            hex(HKDFSHA256.derive(42, from: material, salt: [])),
            equals: "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8")
        expect(HKDFSHA256.derive(0, from: material, salt: []), equals: [])
    }
}
