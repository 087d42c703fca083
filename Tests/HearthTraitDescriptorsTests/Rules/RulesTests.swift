internal import HearthTraitDescriptors
internal import SampleTrait
internal import Expectations
internal import Testing

@Suite struct RulesTests {
    private func write(_ values: StructureValue) -> TraitError? {
        let present = StructureValue(
            Dictionary(sample.attributes.map { ($0.id, TraitValue.unsigned(100)) }, uniquingKeysWith: { a, _ in a }))
        do {
            try sample.checkWrite(values, present: present)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        arguments: [
            (0, .bool(true)), (1, .null), (1, .unsigned(99)), (3, .unsigned(.max)), (4, .signed(-950)),
            (5, .unsigned(7)),
            (6, .unsigned(0xFF)), (7, .string("12345678")), (11, .list([.unsigned(1), .unsigned(2), .unsigned(3)])),
        ] as [(UInt32, TraitValue)])
    func goodValuesPass(_ id: UInt32, _ value: TraitValue) {
        expectNil(write([id: value]))
    }

    @Test(
        arguments: [
            (0, .unsigned(1), .invalidDataType, "Sample.flag must be true or false"),
            (0, .null, .constraintError, "Sample.flag must not be null"),
            (1, .unsigned(0), .constraintError, "Sample.small is 0, which breaks the rule min = 1"),
            (1, .unsigned(100), .constraintError, "Sample.small is 100, which breaks the rule max = limit - 1 = 99"),
            (1, .unsigned(255), .constraintError, "Sample.small is 255, which breaks the rule max = 254"),
            (
                2, .unsigned(1), .unsupportedWrite,
                "Sample.limit is read-only; writable: flag, small, wide, temperature, mode, flags, label, bytes, ratio, "
                    + "precise, numbers, inners, moved"
            ),
            (4, .signed(-975), .constraintError, "Sample.temperature is -975, which breaks the rule step = 50"),
            (4, .signed(40_000), .constraintError, "Sample.temperature is 40000, which breaks the rule max = 32767"),
            (5, .unsigned(2), .constraintError, "Sample.mode is 2, which is none of low, high, boost"),
            (6, .unsigned(0x100), .constraintError, "Sample.flags is 256, which breaks the rule 8 bits"),
            (7, .string(""), .constraintError, "Sample.label has 0 bytes, at least 1 are needed"),
            (7, .string("123456789"), .constraintError, "Sample.label has 9 bytes, at most 8 are allowed"),
            (
                11, .list([.unsigned(1), .unsigned(70_000)]), .constraintError,
                "Sample.numbers[1] is 70000, which breaks the rule max = 65535"
            ),
            (
                12, .list([.structure([0: .string("12345")])]), .constraintError,
                "Sample.inners[0].name has 5 bytes, at most 4 are allowed"
            ),
            (12, .list([.structure([:])]), .invalidCommand, "Sample.inners[0].name is missing"),
            (77, .bool(true), .unsupportedAttribute, "Sample.attribute 77 is missing on this device"),
        ] as [(UInt32, TraitValue, MatterStatus, String)])
    func badValuesAreNamed(_ id: UInt32, _ value: TraitValue, _ status: MatterStatus, _ message: String) {
        let error = write([id: value])
        expect(error?.status, equals: status)
        expect(error?.message, equals: message)
    }

    @Test func aLimitByAnotherAttributeUsesTheValueWrittenWithIt() throws {
        let present: StructureValue = [1: .unsigned(5), 2: .unsigned(10)]
        expect(throws: TraitError.self) { try sample.checkWrite([1: .unsigned(10)], present: present) }
        try sample.checkWrite([1: .unsigned(10)], present: present, fixedRulesOnly: true)
    }

    @Test func aMissingArgumentIsNamed() throws {
        let command = try require(sample.command(named: "begin"))
        let error = expect(throws: TraitError.self) { try sample.checkArguments(of: command, [:], attributes: [:]) }
        expect(error?.status, equals: .invalidCommand)
        expect(error?.message, equals: "Sample.begin: argument level is missing")
    }

    @Test func schemaDefaultsAreFilledIn() throws {
        let command = try require(sample.command(named: "Begin"))
        let complete = try sample.checkArguments(of: command, [0: .unsigned(1), 1: .null], attributes: [:])
        expect(complete, equals: [0: .unsigned(1), 1: .null, 2: .unsigned(0)])
    }

    @Test func anArgumentThatMayBeNullAndIsLeftOutIsNull() throws {
        let command = try require(sample.command(named: "Begin"))
        let complete = try sample.checkArguments(of: command, [0: .unsigned(1)], attributes: [:])
        expect(complete, equals: [0: .unsigned(1), 1: .null, 2: .unsigned(0)])
    }

    @Test func featuresDecide() {
        let rule = FeatureExpression.or(.not(.feature(1)), .and(.feature(1), .feature(4)))
        expect(rule.holds(for: 0))
        expect(!rule.holds(for: 1))
        expect(rule.holds(for: 5))
    }
}
