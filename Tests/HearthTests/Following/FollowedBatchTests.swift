internal import HearthHub
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthTraitCore
internal import HearthTraits
internal import ProcessTestSupport
internal import Expectations
internal import Testing
@testable internal import Hearth

/// Several commands at once, each followed by itself.
@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct FollowedBatchTests {
    private struct Traits {
        let ceiling: Matter.OnOffTrait
        let lamp: Matter.OnOffTrait
        let level: Matter.LevelControlTrait
        let door: Matter.DoorLockTrait

        init(_ home: Home) async throws {
            let devices = try await home.devices().list()
            func device(_ id: String) throws -> HomeDevice { try require(devices.first { $0.id == id }) }
            ceiling = try require(
                await device("ceiling").types.get(OnOffLightDeviceType.self)?.matterTraits.onOffTrait)
            let dimmable = try require(await device("bedroom-lamp").types.get(DimmableLightDeviceType.self))
            lamp = try require(dimmable.matterTraits.onOffTrait)
            level = try require(dimmable.matterTraits.levelControlTrait)
            door = try require(await device("door").types.get(DoorLockDeviceType.self)?.matterTraits.doorLockTrait)
        }
    }

    private func names<Response>(_ request: FollowedRequest<Response>) async -> [String] {
        var names: [String] = []
        for await state in request.states { names.append(String("\(state)".prefix { $0 != "(" })) }
        return names
    }

    /// The hub is unreachable while one device has its first command; each command happens once, and in order.
    @Test func devicesDoNotWaitForEachOtherAndACutRepeatsNothing() async throws {
        let folder = try TemporaryFolder()
        let place = "unix:" + folder.file("hub.sock")
        let house = HeldHouse(holding: ["ceiling"])
        let hub = try await ServedHub.start(house, on: place)
        let home = try await Home.connect(to: place)
        let traits = try await Traits(home)
        let (on, off, dark, dimmed) = home.followBatch { batch in
            (
                batch.add(traits.ceiling.onBatchable()), batch.add(traits.ceiling.offBatchable()),
                batch.add(traits.lamp.offBatchable()),
                batch.add(
                    traits.level.moveToLevelBatchable(
                        level: 20, transitionTime: nil, optionsMask: [], optionsOverride: []))
            )
        }
        expect(Set([on.id, off.id, dark.id, dimmed.id]).count, equals: 4)
        await house.waitForCommand()
        // The other device has finished both, one after the other, while the first device still has its first.
        await expect(names(dark), equals: ["sending", "accepted", "sent", "taken", "confirmed"])
        await expect(names(dimmed), equals: ["sending", "accepted", "sent", "taken", "confirmed"])
        expect((house.carriedOut, on.state), are: (["bedroom-lamp Off", "bedroom-lamp MoveToLevel"], .sent))
        expect(off.state, equals: .sending)

        await hub.server.shutdown(grace: .zero)
        house.release()
        let rpc = RPCServer(router: RPCRouter())
        hub.hub.serve(on: rpc)
        let server = try await HTTP2Server.listen(rpc, on: place)
        try await on.response()
        try await off.response()
        await expect(names(on).last, equals: "confirmed")
        await expect(names(off), equals: ["sending", "accepted", "sent", "taken", "confirmed"])
        expect((house.carriedOut.suffix(2), house.carriedOut.count), are: (["ceiling On", "ceiling Off"], 4))
        await home.disconnect()
        await server.shutdown(grace: .zero)
        try await hub.hub.shutdown()
    }

    @Test func failedCommandDoesNotBlockOthers() async throws {
        let fixture = try await HubFixture.start()
        let traits = try await Traits(fixture.home)
        var wrong = Matter.OnOffTrait.Attributes()
        wrong.startUpOnOff = .on
        let target = TraitTarget(deviceID: "ceiling", endpoint: 1)
        // A door that jams, and an attribute that the light lacks.
        let (locked, written, on) = fixture.home.followBatch { batch in
            (
                batch.add(traits.door.lockDoorBatchable()),
                batch.add(writing: wrong, of: Matter.OnOffTrait.self, at: target),
                batch.add(traits.ceiling.onBatchable())
            )
        }
        await expect(failure { try await locked.response() }?.message.contains("jams"), equals: true)
        await expect(failure { try await written.response() } != nil)
        try await on.response()
        await expect(names(on).last, equals: "confirmed")
    }

    @Test func aBlockThatThrowsSendsNothing() async throws {
        let house = HeldHouse(holding: [])
        let hub = try await ServedHub.start(house)
        let home = try await Home.connect(to: hub.address)
        let traits = try await Traits(home)
        struct Refusal: Error {}
        expect(throws: Refusal.self) {
            try home.followBatch { batch in
                batch.add(traits.ceiling.onBatchable())
                throw Refusal()
            }
        }
        // A later command is carried out, and the refused one was not.
        try await home.follow(traits.ceiling.offBatchable()).response()
        expect(house.carriedOut, equals: ["ceiling Off"])
    }
}
