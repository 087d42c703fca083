@testable internal import HearthCommand
internal import HearthTraitCore
internal import Testing

@Suite struct UnitsTests {
    private func text(_ value: TraitValue, _ unit: String?) -> String? {
        Units.text(value, FieldDescriptor(0, "x", .signed(64), unit: unit))
    }

    @Test(
        arguments: [
            (2150, "0.01 °C", "21.50 °C"), (-5, "0.01 °C", "-0.05 °C"), (7, "0.1 s", "0.7 s"), (3, "0.5 %", "1.5 %"),
            (40, "1 %", "40 %"), (12, "s", "12 s"), (127, "1/254", "127/254"), (127, "360/254 °", "180 °"),
            (30, "1/min", "30 rpm"), (30_001, "10000·log10(lx)+1", "1000 lx"), (1, "10000·log10(lx)+1", "1.0 lx"),
            (0, "10000·log10(lx)+1", "dark"), (5, "level/s", "5 level/s"),
        ] as [(Int64, String, String)])
    func rawNumbersBecomeReadable(_ raw: Int64, _ unit: String, _ expected: String) {
        #expect(text(.signed(raw), unit) == expected)
    }

    @Test func timesAreLocalDates() {
        let micro = text(.signed(86_400_000_000), "µs since 2000-01-01T00:00Z")
        // A day after the epoch is the 1st to the 3rd of January, wherever one is.
        #expect(micro?.hasPrefix("2000-01-0") == true)
        #expect(micro == text(.signed(86_400), "s since 2000-01-01T00:00Z"))
    }

    @Test func whatHasNoUnitOrNumberHasNoText() {
        #expect(text(.signed(1), nil) == nil)
        #expect(text(.null, "s") == nil)
        #expect(text(.string("1"), "s") == nil)
    }

    @Test(arguments: [(Double.greatestFiniteMagnitude, 2), (Double.nan, 0), (Double.infinity, 1)])
    func numbersOutOfRangeDoNotTrap(_ value: Double, _ digits: Int) {
        #expect(Units.fixed(value, digits: digits) == "\(value)")
    }

    @Test func everyUnitOfTheSchemasIsUnderstood() {
        for trait in House.ownTraits.values {
            for field in trait.attributes.map(\.field) where field.unit != nil {
                #expect(Units.text(.signed(100), field) != nil, "\(trait.name).\(field.name)")
            }
        }
    }
}
