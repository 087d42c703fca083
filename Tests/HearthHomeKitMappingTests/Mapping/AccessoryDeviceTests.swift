internal import HearthTraitDescriptors
internal import ProcessTestSupport
internal import Expectations
internal import Testing

@testable internal import HearthHomeKitMapping

/// Real accessories as devices.
@Suite struct AccessoryDeviceTests {
    private func service(
        _ id: UInt64, _ type: ServiceType, _ values: [(CharacteristicType, CharacteristicValue?)]
    ) -> AccessoryService {
        let characteristics = values.enumerated().map { index, value in
            let definition = CharacteristicCatalogue.definition(of: value.0)
            return AccessoryCharacteristic(
                type: value.0, id: id + UInt64(index) + 1, permissions: definition?.permissions ?? .readEvents,
                metadata: definition?.metadata ?? CharacteristicMetadata(.uint8), value: value.1)
        }
        return AccessoryService(
            key: ServiceKey(instanceID: id, type: type), id: id, characteristics: characteristics)
    }

    private func accessory(_ services: AccessoryService...) -> AccessoryDevice {
        let information = service(1, .accessoryInformation, [(.name, .string("Lamp")), (.manufacturer, .string("M"))])
        return AccessoryDevice(Accessory(services: [information] + services))
    }

    private func value(_ device: AccessoryDevice, _ endpoint: UInt16, _ trait: UInt32, _ attribute: UInt32)
        -> TraitValue?
    {
        device.snapshot(id: "a").endpoints.first { $0.number == endpoint }?.traits[trait]?.attributes[attribute]
    }

    private func written(
        _ device: AccessoryDevice, _ endpoint: UInt16, _ trait: UInt32, _ content: TraitRequest.Content
    )
        -> [String]
    {
        do throws(CharacteristicError) {
            let request = TraitRequest(endpoint: endpoint, trait: trait, content: content)
            return try device.writes(for: request).map { "\($0.key.type)=\($0.value.number ?? -1)" }.sorted()
        } catch {
            return ["\(error.code.rawValue)"]
        }
    }

    private var light: AccessoryDevice {
        accessory(
            service(
                10, .lightbulb,
                [(.on, .bool(true)), (.brightness, .int(50)), (.hue, .float(180)), (.saturation, .float(100))]))
    }

    @Test func aLightbulbIsALight() {
        let device = light.snapshot(id: "a")
        expect(device.name, equals: "Lamp")
        expect(device.endpoints.map(\.number), equals: [0, 10])
        expect(device.endpoints[1].deviceTypes, equals: [0x010D])
        expect(value(light, 10, 0x6, 0), equals: .bool(true))
        expect(value(light, 10, 0x8, 0), equals: .unsigned(127))
        expect(value(light, 10, 0x8, 3), equals: .unsigned(254))
        expect(value(light, 10, 0x300, 0), equals: .unsigned(127))
        expect(value(light, 10, 0x300, 1), equals: .unsigned(254))
        expect(value(light, 10, 0x300, features), equals: .unsigned(1))
        expect(value(light, 0, 0x28, 1), equals: .string("M"))
        expect(
            accessory(service(3, .lightbulb, [(.on, nil)])).snapshot(id: "a").endpoints[1].deviceTypes, equals: [0x0100]
        )
    }

    @Test func commandsAreWrites() {
        expect(written(light, 10, 0x6, .command(0, [:])), equals: ["On=0.0"])
        expect(written(light, 10, 0x6, .command(2, [:])), equals: ["On=0.0"])
        expect(written(light, 10, 0x8, .command(4, [0: .unsigned(254)])), equals: ["Brightness=100.0", "On=1.0"])
        expect(written(light, 10, 0x8, .command(4, [0: .unsigned(1)])), equals: ["On=0.0"])
        expect(written(light, 10, 0x8, .command(0, [0: .unsigned(25)])), equals: ["Brightness=10.0"])
        expect(
            written(light, 10, 0x300, .command(6, [0: .unsigned(0), 1: .unsigned(127)])),
            equals: [
                "Hue=0.0", "Saturation=50.0",
            ])
        expect(written(light, 10, 0x300, .command(10, [0: .unsigned(300)])), equals: ["48"])
        expect(written(light, 11, 0x6, .command(0, [:])), equals: ["48"])
        expect(written(light, 10, 0x8, .command(1, [:])), equals: ["48"])
    }

