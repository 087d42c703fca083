internal import Foundation
internal import Hearth
internal import HearthHomeKitMapping
internal import HearthBase
internal import HearthWire
internal import Synchronization

// Runs of a scene.
extension HMActionSet {
    /// The services that the scene writes to. A run takes its place among the writes to them.
    var written: Set<CallLine> {
        Set(content.plan.writes.keys.map { .service(deviceID: $0.deviceID, $0.key.service) })
    }

    /// How long later calls to the same services wait for a run. Scenes of other programs may take hours.
    private static let orderTime: Duration = .seconds(5)

    /// Checks that the scene has actions. Returns the ID of its automation.
    func prepare() async throws -> String {
        _ = try present()
        try checkEditable()
        // Drop actions of removed accessories first: the hub would run nothing if one remained.
        if content.plan.hasLost { try await edit { _ in } }
        guard let id = automationID, !content.plan.isEmpty else {
            throw HMError(.noActionsInActionSet, "\(name) has no actions; add one first")
        }
        return id
    }

    /// Runs the scene, and returns when all actions were tried.
    ///
    /// - Parameters:
    ///   - begun: called when the run has started.
    ///   - release: called when later calls to the same services need not wait any longer.
    func execute(_ id: String, begun: () -> Void, release: @escaping @Sendable () -> Void) async throws {
        let home = try present()
        let isFirst = state.withLock { state in
            guard !state.isExecuting, state.record?.isRunning != true else { return false }
            state.isExecuting = true
            return true
        }
        guard isFirst else { throw HMError(.actionSetExecutionInProgress, "\(name) is already running") }
        defer { state.withLock { $0.isExecuting = false } }
        let run: UInt64
        do {
            run = try await Operation(model).run { try await $0.executeAutomation(id) }
        } catch let error as HMError where error.code == .operationNotSupported {
            // Another program may have started it first.
            guard state.withLock({ $0.record?.isRunning == true }) else { throw error }
            throw HMError(.actionSetExecutionInProgress, "\(name) is already running")
        }
        begun()
        let alarm = Task {
            try await Task.sleep(for: Self.orderTime)
            release()
        }
        defer { alarm.cancel() }
        try await outcome(of: run, id, home)
    }

    /// Waits for the end of a run, and throws if actions failed.
    private func outcome(of run: UInt64, _ id: String, _ home: HMHome) async throws {
        while true {
            let found = try await Operation(model).run { model in
                try await model.runs(of: id, limit: Self.newest, before: nil).runs.first { $0.id == run }
            }
            guard let found else {
                throw HMError(.actionSetExecutionFailed, "the hub has no record of this run of \(name); try again")
            }
            guard found.end == nil else { return try check(found, home) }
            try await untilIdle()
        }
    }

    /// How many of the newest runs are searched, as others may have followed.
    private static let newest = 16

    private func untilIdle() async throws {
        let idle = OneShot<Bool>()
        let isRunning = state.withLock { state in
            guard state.record?.isRunning == true else { return false }
            state.waiters.append(idle)
            return true
        }
        guard isRunning else {
            // The run has ended, and its record is about to be stored.
            try await Task.sleep(for: .milliseconds(20))
            return
        }
        if await idle.wait() != true {
            throw HMError(
                .communicationFailure, "the connection to the hub was lost; \(name) may have run"
            )
        }
    }

    private func check(_ run: Hearth_V1_AutomationRun, _ home: HMHome) throws(HMError) {
        let targets = ScenePlan.targets(of: record?.program ?? .init())
        var last: [UInt32: Hearth_V1_AutomationOutcome] = [:]
        for step in run.steps {
            guard case .action(let action)? = step.what else { continue }
            last[step.nodeID] = action.outcome
        }
        let failed = last.filter { $0.value.kind != .done }.sorted { $0.key < $1.key }
        guard !failed.isEmpty else { return }
        let parts = failed.map { node, outcome in
            let name = targets[node].flatMap { home.model?.accessory($0)?.name } ?? "an accessory"
            return HMError(outcome.homeKitCode, "\(name): \(outcome.message)")
        }
        let whole = failed.count == last.count
        throw HMError(
            whole ? .actionSetExecutionFailed : .actionSetExecutionPartialSuccess,
            "\(failed.count) of \(last.count) actions of \(name) failed; "
                + parts.map(\.message).joined(separator: "; "), parts: parts)
    }
}

extension Hearth_V1_AutomationOutcome {
    /// HomeKit's error code for the outcome of an action.
    fileprivate var homeKitCode: HMError.Code {
        switch kind {
        case .unreachable: .accessoryNotReachable
        case .notAllowed: .insufficientPrivileges
        case .unknown: .operationTimedOut
        default: .accessoryResponseError
        }
    }
}
