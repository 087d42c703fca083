internal import Foundation
internal import Hearth
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// A hub that is killed, as by a power cut, while an app uses it.
@Suite(.disabled(if: HearthProgram.isMissing, Comment(rawValue: HearthProgram.whyMissing)), .timeLimit(.minutes(5)))
struct KilledHubTests {
    private func toggle(_ home: Home) async -> HomeError? {
        do {
            let plug = try await home.devices().list().first { $0.id == "kitchen-coffee" }
            try await plug?.types.getAll(of: OnOffPluginUnitDeviceType.self).first?.matterTraits.onOffTrait?.toggle()
            return nil
        } catch {
            return error as? HomeError ?? HomeError(.unknown, "\(error)")
        }
    }

    @Test func callsEndAndTheHomeComesBack() async throws {
        let folder = try TemporaryFolder()
        let hub = try await HubUnderTest(store: folder.file("home.db"))
        let home = try await Home.connect(to: hub.address)
        var changes = home.changes().values.makeAsyncIterator()
        await expectNil(toggle(home))
        await withTaskGroup { group in
            for number in 0..<200 {
                if number == 20 { hub.program.send(SIGKILL) }
                group.addTask { await toggle(home) }
            }
            for await error in group {
                guard let error else { continue }
                expect(error.code, equals: .unavailable, "\(error)")
                // The kernel may still accept connections for a hub that is being killed.
                let isUnconnected =
                    error.message.hasPrefix("cannot connect") || error.message.contains("before it spoke HTTP/2")
                let wasSent = !isUnconnected
                expect(error.message.hasSuffix("has taken effect is not known"), equals: wasSent, "\(error)")
            }
        }
        var isLost = false
        while !isLost, let change = try await changes.next() {
            if case .connectionLost = change { isLost = true }
        }
        expect(isLost)
        await expect(toggle(home)?.code, equals: .unavailable)
        _ = await hub.program.wait()

        let again = try await HubUnderTest(store: folder.file("home.db"), listen: hub.address)
        while let change = try await changes.next(), change != .connectionRestored {}
        await expectNil(toggle(home))
        await home.disconnect()
        await again.stop()
    }

    /// A report of a saved-first trait survives a kill, and the watch resumes after it.
    @Test func savedFirstReportsSurviveAKill() async throws {
        let folder = try TemporaryFolder()
        // Without the option it would be lost: nothing else is saved within a minute.
        let settings = ["--saved-first", "OnOff", "--save-delay", "1min"]
        var hub = try await HubUnderTest(store: folder.file("home.db"), settings)
        let only = Hearth_V1_WatchFilter(deviceIDs: ["kitchen-coffee"], traitIDs: [Matter.OnOffTrait.descriptor.id])
        var (positions, value): ([Hearth_V1_Position], StructureValue) = ([], [:])
        for round in 0..<5 {
            let client = RPCClient(transport: try HTTP2Transport(connectingTo: hub.address))
            let reader = try await Hearth_V1_HomeClient(client).watch(
                Hearth_V1_WatchRequest(filter: only, resumeFrom: positions))
            var states: [StructureValue] = []
            var isThere = false
            while !isThere, let message = try await reader.next() {
                if case .resync = message.content { Issue.record("round \(round): \(message)") }
                if case .snapshot(let snapshot) = message.content {
                    states += try snapshot.states.map(Self.onOff)
                    expect(round, equals: 0, "a snapshot where it resumes")
                }
                guard case .snapshotComplete(let marker) = message.content else { continue }
                positions = marker.positions
                isThere = true
            }
            if round == 0 { value = try require(states.first) }
            try await expect(Self.onOff(hub)[0], equals: value[0])
            let running = hub
            async let toggled = running.run("send", "kitchen-coffee", "OnOff.toggle")
            var report: Hearth_V1_Report?
            while report == nil, let message = try await reader.next() {
                // That the device is back is reported first, without a value.
                guard case .report(let changed) = message.content, let state = changed.states.first else { continue }
                if try Self.onOff(state)[0] != nil { report = changed }
            }
            // At once, before anything else is saved.
            running.program.send(SIGKILL)
            let told = try require(report)
            value = try Self.onOff(try require(told.states.first))
            positions = [try require(told.position)]
            _ = try await toggled
            _ = await running.program.wait()
            await client.close()
            hub = try await HubUnderTest(store: folder.file("home.db"), settings)
        }
        hub.program.send(SIGTERM)
        let outcome = await hub.program.wait()
        expect(outcome.status, equals: 0, "\(outcome)")
    }

    private static func onOff(_ state: Hearth_V1_TraitState) throws -> StructureValue {
        let bytes = state.attributes?.value ?? []
        return try Matter.OnOffTrait.descriptor.decodeAttributes(bytes.span.bytes)
    }

    private static func onOff(_ hub: HubUnderTest) async throws -> StructureValue {
        let client = RPCClient(transport: try HTTP2Transport(connectingTo: hub.address))
        let answer = try await Hearth_V1_HomeClient(client).read(
            Hearth_V1_ReadRequest(
                filter: Hearth_V1_WatchFilter(
                    deviceIDs: ["kitchen-coffee"], traitIDs: [Matter.OnOffTrait.descriptor.id])))
        await client.close()
        return try onOff(try require(answer.states.first))
    }

    /// A loop over the values of a device sees stale ones, and then continues.
    @Test func loopOverValuesContinues() async throws {
        let folder = try TemporaryFolder()
        let hub = try await HubUnderTest(store: folder.file("home.db"))
        let home = try await Home.connect(to: hub.address)
        let plug = try require(try await home.devices().list().first { $0.id == "kitchen-coffee" })
        let (steps, step) = AsyncStream<Bool>.makeStream()
        let looping = Task {
            var values: [Bool?] = []
            for try await type in plug.types.subscribe(OnOffPluginUnitDeviceType.self).values {
                let isStale = type.metadata.freshness.isStale
                values.append(type.matterTraits.onOffTrait?.onOff)
                step.yield(isStale)
                if !isStale, values.count > 1, values.last != values.first { break }
            }
            return values
        }
        var stale = steps.makeAsyncIterator()
        await expect(stale.next(), equals: false)
        await hub.kill()
        await expect(stale.next(), equals: true)
        expect(home.freshness.isStale)

        let again = try await HubUnderTest(store: folder.file("home.db"), listen: hub.address)
        await expect(stale.next(), equals: false)
        await expectNil(toggle(home))
        let values = try await looping.value
        expect(values.first, differsFrom: values.last)
        await home.disconnect()
        await again.stop()
    }
}
