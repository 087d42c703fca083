internal import Expectations
internal import HearthTraitDescriptors
internal import Testing

/// SecuritySystem and DoorLock: which commands a device takes only with a code.
@Suite struct CommandCodeTests {
    private static let system = TraitDescriptor(
        id: 0xFFF0_FC01, name: "SecuritySystem", vendor: "HearthProject", package: "test", revision: 2,
        commands: [
            CommandDescriptor(
                0, "SetTargetState", method: "setTargetState",
                [FieldDescriptor(0, "targetState", .unsigned(8)), FieldDescriptor(1, "code", .octets, [.optional])])
        ])
    private static let lock = TraitDescriptor(
        id: 0x101, name: "DoorLock", vendor: "Matter", package: "test", revision: 1,
        attributes: [AttributeDescriptor(FieldDescriptor(51, "requirePinforRemoteOperation", .boolean))],
        commands: [
            CommandDescriptor(
                1, "UnlockDoor", method: "unlockDoor", [FieldDescriptor(0, "pinCode", .octets, [.optional])]),
            CommandDescriptor(26, "SetUser", method: "setUser"),
        ])

    @Test(
        arguments: [
            (1, false, false, false), (1, true, false, true), (1, false, true, false), (3, true, false, false),
            (3, false, true, true), (nil, false, false, false), (nil, true, false, true), (nil, false, true, true),
        ] as [(Int64?, Bool, Bool, Bool)])
    func aTargetNeedsACode(_ target: Int64?, _ toArm: Bool, _ toDisarm: Bool, _ isNeeded: Bool) {
        expect(CommandCode.isNeeded(for: target, [5: .bool(toArm), 6: .bool(toDisarm)]), equals: isNeeded)
    }

    @Test func theMissingArgumentIsNamed() {
        func missing(
            _ trait: TraitDescriptor, _ command: Int, _ arguments: StructureValue, _ attributes: StructureValue
        ) -> String? {
            CommandCode.missing(from: arguments, of: trait.commands[command], trait, attributes)?.name
        }
        let byCode: StructureValue = [5: .bool(false), 6: .bool(true)]
        expect(missing(Self.system, 0, [0: .unsigned(3)], byCode), equals: "code")
        expectNil(missing(Self.system, 0, [0: .unsigned(3), 1: .octets([1])], byCode))
        expectNil(missing(Self.system, 0, [0: .unsigned(1)], byCode))
        expectNil(missing(Self.system, 0, [0: .unsigned(3)], [:]))
        expect(missing(Self.lock, 0, [:], [51: .bool(true)]), equals: "pinCode")
        expectNil(missing(Self.lock, 0, [0: .octets([1])], [51: .bool(true)]))
        expectNil(missing(Self.lock, 0, [:], [51: .bool(false)]))
        expectNil(missing(Self.lock, 1, [:], [51: .bool(true)]))
    }
}