    @Test func aLockIsOneEndpoint() {
        let lock = accessory(
            service(8, .lockMechanism, [(.lockCurrentState, .uint(2)), (.lockTargetState, .uint(1))]),
            service(20, .lockManagement, [(.version, .string("1")), (.lockLastKnownAction, .uint(5))]))
        expect(lock.snapshot(id: "a").endpoints.map(\.number), equals: [0, 8])
        expect(lock.snapshot(id: "a").endpoints[1].deviceTypes, equals: [0x0A])
        expect(value(lock, 8, 0x101, 0), equals: .null)
        expect(written(lock, 8, 0x101, .command(1, [0: .octets([1])])), equals: ["LockTargetState=0.0"])
        let action = CharacteristicKey(ServiceKey(instanceID: 20, type: .lockManagement), .lockLastKnownAction)
        let event = lock.event(of: CharacteristicWrite(action, .uint(5)))
        expect(event?.endpoint, equals: 8)
        expect(event?.event, equals: 2)
        expect(event?.fields[1], equals: .unsigned(3))
        let state = CharacteristicKey(ServiceKey(instanceID: 8, type: .lockMechanism), .lockCurrentState)
        expect(lock.event(of: CharacteristicWrite(state, .uint(2)))?.event, equals: 0)
        expectNil(lock.event(of: CharacteristicWrite(state, .uint(1))))
    }

    @Test func aThermostatIsWrittenByItsMode() {
        let thermostat = accessory(
            service(
                4, .thermostat,
                [
                    (.currentHeatingCoolingState, .uint(1)), (.targetHeatingCoolingState, .uint(1)),
                    (.currentTemperature, .float(19.5)), (.targetTemperature, .float(21)),
                    (.temperatureDisplayUnits, .uint(0)),
                ]))
        expect(value(thermostat, 4, 0x201, 0), equals: .signed(1950))
        expect(value(thermostat, 4, 0x201, 18), equals: .signed(2100))
        expect(value(thermostat, 4, 0x201, 28), equals: .unsigned(4))
        expect(value(thermostat, 4, 0x201, 41), equals: .unsigned(1))
        expect(value(thermostat, 4, 0x201, features), equals: .unsigned(0x23))
        expect(written(thermostat, 4, 0x201, .update([18: .signed(2200)])), equals: ["TargetTemperature=22.0"])
        expect(written(thermostat, 4, 0x201, .update([28: .unsigned(3)])), equals: ["TargetHeatingCoolingState=2.0"])
    }

    @Test func aFanIsWrittenBySpeedAndMode() {
        let fan = accessory(
            service(5, .fanv2, [(.active, .uint(1)), (.rotationSpeed, .float(40)), (.targetFanState, .uint(0))]))
        expect(value(fan, 5, 0x202, 0), equals: .unsigned(3))
        expect(value(fan, 5, 0x202, 2), equals: .unsigned(40))
        expect(value(fan, 5, 0x202, 3), equals: .unsigned(40))
        expect(written(fan, 5, 0x202, .update([0: .unsigned(0)])), equals: ["Active=0.0", "TargetFanState=0.0"])
        expect(written(fan, 5, 0x202, .update([2: .unsigned(70)])), equals: ["Active=1.0", "RotationSpeed=70.0"])
        let older = accessory(service(5, .fan, [(.on, .bool(true)), (.rotationSpeed, .float(40))]))
        expect(value(older, 5, 0x202, 0), equals: .unsigned(3))
        expect(written(older, 5, 0x202, .update([0: .unsigned(0)])), equals: ["On=0.0"])
    }

