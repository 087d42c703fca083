internal import Hearth
internal import HearthTraits
internal import Synchronization
internal import Expectations
internal import Testing

/// When a call returns, its effects have reached the observers.
@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct DeliveryTests {
    @Test func aSubscriberHasSeenWhatACallDidWhenTheCallReturns() async throws {
        let (fixture, device) = try await HubFixture.with("ceiling")
        let names = Mutex<[String]>([])
        let lights = Mutex<[Bool?]>([])
        let cancellables = [
            fixture.home.device(id: "ceiling").assertNoFailure().sink { device in
                names.withLock { $0.append(device.name) }
            },
            device.types.subscribe(OnOffLightDeviceType.self).assertNoFailure().sink { light in
                lights.withLock { $0.append(light.matterTraits.onOffTrait?.onOff) }
            },
        ]
        let trait = try require(await device.types.get(OnOffLightDeviceType.self)?.matterTraits.onOffTrait)
        while names.withLock({ $0.isEmpty }) || lights.withLock({ $0.isEmpty }) { await Task.yield() }
        for number in 1...200 {
            _ = try await device.setName("name \(number)")
            expect(names.withLock { $0.last }, equals: "name \(number)")
            try await trait.toggle()
            expect(lights.withLock { $0.count }, equals: number + 1)
        }
        expect(names.withLock { $0.count }, equals: 201)
        for cancellable in cancellables { cancellable.cancel() }
    }
}
