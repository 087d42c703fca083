internal import HearthBase
public import HearthTraitCore
internal import Synchronization

/// Collects commands and updates for ``Home/followBatch(confirmedWithin:_:)``, which follows each of them separately.
public final class FollowedBatch: Sendable {
    private struct State {
        /// Closures that carry out the requests, by device and in the order in which they were added.
        var devices: [String: [@Sendable () async -> Void]] = [:]
        var isSent = false
    }

    private let home: Home
    private let confirmedWithin: Duration
    private let state = Mutex(State())

    init(_ home: Home, confirmedWithin: Duration) {
        self.home = home
        self.confirmedWithin = confirmedWithin
    }

    /// Adds a command: `batch.add(trait.onBatchable())`. A command that is added after the batch was sent is sent at
    /// once.
    ///
    /// - Returns: the request. It stays in ``RequestState/sending`` until its turn comes.
    @discardableResult
    public func add<Response: Sendable>(_ command: BatchableCommand<Response>) -> FollowedRequest<Response> {
        let (request, carryOut) = home.prepared(command, confirmedWithin: confirmedWithin)
        add(carryOut, for: command.target)
        return request
    }

    /// Adds a write of attributes, all or none. Parameters and result are those of
    /// ``Home/follow(writing:of:at:confirmedWithin:)``.
    @discardableResult
    public func add<T: Trait>(
        writing attributes: T.Attributes, of trait: T.Type, at target: TraitTarget
    ) -> FollowedRequest<T.Attributes> {
        let (request, carryOut) = home.prepared(
            writing: attributes, of: trait, at: target, confirmedWithin: confirmedWithin)
        add(carryOut, for: target)
        return request
    }

    private func add(_ carryOut: @escaping @Sendable () async -> Void, for target: TraitTarget) {
        let isLate = state.withLock { state in
            if !state.isSent { state.devices[target.deviceID, default: []].append(carryOut) }
            return state.isSent
        }
        if isLate { Task { await carryOut() } }
    }

    /// Sends the batch: devices in parallel, the requests for one device one after the other.
    func send() {
        let devices = state.withLock { state in
            state.isSent = true
            return state.devices
        }
        for requests in devices.values {
            Task {
                for carryOut in requests { await carryOut() }
            }
        }
    }
}

extension Home {
    /// Sends several commands and updates, and follows the progress of each.
    ///
    /// Those for one device are sent in the order in which they were added, each after the answer to the one before,
    /// even if that failed. Devices don't wait for each other. Each is a separate request with its own idempotency key:
    /// if the connection is lost, unanswered requests are retried, and none is carried out twice.
    ///
    /// ```swift
    /// let (lamp, door) = home.followBatch { ($0.add(light.onBatchable()), $0.add(lock.lockDoorBatchable())) }
    /// for await state in door.states { show(state) }
    /// ```
    ///
    /// - Parameters:
    ///   - confirmedWithin: how long after a device's answer to wait for the report of the change. During a fade or a
    ///     move: how long after its last report and remaining time. Default: 10 s.
    ///   - block: adds the commands. If it throws, nothing is sent.
    /// - Returns: the value that `block` returns.
    public func followBatch<Result>(
        confirmedWithin: Duration = .seconds(10), _ block: (FollowedBatch) throws -> Result
    ) rethrows -> Result {
        let batch = FollowedBatch(self, confirmedWithin: confirmedWithin)
        let result = try block(batch)
        batch.send()
        return result
    }
}
