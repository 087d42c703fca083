internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

@Suite struct QuotingTests {
    @Test(arguments: [
        ("\u{1B}[2J", "\\u{1B}[2J"), ("\u{9B}31m", "\\u{9B}31m"), ("a\u{7}b\u{7F}", "a\\u{7}b\\u{7F}"),
        ("\u{202E}txt.exe", "\\u{202E}txt.exe"), ("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}"), ("a\rb", "a\\u{D}b"),
        ("\u{2028}", "\\u{2028}"),
    ])
    func controlCharactersAreEscaped(_ text: String, _ expected: String) {
        expect(printable(text), equals: expected)
        expect(text.controlsText)
        expect(!printable(text).controlsText)
    }

    @Test(arguments: ["", "Küche", "キッチン", "22 °C", "a\tb\nc", "👩‍🚒", "بيت"])
    func textStaysAsItIs(_ text: String) {
        expect(printable(text), equals: text)
    }

    @Test func everyScalarIsAsItWasOrEscaped() {
        for value in UInt32(0)...0x3000 {
            guard let scalar = Unicode.Scalar(value), scalar != "\n", scalar != "\t" else { continue }
            expect((printable(String(scalar)) == String(scalar)), equals: !scalar.controlsText)
        }
    }

    @Test func quotesHoldNoneOfThem() {
        expect(quoted("\u{1B}\u{9B}\u{202E}\n"), equals: "\"\\u001b\\u009b\\u202e\\n\"")
    }

    @Test(
        arguments: [
            ("Lamp", "\"Lamp\""), ("a \"b\"\n", "\"a \\\"b\\\"\\n\""),
            (String(repeating: "é", count: 64), "\"" + String(repeating: "é", count: 64) + "\""),
            (String(repeating: "x", count: 65), "\"" + String(repeating: "x", count: 64) + "…\""),
        ])
    func beginningIsQuotedUpTo64Scalars(_ text: String, _ expected: String) {
        expect(quotedBeginning(text), equals: expected)
    }

    @Test func quotedTextHasTheCommonEscapes() {
        expect(inQuotes("a\"\\\n\r\t\u{1}"), equals: "\"a\\\"\\\\\\n\\r\\t\u{1}\"")
        expect(inQuotes("\u{1}\n") { _ in "?" }, equals: "\"?\\n\"")
    }
}
