internal import HearthTraitCatalog
internal import HearthTraitDescriptors
internal import HearthPhrases
internal import Expectations
internal import Testing

@Suite struct DeviceStateTests {
    @Test(
        arguments: [
            ([6: [0: .bool(false)]], "off"), ([6: [0: .bool(true)], 8: [0: .unsigned(180)]], "on, 71 %"),
            // The brightness of a device that is off is left out.
            ([6: [0: .bool(false)], 8: [0: .unsigned(180)]], "off"), ([8: [0: .null]], nil),
            ([0x101: [0: .unsigned(1)]], "locked"), ([0x101: [0: .null]], "unknown"), ([0x101: [:]], nil),
            ([0x101: [0: .unsigned(2), 3: .unsigned(0)]], "unlocked, open"),
            ([0x102: [14: .unsigned(4_200)]], "58 % open"), ([0x102: [14: .unsigned(0)]], "open"),
            ([0x102: [14: .unsigned(10_000), 10: .unsigned(1)]], "closed, opening"),
            ([0x202: [0: .unsigned(0), 3: .unsigned(0)]], "off"),
            ([0x202: [0: .unsigned(3), 3: .unsigned(100)]], "high, 100 %"),
            ([0x202: [0: .unsigned(5), 3: .unsigned(0)]], "auto"),
            ([0x300: [7: .unsigned(250), 8: .unsigned(2)]], "4000 K"),
            ([0x300: [7: .unsigned(0), 8: .unsigned(2)]], nil),
            ([0x300: [0: .unsigned(169), 1: .unsigned(254), 8: .unsigned(0)]], "blue"),
            ([0x400: [0: .unsigned(0)]], "dark"), ([0x400: [0: .unsigned(30_001)]], "1000 lx"),
            ([0x402: [0: .signed(-1_790)]], "-17.9 °C"), ([0x405: [0: .null]], "unknown"),
            ([0x405: [0: .unsigned(5_800)]], "58 % humid"), ([0x406: [0: .unsigned(1)]], "somebody"),
            ([0x406: [0: .unsigned(0)]], "nobody"), ([0x506: [0: .unsigned(0)]], "playing"),
            ([0x506: [0: .unsigned(2)]], "stopped"), ([0x05C: [0: .unsigned(1)]], "SMOKE!"),
            (
                [0x201: [0: .signed(2_040), 28: .unsigned(4), 17: .signed(2_600), 18: .signed(2_150)]],
                "20.4 °C, heat, heats to 21.5 °C"
            ),
            ([0x001D: [:]], nil),
        ] as [([UInt32: StructureValue], String?)])
    func theStateIsSaidAsPeopleSayIt(_ traits: [UInt32: StructureValue], _ expected: String?) {
        expect(DeviceState(device(traits)).words, equals: expected)
    }

    @Test(
        arguments: [
            (0x15, "closed"), (0x43, "water!"), (0x41, "freezing!"), (0x44, "rain"), (0x100, "detected"),
        ] as [(UInt32, String)])
    func theTypeSaysWhatTrueMeans(_ type: UInt32, _ expected: String) {
        expect(DeviceState(device([0x45: [0: .bool(true)]], types: [type])).words, equals: expected)
    }

    @Test func aSpeakersLevelIsItsVolumeAndOffIsMuted() {
        let on = device([6: [0: .bool(true)], 8: [0: .unsigned(90)]], types: [0x22])
        expect(DeviceState(on).words, equals: "volume 35 %")
        let off = device([6: [0: .bool(false)], 8: [0: .unsigned(90)]], types: [0x22])
        expect(DeviceState(off).words, equals: "muted")
    }

    @Test func aMakersNumberIsNoiseWhereItsSchemaSaysSo() {
        let trait = TraitDescriptor(
            id: 0xFFF1_FC00, name: "Air", vendor: "Acme", package: "p", revision: 1,
            attributes: [
                AttributeDescriptor(FieldDescriptor(0, "radon", .unsigned(16)), quieterReporting: true),
                AttributeDescriptor(FieldDescriptor(1, "wanted", .unsigned(16)), write: .operate),
            ])
        let part = DeviceReading.Part(
            endpoint: 1, deviceTypes: [], traits: [.init(trait, [0: .unsigned(90), 1: .unsigned(40)])])
        let facts = DeviceState(DeviceReading([part])).parts.flatMap(\.facts)
        expect(facts.map(\.name) == ["radon", "wanted"] && facts.map(\.isQuieterReported) == [true, false])
        // A light's level has the mark too, but people want to see it.
        let light = DeviceState(device([6: [0: .bool(true)], 8: [0: .unsigned(127)]], types: [0x101]))
        expect(light.parts.flatMap(\.facts).allSatisfy { !$0.isQuieterReported })
    }

    @Test func partsOfAKindAreCounted() {
        let strip = DeviceReading([part(1, [6: [0: .bool(true)]]), part(2, [6: [0: .bool(false)]]), part(0, [6: [:]])])
        expect(DeviceState(strip).words, equals: "1 on, 2 off")
        var named = strip
        named.parts[0].name = "Desk"
        expect(DeviceState(named).words, equals: "Desk on, 2 off")
        // An only part has the device's name.
        named.parts.removeLast()
        expect(DeviceState(named).words, equals: "on")
        let mixed = DeviceReading([part(1, [0x402: [0: .signed(2_240)]]), part(2, [0x405: [0: .unsigned(5_800)]])])
        expect(DeviceState(mixed).words, equals: "22.4 °C, 58 % humid")
    }

    @Test func programsGetNumbersWhateverIsSaid() {
        let off = device([6: [0: .bool(false)], 8: [0: .unsigned(127)]], types: [0x101])
        let facts = DeviceState(off).parts.flatMap(\.facts)
        expect(facts.map(\.name), equals: ["on", "brightness"])
        expect(facts.last?.value, equals: .number(50))
    }

    @Test func alarmingStatesAreMarked() {
        expect(DeviceState(device([0x45: [0: .bool(true)]], types: [0x43])).isAlarming)
        expect(DeviceState(device([0x5C: [0: .unsigned(2)]])).isAlarming)
        expect(!DeviceState(device([0x5C: [0: .unsigned(3)]])).isAlarming)
        expect(DeviceState(device([6: [0: .bool(true)]])).isActive, equals: true)
        expectNil(DeviceState(device([0x402: [0: .signed(0)]])).isActive)
    }

    @Test func valuesThatNoDeviceHasDoNotTrap() {
        let odd: [TraitValue] = [.unsigned(.max), .signed(.min), .null, .string("x"), .list([]), .structure([:])]
        for id in StandardTraits.descriptors.map(\.id) {
            for value in odd {
                let values = StructureValue(
                    Dictionary(uniqueKeysWithValues: (standardTrait(id)?.attributes ?? []).map { ($0.id, value) }))
                _ = DeviceState(device([id: values])).words
            }
        }
    }
}
