@testable internal import HearthHomeKit
internal import ExampleMaker
internal import Foundation
internal import Hearth
internal import HearthHomeKitMapping
internal import HearthHub
internal import HearthBase
internal import HearthVirtualHome
internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)), .stopsAtEnd)
struct CharacteristicTests {
    @Test func accessoryHasServicesAndInformationIsNotOperable() async throws {
        let program = try await HomeKitHouse.oneProgram()
        let lamp = try program.accessory("Ceiling Light")
        expect(lamp.services.map(\.serviceType), equals: [HMServiceTypeAccessoryInformation, HMServiceTypeLightbulb])
        expect(lamp.services.map(\.isUserInteractive), equals: [false, true])
        expect(
            (lamp.services.map(\.isPrimaryService), lamp.category.categoryType, lamp.model, lamp.manufacturer != nil),
            are: ([false, true], HMAccessoryCategoryTypeLightbulb, "Color Bulb", true))
        expect(lamp.services[1].localizedDescription, equals: "Lightbulb")
    }

    @Test func servicesAreFoundByTypeAndNilMeansNone() async throws {
        let program = try await HomeKitHouse.oneProgram()
        try expect(program.home.servicesWithTypes([HMServiceTypeLightbulb]).map { $0.count > 3 }, equals: true)
        try expectNil(program.home.servicesWithTypes([HMServiceTypeIrrigationSystem]))
    }

    @Test func readRefreshesTheValue() async throws {
        let (house, program) = try await HomeKitHouse.open()
        let power = try program.characteristic("Floor Lamp", HMCharacteristicTypePowerState)
        expect(power.value as? Bool == false)
        try await house.devices.play(.toggle, on: "living-floor-lamp")
        try await power.readValue()
        expect(power.value as? Bool == true)
    }

    @Test func writeSetsTheValueAndTheDevice() async throws {
        let program = try await HomeKitHouse.oneProgram()
        let power = try program.characteristic("Floor Lamp", HMCharacteristicTypePowerState)
        let brightness = try program.characteristic("Floor Lamp", HMCharacteristicTypeBrightness)
        try await power.writeValue(true)
        expect(power.value as? Bool == true)
        try await brightness.writeValue(NSNumber(value: 40))
        let level = TraitPath(
            TraitTarget(deviceID: "living-floor-lamp", endpoint: 1), Matter.LevelControlTrait.descriptor.id)
        expect(program.connection.record(at: level) != nil)
    }

    @Test func invalidWriteIsRefusedWithItsErrorCode() async throws {
        let program = try await HomeKitHouse.oneProgram()
        let power = try program.characteristic("Floor Lamp", HMCharacteristicTypePowerState)
        let brightness = try program.characteristic("Floor Lamp", HMCharacteristicTypeBrightness)
        let model = try program.characteristic("Floor Lamp", HMCharacteristicTypeModel)
        let identify = try program.characteristic("Floor Lamp", HMCharacteristicTypeIdentify)
        await expect(code { try await brightness.writeValue(101) }, equals: .valueHigherThanMaximum)
        await expect(code { try await brightness.writeValue(-1) }, equals: .valueLowerThanMinimum)
        await expect(code { try await brightness.writeValue("bright") }, equals: .invalidValueType)
        await expect(code { try await brightness.writeValue(nil) }, equals: .nilParameter)
        await expect(code { try await power.writeValue(2) }, equals: .invalidValueType)
        await expect(code { try await model.writeValue("Other") }, equals: .readOnlyCharacteristic)
        await expect(code { try await identify.readValue() }, equals: .writeOnlyCharacteristic)
        await expect(code { try await model.enableNotification(true) }, equals: .notificationNotSupported)
    }

    @Test func metadataIsThatOfTheDevice() async throws {
        let program = try await HomeKitHouse.oneProgram()
        let brightness = try require(try program.characteristic("Floor Lamp", HMCharacteristicTypeBrightness).metadata)
        expect(
            (brightness.format, brightness.units, brightness.minimumValue, brightness.maximumValue),
            are: (HMCharacteristicMetadataFormatInt, HMCharacteristicMetadataUnitsPercentage, 0, 100))
        expect(brightness.stepValue, equals: 1)
        expectNil(brightness.validValues)
        expectNil(brightness.maxLength)
        let power = try require(try program.characteristic("Floor Lamp", HMCharacteristicTypePowerState).metadata)
        expect(power.format, equals: HMCharacteristicMetadataFormatBool)
        expectNil(power.minimumValue, "a Boolean has no minimum")
        let name = try require(try program.characteristic("Floor Lamp", HMCharacteristicTypeName).metadata)
        expect(name.maxLength, equals: 64, "names have at most 64 Unicode scalars")
    }

