@testable internal import HearthAccessControl
internal import HearthTLS
internal import Expectations
internal import Testing

@Suite struct CodesTests {
    /// Random text uses only the alphabet, and skips bytes that would make some characters likelier.
    @Test func base62() {
        var given: [[UInt8]] = [[255, 250, 248, 0], [61, 62, 247, 1]]
        let text = Base62.random(4) { _ in given.removeFirst() }
        expect(text, equals: "0z0z")
        expect(Base62.text(61, count: 6), equals: "00000z")
        expect(Base62.text(.max, count: 6), equals: "4gfFC3")
    }

    @Test func onlyWellFormedTokensAreParsed() throws {
        let token = AccessToken(id: "Ab3dEf7h") { SecureRandom.bytes($0) }
        let text = token.text
        expect(text.utf8.count, equals: 63)
        expect(text.hasPrefix("hth_Ab3dEf7h_"))
        let read = try require(AccessToken(text))
        expect(read.id, equals: token.id)
        expect(read.secret, equals: token.secret)
        expect(read.hash, equals: token.hash)
        expect(token.hash, equals: SHA256.hash(token.secret.utf8))
        for index in text.indices {
            var slip = text
            slip.replaceSubrange(index...index, with: text[index] == "x" ? "y" : "x")
            expectNil(AccessToken(slip), "\(slip)")
        }
        for wrong in ["", "hth___", "hth_", String(text.dropLast()), text + "0", text.replacing("hth", with: "ghp")] {
            expectNil(AccessToken(wrong))
        }
    }

    @Test func aCodeIs128BitsIn22Characters() {
        let code = ClaimCode.make { [UInt8](0..<UInt8($0)) }
        expect(code, equals: "AAECAwQFBgcICQoLDA0ODw")
        expect(ClaimCode.hash(code), equals: SHA256.hash(Array(UInt8(0)..<16)))
        for wrong in ["", "AAECAwQFBgcICQoLDA0OD", "AAECAwQFBgcICQoLDA0OD+", code + "A", "ÄAECAwQFBgcICQoLDA0OD"] {
            expectNil(ClaimCode.hash(wrong))
        }
    }
}
