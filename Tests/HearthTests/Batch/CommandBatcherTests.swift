internal import Hearth
internal import HearthTraits
internal import Expectations
internal import Testing

/// Several commands in one round trip, against a hub in this process.
@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct CommandBatcherTests {
    private func onOff(_ fixture: HubFixture, _ id: String) async throws -> Matter.OnOffTrait {
        let collection = try await fixture.device(id).types
        let light = await collection.get(OnOffLightDeviceType.self)?.matterTraits.onOffTrait
        let lamp = await collection.get(DimmableLightDeviceType.self)?.matterTraits.onOffTrait
        return try require(light ?? lamp)
    }

    @Test func batchReturnsOnceAllDevicesConfirmed() async throws {
        let fixture = try await HubFixture.start()
        let ceiling = try await onOff(fixture, "ceiling")
        let lamp = try await onOff(fixture, "bedroom-lamp")
        let results = try await fixture.home.sendBatchedCommands { batcher in
            [batcher.add(ceiling.onBatchable()), batcher.add(lamp.offBatchable())]
        }
        expect(results.map(\.isSuccessful), equals: [true, true])
        try await expect((onOff(fixture, "ceiling").onOff, onOff(fixture, "bedroom-lamp").onOff), are: (true, false))
    }

    @Test func refusalFailsOnlyItsCommand() async throws {
        let fixture = try await HubFixture.start()
        let ceiling = try await onOff(fixture, "ceiling")
        let door = try await fixture.device("door").types.get(DoorLockDeviceType.self)
        let lock = try require(door?.matterTraits.doorLockTrait)
        let (jammed, lit) = try await fixture.home.sendBatchedCommands { batcher in
            (batcher.add(lock.lockDoorBatchable()), batcher.add(ceiling.onBatchable()))
        }
        expect((jammed.isSuccessful, lit.isSuccessful), are: (false, true))
        do {
            try jammed.getOrThrow()
            Issue.record("the lock did not jam")
        } catch let error as HomeError {
            expect((error.code, error.subtype), are: (.failedPrecondition, .matter(HomeError.MatterError(code: 1))))
        }
    }

    @Test func commandsOfOneDeviceKeepTheirOrder() async throws {
        let fixture = try await HubFixture.start()
        let ceiling = try await onOff(fixture, "ceiling")
        _ = try await fixture.home.sendBatchedCommands { batcher in
            for _ in 0..<51 { batcher.add(ceiling.toggleBatchable()) }
            batcher.add(ceiling.onBatchable())
            batcher.add(ceiling.offBatchable())
        }
        try await expect(onOff(fixture, "ceiling").onOff, equals: false)
    }

    @Test func invalidArgumentsAreRefusedLocally() async throws {
        let fixture = try await HubFixture.start()
        let type = try await fixture.device("bedroom-lamp").types.get(DimmableLightDeviceType.self)
        let level = try require(type?.matterTraits.levelControlTrait)
        let (wrong, right) = try await fixture.home.sendBatchedCommands { batcher in
            (
                batcher.add(
                    level.moveToLevelBatchable(level: 255, transitionTime: 0, optionsMask: [], optionsOverride: [])),
                batcher.add(
                    level.moveToLevelBatchable(level: 7, transitionTime: 0, optionsMask: [], optionsOverride: []))
            )
        }
        do {
            try wrong.getOrThrow()
            Issue.record("a level of 255 was taken")
        } catch let error as HomeError {
            expect(error.code, equals: .invalidArgument)
        }
        expect(right.isSuccessful)
    }

    @Test func earlyResultAndLateCommandAreErrors() async throws {
        let fixture = try await HubFixture.start()
        let ceiling = try await onOff(fixture, "ceiling")
        let batcher = try await fixture.home.sendBatchedCommands { batcher in
            let early = batcher.add(ceiling.onBatchable())
            expect(throws: CommandBatcher.CommandBatcherError.notCommitted) { try early.getOrThrow() }
            return batcher
        }
        let late = batcher.add(ceiling.offBatchable())
        expect(throws: CommandBatcher.CommandBatcherError.alreadyCommitted) { try late.getOrThrow() }
        try await expect(onOff(fixture, "ceiling").onOff, equals: true)
    }

    @Test func throwingBlockSendsNothing() async throws {
        struct Stop: Error {}
        let fixture = try await HubFixture.start()
        let ceiling = try await onOff(fixture, "ceiling")
        await expect(throws: Stop.self) {
            try await fixture.home.sendBatchedCommands { batcher in
                batcher.add(ceiling.onBatchable())
                throw Stop()
            }
        }
        try await expect(onOff(fixture, "ceiling").onOff, equals: false)
    }

    @Test func anEmptyBatchIsNothing() async throws {
        let fixture = try await HubFixture.start()
        try await fixture.home.sendBatchedCommands { _ in }
        await fixture.home.disconnect()
        let ceiling = try? await onOff(fixture, "ceiling")
        expectNil(ceiling)
    }
}
