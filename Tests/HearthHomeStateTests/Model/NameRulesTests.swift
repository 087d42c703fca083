@testable internal import HearthHomeState
internal import HearthRPC
internal import Expectations
internal import Testing
internal import RefusalTestSupport

@Suite struct NameRulesTests {
    @Test(arguments: [("  Hall \n", "Hall"), ("A", "A"), ("Küche 2", "Küche 2")])
    func blanksAroundANameGo(_ given: String, _ kept: String) throws {
        try expect(NameRules.checked(given, for: "a room"), equals: kept)
    }

    @Test(arguments: [
        "", "   ", String(repeating: "x", count: 65), "a\u{0}b", "two\nlines", "x\u{1B}[31m", "a\u{2028}b",
        "a\u{2029}b", "\u{200B}", "\u{FEFF}\u{2060}", "\u{202E}", "\u{202E}moor", "\u{301}",
    ])
    func unusableNamesAreRefused(_ name: String) {
        expect(refused: .invalidArgument, saying: "a room") { try NameRules.checked(name, for: "a room") }
    }

    /// 64 characters of any kind are allowed.
    @Test func length() throws {
        let name = String(repeating: "é", count: 64)
        try expect(NameRules.checked(name, for: "a room"), equals: name)
        // A character with very many combining marks is not a name.
        expect(throws: HubError.self) {
            try NameRules.checked("a" + String(repeating: "\u{301}", count: 2_000), for: "a room")
        }
    }

    @Test(arguments: [600, 4 << 20])
    func tooLongNameIsReportedInTheBrokenUnit(_ marks: Int) {
        let error = expect(throws: HubError.self) {
            try NameRules.checked("a" + String(repeating: "\u{301}", count: marks), for: "a room")
        }
        expect(error?.message.contains("\(1 + 2 * marks) bytes"), equals: true)
    }

    @Test(arguments: ["👩‍👩‍👧‍👦", "नमस्ते", "می‌خواهم", "🏳️‍🌈 1"])
    func joinedAndMarkedCharactersAreOne(_ name: String) throws {
        try expect(NameRules.checked(name, for: "a room"), equals: name)
    }

    /// Names in many scripts, and with symbols found on switches.
    @Test(arguments: [
        "Küche", "Señor Niño", "Łazienka", "İstanbul", "Σπίτι", "Спальня", "غرفة النوم", "חדר שינה", "शयनकक्ष", "ห้องนอน",
        "卧室", "寝室", "ベッドルーム", "침실", "Phòng ngủ", "ఇల్లు", "👩‍🚀 2", "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
        "1️⃣", "⚡️", "TV-Wand", "Küche (oben)", "Mom & Dad's Room", "#2", "½ Bad", "ʻOhana", "Об’єкт",
    ])
    func namesOfAllScriptsAreTaken(_ name: String) throws {
        try expect(NameRules.checked(name, for: "a room"), equals: name)
        expect(!NameRules.key(name).isEmpty)
    }

    /// HomeKit's error numbers for invalid names.
    @Test(arguments: [
        ("a\u{0}b", 35), ("a\u{202E}b", 35), ("a\u{AD}b", 35), ("a\u{FEFF}b", 35), ("a\u{E000}b", 35),
        ("a\u{378}b", 35),
        ("a\u{2028}b", 35), ("a\u{3164}", 35), ("a \u{200D}b", 35), ("ab\u{200D}", 35), ("a\u{200D} b", 35),
        ("a\u{E0067}", 35), ("'a", 36), ("\u{2019}a", 36), ("\u{301}a", 36), ("a'", 60), ("a b\u{2019}", 60), ("", 51),
        (" ", 51), (String(repeating: "x", count: 65), 46),
    ])
    func invalidNamesHaveHomeKitsErrorCode(_ name: String, _ number: Int) {
        let error = expect(throws: HubError.self) { try NameRules.checked(name, for: "a room") }
        expect(error?.homeKit.map { Int($0.code) }, equals: number)
        expect(error?.code, equals: .invalidArgument)
    }

    @Test(arguments: [
        ("home1", "Home 1"), ("Mom's", "MOMs"), ("Mom\u{2019}s", "Mom's"), ("Küche", "KU\u{308}CHE"),
        ("Straße", "STRASSE"),
        ("ΣΊΣΥΦΟΣ", "σίσυφος"), ("СПАЛЬНЯ", "спальня"), ("Ａ１", "a1"), ("a\u{3000}b", "AB"), ("⚡", "⚡️"),
        ("Об’єкт", "Обʼєкт"),
        ("ﬁre", "FIRE"),
    ])
    func namesThatDifferInSpellingOnlyAreEqual(_ one: String, _ other: String) {
        expect(NameRules.key(one), equals: NameRules.key(other))
    }

    @Test func namesThatSayDifferentThingsDiffer() {
        let names = [
            "Kueche", "Küche", "Kuche", "Bad", "Bäd", "Bad 2", "Bad-2", "台所", "台", "👩‍🚀", "👨‍🚀", "Lamp 11", "Lamp 12",
        ]
        expect(Set(names.map(NameRules.key)).count, equals: names.count)
    }

    @Test func aProvidersNameIsMadeToFit() {
        expect(NameRules.fitted(" La\u{7}mp ", fallback: "id"), equals: "Lamp")
        expect(NameRules.fitted("\n", fallback: "id"), equals: "id")
        expect(NameRules.fitted("\u{200B}", fallback: "id"), equals: "id")
        expect(NameRules.fitted("a\u{2028}b\u{202E}", fallback: "id"), equals: "ab")
        expect(NameRules.fitted(String(repeating: "n", count: 80), fallback: "id").count, equals: 64)
    }
}
