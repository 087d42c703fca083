internal import HearthEntities
@testable internal import HearthIntegrations
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import IntegrationTestSupport
internal import Expectations
internal import Testing

/// Networks that devices join, over the hub's calls.
@Suite(.timeLimit(.minutes(5)))
struct JoiningTests {
    private let ecosystem = FakeEcosystem()

    private func candidate(_ stage: JoinProgress.Candidate.Stage, model: String? = nil) -> JoinProgress.Candidate {
        JoinProgress.Candidate(deviceID: "new", name: "0x9", stage: stage, vendor: model.map { _ in "V" }, model: model)
    }

    private func added(canJoin: Bool = true) async throws -> (IntegratedHub, String) {
        ecosystem["strip.local"] = .init(identity: "AA", canJoin: canJoin)
        let test = try await IntegratedHub(ecosystem)
        let id = try await test.add("strip.local").get()
        return (test, id)
    }

    @Test func whatJoinsIsReportedUntilItIsDescribed() async throws {
        let (test, id) = try await added()
        expect(await test.centre.snapshot().integrations.map(\.canJoin), equals: [true])
        let reader = try await test.calls().joinDevices(.init(integrationID: id, seconds: 60))
        func next(_ isOpen: Bool, _ stage: Hearth_V1_JoiningDevice.Stage?, device: String = "") async throws {
            let known = stage == .asking || stage == .ready
            var message = try await reader.next()
            // States that come fast are coalesced.
            while let found = message, found.isOpen != isOpen || found.devices.first?.stage != stage {
                message = try await reader.next()
            }
            expect(
                message,
                equals: .init(
                    isOpen: isOpen,
                    devices: stage.map {
                        [
                            .init(
                                key: "new", name: "0x9", stage: $0, maker: known ? "V" : "", model: known ? "M" : "",
                                deviceID: device)
                        ]
                    } ?? []))
        }
        try await next(true, nil)
        ecosystem.change { $0.set(candidate(.joined)) }
        try await next(true, .joined)
        ecosystem.change { $0.set(candidate(.ready, model: "M")) }
        try await next(true, .asking)
        await ecosystem.describe("new", "strip.local")
        try await next(true, .ready, device: "\(id)-new")
        ecosystem.change { $0.update(isOpen: false, ends: nil) }
        try await next(false, .ready, device: "\(id)-new")
        try await expect(reader.next() == nil)
        expect(ecosystem.joins, equals: [.seconds(60), .zero])
        try await test.end()
    }

    @Test func theLastCallThatEndsClosesTheNetwork() async throws {
        let (test, id) = try await added()
        let first = Task {
            for try await _ in try await test.calls().joinDevices(.init(integrationID: id, seconds: 60)) {}
        }
        let second = Task {
            for try await _ in try await test.calls().joinDevices(.init(integrationID: id, seconds: 30)) {}
        }
        try await until { ecosystem.joins.count == 2 }
        first.cancel()
        try await until { await test.centre.openNetworks[id] == 1 }
        expect(ecosystem.joins.contains(.zero), equals: false)
        second.cancel()
        try await until { ecosystem.joins.last == .zero }
        await expect(test.centre.openNetworks[id], equals: 0)
        try await test.end()
    }

    @Test func whatCanNotBeOpenedSaysWhy() async throws {
        let (test, id) = try await added()
        func error(_ id: String, _ seconds: UInt32) async -> RPCError? {
            await expect(throws: RPCError.self) {
                _ = try await test.calls().joinDevices(.init(integrationID: id, seconds: seconds)).next()
            }
        }
        for seconds in [0, 101] as [UInt32] {
            let error = await error(id, seconds)
            expect(error?.code, equals: .invalidArgument)
            expect(
                error?.message,
                equals: "the network of \"Strip\" can be open for 1 to 100 s, not for \(seconds) s")
        }
        await test.centre.end(id)
        await expect(error(id, 9)?.message, equals: "the integration \"Strip\" does not run, so no device can join it")
        try await test.end()

        let (other, plain) = try await added(canJoin: false)
        let refused = await expect(throws: RPCError.self) {
            _ = try await other.calls().joinDevices(.init(integrationID: plain, seconds: 9)).next()
        }
        expect(refused?.code, equals: .failedPrecondition)
        expect(ecosystem.joins, equals: [])
        try await other.end()
    }

    @Test func aRemovedIntegrationLeavesNoNetworkOpen() async throws {
        let (test, id) = try await added()
        let reader = try await test.calls().joinDevices(.init(integrationID: id, seconds: 60))
        _ = try await reader.next()
        _ = try await test.centre.remove(id)
        expect(ecosystem.joins.prefix(2), equals: [.seconds(60), .zero])
        try await test.end()
    }

    @Test func aLinkThatStopsEndsTheCall() async throws {
        let (test, id) = try await added()
        let reader = try await test.calls().joinDevices(.init(integrationID: id, seconds: 60))
        _ = try await reader.next()
        ecosystem.endJoining()
        let error = await expect(throws: RPCError.self) { while try await reader.next() != nil {} }
        expect(error?.code, equals: .unavailable)
        try await test.end()
    }
}
