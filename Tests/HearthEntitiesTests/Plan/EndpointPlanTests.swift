internal import Expectations
@testable internal import HearthEntities
internal import HearthTraitCatalog
internal import HearthTraitCore
internal import Testing

/// Devices as the hub gets them.
struct EndpointPlanTests {
    /// One entity of each kind, with all that it can have.
    static let kinds: [EntityKind] = [
        .light(
            EntityKind.Light(
                hasBrightness: true, mireds: 153...500, color: .xy, effects: ["rainbow"], hasTransition: true)),
        .light(EntityKind.Light(hasBrightness: true, color: .hueSaturation)),
        .light(EntityKind.Light(hasBrightness: true)), .light(EntityKind.Light()),
        .light(EntityKind.Light(mireds: 0...1e9)),
        .toggle(deviceClass: "outlet"), .toggle(deviceClass: ""),
        .siren(tones: ["burglar", "fire"], hasVolume: true, hasDuration: true),
        .fan(EntityKind.Fan(speeds: 3, oscillates: true, hasDirection: true, presets: ["auto"])),
        .fan(EntityKind.Fan()), .fan(EntityKind.Fan(speeds: 254)),
        .cover(EntityKind.Cover(hasPosition: true, hasTilt: true)),
        .cover(EntityKind.Cover(hasPosition: false, canStop: false)),
        .cover(EntityKind.Cover(deviceClass: "garage", hasPosition: true)),
        .cover(EntityKind.Cover(deviceClass: "gate", hasPosition: false, canStop: false)),
        .valve(hasPosition: true, canStop: true, deviceClass: "water"),
        .valve(hasPosition: false, canStop: false, deviceClass: ""),
        .lock(canOpen: true, codeFormat: nil), .lock(canOpen: false, codeFormat: "^\\d{4}$"),
        .climate(
            EntityKind.Climate(
                modes: ["off", "heat", "cool", "heat_cool", "auto", "dry", "fan_only"], hasTwoTargets: true,
                hasCurrentHumidity: true, hasTargetHumidity: true, hasAction: true, hasHeatingDemand: true,
                fanModes: ["low", "high"],
                swingModes: ["on", "off"], presets: ["eco"])),
        .climate(EntityKind.Climate(modes: ["heat"], hasCurrentTemperature: false)),
        .waterHeater(EntityKind.Climate(modes: ["off", "eco", "performance"], minimum: 30, maximum: 65)),
        .humidifier(dries: false, minimum: 30, maximum: 80, modes: ["normal"]),
        .humidifier(dries: true, minimum: -1, maximum: 1000, modes: []),
        .alarmPanel(modes: ["armed_home", "armed_away"], needsCode: false, needsCodeToArm: false),
        .alarmPanel(modes: ["armed_away", "armed_vacation"], needsCode: true, needsCodeToArm: false),
        .alarmPanel(modes: ["armed_vacation"], needsCode: true, needsCodeToArm: true, hasTextCode: true),
        .mediaPlayer(features: ["play", "pause", "next_track", "volume_set", "volume_mute", "turn_on"]),
        .mediaPlayer(features: []),
        .vacuum(features: ["pause", "return_home", "locate"], fanSpeeds: ["quiet", "max"]),
        .number(minimum: 0, maximum: 100, step: 1, unit: "%", deviceClass: "humidity", mode: .slider),
        .number(
            minimum: 1, maximum: 254, step: 1, unit: "", deviceClass: "",
            words: [EntityKind.NumberWord("previous", number: 255), EntityKind.NumberWord("last", number: nil)]),
        .number(minimum: .nan, maximum: -.infinity, step: -1, unit: "", deviceClass: ""),
        .choice(options: ["a", "b"], isSettable: true), .choice(options: ["a"], isSettable: false),
        .choice(options: [], isSettable: true), .choice(options: (0...300).map { "o\($0)" }, isSettable: true),
        .text(minimumLength: 0, maximumLength: 255, isSecret: true, isSettable: true),
        .text(minimumLength: 9, maximumLength: -5, isSecret: false, isSettable: false),
        .press(deviceClass: "restart"), .moment(hasDate: true, hasTime: true),
        .moment(hasDate: true, hasTime: false, isSettable: false),
        .event(types: ["single", "double", "hold"], deviceClass: "button"),
        .event(types: ["flip90"], deviceClass: ""), .event(types: [], deviceClass: ""),
        .update(canInstall: true),
        .flag(deviceClass: "battery"), .flag(deviceClass: "smoke"), .flag(deviceClass: "motion"),
        .light(
            EntityKind.Light(
                color: .xy,
                gamut: ColorGamut(
                    red: ColorGamut.Point(x: 0.7, y: 0.3), green: ColorGamut.Point(x: 0.2, y: 0.7),
                    blue: ColorGamut.Point(x: 0.15, y: 0.05)))),
    ]

