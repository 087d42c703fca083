internal import HearthTraitDescriptors
internal import HearthPhrases
internal import Expectations
internal import Testing

@Suite struct BrokenLimitTests {
    private static func trait(_ unit: String?, _ name: String = "x", bits: UInt8 = 16) -> TraitDescriptor {
        TraitDescriptor(
            id: 1, name: "Thing", vendor: "Acme", package: "p", revision: 1,
            attributes: [
                AttributeDescriptor(FieldDescriptor(0, name, .unsigned(bits), unit: unit), write: .operate),
                AttributeDescriptor(FieldDescriptor(1, "other", .unsigned(16)), write: .operate),
            ],
            commands: [CommandDescriptor(7, "Go", method: "go", [FieldDescriptor(3, "x", .signed(32), unit: unit)])])
    }

    private func words(_ raw: Int64, _ unit: String?, _ constraint: String, name: String = "x") -> String? {
        let action = DeviceAction(
            endpoint: 1, trait: Self.trait(unit, name, bits: name == "x" ? 16 : 8), content: .update([0: .signed(raw)]))
        return action.words(
            of: TraitError(.constraintError, "", element: .attribute(0), field: name, constraint: constraint))
    }

    @Test(
        arguments: [
            (9_900, "0.01 °C", "max = maxHeatSetpointLimit = 3000", "99 °C is above the maximum, 30 °C"),
            (50, "0.01 °C", "min = 700, max = 3000", "0.5 °C is below the minimum, 7 °C"),
            (2_130, "0.01 °C", "step = 50", "21.3 °C is not allowed: the values it takes are 0.5 °C apart"),
            (-700, "0.01 °C", "min = low - 5 = -500", "-7 °C is below the minimum, -5 °C"),
            (72_000, "0.1 s", "max = 65534", "7200 s is above the maximum, 6553.4 s"),
            (700, "1/min", "max = 600", "700 rpm is above the maximum, 600 rpm"),
            (305, "1/254", "max = 254", "120 % is above the maximum, 100 %"),
            (100, "mired", "min = 153", "100 mired (10000 K) is below the minimum, 153 mired (6536 K)"),
            (2_000, "0.01 °C", "min = 700, max = 3000", "it takes 7 °C to 30 °C"),
        ] as [(Int64, String, String, String)])
    func aLimitIsSaidInTheUnit(_ raw: Int64, _ unit: String, _ constraint: String, _ expected: String) {
        expect(words(raw, unit, constraint), equals: expected)
    }

    @Test func aLevelIsAShare() {
        expect(words(305, nil, "max = 254", name: "level"), equals: "120 % is above the maximum, 100 %")
        expectNil(words(255, nil, "max = 254", name: "level"), "rounded it says nothing")
    }

    @Test(arguments: [
        (nil, "max = 254"), ("0.01 °C", ""), ("0.01 °C", "read-only"), ("0.01 °C", "max = many"), ("mired", "step = 5"),
        ("0.01 °C", "minLength = 2, maxLength = 2"),
    ])
    func anythingElseIsLeftToTheMessage(_ unit: String?, _ constraint: String) {
        expectNil(words(300, unit, constraint))
    }

    @Test func severalValuesAreNamed() {
        let trait = Self.trait("s")
        let error = TraitError(.constraintError, "", field: "x", constraint: "max = 20")
        let two = DeviceAction(endpoint: 1, trait: trait, content: .update([0: .unsigned(30), 1: .unsigned(2)]))
        expect(two.words(of: error), equals: "x: 30 s is above the maximum, 20 s")
        let command = DeviceAction(
            endpoint: 1, trait: trait, content: .command(trait.commands[0], [3: .signed(30)]))
        expect(command.words(of: error), equals: "30 s is above the maximum, 20 s")
    }
}
