internal import Hearth
internal import HearthTraitCore
internal import HearthTraits
internal import HearthPhrases
internal import Expectations
internal import Testing

/// Actions without Swift types.
@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct ActionTests {
    private func command(_ name: String, of trait: TraitDescriptor, _ arguments: StructureValue = [:]) throws
        -> DeviceAction
    {
        let command = try require(trait.command(named: name))
        return DeviceAction(endpoint: 1, trait: trait, content: .command(command, arguments))
    }

    @Test func commandTakesEffectBeforeItReturns() async throws {
        let fixture = try await HubFixture.start()
        let lamp = try await fixture.device("bedroom-lamp")
        let response = try await lamp.send(try command("off", of: Matter.OnOffTrait.descriptor))
        expectNil(response.values)
        expect(!response.isIgnored)
        let path = TraitPath(TraitTarget(deviceID: lamp.id, endpoint: 1), Matter.OnOffTrait.descriptor.id)
        let bytes = try require(fixture.home.record(at: path)?.attributes)
        try expect(Matter.OnOffTrait.descriptor.decodeAttributes(bytes.span.bytes)[0], equals: .bool(false))
    }

    @Test func writeReturnsAllAttributes() async throws {
        let fixture = try await HubFixture.start()
        let door = try await fixture.device("door")
        let action = DeviceAction(
            endpoint: 1, trait: Matter.DoorLockTrait.descriptor, content: .update([0x30: .unsigned(7)]))
        let response = try await door.send(action)
        expect((response.values?[0x30], response.values?[0]), are: (.unsigned(7), .unsigned(1)))
    }

    @Test("A refusal names the field and the violated rule")
    func refusalHasItsRule() async throws {
        let fixture = try await HubFixture.start()
        let door = try await fixture.device("door")
        let action = DeviceAction(
            endpoint: 1, trait: Matter.DoorLockTrait.descriptor, content: .update([0x30: .unsigned(0)]))
        let error = await expect(throws: ActionFailure.self) { try await door.send(action) }
        expect((error?.error.code, error?.refusal?.field), are: (.invalidArgument, "wrongCodeEntryLimit"))
        expect(error?.refusal?.element, equals: .attribute(0x30))
    }

    @Test func actionsOfACallHaveOneResultEach() async throws {
        let fixture = try await HubFixture.start()
        let (lamp, door) = (try await fixture.device("ceiling"), try await fixture.device("door"))
        let results = try await fixture.home.send([
            (device: lamp, action: try command("on", of: Matter.OnOffTrait.descriptor)),
            (device: door, action: try command("lockDoor", of: Matter.DoorLockTrait.descriptor)),
        ])
        expect(results.count, equals: 2)
        try expect(results.first?.get().isIgnored, equals: false)
        expect(throws: ActionFailure.self) { try results.last?.get() }
        try await expect(fixture.home.send([]).isEmpty)
    }
}