    /// Everything that Matter's schemas demand of a trait is there and valid, for entities of every kind and every
    /// measure.
    @Test func descriptionsKeepTheSchemas() throws {
        var entities = Self.kinds.enumerated().map { Entity(key: "k\($0)", name: "Kind \($0)", kind: $1) }
        entities += Measure.table.enumerated().map { index, row in
            Entity(
                key: "m\(index)", name: "Measure \(index)",
                kind: .sensor(deviceClass: row.deviceClass, unit: row.unit, stateClass: "total"))
        }
        for entity in entities {
            let plan = EndpointPlan(TestDevice([entity]).device)
            expect(plan.leftOut, equals: [], "\(entity.kind)")
            var numbers = EndpointNumbers()
            let description = plan.description(id: "x", numbers: &numbers)
            for endpoint in description.endpoints {
                expect(endpoint.traits.count, equals: Set(endpoint.traits.map(\.descriptor.id)).count)
                for trait in endpoint.traits {
                    let values = trait.attributes
                    expect(
                        trait.descriptor.mistakes(in: values, present: values), equals: [:],
                        "\(trait.descriptor.name) of \(entity.kind)")
                    expect(
                        trait.descriptor.missingAttributes(beside: values).map(\.name), equals: [],
                        "\(trait.descriptor.name) of \(entity.kind)")
                }
            }
        }
    }

    @Test func settingsStayOutUntilTheyAreTurnedOn() {
        let plan = EndpointPlan(Devices.sensor)
        expect(plan.leftOut, equals: [LeftOut("offset", .turnedOff)])
        expect(EndpointPlan(Devices.sensor, turnedOn: ["offset"]).leftOut, equals: [])
    }

    @Test func nothingIsDroppedSilently() {
        var device = Devices.plug
        device.entities.append(device.entities[0])
        device.entities.append(Entity(key: "m", name: "", kind: .moment(hasDate: false, hasTime: false)))
        device.entities += (0..<300).map { Entity(key: "s\($0)", name: "", kind: .toggle(deviceClass: "")) }
        let plan = EndpointPlan(device)
        expect(plan.leftOut.prefix(3).map(\.entity), equals: ["rssi", "relay", "m"])
        expect(plan.leftOut.filter { $0.reason == .tooMany }.count, equals: 300 + 3 - EndpointPlan.mostParts)
        var numbers = EndpointNumbers()
        expect(plan.description(id: "x", numbers: &numbers).endpoints.count, equals: 256)
    }

    @Test("The same parts of a device with too many stay, in whatever order it describes them")
    func theSamePartsStay() {
        var device = Devices.plug
        device.entities += (0..<300).map { Entity(key: "s\($0)", name: "", kind: .toggle(deviceClass: "")) }
        let first = EndpointPlan(device)
        var numbers = EndpointNumbers()
        _ = first.description(id: "x", numbers: &numbers)
        let stored = EndpointNumbers(memory: numbers.memory)
        device.entities = [Entity(key: "new", name: "", kind: .toggle(deviceClass: ""))] + device.entities.reversed()
        let second = EndpointPlan(device, numbers: stored)
        expect(Set(second.parts.map(\.key)), equals: Set(first.parts.map(\.key)))
        expect(Set(second.leftOut), equals: Set(first.leftOut + [LeftOut("new", .tooMany)]))
        // Without some of them there is room for the new one, by its rank.
        device.entities.removeAll { ["s0", "s1"].contains($0.key) }
        expect(EndpointPlan(device, numbers: stored).parts.contains { $0.key == "new" })
    }

    @Test func partsWithoutANumberAreNamed() {
        var device = Devices.plug
        var numbers = EndpointNumbers()
        for number in 0..<EndpointNumbers.mostParts - 1 { _ = numbers.number(of: "gone\(number)") }
        device.entities = ["a", "b", "c"].map { Entity(key: $0, name: $0, kind: .toggle(deviceClass: "")) }
        let plan = EndpointPlan(device, numbers: numbers)
        expect(plan.leftOut, equals: [LeftOut("b", .tooMany), LeftOut("c", .tooMany)])
        expect(plan.description(id: "x", numbers: &numbers).endpoints.map(\.id), equals: [0, 1_000])
        expect(plan.entities.map(\.leftOut), equals: [nil, .tooMany, .tooMany])
    }

