@testable internal import HearthHub
internal import HearthRPC
internal import Testing

@Suite struct NameRulesTests {
    @Test(arguments: [("  Hall \n", "Hall"), ("A", "A"), ("Küche 2", "Küche 2")])
    func blanksAroundANameGo(_ given: String, _ kept: String) throws {
        #expect(try NameRules.checked(given, for: "a room") == kept)
    }

    @Test(arguments: [
        "", "   ", String(repeating: "x", count: 65), "a\u{0}b", "two\nlines", "x\u{1B}[31m", "a\u{2028}b",
        "a\u{2029}b", "\u{200B}", "\u{FEFF}\u{2060}", "\u{202E}", "\u{202E}moor", "\u{301}",
    ])
    func namesThatNobodyCouldUseAreRefused(_ name: String) {
        let error = #expect(throws: HubError.self) { try NameRules.checked(name, for: "a room") }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.contains("a room") == true)
    }

    /// 64 characters are allowed, whatever they are.
    @Test func length() throws {
        let name = String(repeating: "é", count: 64)
        #expect(try NameRules.checked(name, for: "a room") == name)
        // One character of endless combining marks is not a name.
        #expect(throws: HubError.self) {
            try NameRules.checked("a" + String(repeating: "\u{301}", count: 2_000), for: "a room")
        }
    }

    @Test(arguments: [600, 4 << 20])
    func whatIsTooLongIsSaidInTheMeasureThatItBreaks(_ marks: Int) {
        let error = #expect(throws: HubError.self) {
            try NameRules.checked("a" + String(repeating: "\u{301}", count: marks), for: "a room")
        }
        #expect(error?.message.contains("\(1 + 2 * marks) bytes") == true)
    }

    @Test(arguments: ["👩‍👩‍👧‍👦", "नमस्ते", "می‌خواهم", "🏳️‍🌈 1"])
    func joinedAndMarkedCharactersAreOne(_ name: String) throws {
        #expect(try NameRules.checked(name, for: "a room") == name)
    }

    @Test func aProvidersNameIsMadeToFit() {
        #expect(NameRules.fitted(" La\u{7}mp ", fallback: "id") == "Lamp")
        #expect(NameRules.fitted("\n", fallback: "id") == "id")
        #expect(NameRules.fitted("\u{200B}", fallback: "id") == "id")
        #expect(NameRules.fitted("a\u{2028}b\u{202E}", fallback: "id") == "ab")
        #expect(NameRules.fitted(String(repeating: "n", count: 80), fallback: "id").count == 64)
    }
}
