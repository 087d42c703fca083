internal import HearthTraitCatalog
internal import HearthTraitDescriptors
internal import HearthPhrases
internal import Expectations
internal import Testing

@Suite struct QuantityTests {
    private func text(_ value: TraitValue, _ unit: String?) -> String? {
        Quantity.text(value, FieldDescriptor(0, "x", .signed(64), unit: unit))
    }

    @Test(
        arguments: [
            (2150, "0.01 °C", "21.50 °C"), (-5, "0.01 °C", "-0.05 °C"), (7, "0.1 s", "0.7 s"), (3, "0.5 %", "1.5 %"),
            (40, "1 %", "40 %"), (12, "s", "12 s"), (127, "1/254", "127/254"), (127, "360/254 °", "180 °"),
            (30, "1/min", "30 rpm"), (30_001, "10000·log10(lx)+1", "1000 lx"), (1, "10000·log10(lx)+1", "1.0 lx"),
            (0, "10000·log10(lx)+1", "dark"), (5, "level/s", "5 level/s"),
        ] as [(Int64, String, String)])
    func rawNumbersBecomeReadable(_ raw: Int64, _ unit: String, _ expected: String) {
        expect(text(.signed(raw), unit), equals: expected)
    }

    @Test func timesAreLocalDates() {
        let micro = text(.signed(86_400_000_000), "µs since 2000-01-01T00:00Z")
        // A day after the epoch is the 1st to the 3rd of January, in any time zone.
        expect(micro?.hasPrefix("2000-01-0"), equals: true)
        expect(micro, equals: text(.signed(86_400), "s since 2000-01-01T00:00Z"))
    }

    @Test func valueWithoutUnitOrNumberHasNoText() {
        expectNil(text(.signed(1), nil))
        expectNil(text(.null, "s"))
        expectNil(text(.string("1"), "s"))
    }

    @Test(arguments: [(Double.greatestFiniteMagnitude, 2), (Double.nan, 0), (Double.infinity, 1)])
    func numbersOutOfRangeDoNotTrap(_ value: Double, _ digits: Int) {
        expect(Phrase.decimal(value, digits: digits), equals: "\(value)")
    }

    @Test func everyUnitOfTheSchemasIsUnderstood() {
        for trait in StandardTraits.descriptors {
            for field in trait.attributes.map(\.field) where field.unit != nil {
                expect(Quantity.text(.signed(100), field) != nil, "\(trait.name).\(field.name)")
            }
        }
    }

    @Test(
        arguments: [
            ("21.5C", "0.01 °C", 2_150), ("21.5 °C", "0.01 °C", 2_150), ("70F", "0.01 °C", 2_111),
            ("-5c", "0.1 °C", -50),
            ("\u{2212}5C", "0.01 °C", -500), ("2s", "0.1 s", 20), ("500ms", "0.1 s", 5), ("2min", "0.1 s", 1_200),
            ("1h", "s", 3_600), ("20s", "1 s", 20), ("90min", "min", 90), ("50%", "1/254", 127), ("40%", "1 %", 40),
            ("12.5%", "0.01 %", 1_250), ("1.5%", "0.5 %", 3), ("90deg", "360/254 °", 64), ("90°", "1 °", 90),
            ("2700K", "mired", 370), ("33rpm", "1/min", 33), ("12W", "W", 12),
        ] as [(String, String, Int64)])
    func typedUnitsAreConverted(_ typed: String, _ unit: String, _ expected: Int64) {
        expect(Quantity.raw(typed, FieldDescriptor(0, "x", .signed(64), unit: unit)), equals: expected)
    }

    @Test(arguments: [
        ("21", "0.01 °C"), ("21s", "0.01 °C"), ("C", "0.01 °C"), ("0K", "mired"), ("1e9999s", "s"), ("5%", "s"),
    ])
    func otherWordsAreNoQuantity(_ typed: String, _ unit: String) {
        expectNil(Quantity.raw(typed, FieldDescriptor(0, "x", .signed(64), unit: unit)))
    }

    @Test func everyExampleIsUnderstood() {
        for trait in StandardTraits.descriptors {
            let arguments = trait.commands.flatMap { $0.arguments.fields }
            for field in trait.attributes.map(\.field) + arguments {
                guard let example = Quantity.example(field) else { continue }
                expect(Quantity.raw(example, field) != nil, "\(trait.name).\(field.name)=\(example)")
            }
        }
    }

    @Test func levelsAreSharesOf254() {
        let level = FieldDescriptor(0, "level", .unsigned(8))
        expect(Quantity.raw("50%", level), equals: 127)
        expect(Quantity.text(.unsigned(180), level), equals: "71 %")
        expectNil(Quantity.raw("50%", FieldDescriptor(0, "level", .unsigned(16))))
    }
}