    @Test func measuresOfOneThingShareAnEndpoint() {
        let keys = ["power", "voltage", "current", "energy", "power_l2", "energy_l2", "ac_frequency"]
        let classes = ["power", "voltage", "current", "energy", "power", "energy", "frequency"]
        let units = ["W", "V", "A", "kWh", "W", "kWh", "Hz"]
        let entities = keys.indices.map {
            Entity(
                key: keys[$0], name: keys[$0],
                kind: .sensor(deviceClass: classes[$0], unit: units[$0], stateClass: "total"))
        }
        let plan = EndpointPlan(TestDevice(entities).device)
        expect(plan.parts.map(\.key), equals: ["electrical:", "electrical:_l2"])
        // In another order and without some, the endpoints keep their keys.
        let fewer = EndpointPlan(TestDevice(entities.reversed().filter { $0.key != "power" }).device)
        expect(Set(fewer.parts.map(\.key)), equals: ["electrical:", "electrical:_l2"])
    }

    /// A whole description.
    @Test func plugIsDescribed() {
        var numbers = EndpointNumbers()
        let description = EndpointPlan(Devices.plug).description(id: "p", numbers: &numbers)
        let shape = description.endpoints.map { endpoint in
            "\(endpoint.id) under \(endpoint.parent.map { "\($0)" } ?? "-"): "
                + endpoint.deviceTypes.map(\.name).joined(separator: " ") + " / "
                + endpoint.deviceTypes.map { "\($0.id)" }.joined(separator: " ") + " / "
                + endpoint.traits.map(\.descriptor.name).joined(separator: " ") + " / "
                + endpoint.tags.compactMap(\.label).joined()
        }
        expect(
            shape,
            equals: [
                "0 under -:  / 22 / BasicInformation Descriptor / ",
                "1 under 0:  / 266 / OnOff Descriptor / ",
                "2 under 0:  / 1296 / PowerTopology ElectricalPowerMeasurement ElectricalEnergyMeasurement Descriptor / Power",
            ])
        let information = description.endpoints[0].traits[0]
        let names = ["vendorName", "productName", "softwareVersionString", "uniqueID"].map {
            information.descriptor.attribute(named: $0).flatMap { information.attributes[$0.id] }
        }
        expect(names, equals: [.string("Maker"), .string("P1"), .string("2.0"), .string("p")])
        expect(
            description.endpoints[1].traits[0].attributes[GlobalAttribute.acceptedCommandList],
            equals: .list([.unsigned(0), .unsigned(1), .unsigned(2)]))
    }

    private static func sensor(_ deviceClass: String, _ unit: String, _ category: Entity.Category = .main) -> Entity {
        Entity(
            key: deviceClass, name: deviceClass, category: category,
            kind: .sensor(deviceClass: deviceClass, unit: unit, stateClass: "measurement"))
    }

    /// The first endpoint is what the device is, whatever its ecosystem lists first.
    @Test(
        arguments: [
            (.toggle(deviceClass: "outlet"), 1), (.toggle(deviceClass: ""), 1), (.light(EntityKind.Light()), 1),
            (.lock(canOpen: false, codeFormat: nil), 1), (.cover(EntityKind.Cover(hasPosition: true)), 1),
            (.climate(EntityKind.Climate(modes: ["off", "heat"])), 1), (.fan(EntityKind.Fan()), 1),
            (.valve(hasPosition: false, canStop: false, deviceClass: "water"), 1),
            (.flag(deviceClass: "door"), 1), (.flag(deviceClass: "motion"), 1),
            (.event(types: ["single"], deviceClass: "button"), 1),
            // Nothing says that these are more than another part.
            (.flag(deviceClass: "problem"), 3), (.press(deviceClass: "restart"), 3),
        ] as [(EntityKind, UInt16)])
    func theMainPartIsTheFirstEndpoint(_ kind: EntityKind, _ expected: UInt16) {
        let entities = [
            Entity(key: "update", name: "", kind: .update(canInstall: true)), Self.sensor("power", "W"),
            Self.sensor("temperature", "°C"), Entity(key: "main", name: "", kind: kind),
        ]
        var numbers = EndpointNumbers()
        _ = EndpointPlan(TestDevice(entities).device).description(id: "x", numbers: &numbers)
        expect(numbers.number(of: "main"), equals: expected)
    }