    @Test func notificationsAreSwitchedPerCharacteristic() async throws {
        let (house, program) = try await HomeKitHouse.open()
        let power = try program.characteristic("Floor Lamp", HMCharacteristicTypePowerState)
        try await house.devices.play(.toggle, on: "living-floor-lamp")
        try await power.readValue()
        expect(program.told.events, equals: ["status 5", "homes"])
        try await power.enableNotification(true)
        expect(power.isNotificationEnabled)
        await expect(code { try await power.enableNotification(true) }, equals: .notificationAlreadyEnabled)
        try await house.devices.play(.toggle, on: "living-floor-lamp")
        await program.told.waits(for: "Floor Lamp Power State 0")
    }

    @Test func notificationsEndWithTheAccessory() async throws {
        let (house, program) = try await HomeKitHouse.open()
        let lamp = try program.accessory("Floor Lamp")
        expect(lamp.isReachable)
        let power = try program.characteristic("Floor Lamp", HMCharacteristicTypePowerState)
        try await power.enableNotification(true)
        try await house.devices.setOnline(false, deviceID: "living-floor-lamp")
        await program.told.waits(for: "Floor Lamp is away")
        expect(!power.isNotificationEnabled)
        await expect(code { try await power.readValue() }, equals: .accessoryNotReachable)
        await expect(code { try await power.writeValue(true) }, equals: .accessoryNotReachable)
        try await house.devices.setOnline(true, deviceID: "living-floor-lamp")
        await program.told.waits(for: "Floor Lamp is there")
    }

    @Test("A lock that requires a PIN takes it as authorization data")
    func aPINIsAuthorizationData() async throws {
        let house = try await HomeKitHouse.start()
        let program = try await house.program("app")
        let target = try program.characteristic("Front Door", HMCharacteristicTypeTargetLockMechanismState)
        expect(!target.properties.contains(HMCharacteristicPropertyRequiresAuthorizationData))
        let door = try require(try await program.connection.devices().list().first { $0.id == "front-door-lock" })
        let lock = await door.types.get(DoorLockDeviceType.self)?.matterTraits.doorLockTrait
        _ = try await require(lock).update { $0.setRequirePinforRemoteOperation(true) }
        try await target.readValue()
        expect(target.properties.contains(HMCharacteristicPropertyRequiresAuthorizationData))
        await #expect { try await target.writeValue(0) } throws: { HMError.invalidOrMissingAuthorizationData ~= $0 }
        try await target.updateAuthorizationData(Data("4711".utf8))
        await #expect { try await target.writeValue(0) } throws: { HMError.accessoryResponseError ~= $0 }
        try await target.updateAuthorizationData(Data("1234".utf8))
        try await target.writeValue(0)
        try await target.updateAuthorizationData(nil)
        await #expect { try await target.writeValue(1) } throws: { HMError.invalidOrMissingAuthorizationData ~= $0 }
        await house.stop()
    }

    @Test func propertiesMatchThePermissions() async throws {
        let program = try await HomeKitHouse.oneProgram()
        try expect(
            program.characteristic("Floor Lamp", HMCharacteristicTypePowerState).properties,
            equals: [
                HMCharacteristicPropertyReadable, HMCharacteristicPropertyWritable,
                HMCharacteristicPropertySupportsEventNotification,
            ])
        try expect(
            program.characteristic("Floor Lamp", HMCharacteristicTypeModel).properties,
            equals: [
                HMCharacteristicPropertyReadable
            ])
    }

