internal import Expectations
internal import HearthTraitDescriptors
internal import Testing

@testable internal import HearthAutomation

/// Rows, actions and ends that wait for a commit.
@Suite struct PendingCommitTests {
    private func run(_ id: UInt64, of automationID: String) -> AutomationRun {
        AutomationRun(
            id: id, automationID: automationID, revision: 1, startedAt: .zero,
            start: RunStart(nodeID: nil, .request("key"), AutomationCause(.client)), chain: [automationID])
    }

    private func request(_ nodeID: UInt32, of run: UInt64) -> ActionRequest {
        ActionRequest(
            runID: run, nodeID: nodeID, attempt: 1, automationID: "a",
            path: TraitPath(TraitTarget(deviceID: "lamp", endpoint: 1), 6), commandID: 1, fields: [:], savedBy: "ada",
            allowsSensitiveActions: false, origin: RunOrigin(runID: run, chain: ["a"]))
    }

    @Test func commitReleasesWhatWasAddedBefore() throws {
        var pending = PendingCommit()
        expect(pending.take() == nil)
        pending.change(run: 1)
        pending.change(automation: "a")
        pending.hold([request(1, of: 1)])
        let first = try require(pending.take())
        expect(first, equals: .init(mark: 1, runs: [1], automations: ["a"]))
        expect(pending.isEmpty)
        pending.hold([request(2, of: 1)])
        pending.end(run(3, of: "b"))
        let released = pending.committed(first.mark)
        expect((released.requests.map(\.nodeID), released.endings), are: ([1], []))
        let second = try require(pending.take())
        expect(second, equals: .init(mark: 2, runs: [3], automations: []))
        let later = pending.committed(second.mark)
        expect((later.requests.map(\.nodeID), later.endings), are: ([2], [.init(runID: 3, automationID: "b")]))
    }

    @Test func failedCommitIsTakenAgain() throws {
        var pending = PendingCommit()
        pending.hold([request(1, of: 1)])
        pending.end(run(2, of: "a"))
        let first = try require(pending.take())
        pending.failed(runs: first.runs, automations: first.automations)
        let early = pending.committed(first.mark)
        expect((early.requests.count, early.endings.count), are: (0, 0))
        let again = try require(pending.take())
        expect(again, equals: .init(mark: 2, runs: [2], automations: []))
        let released = pending.committed(again.mark)
        expect((released.requests.map(\.nodeID), released.endings.map(\.runID)), are: ([1], [2]))
    }

    @Test func endedRunDropsItsActions() {
        var pending = PendingCommit()
        pending.hold([request(1, of: 1), request(2, of: 2)])
        pending.end(run(1, of: "a"))
        expect(pending.requests.map(\.runID), equals: [2])
    }

    @Test func deletedAutomationLeavesNothing() {
        var pending = PendingCommit()
        pending.end(run(1, of: "a"))
        pending.end(run(2, of: "b"))
        pending.change(automation: "a")
        expect(pending.forget(automation: "a"), equals: [1])
        expect(pending.take(), equals: .init(mark: 1, runs: [2], automations: []))
        expect(pending.endings.map(\.runID), equals: [2])
    }
}
