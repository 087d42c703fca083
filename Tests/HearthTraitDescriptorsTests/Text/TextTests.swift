internal import HearthTraitDescriptors
internal import SampleTrait
internal import Expectations
internal import Testing

@Suite struct TextTests {
    @Test(
        arguments: [
            ("flag", "true", .bool(true)), ("small", "null", .null), ("small", "0x7f", .unsigned(127)),
            ("temperature", "-50", .signed(-50)), ("mode", "boost", .unsigned(7)), ("mode", "9", .unsigned(9)),
            ("flags", "fast|quiet", .unsigned(3)), ("label", "\"a b\"", .string("a b")),
            ("bytes", "0x00ff", .octets([0, 255])), ("bytes", "\"12ab\"", .octets(Array("12ab".utf8))),
            ("numbers", "[1, 2]", .list([.unsigned(1), .unsigned(2)])), ("numbers", "[]", .list([])),
            ("ratio", "0.5", .float(0.5)),
        ] as [(String, String, TraitValue)])
    func valuesAreRead(_ name: String, _ text: String, _ value: TraitValue) throws {
        let attribute = try require(sample.attribute(named: name))
        try expect(sample.value(of: attribute.field, from: text), equals: value)
    }

    /// Printed values can be typed again.
    @Test(
        arguments: [
            ("flag", .bool(true)), ("small", .null), ("small", .unsigned(7)), ("temperature", .signed(-50)),
            ("mode", .unsigned(1)), ("mode", .unsigned(9)), ("flags", .unsigned(0x8B)), ("flags", .unsigned(0)),
            ("flags", .unsigned(0xF0)), ("label", .string("a\"\n\u{1}\\ü, ]}")), ("label", .string("null")),
            ("label", .string("")), ("bytes", .octets([])), ("bytes", .octets([0, 0xAB])), ("ratio", .float(-0.5)),
            ("ratio", .float(.infinity)), ("precise", .double(1e300)), ("numbers", .list([])),
            ("numbers", .list([.unsigned(1), .unsigned(65535)])), ("inners", .list([])),
            ("moved", .signed(.min)),
            (
                "inners",
                .list([
                    .structure([0: .string("a, ]}\"{"), 1: .structure([3: .null])]), .structure([0: .string("")]),
                    .structure([0: .string("b"), 1: .structure([3: .signed(-3)])]), .structure([:]),
                ])
            ),
        ] as [(String, TraitValue)])
    func shownValuesAreRead(_ name: String, _ value: TraitValue) throws {
        let field = try require(sample.attribute(named: name)).field
        try expect(sample.value(of: field, from: sample.text(value, field)), equals: value)
    }

    @Test(arguments: [
        "[{name: a}", "[{name: a}]]", "[{name a}]", "[{nam: a}]", "[{name: a, name: b}]", "[{name: a,}]", "[,]",
        "{name: a}",
        "[{name: }]", "[" + String(repeating: "{child: ", count: 20_000),
    ])
    func brokenStructsAreRefused(_ text: String) throws {
        let field = try require(sample.attribute(named: "inners")).field
        expect(throws: TraitError.self) { try sample.value(of: field, from: text) }
    }

    @Test(arguments: [
        ("flag", "maybe", "Sample: flag must be true or false, not \"maybe\""),
        ("small", "-1", "Sample: small must be a whole number of 0 to 255 or null, not \"-1\""),
        ("mode", "fastest", "Sample: mode must be one of low, high, boost, not \"fastest\""),
        ("bytes", "0x0", "Sample: bytes must be bytes, in hex or as text in quotes, not \"0x0\""),
        ("numbers", "1", "Sample: numbers must be a list, each entry a whole number of 0 to 65535, not \"1\""),
    ])
    func wrongTextIsExplained(_ name: String, _ text: String, _ message: String) throws {
        let attribute = try require(sample.attribute(named: name))
        let error = expect(throws: TraitError.self) { try sample.value(of: attribute.field, from: text) }
        expect(error?.message, equals: message)
    }

    @Test(
        arguments: [
            ("mode", .unsigned(1), "high"), ("mode", .unsigned(9), "9"),
            ("flags", .unsigned(0x8B), "fast|quiet|level=2|0x80"),
            ("flags", .unsigned(0), "0"), ("label", .string("a\"\n\u{1}"), "\"a\\\"\\n\\u0001\""),
            ("small", .null, "null"),
            ("inners", .list([.structure([0: .string("x")])]), "[{name: \"x\"}]"),
            ("bytes", .octets([1, 0xAB]), "0x01ab"),
        ] as [(String, TraitValue, String)])
    func valuesAreShown(_ name: String, _ value: TraitValue, _ text: String) throws {
        let attribute = try require(sample.attribute(named: name))
        expect(sample.text(value, attribute.field), equals: text)
    }
}
