internal import Hearth
internal import HearthRPC
internal import HearthTraitCore
internal import HearthTraits
internal import HearthPhrases
internal import Expectations
internal import Testing

/// Calls that ``HomeClientConfiguration/strictOperationValidation`` refuses; without it the hub refuses them.
@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct StrictValidationTests {
    private func homes(_ fixture: HubFixture) async throws -> Home {
        try await Home.connect(
            over: fixture.client, configuration: HomeClientConfiguration(strictOperationValidation: true))
    }

    private func light(_ home: Home, _ id: String) async throws -> DimmableLightDeviceType {
        let device = try require(try await home.devices().list().first { $0.id == id })
        return try require(await device.types.get(DimmableLightDeviceType.self))
    }

    private func refusal(_ body: () async throws -> Void) async -> HomeError? {
        await expect(throws: HomeError.self) { try await body() }
    }

    @Test func unsupportedCommandIsRefusedByName() async throws {
        let fixture = try await HubFixture.start()
        let home = try await homes(fixture)
        let onOff = try require(try await light(home, "speaker").matterTraits.onOffTrait)
        expect(!onOff.supportsOffWithEffectCommand)
        let error = await refusal { try await onOff.offWithEffect(effectIdentifier: .dyingLight, effectVariant: 0) }
        expect((error?.code, error?.subtype), are: (.unimplemented, .matter(.init(code: 0x81))))
        expect(
            error?.message,
            equals: "\"Glowing speaker\" (speaker/2) does not support OnOff.offWithEffect; check supports…Command first"
        )
        try await onOff.on()
    }

    @Test func aWriteToAnAttributeThatTheDeviceLacksIsRefused() async throws {
        let fixture = try await HubFixture.start()
        let home = try await homes(fixture)
        let onOff = try require(try await light(home, "speaker").matterTraits.onOffTrait)
        let error = await refusal { _ = try await onOff.update { $0.setStartUpOnOff(.on) } }
        expect((error?.code, error?.subtype), are: (.unimplemented, .matter(.init(code: 0x86))))
        expect(error?.message.hasPrefix("\"Glowing speaker\" (speaker/2) has no OnOff.startUpOnOff"), equals: true)
        let lamp = try require(try await light(home, "bedroom-lamp").matterTraits.onOffTrait)
        try await expect(lamp.update { $0.setStartUpOnOff(.on) }.startUpOnOff, equals: .on)
    }

    @Test func aTraitOfADeviceThatIsGoneIsNotFound() async throws {
        let fixture = try await HubFixture.start()
        let home = try await homes(fixture)
        let onOff = try require(try await light(home, "speaker").matterTraits.onOffTrait)
        let device = try require(try await home.devices().list().first { $0.id == "speaker" })
        try await device.decommission()
        let error = await refusal { try await onOff.on() }
        expect((error?.code, error?.message), are: (.notFound, "the home has no device speaker for OnOff.on"))
    }

    @Test func aTraitThatTheDeviceLacksIsRefused() async throws {
        let fixture = try await HubFixture.start()
        let home = try await homes(fixture)
        let interaction = home.interaction(with: TraitTarget(deviceID: "door", endpoint: 1))
        let level = Matter.LevelControlTrait(
            attributes: .init(), metadata: TraitMetadata(sourceConnectivity: .unknown), interaction: interaction)
        let error = await refusal {
            try await level.moveToLevel(level: 3, transitionTime: nil, optionsMask: [], optionsOverride: [])
        }
        expect((error?.code, error?.subtype), are: (.unimplemented, .matter(.init(code: 0xC3))))
        expect(
            error?.message,
            equals: "\"Front door\" (door/1) has no trait LevelControl, so LevelControl.moveToLevel was not sent")
    }

    @Test func inABatchWhatIsRefusedIsNotSentAndTheOthersAre() async throws {
        let fixture = try await HubFixture.start()
        let home = try await homes(fixture)
        let speaker = try require(try await light(home, "speaker").matterTraits.onOffTrait)
        let results = try await home.sendBatchedCommands { batcher in
            (
                batcher.add(speaker.offWithEffectBatchable(effectIdentifier: .dyingLight, effectVariant: 0)),
                batcher.add(speaker.onBatchable())
            )
        }
        let error = expect(throws: HomeError.self) { try results.0.getOrThrow() }
        expect((error?.code, results.1.isSuccessful), are: (.unimplemented, true))
        try await expect(light(home, "speaker").matterTraits.onOffTrait?.onOff, equals: true)
    }

    @Test("Only the refused one of several actions is not sent")
    func onlyTheRefusedActionIsNotSent() async throws {
        let fixture = try await HubFixture.start()
        let home = try await homes(fixture)
        let speaker = try require(try await home.devices().list().first { $0.id == "speaker" })
        let trait = Matter.OnOffTrait.descriptor
        func action(_ name: String, _ arguments: StructureValue) throws -> DeviceAction {
            let command = try require(trait.command(named: name))
            return DeviceAction(endpoint: 2, trait: trait, content: .command(command, arguments))
        }
        let results = try await home.send([
            (device: speaker, action: try action("offWithEffect", [0: .unsigned(1), 1: .unsigned(0)])),
            (device: speaker, action: try action("on", [:])),
        ])
        expect(results.count, equals: 2)
        let failure = expect(throws: ActionFailure.self) { try results.first?.get() }
        expect(
            failure?.error.message,
            equals: "\"Glowing speaker\" (speaker/2) does not support OnOff.offWithEffect; check supports…Command first"
        )
        try expect(results.last?.get().isIgnored, equals: false)
        try await expect(light(home, "speaker").matterTraits.onOffTrait?.onOff, equals: true)
    }

    /// Without the option, the hub gives the same codes.
    @Test func theHubRefusesWithTheSameCodes() async throws {
        let fixture = try await HubFixture.start()
        let onOff = try require(try await light(fixture.home, "speaker").matterTraits.onOffTrait)
        let command = await refusal { try await onOff.offWithEffect(effectIdentifier: .dyingLight, effectVariant: 0) }
        expect((command?.code, command?.subtype), are: (.unimplemented, .matter(.init(code: 0x81))))
        let write = await refusal { _ = try await onOff.update { $0.setStartUpOnOff(.on) } }
        expect((write?.code, write?.subtype), are: (.unimplemented, .matter(.init(code: 0x86))))
    }
}
