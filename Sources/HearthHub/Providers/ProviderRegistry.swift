internal import HearthHomeState
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import Synchronization

/// The attached providers, the progress of their numbered reports, and who owns their IDs. Stores nothing itself.
///
/// `state` guards the lists of ports, connections, runs and owners. It is held for one look or one entry, and no other
/// lock is taken under it. `numberedReports` is held while a numbered report is taken and its number noted, so that no
/// save comes in between. A structure's lock and `state` are taken under it.
final class ProviderRegistry: Sendable {
    private struct State {
        var ports: [ProviderPort] = []
        /// Providers of other processes by ID.
        var remotes: [String: any ProviderConnection] = [:]
        /// Those that open the hub's own cameras, in the order in which they were attached.
        var openers: [any ProviderConnection] = []
        /// The last report received and stored of each.
        var runs = ProviderRuns()
        /// The principal that used each provider ID first. IDs that only the owner used are not listed.
        var owners: [String: String] = [:]
    }

    private let limits: HubLimits
    private let state = Mutex(State())
    private let numberedReports = Mutex(())
    /// Gives providers with many reports short turns, so that others need not wait.
    let turns = ProviderTurns()

    init(limits: HubLimits) { self.limits = limits }

    func load(owners: [String: String], runs: [StoredRun]) {
        state.withLock { state in
            state.owners = owners
            state.runs = ProviderRuns(runs)
        }
    }

    // MARK: Ports

    var ports: [ProviderPort] { state.withLock { $0.ports } }

    func add(_ port: ProviderPort) { state.withLock { $0.ports.append(port) } }

    func remove(_ port: ProviderPort) { state.withLock { $0.ports.removeAll { $0 === port } } }

    /// Removes the port of a handle; nil if it was removed before.
    func removePort(_ handle: ProviderHandle) -> ProviderPort? {
        state.withLock { state in
            let index = state.ports.firstIndex { $0.id == handle.id }
            return index.map { state.ports.remove(at: $0) }
        }
    }

    // MARK: Providers of other processes

    var remotes: [String: any ProviderConnection] { state.withLock { $0.remotes } }

    /// Registers an attached provider under its id. An earlier call with the id ends, as its connection may be dead
    /// without having been noticed.
    ///
    /// - Throws: ``HubError`` `.resourceExhausted` if too many providers are attached.
    func enter(_ provider: any ProviderConnection, id: String) async throws(HubError) {
        let (isFull, previous) = state.withLock { state -> (Bool, (any ProviderConnection)?) in
            guard state.remotes[id] != nil || state.remotes.count < limits.providers else { return (true, nil) }
            return (false, state.remotes.updateValue(provider, forKey: id))
        }
        guard !isFull else {
            throw HubError(
                .resourceExhausted, "\(limits.providers) providers are attached, the most that may; detach one")
        }
        guard let previous else { return }
        previous.end(RPCError(.aborted, "another call with the provider id \(quoted(id)) took the place of this one"))
        await previous.waitUntilClosed()
    }

    func forget(_ provider: any ProviderConnection, id: String) {
        state.withLock { state in
            if state.remotes[id] === provider { state.remotes[id] = nil }
            state.openers.removeAll { $0 === provider }
        }
    }

    /// The process that opens the hub's own cameras: of those that do, the one that has been attached for longest, so that
    /// no later one takes its place.
    var cameraOpener: (any ProviderConnection)? { state.withLock { $0.openers.first } }

    /// Registers a process that opens the hub's own cameras, until ``forget(_:id:)``.
    func addOpener(_ provider: any ProviderConnection) { state.withLock { $0.openers.append(provider) } }

    // MARK: Owners of ids

    /// The principals by the provider id that they used first.
    var owners: [String: String] { state.withLock { $0.owners } }

    func own(_ id: String, by principalID: String) { state.withLock { $0.owners[id] = principalID } }

    // MARK: Numbered reports

    /// Takes a numbered report while no save begins.
    func takingNumbered<R, E: Error>(_ body: () throws(E) -> sending R) throws(E) -> sending R {
        try numberedReports.withLock { (_) throws(E) in try body() }
    }

    /// Notes that a provider's numbered report was taken. It is confirmed once it is saved.
    func took(_ number: UInt64, of providerID: String, run: String) {
        state.withLock { $0.runs.take(number, of: providerID, run: run) }
    }

    /// The progress of a provider's run in earlier calls.
    func progress(of providerID: String, run: String) -> ProviderRuns.Progress {
        state.withLock { $0.runs.progress(of: providerID, run: run) }
    }

    /// Takes the runs to save together with what `body` takes, so that a report's number is stored with its content.
    func takeUnsaved<R: Sendable>(with body: () -> R) -> (runs: [StoredRun], others: R) {
        numberedReports.withLock { _ in
            let runs = state.withLock { $0.runs.takeUnsaved() }
            return (runs, body())
        }
    }

    /// Puts back runs that could not be saved.
    func markUnsaved(_ runs: [StoredRun]) { state.withLock { $0.runs.markUnsaved(runs) } }

    /// Marks runs as saved and confirms them to their providers.
    func markSaved(_ runs: [StoredRun]) {
        state.withLock { $0.runs.markSaved(runs) }
        for run in runs { state.withLock { $0.remotes[run.providerID] }?.saved(run) }
    }
}

/// Identifies an attached provider, for ``Hub/detach(_:)``.
public struct ProviderHandle: Hashable, Sendable {
    let id: UInt64
}