    /// Sent one by one, the second would set the first back to the lamp's former value.
    @Test func hueAndSaturationWrittenAtOnceBothArrive() async throws {
        let (one, other) = try await HomeKitHouse.twoPrograms()
        let hue = try one.characteristic("Ceiling Light", HMCharacteristicTypeHue)
        let saturation = try one.characteristic("Ceiling Light", HMCharacteristicTypeSaturation)
        let seen = try [HMCharacteristicTypeHue, HMCharacteristicTypeSaturation].map {
            try other.characteristic("Ceiling Light", $0)
        }
        /// Waits until the other program reads about these values, in steps of the lamp's 254.
        func arrives(_ values: [Double]) async throws {
            try await until {
                for characteristic in seen { try await characteristic.readValue() }
                return zip(seen, values).allSatisfy { abs(($0.value as? Double ?? -1) - $1) < 1.5 }
            }
        }
        async let first: Void = hue.writeValue(120.0)
        async let second: Void = saturation.writeValue(80.0)
        _ = try await (first, second)
        try await arrives([120, 80])
        // Alone, too: after its delay it is sent with the present value of the other.
        try await hue.writeValue(240.0)
        try await arrives([240, 80])
    }

    @Test func aWriteToWhatWasRemovedMeanwhileIsNotSaidToBeDone() async throws {
        let house = try await HomeKitHouse.start()
        let lamp = try await house.program("app").accessory("Floor Lamp")
        func orphan() throws -> HMCharacteristic {
            let service = try require(lamp.view.accessory().services.last)
            return try require(HMService(service, linked: [], of: lamp).characteristics.first)
        }
        let characteristic = try orphan()
        expectNil(characteristic.service)
        let outcome = OneShot<Result<Void, HMError>>()
        let told = Task { try await characteristic.result(of: outcome) }
        outcome.set(.failure(HMError(.accessoryNotReachable, "it was removed")))
        await expect(code { try await told.value }, equals: .accessoryNotReachable)
    }

    @Test func anAccessoryIsIdentified() async throws {
        let program = try await HomeKitHouse.oneProgram()
        let lamp = try program.accessory("Floor Lamp")
        expect(lamp.supportsIdentify)
        try await lamp.identify()
    }

    @Test func eachPressOfAButtonIsNotified() async throws {
        let (house, program) = try await HomeKitHouse.open()
        let event = try program.characteristic("Bedside Button", HMCharacteristicTypeInputEvent)
        expectNil(event.value)
        try await event.enableNotification(true)
        for _ in 1...2 {
            let before = program.told.events.count
            try await house.devices.play(.switchPosition(1), on: "bedroom-button")
            try await house.devices.play(.switchPosition(0), on: "bedroom-button")
            await program.told.waits(for: "Bedside Button Input Event 0", after: before)
        }
    }

    @Test func makersTraitIsAServiceOfItsOwn() async throws {
        let house = try await HomeKitHouse.start(traits: ExampleMakerTraits.withStandard)
        try await house.hub.attach(ShopStand())
        let program = try await house.program("app")
        let stand = try program.accessory("Shop Stand")
        func makersServices() -> Int {
            stand.services.count { !$0.serviceType.hasSuffix("-0000-1000-8000-0026BB765291") }
        }
        // The app asks the hub for the trait's schema.
        while makersServices() == 0 { try await Task.sleep(for: .milliseconds(5)) }
        expect(makersServices(), equals: 1)
    }
}

/// A device with a trait of its maker's own.
private struct ShopStand: DeviceProvider {
    func start(hub: any DeviceReporter, stored: StoredState) -> [DeviceDescription] {
        let spinner = ExampleOrganization.SpinnerTrait.descriptor
        var values: StructureValue = [0: .unsigned(30), 1: .unsigned(120), 3: .string("Shop")]
        values.fields.merge(spinner.globals(of: values).fields) { own, _ in own }
        let root = EndpointDescription(
            id: 0, parent: nil, deviceTypes: [.init(id: 0x16, revision: 1, isPrimary: false)], traits: [])
        let stand = EndpointDescription(
            id: 1, parent: 0,
            deviceTypes: [.init(id: DisplayStandDeviceType.descriptor.id, revision: 1, isPrimary: true)],
            traits: [TraitInstance(descriptor: spinner, attributes: values)])
        return [
            DeviceDescription(
                id: "stand", name: "Shop Stand", suggestedRoom: nil, endpoints: [root, stand], isMatterDevice: true)
        ]
    }

    func invoke(_ invocation: CommandInvocation) -> StructureValue? { nil }
    func write(_ update: AttributeUpdate) {}
    func stop() {}
}
