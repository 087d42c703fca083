internal import HearthBase
internal import HearthTLS
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)))
struct P256PublicKeyTests {
    /// A key, and its signature of "a hearth", made by Node's WebCrypto.
    private static let key = bytes(
        "3059301306072a8648ce3d020106082a8648ce3d03010703420004fe44109fd39e7fe532c065a4d804172affd5"
            + "2d843877347303d7b81aff557e5626a772eeb27de292fa7f764f1b8534005139409d706e1d218d07a5ef25313c07")
    private static let signature = bytes(
        "0d2dbe3c757f117021329b4499760a0b295964799a8c971385f01683295911217cdc3d8753ec5c8cbd5e1d23e1"
            + "bb015289668bb1f47d2b839ba9f60c95060759")
    private static let message = Array("a hearth".utf8)

    private static func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.compactMap { $0.hexDigitValue.map(UInt8.init) }
        return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    @Test func onlyTheBrowsersSignatureIsVerified() throws {
        let key = try require(P256PublicKey(Self.key))
        expect(key.verifies(Self.signature, of: Self.message))
        expect(!key.verifies(Self.signature, of: Self.message + [0]))
        expect(!key.verifies(Self.signature, of: []))
        for position in Self.signature.indices {
            var wrong = Self.signature
            wrong[position] ^= 1
            expect(!key.verifies(wrong, of: Self.message), "byte \(position)")
        }
        for length in [0, 1, 63, 65, 72, 4_096] {
            expect(!key.verifies([UInt8](repeating: 1, count: length), of: Self.message), "\(length) bytes")
        }
        // r and s are from 1 up to the order of the curve.
        for byte: UInt8 in [0, 0xFF] {
            expect(!key.verifies([UInt8](repeating: byte, count: 64), of: Self.message))
            expect(!key.verifies(Self.signature.prefix(32) + [UInt8](repeating: byte, count: 32), of: Self.message))
        }
    }

    @Test func onlyPointsOfTheCurveVerifyAnything() throws {
        for position in Self.key.indices {
            var wrong = Self.key
            wrong[position] ^= 1
            let key = P256PublicKey(wrong)
            // Every byte before the point is fixed.
            expect(position >= 27 || key == nil, "byte \(position)")
            expect(!(key?.verifies(Self.signature, of: Self.message) ?? false), "byte \(position)")
        }
        expectNil(P256PublicKey(Array(Self.key.dropLast())))
        expectNil(P256PublicKey([]))
    }

    /// RFC 4231, test cases 1 and 2.
    @Test func codesOfHMAC() {
        expect(
            hex(HMACSHA256.code(of: Array("Hi There".utf8), key: [UInt8](repeating: 0x0B, count: 20))),
            equals: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
        expect(
            hex(HMACSHA256.code(of: Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8))),
            equals: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    }
}
