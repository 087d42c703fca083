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
            (12_345, "mW", "12.345 W"), (230_100, "mV", "230.1 V"), (1_013, "0.1 kPa", "1013 hPa"),
        ] as [(Int64, String, String)])
    func rawNumbersBecomeReadable(_ raw: Int64, _ unit: String, _ expected: String) {
        expect(text(.signed(raw), unit), equals: expected)
    }

    @Test(
        arguments: [
            (2_150, "0.01 °C", "21.5 °C"), (2_155.4, "0.01 °C", "21.6 °C"), (5_749, "0.01 %", "57 %"),
            (9_940, "mW", "9.9 W"), (12_345, "mW", "12 W"), (-1_250_000, "mW", "-1250 W"), (3_012, "mV", "3.01 V"),
            (12_040, "mV", "12.0 V"), (230_100, "mV", "230 V"), (434, "mA", "0.43 A"), (49_980, "mHz", "50.0 Hz"),
            (950_000, "mWh", "950 Wh"), (1_234_567, "mWh", "1.23 kWh"), (1_013.2, "0.1 kPa", "1013 hPa"),
            (127, "1/254", "50 %"), (370, "mired", "2700 K"), (30_001, "10000·log10(lx)+1", "1000 lx"),
            (33.4, "1/min", "33 rpm"), (7, "0.1 s", "0.7 s"), (90, "min", "90 min"),
        ] as [(Double, String, String)])
    func numbersForPeopleAreRounded(_ raw: Double, _ unit: String, _ expected: String) {
        expect(Quantity.words(raw, FieldDescriptor(0, "x", .signed(64), unit: unit)), equals: expected)
    }

    @Test(
        arguments: [
            (2_150, "0.01 °C", "21.5 °C"), (-5, "0.01 °C", "-0.05 °C"), (12_345, "mW", "12.345 W"),
            (3_000, "mV", "3 V"), (1_013, "0.1 kPa", "1013 hPa"), (0, "0.1 s", "0 s"),
        ] as [(Double, String, String)])
    func plainNumbersAreExact(_ raw: Double, _ unit: String, _ expected: String) {
        let plain = Quantity.plain(raw, FieldDescriptor(0, "x", .signed(64), unit: unit))
        expect(plain.map { "\($0.number) \($0.unit)" }, equals: expected)
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
            ("12W", "mW", 12_000), ("12345mW", "mW", 12_345), ("3.3V", "mV", 3_300), ("101.3kPa", "0.1 kPa", 1_013),
            ("1013hPa", "0.1 kPa", 1_013),
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
