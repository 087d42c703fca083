internal import Hearth
internal import HearthTraits
internal import Expectations
internal import Testing

/// The examples of the guide on controlling devices, on a hub in this process.
///
/// `catch let error as HomeError` compiles also where nothing else can be thrown, with a warning that it always
/// matches; the check for cancellation, which throws another error, avoids that warning.
@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct ControlGuideTests {
    private func onOffTrait(_ fixture: HubFixture, _ id: String = "bedroom-lamp") async throws -> Matter.OnOffTrait {
        let type = try await fixture.device(id).types.get(DimmableLightDeviceType.self)
        return try require(type?.matterTraits.onOffTrait)
    }

    @Test func whetherACommandIsSupported() async throws {
        let fixture = try await HubFixture.start()
        let onOffTraitTest = try await onOffTrait(fixture)
        expect((onOffTraitTest.supportsToggleCommand, onOffTraitTest.supportsOnWithTimedOffCommand), are: (true, false))
    }

    @Test func commandsAndTheStateAfterThem() async throws {
        let fixture = try await HubFixture.start()
        let onOffTraitTest = try await onOffTrait(fixture)
        do {
            try Task.checkCancellation()
            try await onOffTraitTest.toggle()
        } catch let error as HomeError {
            Issue.record(error)
        }
        try await expect(onOffTrait(fixture).onOff, equals: false)
        expect(onOffTraitTest.onOff, equals: true)
        do {
            try Task.checkCancellation()
            try await onOffTraitTest.off()
            try await onOffTraitTest.on()
        } catch let error as HomeError {
            Issue.record(error)
        }
        try await expect(onOffTrait(fixture).onOff, equals: true)
    }

    @Test func commandsWithArguments() async throws {
        let fixture = try await HubFixture.start()
        let onOffTraitTest = try await onOffTrait(fixture)
        do {
            try Task.checkCancellation()
            try await onOffTraitTest.offWithEffect(
                effectIdentifier: Matter.OnOffTrait.EffectIdentifierEnum.dyingLight,
                effectVariant: 0
            )
        } catch let error as HomeError {
            Issue.record(error)
        }
        try await expect(onOffTrait(fixture).onOff, equals: false)
        let lamp = try await fixture.device("bedroom-lamp")
        let type = await lamp.types.get(DimmableLightDeviceType.self)
        let levelControlTraitTest = try require(type?.matterTraits.levelControlTrait)
        do {
            try Task.checkCancellation()
            try await levelControlTraitTest.moveToLevel(
                level: UInt8(127),
                transitionTime: 0,
                optionsMask: Matter.LevelControlTrait.OptionsBitmap(),
                optionsOverride: Matter.LevelControlTrait.OptionsBitmap()
            )
        } catch let error as HomeError {
            Issue.record(error)
        }
        let after = await lamp.types.get(DimmableLightDeviceType.self)
        expect(after?.matterTraits.levelControlTrait?.currentLevel, equals: 127)
    }

    @Test func whetherAnAttributeIsSupportedAndWhetherItIsNull() async throws {
        let fixture = try await HubFixture.start()
        let lamp = try await onOffTrait(fixture)
        expect(lamp.attributes.$onOff.isSupported)
        expectNil(lamp.attributes.startUpOnOff)
        expect((lamp.attributes.$startUpOnOff.isSupported, lamp.attributes.$startUpOnOff.isNullable), are: (true, true))
        let device = try await fixture.device("ceiling")
        if let deviceType = await device.types.get(OnOffLightDeviceType.self) {
            if let onOffTrait = deviceType.traits[Matter.OnOffTrait.self] {
                expectNil(onOffTrait.attributes.startUpOnOff)
                expect(!onOffTrait.attributes.$startUpOnOff.isSupported)
            }
        }
    }

    @Test func writingAnAttribute() async throws {
        let fixture = try await HubFixture.start()
        let door = try await fixture.device("door")
        let type = await door.types.get(DoorLockDeviceType.self)
        let doorLockTraitTest = try require(type?.matterTraits.doorLockTrait)
        if doorLockTraitTest.attributes.$wrongCodeEntryLimit.isSupported {
            let updated = try await doorLockTraitTest.update {
                $0.setWrongCodeEntryLimit(3)
            }
            expect(updated.attributes.wrongCodeEntryLimit, equals: 3)
        } else {
            Issue.record("wrongCodeEntryLimit is not supported")
        }
        let after = await door.types.get(DoorLockDeviceType.self)
        expect(after?.matterTraits.doorLockTrait?.wrongCodeEntryLimit, equals: 3)
    }

    @Test func refusalsCarryTheirReason() async throws {
        let fixture = try await HubFixture.start()
        let lock = try await fixture.device("door").types.get(DoorLockDeviceType.self)?.matterTraits.doorLockTrait
        await expect(throws: HomeError.self) { try await lock?.lockDoor() }
        do {
            try await lock?.lockDoor()
        } catch let error as HomeError {
            expect((error.code, error.subtype), are: (.failedPrecondition, .matter(HomeError.MatterError(code: 1))))
        }
        do {
            try await lock?.update { $0.setWrongCodeEntryLimit(0) }
            Issue.record("a limit of 0 was taken")
        } catch let error as HomeError {
            expect(error.code, equals: .invalidArgument)
        }
    }
}
