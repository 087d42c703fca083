internal import ExampleMaker
@testable internal import HearthRPC
internal import Hearth
internal import HearthVirtualHome
internal import HearthHub
internal import HearthStore
internal import HearthTraitCore
internal import HearthTraits
internal import Synchronization
internal import Expectations
internal import Testing

/// A command returns once the device has confirmed it, and shows as one change.
@Suite(.timeLimit(.minutes(5)), .stopsAtEnd)
struct TruthTests {
    /// A hub in this process with any devices.
    private struct House {
        let hub: Hub
        let home: Home

        init(_ provider: any DeviceProvider) async throws {
            hub = Hub(
                store: try await HomeStore.inMemory(), traits: ExampleMakerTraits.withStandard,
                information: Hub.Information(version: "test", schemaFingerprint: StandardTraits.schemaFingerprint))
            try await hub.start()
            try await hub.attach(provider)
            var router = RPCRouter()
            hub.register(in: &router)
            home = try await Home.connect(
                over: RPCClient(transport: InProcessTransport(server: RPCServer(router: router))))
        }

        func type<T: DeviceType>(_ id: String, _ type: T.Type) async throws -> (HomeDevice, T) {
            let device = try require(try await home.devices().list().first { $0.id == id })
            return (device, try require(await device.types.get(type)))
        }

        func stop() async throws {
            await home.disconnect()
            try await hub.shutdown()
        }
    }

    @Test func aCommandReturnsWhenTheDeviceHasConfirmedIt() async throws {
        let provider = HeldHouse()
        let house = try await House(provider)
        let (device, light) = try await house.type("ceiling", OnOffLightDeviceType.self)
        let hasReturned = Mutex(false)
        let call = Task {
            try await light.matterTraits.onOffTrait?.on()
            hasReturned.withLock { $0 = true }
        }
        await provider.waitForCommand()
        expect(!hasReturned.withLock { $0 })
        await expect(device.types.get(OnOffLightDeviceType.self)?.matterTraits.onOffTrait?.onOff, equals: false)
        provider.release()
        try await call.value
        // A read after the call sees its effect.
        await expect(device.types.get(OnOffLightDeviceType.self)?.matterTraits.onOffTrait?.onOff, equals: true)
        try await house.stop()
    }

    @Test func aSubscriberSeesOneUpdateForACommand() async throws {
        let house = try await House(TestHouse())
        let (device, light) = try await house.type("ceiling", OnOffLightDeviceType.self)
        let lights = Recorder(device.types.subscribe(OnOffLightDeviceType.self))
        await expect(lights.next().value?.matterTraits.onOffTrait?.onOff, equals: false)
        for step in 0..<20 {
            try await light.matterTraits.onOffTrait?.toggle()
            await expect(lights.next().value?.matterTraits.onOffTrait?.onOff, equals: (step % 2 == 0))
        }
        // If one toggle had been shown twice, the second value would still be waiting here.
        try await house.hub.shutdown()
        await expect(lights.next().value?.metadata.sourceConnectivity, equals: .unknown)
        await house.home.disconnect()
    }

    /// moveToLevelWithOnOff changes two traits of a type: level and power arrive in one update.
    @Test func aCommandThatChangesSeveralTraitsIsOneUpdate() async throws {
        let clock = ManualClock()
        let house = try await House(VirtualHome(clock: clock, isLively: false))
        let (device, light) = try await house.type("living-floor-lamp", DimmableLightDeviceType.self)
        try await light.matterTraits.onOffTrait?.off()
        let lamps = Recorder(device.types.subscribe(DimmableLightDeviceType.self))
        await expect(lamps.next().value?.matterTraits.onOffTrait?.onOff, equals: false)
        for level in [UInt8(40), 80, 120] {
            try await light.matterTraits.levelControlTrait?.moveToLevelWithOnOff(level: level, transitionTime: 0)
            let lamp = await lamps.next().value
            expect(lamp?.matterTraits.onOffTrait?.onOff, equals: true)
            expect(lamp?.matterTraits.levelControlTrait?.currentLevel, equals: level)
        }
        try await light.matterTraits.onOffTrait?.off()
        await expect(lamps.next().value?.matterTraits.onOffTrait?.onOff, equals: false)
        try await house.stop()
    }

    /// A command in flight has an unknown outcome, not a failure: here it does happen.
    @Test func deadlineInFlightMeansAnUnknownOutcome() async throws {
        let provider = HeldHouse()
        let house = try await House(provider)
        let (device, light) = try await house.type("ceiling", OnOffLightDeviceType.self)
        let trait = try require(light.matterTraits.onOffTrait)
        let lights = Recorder(device.types.subscribe(OnOffLightDeviceType.self))
        await expect(lights.next().value?.matterTraits.onOffTrait?.onOff, equals: false)
        let error = await CallDeadline.bound(.now + .milliseconds(50)) {
            await failure { try await trait.on() }
        }
        expect(error?.code, equals: .deadlineExceeded)
        expect(
            error?.message.hasSuffix("whether OnOff.on has taken effect is not known"), equals: true, "\(error as Any)")
        await expect(device.types.get(OnOffLightDeviceType.self)?.matterTraits.onOffTrait?.onOff, equals: false)
        provider.release()
        await expect(lights.next().value?.matterTraits.onOffTrait?.onOff, equals: true)
        try await house.stop()
    }

    @Test func callToAnOfflineDeviceHasNotHappened() async throws {
        let fixture = try await HubFixture.start()
        let light = try require(
            await fixture.device("ceiling").types.get(OnOffLightDeviceType.self)?.matterTraits.onOffTrait)
        await fixture.hub.detach(fixture.provider)
        let error = await failure { try await light.on() }
        expect(error?.code == .unavailable && error?.message.contains("is offline; try again") == true)
        expect(error?.message.contains("not known"), equals: false, "\(error as Any)")
    }
}
