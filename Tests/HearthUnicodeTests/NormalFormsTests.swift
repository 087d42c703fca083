internal import Expectations
internal import HearthUnicode
internal import Testing

@Suite struct NormalFormsTests {
    private func scalars(_ text: String) -> String {
        text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
    }

    /// Examples of Unicode Standard Annex 15, figures 3 to 6, and of the file NormalizationTest.txt.
    @Test(arguments: [
        ("", "", "", ""), ("Lamp 1", "Lamp 1", "Lamp 1", "Lamp 1"), ("a\u{0}b", "a\u{0}b", "a\u{0}b", "a\u{0}b"),
        ("\u{212B}", "\u{C5}", "A\u{30A}", "\u{C5}"), ("\u{2126}", "\u{3A9}", "\u{3A9}", "\u{3A9}"),
        ("\u{F4}", "\u{F4}", "o\u{302}", "\u{F4}"), ("o\u{302}", "\u{F4}", "o\u{302}", "\u{F4}"),
        ("\u{1E0B}\u{323}", "\u{1E0D}\u{307}", "d\u{323}\u{307}", "\u{1E0D}\u{307}"),
        ("\u{FB01}", "\u{FB01}", "\u{FB01}", "fi"), ("2\u{2075}", "2\u{2075}", "2\u{2075}", "25"),
        ("\u{1E9B}\u{323}", "\u{1E9B}\u{323}", "\u{17F}\u{323}\u{307}", "\u{1E69}"),
        ("\u{AC01}", "\u{AC01}", "\u{1100}\u{1161}\u{11A8}", "\u{AC01}"),
        ("\u{FF76}\u{FF9E}", "\u{FF76}\u{FF9E}", "\u{FF76}\u{FF9E}", "\u{30AC}"),
        (
            "\u{1F468}\u{200D}\u{1F469}", "\u{1F468}\u{200D}\u{1F469}", "\u{1F468}\u{200D}\u{1F469}",
            "\u{1F468}\u{200D}\u{1F469}"
        ),
    ])
    func formsAreThoseOfUnicode(_ text: String, _ c: String, _ d: String, _ kc: String) {
        expect(scalars(text.inFormC), equals: scalars(c))
        expect(scalars(text.inFormD), equals: scalars(d))
        expect(scalars(text.inFormKC), equals: scalars(kc))
    }

    @Test(arguments: [
        ("STRASSE", "stra\u{DF}e"), ("\u{3A3}\u{3A3}", "\u{3C3}\u{3C2}"), ("\u{C4}PFEL", "a\u{308}pfel"),
        ("\u{1E9E}", "ss"),
    ])
    func textsThatDifferInCaseFoldToTheSame(_ one: String, _ other: String) {
        expect(scalars(one.withFoldedCase), equals: scalars(other.withFoldedCase))
    }

    @Test func longTextsAreMapped() {
        let text = String(repeating: "a\u{301}", count: 100_000)
        expect(text.inFormC == String(repeating: "\u{E1}", count: 100_000) && text.inFormC.utf8.count == 200_000)
    }
}
