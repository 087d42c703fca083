internal import HearthTraitDescriptors
internal import HearthPhrases
internal import Expectations
internal import Testing

/// Alarm systems of Hearth's SecuritySystem and Google's ArmDisarm.
@Suite struct AlarmReadingTests {
    private static let system: UInt32 = 0xFFF0_FC01
    private static let google: UInt32 = 0x6006_FC0E
    private static let levels = TraitValue.structure([
        0: .list([
            .structure([0: .string("perimeter"), 2: .unsigned(5)]), .structure([0: .string("full"), 2: .unsigned(1)]),
            .structure([0: .string("pets"), 2: .unsigned(2)]),
        ])
    ])

    private func state(_ trait: UInt32, _ values: StructureValue) -> String? {
        AlarmReading(part(1, [trait: values])).map { alarm in
            "\(alarm.isArmed.map(String.init) ?? "unknown") \(alarm.level?.rawValue ?? "")"
        }
    }

    @Test(
        arguments: [
            (system, [0: .unsigned(0)], "true home"), (system, [0: .unsigned(1)], "true away"),
            (system, [0: .unsigned(2)], "true night"), (system, [0: .unsigned(3)], "false "),
            // Triggered, with the target night.
            (system, [0: .unsigned(4), 1: .unsigned(2)], "true night"), (system, [:], "unknown "),
            (google, [0: levels, 1: .bool(true), 2: .string("full")], "true away"),
            (google, [0: levels, 1: .bool(true), 2: .string("pets")], "true "), (google, [1: .bool(false)], "false "),
            // While people leave.
            (google, [4: .unsigned(5)], "false "), (google, [4: .unsigned(4)], "true "), (google, [:], "unknown "),
        ] as [(UInt32, StructureValue, String)])
    func readsStates(trait: UInt32, values: StructureValue, expected: String) {
        expect(state(trait, values), equals: expected)
    }

    @Test func hasLevels() {
        func levels(_ trait: UInt32, _ values: StructureValue) -> [String]? {
            AlarmReading(part(1, [trait: values]))?.levels.map(\.rawValue)
        }
        expect(levels(Self.system, [:]), equals: ["home", "away", "night"])
        expect(levels(Self.google, [0: Self.levels]), equals: ["home", "away"])
        expect(levels(Self.google, [:]), equals: [])
        expect(levels(0x0006, [:]), equals: nil)
    }

    @Test func armsToLevelsThatItHas() {
        func content(_ setting: DeviceSetting, _ trait: UInt32, _ values: StructureValue) -> StructureValue? {
            switch setting.action(on: part(1, [trait: values]))?.content {
            case .command(_, let arguments): arguments
            case .update(let values): values
            case nil: nil
            }
        }
        let target: StructureValue = [1: .unsigned(3)]
        expect(content(.arm(.night), Self.system, target), equals: [1: .unsigned(2)])
        expect(content(.disarm, Self.system, target), equals: [1: .unsigned(3)])
        expect(content(.arm(nil), Self.system, target), equals: nil)
        expect(content(.arm(.away), Self.google, [0: Self.levels]), equals: [0: .bool(true), 1: .string("full")])
        expect(content(.arm(.night), Self.google, [0: Self.levels]), equals: nil)
        expect(content(.arm(nil), Self.google, [:]), equals: [0: .bool(true)])
        expect(content(.disarm, Self.google, [:]), equals: [0: .bool(false)])
    }

    @Test func isDisarmedOnceItSaysSo() throws {
        let armed = device([Self.system: [0: .unsigned(1), 1: .unsigned(1)]])
        let action = try require(DeviceSetting.disarm.action(on: armed.parts[0]))
        let goal = ActionGoal(action, before: armed)
        expect(goal.progress(in: device([Self.system: [0: .unsigned(1), 1: .unsigned(3)]])), equals: .underWay)
        expect(goal.progress(in: device([Self.system: [0: .unsigned(3), 1: .unsigned(3)]])), equals: .reached)
        let arming = try require(DeviceSetting.arm(.away).action(on: armed.parts[0]))
        expect(ActionGoal(arming, before: armed).progress(in: armed), equals: .unknown)
    }
}