    @Test func settingsNeverComeFirst() {
        let entities = [
            Entity(key: "lock", name: "", category: .setting, kind: .toggle(deviceClass: "outlet")),
            Self.sensor("temperature", "°C"),
        ]
        var numbers = EndpointNumbers()
        _ = EndpointPlan(TestDevice(entities).device, turnedOn: ["lock"]).description(id: "x", numbers: &numbers)
        expect(["temperature", "lock"].map { numbers.number(of: $0) }, equals: [1, 2])
    }

    /// Automations refer to the endpoints of devices that were added before.
    @Test func storedNumbersStayBehindTheMainPart() {
        var numbers = EndpointNumbers()
        for part in ["electrical:", "relay"] { _ = numbers.number(of: part) }
        var read = EndpointNumbers(memory: numbers.memory)
        var device = Devices.plug
        device.entities.append(Entity(key: "light", name: "", kind: .light(EntityKind.Light())))
        let description = EndpointPlan(device).description(id: "p", numbers: &read)
        expect(["electrical:", "relay", "light"].map { read.number(of: $0) }, equals: [1, 2, 3])
        expect(description.endpoints.map(\.id), equals: [0, 1, 2, 3])
    }

    /// The temperature of a device's electronics is not that of the room.
    @Test func diagnosticsAreNoMeasurements() {
        func traits(_ category: Entity.Category) -> [[String]] {
            let entities = [Self.sensor("temperature", "°C", category), Self.sensor("humidity", "%", category)]
            return EndpointPlan(TestDevice(entities).device, turnedOn: ["temperature", "humidity"]).parts
                .map { $0.traits.map(\.descriptor.name) }
        }
        expect(traits(.main), equals: [["TemperatureMeasurement"], ["RelativeHumidityMeasurement"]])
        expect(traits(.diagnostic), equals: [["Reading"], ["Reading"]])
    }

    @Test func numbersAreNeverGivenAgain() {
        var numbers = EndpointNumbers()
        expect(["a", "b"].map { numbers.number(of: $0) }, equals: [1, 2])
        var read = EndpointNumbers(memory: numbers.memory)
        expect(read, equals: numbers)
        expect(["c", "a"].map { read.number(of: $0) }, equals: [3, 1])
        expect(read.part(3), equals: "c")
        expect(EndpointNumbers(memory: [0xFF, 0x80]), equals: EndpointNumbers())
        for index in 0..<2000 { _ = read.number(of: "p\(index)") }
        expect(read.number(of: "more") == nil)
    }

    @Test func deviceIsStoredWhole() throws {
        let entities = Self.kinds.enumerated().filter { !"\($1)".contains("nan") && !"\($1)".contains("-5") }
            .map {
                Entity(key: "k\($0)", name: "Kind", category: .setting, isOffByDefault: true, isAssumed: true, kind: $1)
            }
        let device = EntityDevice(
            id: "d", name: "D", maker: "M", model: "X", softwareVersion: "1", serialNumber: "S",
            suggestedRoom: "Hall", entities: entities)
        expect(try require(EntityDevice(memory: device.memory)), equals: device)
        expect(EntityDevice(memory: []) == nil)
        expect(EntityDevice(memory: Array(device.memory.prefix(10))) == nil)
    }

    @Test(arguments: [("a1:b2", "t-a1:b2"), ("a b", "t-a%20b"), ("ü", "t-%c3%bc"), ("a%20b", "t-a%2520b")])
    func idsAreCleaned(_ id: String, _ cleaned: String) {
        expect(EntityMemory.hubID("t-", id), equals: cleaned)
        expect(EntityMemory.hubID("t-", String(repeating: "x", count: 1000)).utf8.count < 64)
    }

    @Test func numbersFitIntoTheMemory() {
        var numbers = EndpointNumbers()
        for index in 0..<1000 { _ = numbers.number(of: String(repeating: "x", count: 200) + "\(index)") }
        expect(numbers.memory.count > EndpointNumbers.mostBytes / 2)
        expect(numbers.memory.count <= EndpointNumbers.mostBytes)
        expect(EndpointNumbers(memory: numbers.memory), equals: numbers)
    }

    @Test func equalEndpointsAreNotMerged() {
        let fan = EntityKind.Climate(modes: ["off", "heat"], fanModes: ["low"])
        let plan = EndpointPlan(
            TestDevice([
                Entity(key: "c", name: "", kind: .climate(fan)),
                Entity(key: "c#fan", name: "", kind: .toggle(deviceClass: "")),
            ]).device)
        expect(plan.parts.map(\.key), equals: ["c", "c#fan"])
        expect(
            plan.leftOut,
            equals: [LeftOut("c#fan", .unsupported("another entity of the device has the same endpoint"))])
        expect(plan.converter(ofEntity: "c#fan") == nil)
    }
}
