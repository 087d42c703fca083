internal import Foundation
internal import Hearth
internal import HearthAccessories
internal import HearthBase
internal import HearthWire
internal import Synchronization

// Carrying out a scene (HK-47).
extension HMActionSet {
    /// What the scene writes to: it is carried out after what was written there before, and before what is written next.
    var written: Set<CallLine> {
        Set(content.plan.writes.keys.map { .service(deviceID: $0.deviceID, $0.key.service) })
    }

    /// How long calls wait for what a scene does with the same services. Scenes of other programs may take hours.
    private static let orderTime: Duration = .seconds(5)

    /// Sees that there is something to carry out. Returns the automation.
    func prepare() async throws -> String {
        _ = try present()
        try checkEditable()
        // Actions go with their accessories; with one that names a removed one the hub would run nothing.
        if content.plan.hasLost { try await edit { _ in } }
        guard let id = automationID, !content.plan.isEmpty else {
            throw HMError(.noActionsInActionSet, "\(name) does nothing; add an action first")
        }
        return id
    }

    /// Carries the scene out, and returns when all of it was tried.
    ///
    /// - Parameters:
    ///   - begun: called when it has begun.
    ///   - release: called when calls to the same services need not wait for it any more.
    func execute(_ id: String, begun: () -> Void, release: @escaping @Sendable () -> Void) async throws {
        let home = try present()
        let isFirst = state.withLock { state in
            guard !state.isExecuting, state.record?.isRunning != true else { return false }
            state.isExecuting = true
            return true
        }
        guard isFirst else { throw HMError(.actionSetExecutionInProgress, "\(name) is being carried out already") }
        defer { state.withLock { $0.isExecuting = false } }
        let run: UInt64
        do {
            run = try await Operation(model).run { try await $0.executeAutomation(id) }
        } catch let error as HMError where error.code == .operationNotSupported {
            // Another program may have been faster.
            guard state.withLock({ $0.record?.isRunning == true }) else { throw error }
            throw HMError(.actionSetExecutionInProgress, "\(name) is being carried out already")
        }
        begun()
        let alarm = Task {
            try await Task.sleep(for: Self.orderTime)
            release()
        }
        defer { alarm.cancel() }
        try await outcome(of: run, id, home)
    }

    /// Waits for the end of a run, and throws what went wrong in it.
    private func outcome(of run: UInt64, _ id: String, _ home: HMHome) async throws {
        while true {
            let found = try await Operation(model).run { model in
                try await model.runs(of: id, limit: Self.newest, before: nil).runs.first { $0.id == run }
            }
            guard let found else {
                throw HMError(.actionSetExecutionFailed, "nothing is known of how \(name) was carried out")
            }
            guard found.end == nil else { return try check(found, home) }
            try await untilIdle()
        }
    }

    /// So many runs are looked at: others may have followed.
    private static let newest = 16

    private func untilIdle() async throws {
        let idle = OneShot<Bool>()
        let isRunning = state.withLock { state in
            guard state.record?.isRunning == true else { return false }
            state.waiters.append(idle)
            return true
        }
        guard isRunning else {
            // The run has ended, and what it did is about to be stored.
            try await Task.sleep(for: .milliseconds(20))
            return
        }
        if await idle.wait() != true {
            throw HMError(
                .communicationFailure, "the hub can't be reached any more; whether \(name) was carried out is not known"
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
            "\(failed.count) of \(last.count) actions of \(name) were not done; "
                + parts.map(\.message).joined(separator: "; "), parts: parts)
    }
}

extension Hearth_V1_AutomationOutcome {
    /// HomeKit's number for what became of an action.
    fileprivate var homeKitCode: HMError.Code {
        switch kind {
        case .unreachable: .accessoryNotReachable
        case .notAllowed: .insufficientPrivileges
        case .unknown: .operationTimedOut
        default: .accessoryResponseError
        }
    }
}
