@testable internal import HearthCommand
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import Testing

@Suite struct DeviceSummaryTests {
    private func summary(_ trait: UInt32, _ values: StructureValue, type: UInt32 = 0) throws -> String? {
        let descriptor = try #require(House.ownTraits[trait])
        return DeviceSummary.text(
            of: House.Device(
                id: "d", name: "D", structureID: "home", structure: "Home", roomID: nil, room: nil, state: .online,
                endpoints: [
                    House.Endpoint(
                        id: 1, deviceTypes: [.init(id: type, revision: 1, isPrimary: true)],
                        traits: [.init(descriptor: descriptor, values: values, isOnline: true)], unknownTraits: [])
                ]))
    }

    @Test(
        arguments: [
            (0x0006, [0: .bool(false)], "off"), (0x0008, [0: .unsigned(254)], "level 254"),
            (0x0008, [0: .null], "level unknown"),
            (0x0101, [0: .unsigned(1)], "locked"), (0x0101, [0: .null], "unknown"), (0x0101, [:], nil),
            (0x0102, [14: .unsigned(4_200)], "42 % closed"), (0x0202, [0: .unsigned(0), 3: .unsigned(0)], "off, 0 %"),
            (0x0300, [7: .unsigned(250), 8: .unsigned(2)], "4000 K"),
            (0x0300, [7: .unsigned(0), 8: .unsigned(2)], nil),
            (0x0300, [7: .unsigned(250), 8: .unsigned(0)], "color"), (0x0400, [0: .unsigned(0)], "dark"),
            (0x0402, [0: .signed(-40)], "-0.40 °C"), (0x0405, [0: .null], "unknown"),
            (0x0406, [0: .unsigned(1)], "occupied"),
            (0x001D, [:], nil),
        ] as [(UInt32, StructureValue, String?)])
    func theMainValueStandsOut(_ trait: UInt32, _ values: StructureValue, _ expected: String?) throws {
        #expect(try summary(trait, values) == expected)
    }

    @Test(
        arguments: [
            (0x15, "closed"), (0x43, "leak"), (0x41, "freezing"), (0x44, "rain"), (0x100, "detected"),
        ] as [(UInt32, String)])
    func theTypeSaysWhatTrueMeans(_ type: UInt32, _ expected: String) throws {
        #expect(try summary(0x45, [0: .bool(true)], type: type) == expected)
    }
}
