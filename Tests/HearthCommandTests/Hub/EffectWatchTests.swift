@testable internal import Hearth
@testable internal import HearthClientCommands
internal import HearthPhrases
internal import HearthRPC
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import Expectations
internal import Testing

/// The wait for the effects of a command's actions.
@Suite(.timeLimit(.minutes(5)))
struct EffectWatchTests {
    private let connection: HomeConnection
    private let watchdog = Watchdog(clock: SystemClock()) {}
    private let house: HomeListing

    init() {
        let calls = RPCClient(transport: InProcessTransport(server: RPCServer(router: RPCRouter())))
        connection = HomeConnection(
            calls: calls, ownsCalls: false, configuration: HomeClientConfiguration(clientID: "me"),
            clock: SystemClock())
        _ = connection.begin()
        let devices = ["lamp", "plug"].map { id in
            Hearth_V1_Device(
                id: id, structureID: "home", name: id,
                endpoints: [
                    .init(
                        id: 1, deviceTypes: [.init(id: 0x100, revision: 1, isPrimary: true)],
                        traits: [.init(id: Matter.OnOffTrait.descriptor.id)])
                ])
        }
        let snapshot = Hearth_V1_Snapshot(
            structures: [.init(id: "home", name: "Home")], devices: devices,
            states: devices.map { Self.state($0.id, isOn: true) })
        connection.received(Hearth_V1_WatchResponse(content: .snapshot(snapshot)), watchdog)
        let marker = Hearth_V1_SnapshotComplete(positions: [Self.position(1)])
        connection.received(Hearth_V1_WatchResponse(content: .snapshotComplete(marker)), watchdog)
        house = HomeListing(Home(connection), connection.withCache { [connection] in HomeSnapshot($0, connection) })
    }

    private static func position(_ sequence: UInt64) -> Hearth_V1_Position {
        Hearth_V1_Position(StructurePosition(structureID: "home", epoch: 1, sequence: sequence))
    }

    private static func state(_ device: String, isOn: Bool) -> Hearth_V1_TraitState {
        let trait = Matter.OnOffTrait.descriptor
        return Hearth_V1_TraitState(
            target: .init(deviceID: device, endpoint: 1), traitID: trait.id,
            attributes: .init(
                typeURL: "/" + trait.attributesTypeName, value: trait.encodeAttributes([0: .bool(isOn)])))
    }

    private func report(_ sequence: UInt64, _ device: String, isOn: Bool) {
        let report = Hearth_V1_Report(
            position: Self.position(sequence), cause: .init(kind: .client, clientID: "me"),
            states: [Self.state(device, isOn: isOn)])
        connection.received(Hearth_V1_WatchResponse(content: .report(report)), watchdog)
    }

    private func action(_ content: DeviceAction.Content) -> DeviceAction {
        DeviceAction(endpoint: 1, trait: Matter.OnOffTrait.descriptor, content: content)
    }

    private struct Loss: Sendable {
        var isLost = false
        var isBack = false
        let waits: Bool
    }

    @Test(
        "A lost connection ends the wait, unless it is back",
        arguments: [Loss(waits: true), Loss(isLost: true, waits: false), Loss(isLost: true, isBack: true, waits: true)])
    private func lostConnectionEndsTheWait(_ loss: Loss) async throws {
        let lamp = try house.device("lamp")
        let watch = EffectWatch(house, of: [lamp])
        let watching = watch.start()
        defer { watching.cancel() }
        if loss.isLost { _ = connection.ended(HomeError(.unavailable, "the hub is gone")) }
        if loss.isBack {
            _ = connection.begin()
            connection.received(.init(content: .started(.init(watchID: "w", heartbeatSeconds: 20))), watchdog)
            connection.received(.init(content: .heartbeat(.init(positions: [Self.position(1)]))), watchdog)
        }
        let off = try require(Matter.OnOffTrait.descriptor.command(0))
        let goal = ActionGoal(action(.command(off, [:])), before: watch.reading(of: lamp))
        let begin = ContinuousClock.now
        // A wait that a lost connection does not end would exceed the test's time limit.
        let limit = loss.waits ? Duration.milliseconds(300) : .seconds(3_600)
        await expect(watch.settle([(lamp, goal)], within: limit), equals: ["lamp"])
        expect(!loss.waits || ContinuousClock.now - begin >= limit)
    }

    @Test("Reports of other devices neither confirm an action nor prolong its wait")
    func otherDevicesDoNotCount() async throws {
        let lamp = try house.device("lamp")
        let watch = EffectWatch(house, of: [lamp])
        let watching = watch.start()
        defer { watching.cancel() }
        let goal = ActionGoal(action(.update([0x4001: .unsigned(1)])), before: watch.reading(of: lamp))
        let busy = Task {
            var sequence: UInt64 = 1
            while !Task.isCancelled {
                sequence += 1
                report(sequence, "plug", isOn: sequence % 2 == 0)
                await Task.yield()
            }
            return sequence
        }
        // A wait that others prolong would exceed the test's time limit.
        await expect(watch.settle([(lamp, goal)], within: .seconds(3_600)), equals: [])
        expect(!watch.isConfirmed(goal, on: lamp))
        busy.cancel()
        report(await busy.value + 1, "lamp", isOn: false)
        expect(watch.isConfirmed(goal, on: lamp))
    }
}
