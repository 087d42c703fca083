internal import HearthHub
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthStore
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import ProcessTestSupport
internal import Expectations
internal import Testing
@testable internal import Hearth

@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct FollowedRequestTests {
    private func onOff(_ home: Home) async throws -> Matter.OnOffTrait {
        let device = try require(try await home.devices().list().first { $0.id == "ceiling" })
        return try require(await device.types.get(OnOffLightDeviceType.self)?.matterTraits.onOffTrait)
    }

    private func names(_ states: [RequestState]) -> [String] {
        states.map { String("\($0)".prefix { $0 != "(" }) }
    }

    @Test func aCommandIsFollowedToTheReportThatShowsIt() async throws {
        let house = HeldHouse()
        let hub = try await ServedHub.start(house)
        let home = try await Home.connect(to: hub.address)
        let changes = Recorder(home.changes())
        let request = home.follow(try await onOff(home).onBatchable())
        var states = request.states.makeAsyncIterator()
        await expect((states.next(), states.next(), states.next()), are: (.sending, .accepted, .sent))
        await house.waitForCommand()
        try await expect(onOff(home).onOff, equals: false)
        house.release()
        await expect(states.next(), equals: .taken)
        guard case .confirmed(let position)? = await states.next() else { return expect(false, "\(request.state)") }
        try await expect(onOff(home).onOff, equals: true)
        await expectNil(states.next())
        try await request.response()
        let report = await changes.first {
            if case .report(let report) = $0 { report.position == position } else { false }
        }
        guard case .report(let shown)? = report else { return }
        expect(shown.cause, equals: .client(home.clientID, request: request.id))
        // A late reader gets all states.
        var all: [RequestState] = []
        for await state in request.states { all.append(state) }
        expect(names(all), equals: ["sending", "accepted", "sent", "taken", "confirmed"])
    }

    @Test func anUpdateIsFollowedToo() async throws {
        let fixture = try await HubFixture.start()
        let lamp = try require(await fixture.device("bedroom-lamp").types.get(DimmableLightDeviceType.self))
        var attributes = Matter.OnOffTrait.Attributes()
        attributes.startUpOnOff = .off
        let request = fixture.home.follow(
            writing: attributes, of: Matter.OnOffTrait.self, at: lamp.traits.interaction.target)
        try await expect(request.response().startUpOnOff, equals: .off)
        var last: RequestState?
        for await state in request.states { last = state }
        if case .confirmed = last {} else { Issue.record("\(last as Any)") }
    }

    @Test func aRefusalSaysThatNothingHasHappened() async throws {
        let fixture = try await HubFixture.start()
        let speaker = try await fixture.device("ceiling").types.get(OnOffLightDeviceType.self)
        let trait = try require(speaker?.matterTraits.onOffTrait)
        await fixture.hub.detach(fixture.provider)
        let request = fixture.home.follow(trait.onBatchable())
        let error = await failure { try await request.response() }
        expect((error?.code, error?.message.contains("is offline")), are: (.unavailable, true))
        expect((error?.message.contains("not known"), error.map { request.state == .failed($0) }), are: (false, true))
    }

    // MARK: Transitions

    /// A hub with a lamp in the middle of a fade.
    private func fading() async throws -> (HubFixture, TraitPath) {
        let lamp = TestHouse.device(
            "lamp", "Lamp", nil,
            [
                (
                    DimmableLightDeviceType.descriptor,
                    [
                        TestHouse.trait(Matter.OnOffTrait.descriptor, [0: .bool(true)], commands: [0, 1, 2]),
                        TestHouse.trait(
                            Matter.LevelControlTrait.descriptor,
                            [0: .unsigned(254), 1: .unsigned(200), 0xF: .unsigned(0)], commands: [0], features: 2),
                    ]
                )
            ])
        let target = TraitTarget(deviceID: "lamp", endpoint: 1)
        return (try await HubFixture.start([lamp]), TraitPath(target, Matter.LevelControlTrait.descriptor.id))
    }

    private func fade(_ home: Home) async throws -> FollowedRequest<Void> {
        let device = try require(try await home.devices().list().first)
        let level = try require(await device.types.get(DimmableLightDeviceType.self)?.matterTraits.levelControlTrait)
        return home.follow(
            level.moveToLevelBatchable(level: 20, transitionTime: nil, optionsMask: [], optionsOverride: []),
            confirmedWithin: .seconds(1))
    }

    /// Waits until the device has the command, and returns the following states. At the second value the lamp reports
    /// the fade.
    private func begun(
        _ request: FollowedRequest<Void>, at path: TraitPath, _ home: Home, _ house: TestHouse
    ) async -> (AsyncStream<RequestState>.Iterator, (StructureValue) async -> Void) {
        var states = request.states.makeAsyncIterator()
        while let state = await states.next(), state != .taken {}
        let changes = Recorder(home.changes())
        let cause = ChangeCause.client(home.clientID, request: request.id)
        return (
            states,
            { values in
                house.set(path, values, cause)
                _ = await changes.first { change in
                    guard case .report(let report) = change, let bytes = report.traits.first?.attributes else {
                        return false
                    }
                    return (try? Matter.LevelControlTrait.descriptor.decodeAttributes(bytes.span.bytes)) == values
                }
            }
        )
    }

    /// The wait for a report starts over with each one that shows the fade, and allows for its remaining time.
    @Test func aFadeIsConfirmedAtItsEndHoweverLongItTakes() async throws {
        let (fixture, path) = try await fading()
        let clock = ManualClock()
        let home = try await Home.connect(over: fixture.client, clock: clock)
        let request = try await fade(home)
        let (begun, report) = await begun(request, at: path, home, fixture.house)
        var states = begun
        for level: UInt64 in [200, 150, 100] {
            await report([0: .unsigned(level)])
            await clock.advance(by: .seconds(0.9))
        }
        await report([1: .unsigned(30)])
        await clock.advance(by: .seconds(3.9))
        expect(request.state, equals: .taken)
        await report([0: .unsigned(21), 1: .unsigned(0)])
        if case .confirmed? = await states.next() {} else { Issue.record("\(request.state)") }
        await home.disconnect()
        await fixture.stop()
    }

    @Test func aFadeThatIsHeardOfNoMoreIsNotWaitedForForEver() async throws {
        let (fixture, path) = try await fading()
        let clock = ManualClock()
        let home = try await Home.connect(over: fixture.client, clock: clock)
        let (begun, report) = await begun(try await fade(home), at: path, home, fixture.house)
        var states = begun
        await report([0: .unsigned(100)])
        await clock.advance(by: .seconds(1.1))
        await expectNil(states.next())
        await home.disconnect()
        await fixture.stop()
    }

    @Test func anUpdateIsConfirmedDuringAFade() async throws {
        let (fixture, path) = try await fading()
        var attributes = Matter.LevelControlTrait.Attributes()
        attributes.options = [.executeIfOff]
        let request = fixture.home.follow(
            writing: attributes, of: Matter.LevelControlTrait.self, at: path.target, confirmedWithin: .seconds(1))
        var last: RequestState?
        for await state in request.states { last = state }
        if case .confirmed? = last {} else { Issue.record("\(last as Any)") }
        await fixture.stop()
    }

    // MARK: Possible answers of hubs

    /// A home whose hub gives this answer to a followed command.
    private func home(
        _ answer: @escaping @Sendable (RPCWriter<Hearth_V1_SendFollowedResponse>) async throws -> Void
    ) async throws -> Home {
        let hub = ScriptedHub.calm()
        return try await Home.connect(
            over: hub.client { router in
                router.serverStreaming(Hearth_V1_HomeMethods.sendFollowed) {
                    (
                        _: Hearth_V1_SendFollowedRequest, writer: RPCWriter<Hearth_V1_SendFollowedResponse>,
                        _: ServerContext
                    ) async throws in
                    try await answer(writer)
                }
            })
    }

    private func states(_ home: Home) async throws -> [RequestState] {
        let device = try require(try await home.devices().list().first)
        let trait = try require(await device.types.get(OnOffLightDeviceType.self)?.matterTraits.onOffTrait)
        var states: [RequestState] = []
        for await state in home.follow(trait.onBatchable(), confirmedWithin: .milliseconds(20)).states {
            states.append(state)
        }
        await home.disconnect()
        return states
    }

    private func result(_ result: Hearth_V1_BatchResult) -> Hearth_V1_SendFollowedResponse {
        Hearth_V1_SendFollowedResponse(progress: .result(result))
    }

    @Test func unreportedChangeIsTakenButNotConfirmed() async throws {
        let home = try await home { try await $0.write(self.result(Hearth_V1_BatchResult())) }
        try await expect(states(home), equals: [.sending, .taken])
    }

    @Test func ignoredCommandIsReported() async throws {
        let home = try await home { try await $0.write(self.result(Hearth_V1_BatchResult(ignored: true))) }
        try await expect(states(home), equals: [.sending, .ignored])
    }

    @Test func aHubThatEndedInTheMiddleLeavesItOpen() async throws {
        let home = try await home { writer in
            try await writer.write(Hearth_V1_SendFollowedResponse(progress: .sent(Hearth_V1_SendSent())))
            try await writer.write(self.result(Hearth_V1_BatchResult(RPCError(.aborted, "the hub ended"))))
        }
        let states = try await states(home)
        expect(names(states), equals: ["sending", "sent", "unknown"])
        guard case .unknown(let error)? = states.last else { return }
        expect(error.message, equals: "the hub ended")
    }

    /// A refusal comes from the device; an error on the way leaves the outcome unknown.
    @Test func errorOnTheWayLeavesTheOutcomeUnknown() async throws {
        for code in [RPCError.Code.internal, .unknown, .unavailable, .deadlineExceeded] {
            let home = try await home {
                try await $0.write(self.result(Hearth_V1_BatchResult(RPCError(code, "it broke"))))
            }
            expect(names(try await states(home)), equals: ["sending", "unknown"], "\(code)")
        }
        let home = try await home { _ in throw RPCError(.permissionDenied, "you may not") }
        let states = try await states(home)
        expect(names(states), equals: ["sending", "failed"])
    }

    // MARK: Lost connections

    /// The hub is unreachable while the device has the command, and reachable again after it: the app learns the
    /// outcome, and the command happened once.
    @Test func aCutIsGoneOverUnderTheSameKey() async throws {
        let folder = try TemporaryFolder()
        let place = "unix:" + folder.file("hub.sock")
        let house = HeldHouse()
        let hub = try await ServedHub.start(house, on: place)
        let home = try await Home.connect(to: place)
        let request = home.follow(try await onOff(home).toggleBatchable())
        await house.waitForCommand()
        await hub.server.shutdown(grace: .zero)
        house.release()
        expect(!request.state.isLast)
        let rpc = RPCServer(router: RPCRouter())
        hub.hub.serve(on: rpc)
        let server = try await HTTP2Server.listen(rpc, on: place)
        try await request.response()
        var all: [RequestState] = []
        for await state in request.states { all.append(state) }
        expect(names(all), equals: ["sending", "accepted", "sent", "taken", "confirmed"])
        try await expect(onOff(home).onOff, equals: true)
        await home.disconnect()
        await server.shutdown(grace: .zero)
        try await hub.hub.shutdown()
    }

    /// A hub that crashes before it had an answer reports an unknown outcome.
    @Test func crashBeforeTheAnswerLeavesTheOutcomeUnknown() async throws {
        let folder = try TemporaryFolder()
        let place = "unix:" + folder.file("hub.sock")
        let house = HeldHouse()
        let first = try await ServedHub.start(house, on: place, file: folder.file("home.db"))
        let home = try await Home.connect(to: place)
        let request = home.follow(try await onOff(home).toggleBatchable())
        await house.waitForCommand()
        await first.server.shutdown(grace: .zero)
        try await first.store.close(clean: false)
        let second = try await ServedHub.start(on: place, file: folder.file("home.db"))
        let error = await failure { try await request.response() }
        expect(error?.code, equals: .aborted, "\(error as Any)")
        expect(error?.message.contains("which may have taken effect"), equals: true)
        expect(error.map { request.state == .unknown($0) }, equals: true)
        house.release()
        await home.disconnect()
        try await second.stop()
    }
}
