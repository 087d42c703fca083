internal import HearthHub
internal import HearthRPCHTTP2
internal import HearthTraitCore
internal import HearthTraits
internal import ProcessTestSupport
internal import Expectations
internal import Testing
@testable internal import Hearth

@Suite(.timeLimit(.minutes(5)), .stopsAtEnd)
struct HubGoesAwayTests {
    private func light(_ home: Home) async throws -> OnOffLightDeviceType {
        let device = try require(try await home.devices().list().first { $0.id == "ceiling" })
        return try require(await device.types.get(OnOffLightDeviceType.self))
    }

    /// The device has the command when the hub goes away, so the outcome is unknown. Then the hub comes back.
    @Test func inTheMiddleOfACallAndComesBack() async throws {
        let folder = try TemporaryFolder()
        let place = "unix:" + folder.file("hub.sock")
        let house = HeldHouse()
        let first = try await ServedHub.start(house, on: place, file: folder.file("home.db"))
        let home = try await Home.connect(to: place)
        let changes = Recorder(home.changes())
        let light = try await light(home)
        let call = Task { await failure { try await light.matterTraits.onOffTrait?.on() } }
        await house.waitForCommand()
        await first.server.shutdown(grace: .zero)
        let error = await call.value
        expect(error?.code, equals: .unavailable)
        expect(
            error?.message.hasSuffix("whether OnOff.on has taken effect is not known"), equals: true, "\(error as Any)")
        await expect(changes.first { if case .connectionLost = $0 { true } else { false } } != nil)

        // Calls fail at once while the hub is away.
        await expect(failure { try await light.matterTraits.onOffTrait?.on() }?.code, equals: .unavailable)
        let device = try require(try await home.devices().list().first { $0.id == "ceiling" })
        let unnamed = await failure { _ = try await device.setName("Sky") }
        expect(unnamed?.code, equals: .unavailable)
        expect(unnamed?.message.contains("not known"), equals: false, "it was never sent")
        // The last state is still shown.
        try await expect(home.devices().list().count, equals: TestHouse.all.count)
        house.release()
        try await first.hub.shutdown()

        let second = try await ServedHub.start(on: place, file: folder.file("home.db"))
        await expect(changes.first { $0 == .connectionRestored } != nil)
        try await self.light(home).matterTraits.onOffTrait?.on()
        try await expect(self.light(home).matterTraits.onOffTrait?.onOff, equals: true)
        await home.disconnect()
        try await second.stop()
    }

    @Test func aCommandWhoseTaskIsCancelledSaysWhetherItWasSent() async throws {
        let house = HeldHouse()
        let hub = try await ServedHub.start(house)
        let home = try await Home.connect(to: hub.address)
        let light = try await light(home)
        let sent = Task { await failure { try await light.matterTraits.onOffTrait?.on() } }
        await house.waitForCommand()
        sent.cancel()
        let unknown = await sent.value
        expect(unknown?.code, equals: .cancelled)
        expect(unknown?.message.hasSuffix("whether OnOff.on has taken effect is not known"), equals: true)
        let unsent = await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await failure { try await light.matterTraits.onOffTrait?.on() }
        }.value
        expect((unsent?.code, unsent?.message), are: (.cancelled, "the task was cancelled before OnOff.on was sent"))
        house.release()
    }

    @Test func aHomeThatIsLetGoWhileItsHubIsAwayIsGone() async throws {
        let hub = try await ServedHub.start()
        weak var left: HomeConnection?
        do {
            let home = try await Home.connect(to: hub.address)
            left = home.connection
            let changes = Recorder(home.changes())
            try await hub.stop()
            await expect(changes.first { if case .connectionLost = $0 { true } else { false } } != nil)
            changes.cancel()
        }
        while left != nil { try await Task.sleep(for: .milliseconds(1)) }
    }
}
