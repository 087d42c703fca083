internal import Expectations
internal import Testing
@testable internal import HearthBase

@Suite struct Base64Tests {
    private func decode(_ text: String, _ alphabet: Base64.Alphabet? = .standard) -> [UInt8]? {
        Base64.decode(Array(text.utf8)[...], alphabet)
    }

    @Test(
        arguments: [
            ([], ""), ([0], "AA"), ([255, 254], "//4"), ([1, 2, 3], "AQID"), ([251, 239, 190, 251], "+++++w"),
            (Array("hello".utf8), "aGVsbG8"),
        ] as [([UInt8], String)])
    func paddingIsOptionalInBothDirections(_ bytes: [UInt8], _ text: String) {
        let padded = text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        expect(String(decoding: Base64.encode(bytes), as: UTF8.self), equals: padded)
        expect(String(decoding: Base64.encode(bytes, isPadded: false), as: UTF8.self), equals: text)
        expect(decode(text), equals: bytes)
        expect(decode(padded), equals: bytes)
    }

    @Test func theAlphabetOfAddressesDiffersInTwoLetters() {
        let bytes: [UInt8] = [251, 255, 191]
        expect(Base64.encode(bytes), equals: Array("+/+/".utf8))
        expect(Base64.encode(bytes, .url), equals: Array("-_-_".utf8))
        expect(decode("+/+/"), equals: bytes)
        expectNil(decode("-_-_"))
        expect(decode("-_-_", .url), equals: bytes)
        expectNil(decode("+/+/", .url))
        expectNil(decode("AB+_", .url))
        expect(decode("+/-_", nil), equals: bytes)
        expectNil(decode("+/-_"))
        expectNil(decode("+/-_", .url))
    }

    @Test func aPartOfBytesIsAppended() {
        var text = Array("\"".utf8)
        Base64.append([9, 1, 2, 3, 4, 9], 1..<5, isPadded: true, to: &text)
        expect(text, equals: Array("\"AQIDBA==".utf8))
    }

    @Test(arguments: ["A", "A=", "AA=", "AAA==", "A A", "AAAA=", "Ä", "AA==AA==", "AA=A", "AAA\n", "====", "="])
    func malformedBase64IsNil(_ text: String) {
        expectNil(decode(text))
        expectNil(decode(text, .url))
        expectNil(decode(text, nil))
    }

    @Test func anyBytesComeBack() {
        var random = SystemRandomNumberGenerator()
        for count in 0...300 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            for isPadded in [true, false] {
                expect(Base64.decode(Base64.encode(bytes, isPadded: isPadded)[...], .standard), equals: bytes)
                expect(Base64.decode(Base64.encode(bytes, .url, isPadded: isPadded)[...], .url), equals: bytes)
            }
        }
    }
}
