internal import HearthPhrases
internal import HearthTraitCatalog
internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

/// Hearth's own traits.
private let numberSetting: UInt32 = 0xFFF0_FC08
private let reading: UInt32 = 0xFFF0_FC09
private let choice: UInt32 = 0xFFF0_FC0A
private let textValue: UInt32 = 0xFFF0_FC0B
private let flag: UInt32 = 0xFFF0_FC0C
private let press: UInt32 = 0xFFF0_FC0D
private let moment: UInt32 = 0xFFF0_FC0E
private let namedEvent: UInt32 = 0xFFF0_FC0F

@Suite struct OwnTraitTests {
    @Test(
        arguments: [
            ([reading: [0: .double(12.5), 1: .string("km/h")]], "12.5 km/h"),
            ([reading: [0: .double(-0.0001), 1: .string("")]], "0"), ([reading: [0: .null]], "unknown"),
            ([reading: [0: .double(.infinity), 1: .string("m")]], "inf m"), ([reading: [:]], nil),
            ([numberSetting: [0: .double(5), 4: .string("s")]], "5 s"),
            ([choice: [0: .string("Eco")]], "Eco"), ([choice: [0: .null]], "unknown"),
            ([textValue: [0: .string("Hello"), 3: .bool(false)]], "Hello"),
            ([textValue: [0: .null, 3: .bool(true)]], nil),
            ([textValue: [0: .string("2.1")], 0x2A: [:]], "update to 2.1"),
            ([textValue: [0: .string("")], 0x2A: [:]], nil),
            ([flag: [0: .bool(true), 1: .string("vibration")]], "vibration detected"),
            ([flag: [0: .bool(false), 1: .string("door")]], "closed"),
            ([flag: [0: .bool(true), 1: .string("?")]], "yes"),
            ([moment: [0: .string("07:30:00")]], "07:30:00"), ([press: [0: .string("restart")]], nil),
            ([namedEvent: [0: .list([.string("shake")])]], nil),
        ] as [([UInt32: StructureValue], String?)])
    func theStateHasTheDevicesUnitAndWords(_ traits: [UInt32: StructureValue], _ expected: String?) {
        expect(DeviceState(device(traits)).words, equals: expected)
    }

    /// Flags of a danger are alarming once they are set, and other flags never.
    @Test(arguments: ["gas", "glass_break", "heat", "safety", "tamper", "problem", "vibration", ""])
    func dangersAreAlarming(_ deviceClass: String) {
        let isDanger = !["problem", "vibration", ""].contains(deviceClass)
        for (value, isAlarming) in [(TraitValue.bool(true), isDanger), (.bool(false), false), (.null, false)] {
            let reading = device([flag: [0: value, 1: .string(deviceClass)]])
            expect(DeviceState(reading).isAlarming, equals: isAlarming)
            let fact = DeviceState(reading).parts.flatMap(\.facts)
            expect(
                fact.map { ChangeKind($0, of: reading.parts.first) }, equals: [isDanger ? .alarms : .appliances])
        }
    }

    private func named(_ endpoint: UInt16, _ label: String, _ traits: [UInt32: StructureValue]) -> DeviceReading.Part {
        let tag = TraitValue.structure([0: .null, 1: .unsigned(0), 2: .unsigned(0), 3: .string(label)])
        return part(endpoint, traits.merging([0x1D: [4: .list([tag])]]) { own, _ in own })
    }

    /// A value of the device's beside others has the name of its part.
    @Test func ownValuesHaveTheirNames() {
        let parts = [
            named(1, "Switch", [0x0006: [0: .bool(true)]]),
            named(2, "Remote temperature", [reading: [0: .double(0), 1: .string("°C")]]),
            named(3, "Valve", [choice: [0: .string("idle"), 2: .bool(false)]]),
        ]
        expect(DeviceState(DeviceReading(parts)).words, equals: "on, Remote temperature 0 °C, Valve idle")
        expect(DeviceState(DeviceReading([parts[1]])).words, equals: "0 °C")
    }

    /// People cannot set what only the device changes.
    @Test func aReadOnlyWordIsNotSet() {
        let facts = [true, false].map { isSettable in
            DeviceState(device([choice: [0: .string("large"), 2: .bool(isSettable)]])).parts.flatMap(\.facts)
        }
        expect(
            facts.flatMap { ChangeSentence().sentences($0, of: "Radar", by: nil).map(\.text) },
            equals: ["Radar was set to large", "Radar: large"])
    }

    /// ActivePower is mandatory, so it is there without being measured.
    @Test func aVoltageAloneIsSaid() {
        let values: [StructureValue] = [
            [8: .null, 0xB: .signed(230_100)], [8: .signed(12_000), 0xB: .signed(230_100)], [8: .null],
        ]
        expect(
            values.map { DeviceState(device([0x90: $0])).words },
            equals: ["230 V", "12 W", "unknown"])
    }

    @Test func aNamedEventIsSaidByItsType() throws {
        let descriptor = try require(standardTrait(namedEvent))
        let event = try require(descriptor.events.first)
        expect(EventWords.isSaid(event, of: descriptor, .info, attributes: [:]))
        expect(EventWords.text(event, [0: .string("double_press")], of: descriptor), equals: "double press")
        expect(EventWords.text(event, [:], of: descriptor), equals: "fired")
    }

    @Test func onlyAGreatDifferenceOfAReadingIsSaid() {
        var noise = Noise()
        func fact(_ value: Double) -> [StateFact] { [StateFact("reading", .number(value), "")] }
        noise.learn(fact(100), of: "car")
        expect(noise.worthSaying(fact(104), of: "car"), equals: [])
        expect(noise.worthSaying(fact(106), of: "car"), equals: fact(106))
    }
}