    @Test func aCoveringStopsByHoldingItsPosition() {
        let blind = accessory(
            service(
                6, .windowCovering, [(.currentPosition, .uint(30)), (.targetPosition, .uint(30)), (.holdPosition, nil)])
        )
        expect(value(blind, 6, 0x102, 14), equals: .unsigned(7000))
        expect(written(blind, 6, 0x102, .command(2, [:])), equals: ["HoldPosition=1.0"])
        expect(written(blind, 6, 0x102, .command(5, [0: .unsigned(2500)])), equals: ["TargetPosition=75.0"])
        let window = accessory(service(6, .window, [(.currentPosition, .uint(30)), (.targetPosition, .uint(90))]))
        expect(written(window, 6, 0x102, .command(2, [:])), equals: ["TargetPosition=30.0"])
    }

    @Test func aButtonsPressIsAnEvent() {
        let button = accessory(service(7, .statelessProgrammableSwitch, [(.programmableSwitchEvent, nil)]))
        let key = CharacteristicKey(
            ServiceKey(instanceID: 7, type: .statelessProgrammableSwitch), .programmableSwitchEvent)
        expect(
            button.event(of: CharacteristicWrite(key, .uint(1)))?.fields, equals: [0: .unsigned(1), 1: .unsigned(2)])
        expect(button.event(of: CharacteristicWrite(key, .uint(2)))?.event, equals: 2)
        expect(button.snapshot(id: "a").endpoints[1].deviceTypes, equals: [0x0F])
        expect(value(button, 7, 0x3B, features), equals: .unsigned(0x1E))
    }

    @Test func aContactSensorIsNoLock() {
        let sensor = accessory(service(9, .contactSensor, [(.contactSensorState, .uint(1)), (.statusFault, .uint(0))]))
        expect(value(sensor, 9, 0x45, 0), equals: .bool(false))
        expect(sensor.snapshot(id: "a").endpoints[1].deviceTypes, equals: [0x15])
    }

    @Test func servicesWithoutAClusterAreTraitsOfOurOwn() {
        let system = accessory(
            service(
                11, .securitySystem,
                [(.securitySystemCurrentState, .uint(3)), (.securitySystemTargetState, .uint(3))]))
        expect(system.snapshot(id: "a").endpoints[1].deviceTypes, equals: [0xFFF0_0001])
        expect(value(system, 11, 0xFFF0_FC01, 0), equals: .unsigned(3))
        expect(written(system, 11, 0xFFF0_FC01, .update([1: .unsigned(1)])), equals: ["SecuritySystemTargetState=1.0"])
    }

    @Test func unmappedServicesAreListed() {
        let own = ServiceType(HAPUUID(high: 1, low: 2))
        let device = accessory(service(12, own, []), service(70_000, .lightbulb, [(.on, .bool(true))]))
        expect(device.unmapped.map(\.type), equals: [own, .lightbulb])
        expect(device.snapshot(id: "a").endpoints.map(\.number), equals: [0])
    }

    @Test func inputsAreInTheListOfTheirTelevision() {
        func input(_ id: UInt64, _ identifier: UInt64, _ type: UInt64, _ name: String) -> AccessoryService {
            service(
                id, .inputSource,
                [(.identifier, .uint(identifier)), (.inputSourceType, .uint(type)), (.configuredName, .string(name))])
        }
        let television = accessory(
            service(
                5, .television,
                [(.active, .uint(1)), (.activeIdentifier, .uint(2)), (.remoteKey, nil), (.currentMediaState, .uint(1))]),
            input(30, 1, 3, "Console"), input(40, 2, 10, "App"))
        let device = television.snapshot(id: "a")
        expect(device.endpoints.map(\.number), equals: [0, 5])
        expect(device.endpoints[1].deviceTypes, equals: [0x28])
        let view = AccessoryView(device)
        let key = ServiceKey(endpoint: 5, type: .inputSource, part: 1)
        expect(view.accessory()[key]?[.configuredName]?.value, equals: .string("Console"))
        expect(view.accessory()[key]?[.inputSourceType]?.value, equals: .uint(3))
        expect(view.accessory().services(of: .inputSource).count, equals: 2)
        expect(value(television, 5, 0x507, 1), equals: .unsigned(2))
        expect(value(television, 5, 0x506, 0), equals: .unsigned(1))
        expect(written(television, 5, 0x507, .command(0, [0: .unsigned(1)])), equals: ["ActiveIdentifier=1.0"])
        expect(written(television, 5, 0x509, .command(0, [0: .unsigned(13)])), equals: ["RemoteKey=9.0"])
        expect(written(television, 5, 0x6, .command(0, [:])), equals: ["Active=0.0"])
    }

    /// Random writes to an accessory's traits: each sent value is in its limits, and nothing traps.
    @Test func everyWriteStaysWithinTheLimits() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var dice = Dice(seed: seed)
        for row in ServiceTable.all where row.isFromAccessories {
            let values = ServiceTableTests.values(of: row)
            let service = service(10, row.type, row.links.map { ($0.type, values[$0.type]) })
            let device = accessory(service)
            for _ in 0..<30 {
                let anything: [TraitValue] = [
                    .null, .bool(true), .unsigned(UInt64(dice.below(300))), .unsigned(.max), .signed(.min),
                    .signed(Int64(dice.below(6000)) - 3000), .float(.nan), .list([.null]), .string("x"),
                ]
                var fields = StructureValue()
                for id in UInt32(0)..<4 { fields[id] = anything[dice.below(anything.count)] }
                for trait in Set(row.links.flatMap { $0.commands.keys.map(\.trait) + $0.updates.keys.map(\.trait) }) {
                    for id in row.links.flatMap({ $0.updates.keys }) where dice.below(3) == 0 {
                        fields[id.id] = anything[dice.below(anything.count)]
                    }
                    let command = TraitRequest.Content.command(UInt32(dice.below(12)), fields)
                    for content in [command, .update(fields)] {
                        let request = TraitRequest(endpoint: 10, trait: trait, content: content)
                        for write in (try? device.writes(for: request)) ?? [] {
                            let metadata = try require(service[write.key.type]?.metadata)
                            try expect(
                                metadata.checked(write.value, of: write.key.type), equals: write.value,
                                "seed \(seed): \(write) for \(request)")
                        }
                    }
                }
            }
        }
    }

    @Test func identifyingIsOneForAll() {
        let information = service(1, .accessoryInformation, [(.identify, nil), (.name, .string("x"))])
        let device = AccessoryDevice(Accessory(services: [information]))
        expect(written(device, 0, 0x3, .command(0, [0: .unsigned(10)])), equals: ["Identify=1.0"])
        expect(written(device, 0, 0x3, .command(0, [0: .unsigned(0)])), equals: ["48"])
    }

    /// A device that becomes an accessory and a device again has the same values.
    @Test func accessoryRoundTripKeepsTheValues() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var dice = Dice(seed: seed)
        for _ in 0..<200 {
            let (service, values) = dice.service()
            let before = self.service(10, service, values.map { ($0.key, $0.value) })
            let device = accessory(before).snapshot(id: "a")
            let again = AccessoryView(device).accessory().services.first { $0.type == service }
            for (type, value) in values where again?[type]?.value != nil {
                expect(again?[type]?.value?.number, equals: value.number, "seed \(seed): \(service) \(type)")
            }
        }
    }
}

extension Dice {
    /// A service whose values do not depend on each other.
    fileprivate mutating func service() -> (ServiceType, CharacteristicValues) {
        switch below(5) {
        case 0:
            (
                .lightbulb,
                [
                    .on: .bool(below(2) == 0), .brightness: .int(Int64(below(100)) + 1),
                    .saturation: .float(Double(below(101))), .colorTemperature: .int(Int64(below(361)) + 140),
                ]
            )
        case 1:
            (
                .windowCovering,
                [.currentPosition: .uint(UInt64(below(101))), .targetPosition: .uint(UInt64(below(101)))]
            )
        case 2: (.temperatureSensor, [.currentTemperature: .float(Double(below(1000) - 300) / 10)])
        case 3: (.securitySystem, [.securitySystemCurrentState: .uint(UInt64(below(5)))])
        default: (.battery, [.batteryLevel: .uint(UInt64(below(101))), .statusLowBattery: .uint(UInt64(below(2)))])
        }
    }
}
